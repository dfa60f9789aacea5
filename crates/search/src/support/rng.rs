//! The random number generator: pinned, so that its numbers are the same on every machine and in every version.
//!
//! Xoshiro256++ (Blackman and Vigna, "Scrambled linear pseudorandom number generators", <https://prng.di.unimi.it/>),
//! seeded by `SplitMix64`. The conversions from raw bits to choices are our own, so that no release of a library
//! changes them.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
pub use zermelo_core::scale;

/// A random number generator. Equal seeds give equal numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The generator of a seed. Similar seeds give unrelated numbers.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number from 0 to `n - 1`, with a bias below `n / 2^32`.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        scale(self.bits(), n)
    }

    /// A uniform number in [0, 1), a multiple of 2^-53.
    #[inline]
    pub fn chance(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1_u64 << 53) as f64;
        (self.bits() >> 11) as f64 * STEP
    }

    /// Shuffles a list uniformly (Fisher and Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end + 1));
        }
    }
}

/// The seed of job number `job`, derived from a master seed: the same on every machine, whichever thread runs the job.
///
/// Both numbers go through the finaliser of `SplitMix64` (Steele, Lea and Flood 2014), which is a bijection of 64 bits.
pub fn derive(seed: u64, job: u64) -> u64 {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    mix(seed.wrapping_add(GOLDEN) ^ mix(job.wrapping_add(GOLDEN)))
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, recorded games can't be reproduced any more.
    #[test]
    fn the_numbers_are_pinned() {
        let mut rng = Rng::new(42);
        let bits: [u64; 3] = std::array::from_fn(|_| rng.bits());
        // Computed independently of this code, by the reference implementations.
        assert_eq!(bits, [0xd076_4d4f_4476_689f, 0x519e_4174_576f_3791, 0xfbe0_7cfb_0c24_ed8c]);
        let jobs = [derive(0, 0), derive(0, 1), derive(1, 0)];
        assert_eq!(jobs, [0x0397_ab29_7406_81d9, 0xddc1_ed05_282d_1d64, 0x4870_e329_6270_82a1]);
    }

    #[test]
    fn choices_are_even() {
        let mut rng = Rng::new(7);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7)] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
        let mean = (0..10_000).map(|_| rng.chance()).sum::<f64>() / 10_000.0;
        assert!((0.48..0.52).contains(&mean), "{mean}");
        assert_eq!(rng.below(1), 0);
    }
}
