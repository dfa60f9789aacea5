//! The transposition table: bounds of the scores of positions.
//!
//! A bucket is half a cache line. Entries are valid for every question, so the table is never cleared.
//!
//! ```text
//! Narrow, keys of at most 56 bits: four entries of one word
//!   bits 22..64   tag: the part of the key that the bucket index does not determine
//!        16..22   lower bound     10..16   upper bound     5..10   log2 of nodes     0..5   column
//! Wide, any keys: two entries of two words, the tag XORed with the data (Hyatt and Mann, "A Lockless Transposition-Table Implementation
//! for Parallel Search", 2002)
//!   bits 31..64   second tag
//!        21..31   lower bound     11..21   upper bound     5..11   log2 of nodes     0..5   column
//! ```
//!
//! Bucket index and tag are a bijection of the key, so positions are never confused. On boards of more than 64 bits the two tags are a
//! hash of 97 bits, independent of the bucket.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use zermelo_games::bitboard::Bits;
use zermelo_search::buckets::Buckets;
use zermelo_search::memory::{self, TableTooLargeError};

/// The layout of entries in a bucket.
pub(super) trait BucketLayout<S>: Send + Sync + 'static {
    /// Identifies a position within a bucket.
    type Tag: Copy + Default + Send + Sync;

    /// The bucket index and the tag of a key of at most `bits` bits, in a table of 2^`index_bits` buckets.
    fn locate(key: S, bits: u32, index_bits: u32) -> (usize, Self::Tag);

    /// The entry with a tag.
    fn find(bucket: &Bucket, tag: Self::Tag) -> Option<BoundsEntry>;

    /// Stores an entry. Replaces the entry with the same tag, or else the one with the fewest nodes.
    fn store(bucket: &Bucket, tag: Self::Tag, entry: BoundsEntry);
}

/// The words of a bucket: half a cache line.
const WORDS: usize = 4;

pub(super) type Bucket = [AtomicU64; WORDS];

/// Bounds of the score of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BoundsEntry {
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// The logarithm to base 2 of the number of nodes searched.
    pub(super) log_nodes: u32,
    /// The best move, or [`NO_COLUMN`].
    pub(super) column: u32,
}

/// No move.
pub(super) const NO_COLUMN: u32 = 31;

impl BoundsEntry {
    /// Intersects the bounds of two entries of a position.
    #[inline(always)]
    fn merge(self, old: Self) -> Self {
        Self { lower: self.lower.max(old.lower), upper: self.upper.min(old.upper), ..self }
    }
}

/// The smallest memory page, in bytes.
const PAGE: usize = 4096;

/// The transposition table of a solver.
pub(super) struct BoundsTable {
    buckets: Buckets<AtomicU64, WORDS>,
    index_bits: u32,
}

impl BoundsTable {
    /// A table of at most `bytes`, rounded down to a power of two, but of at least [`MIN_BYTES`](Self::MIN_BYTES).
    pub(super) fn new(bytes: u64) -> Result<Self, TableTooLargeError> {
        let bytes = 1 << bytes.max(Self::MIN_BYTES).ilog2();
        memory::check(bytes)?;
        let count = bytes / size_of::<Bucket>() as u64;
        let buckets = Buckets::<AtomicU64, WORDS>::new(count as usize);
        // Touch every page, so that the system maps it now and not during the first search.
        for bucket in buckets.iter().step_by(PAGE / size_of::<Bucket>()) {
            bucket[0].store(0, Ordering::Relaxed);
        }
        Ok(Self { buckets, index_bits: count.ilog2() })
    }

    /// The least memory in bytes.
    pub(super) const MIN_BYTES: u64 = 1 << 20;

    /// The memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&*self.buckets) as u64
    }

    #[inline(always)]
    pub(super) fn locate<S, L: BucketLayout<S>>(&self, key: S, bits: u32) -> (usize, L::Tag) {
        L::locate(key, bits, self.index_bits)
    }

    #[inline(always)]
    pub(super) fn bucket(&self, index: usize) -> &Bucket {
        &self.buckets[index]
    }
}

impl fmt::Debug for BoundsTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoundsTable").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

/// Four entries of one word, for keys of at most 56 bits.
#[derive(Clone, Copy)]
pub(super) struct NarrowLayout;

impl NarrowLayout {
    const TAG: u32 = 22;
    const OFFSET: i32 = 31;

    #[inline(always)]
    fn pack(tag: u64, entry: BoundsEntry) -> u64 {
        let bounds = ((entry.lower + Self::OFFSET) as u64) << 16 | ((entry.upper + Self::OFFSET) as u64) << 10;
        tag << Self::TAG | bounds | u64::from(entry.log_nodes) << 5 | u64::from(entry.column)
    }

    #[inline(always)]
    fn unpack(word: u64) -> BoundsEntry {
        BoundsEntry {
            lower: (word >> 16 & 63) as i32 - Self::OFFSET,
            upper: (word >> 10 & 63) as i32 - Self::OFFSET,
            log_nodes: (word >> 5 & 31) as u32,
            column: (word & 31) as u32,
        }
    }
}

impl BucketLayout<u64> for NarrowLayout {
    type Tag = u64;

    #[inline(always)]
    fn locate(key: u64, bits: u32, index_bits: u32) -> (usize, u64) {
        let mixed = scatter(key, bits);
        let rest = bits - index_bits;
        debug_assert!(rest <= u64::BITS - Self::TAG, "a key of {bits} bits does not fit");
        ((mixed >> rest) as usize, mixed & ((1 << rest) - 1))
    }

    #[inline(always)]
    fn find(bucket: &Bucket, tag: u64) -> Option<BoundsEntry> {
        // Branch-free: at most one of the four entries matches. A stored word is never 0, since tag and column are not both 0 in it.
        let mut found = 0;
        for word in bucket {
            let word = word.load(Ordering::Relaxed);
            found = if word >> Self::TAG == tag { word } else { found };
        }
        (found != 0).then(|| Self::unpack(found))
    }

    #[inline(always)]
    fn store(bucket: &Bucket, tag: u64, entry: BoundsEntry) {
        let (mut chosen, mut least) = (&bucket[0], u64::MAX);
        for word in bucket {
            let old = word.load(Ordering::Relaxed);
            if old >> Self::TAG == tag && old != 0 {
                return word.store(Self::pack(tag, entry.merge(Self::unpack(old))), Ordering::Relaxed);
            }
            let log_nodes = old >> 5 & 31;
            if log_nodes < least {
                (chosen, least) = (word, log_nodes);
            }
        }
        chosen.store(Self::pack(tag, entry), Ordering::Relaxed);
    }
}

/// Two entries of two words, for keys of any size.
#[derive(Clone, Copy)]
pub(super) struct WideLayout;

impl WideLayout {
    const MORE: u32 = 31;
    const OFFSET: i32 = 511;

    #[inline(always)]
    fn pack(more: u64, entry: BoundsEntry) -> u64 {
        let bounds = ((entry.lower + Self::OFFSET) as u64) << 21 | ((entry.upper + Self::OFFSET) as u64) << 11;
        more << Self::MORE | bounds | u64::from(entry.log_nodes) << 5 | u64::from(entry.column)
    }

    #[inline(always)]
    fn unpack(word: u64) -> BoundsEntry {
        BoundsEntry {
            lower: (word >> 21 & 1023) as i32 - Self::OFFSET,
            upper: (word >> 11 & 1023) as i32 - Self::OFFSET,
            log_nodes: (word >> 5 & 63) as u32,
            column: (word & 31) as u32,
        }
    }
}

impl<S: Bits> BucketLayout<S> for WideLayout {
    type Tag = (u64, u64);

    #[inline(always)]
    fn locate(key: S, _: u32, index_bits: u32) -> (usize, (u64, u64)) {
        let first = scatter(key.word(0), u64::BITS);
        let (tag, more) = if S::CAPACITY <= u64::BITS {
            (first, 0)
        } else {
            let rest =
                (1..(S::CAPACITY / u64::BITS) as usize).fold(0, |sum, at| scatter(sum ^ key.word(at), u64::BITS));
            (first ^ rest.rotate_left(17), scatter(rest, u64::BITS) >> Self::MORE)
        };
        ((tag >> (u64::BITS - index_bits)) as usize, (tag, more))
    }

    #[inline(always)]
    fn find(bucket: &Bucket, (tag, more): (u64, u64)) -> Option<BoundsEntry> {
        bucket.chunks_exact(2).find_map(|pair| {
            let data = pair[1].load(Ordering::Relaxed);
            let is_it = pair[0].load(Ordering::Relaxed) ^ data == tag && data >> Self::MORE == more && data != 0;
            is_it.then(|| Self::unpack(data))
        })
    }

    #[inline(always)]
    fn store(bucket: &Bucket, (tag, more): (u64, u64), mut entry: BoundsEntry) {
        let (mut chosen, mut least) = (0, u64::MAX);
        for (at, pair) in bucket.chunks_exact(2).enumerate() {
            let data = pair[1].load(Ordering::Relaxed);
            if pair[0].load(Ordering::Relaxed) ^ data == tag && data >> Self::MORE == more && data != 0 {
                entry = entry.merge(Self::unpack(data));
                chosen = at;
                break;
            }
            let log_nodes = data >> 5 & 63;
            if log_nodes < least {
                (chosen, least) = (at, log_nodes);
            }
        }
        let data = Self::pack(more, entry);
        bucket[2 * chosen].store(tag ^ data, Ordering::Relaxed);
        bucket[2 * chosen + 1].store(data, Ordering::Relaxed);
    }
}

/// A bijection of the numbers of `bits` bits that scatters similar keys.
#[inline(always)]
fn scatter(key: u64, bits: u32) -> u64 {
    let mask = u64::MAX >> (u64::BITS - bits);
    let key = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) & mask;
    let key = key ^ key >> (bits / 2);
    key.wrapping_mul(0xD6E8_FEB8_6659_FD93) & mask
}
