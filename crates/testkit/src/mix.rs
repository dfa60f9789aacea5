//! Position keys for the games of this crate, where speed does not matter.

/// A 64-bit hash of some bytes: each byte is mixed in by the finaliser of `SplitMix64`
/// (<https://prng.di.unimi.it/splitmix64.c>).
pub(crate) fn mix(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0, |state: u64, byte| {
        let mut z = (state ^ u64::from(byte)).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}
