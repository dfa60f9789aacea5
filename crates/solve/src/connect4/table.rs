//! What is remembered of positions: between which bounds their score lies.
//!
//! A bucket is half a line of the cache. What an entry says of a position stays true for ever: the table is never cleared for another question.
//!
//! ```text
//! Narrow, keys of at most 56 bits: four entries of a word
//!   bits 22..64   what the bucket does not say of the key
//!        16..22   lower bound     10..16   upper bound     5..10   work     0..5   column
//! Wide, any keys: two entries of two words, the tag crossed with the data (Hyatt and Mann, "A Lockless Transposition-Table Implementation
//! for Parallel Search", 2002)
//!   bits 31..64   more of the key
//!        21..31   lower bound     11..21   upper bound     5..11   work     0..5   column
//! ```
//!
//! The bucket and the rest of a key come from a bijection, so an entry is never taken for that of another position; on boards of more than
//! 64 bits two keys of 97 bits stand for a position, whatever the bucket.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use zermelo_games::bitboard::Bits;
use zermelo_search::buckets::Buckets;
use zermelo_search::memory::{self, TableTooLargeError};

/// How entries lie in a bucket.
pub(super) trait Layout<S>: Send + Sync + 'static {
    /// What tells the positions of a bucket apart.
    type Tag: Copy + Default + Send + Sync;

    /// The bucket and the tag of a key of at most `bits` bits, in a table of two to the power of `index_bits` buckets.
    fn place(key: S, bits: u32, index_bits: u32) -> (usize, Self::Tag);

    /// The entry of a tag.
    fn find(bucket: &Bucket, tag: Self::Tag) -> Option<Entry>;

    /// Writes an entry over the one of the same tag, else over the one that cost the least work.
    fn put(bucket: &Bucket, tag: Self::Tag, entry: Entry);
}

/// Words of a bucket: half a line of the cache.
const WORDS: usize = 4;

/// A bucket.
pub(super) type Bucket = [AtomicU64; WORDS];

/// What is known of a position, seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// The logarithm of the nodes that it took, to the base 2.
    pub(super) work: u32,
    /// The move that was best, [`NO_COLUMN`] where none was.
    pub(super) column: u32,
}

/// Stands for no move.
pub(super) const NO_COLUMN: u32 = 31;

impl Entry {
    /// What both entries say of a position.
    #[inline(always)]
    fn and(self, old: Self) -> Self {
        Self { lower: self.lower.max(old.lower), upper: self.upper.min(old.upper), ..self }
    }
}

/// The smallest page of memory, in bytes.
const PAGE: usize = 4096;

/// The table.
pub(super) struct Table {
    buckets: Buckets<AtomicU64, WORDS>,
    index_bits: u32,
}

impl Table {
    /// A table of at most so many bytes, a power of two, and of at least [`LEAST`](Self::LEAST).
    pub(super) fn new(bytes: u64) -> Result<Self, TableTooLargeError> {
        let bytes = 1 << bytes.max(Self::LEAST).ilog2();
        memory::check(bytes)?;
        let count = bytes / size_of::<Bucket>() as u64;
        let buckets = Buckets::<AtomicU64, WORDS>::new(count as usize);
        // The system gives the pages now, not during the first search.
        for bucket in buckets.iter().step_by(PAGE / size_of::<Bucket>()) {
            bucket[0].store(0, Ordering::Relaxed);
        }
        Ok(Self { buckets, index_bits: count.ilog2() })
    }

    /// The least memory, in bytes.
    pub(super) const LEAST: u64 = 1 << 20;

    /// Its memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&*self.buckets) as u64
    }

    #[inline(always)]
    pub(super) fn place<S, L: Layout<S>>(&self, key: S, bits: u32) -> (usize, L::Tag) {
        L::place(key, bits, self.index_bits)
    }

    #[inline(always)]
    pub(super) fn bucket(&self, index: usize) -> &Bucket {
        &self.buckets[index]
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

/// Four entries of a word, for keys of at most 56 bits.
#[derive(Clone, Copy)]
pub(super) struct Narrow;

impl Narrow {
    const TAG: u32 = 22;
    const OFFSET: i32 = 31;

    #[inline(always)]
    fn pack(tag: u64, entry: Entry) -> u64 {
        let bounds = ((entry.lower + Self::OFFSET) as u64) << 16 | ((entry.upper + Self::OFFSET) as u64) << 10;
        tag << Self::TAG | bounds | u64::from(entry.work) << 5 | u64::from(entry.column)
    }

    #[inline(always)]
    fn unpack(word: u64) -> Entry {
        Entry {
            lower: (word >> 16 & 63) as i32 - Self::OFFSET,
            upper: (word >> 10 & 63) as i32 - Self::OFFSET,
            work: (word >> 5 & 31) as u32,
            column: (word & 31) as u32,
        }
    }
}

impl Layout<u64> for Narrow {
    type Tag = u64;

    #[inline(always)]
    fn place(key: u64, bits: u32, index_bits: u32) -> (usize, u64) {
        let mixed = scatter(key, bits);
        let rest = bits - index_bits;
        debug_assert!(rest <= u64::BITS - Self::TAG, "a key of {bits} bits does not fit");
        ((mixed >> rest) as usize, mixed & ((1 << rest) - 1))
    }

    #[inline(always)]
    fn find(bucket: &Bucket, tag: u64) -> Option<Entry> {
        // No branch an entry: one of four or none. An entry has a column or `NO_COLUMN`, and so is never 0 where its tag is.
        let mut found = 0;
        for word in bucket {
            let word = word.load(Ordering::Relaxed);
            found = if word >> Self::TAG == tag { word } else { found };
        }
        (found != 0).then(|| Self::unpack(found))
    }

    #[inline(always)]
    fn put(bucket: &Bucket, tag: u64, entry: Entry) {
        let (mut chosen, mut least) = (&bucket[0], u64::MAX);
        for word in bucket {
            let old = word.load(Ordering::Relaxed);
            if old >> Self::TAG == tag && old != 0 {
                return word.store(Self::pack(tag, entry.and(Self::unpack(old))), Ordering::Relaxed);
            }
            let work = old >> 5 & 31;
            if work < least {
                (chosen, least) = (word, work);
            }
        }
        chosen.store(Self::pack(tag, entry), Ordering::Relaxed);
    }
}

/// Two entries of two words, for any keys.
#[derive(Clone, Copy)]
pub(super) struct Wide;

impl Wide {
    const MORE: u32 = 31;
    const OFFSET: i32 = 511;

    #[inline(always)]
    fn pack(more: u64, entry: Entry) -> u64 {
        let bounds = ((entry.lower + Self::OFFSET) as u64) << 21 | ((entry.upper + Self::OFFSET) as u64) << 11;
        more << Self::MORE | bounds | u64::from(entry.work) << 5 | u64::from(entry.column)
    }

    #[inline(always)]
    fn unpack(word: u64) -> Entry {
        Entry {
            lower: (word >> 21 & 1023) as i32 - Self::OFFSET,
            upper: (word >> 11 & 1023) as i32 - Self::OFFSET,
            work: (word >> 5 & 63) as u32,
            column: (word & 31) as u32,
        }
    }
}

impl<S: Bits> Layout<S> for Wide {
    type Tag = (u64, u64);

    #[inline(always)]
    fn place(key: S, _: u32, index_bits: u32) -> (usize, (u64, u64)) {
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
    fn find(bucket: &Bucket, (tag, more): (u64, u64)) -> Option<Entry> {
        bucket.chunks_exact(2).find_map(|pair| {
            let data = pair[1].load(Ordering::Relaxed);
            let is_it = pair[0].load(Ordering::Relaxed) ^ data == tag && data >> Self::MORE == more && data != 0;
            is_it.then(|| Self::unpack(data))
        })
    }

    #[inline(always)]
    fn put(bucket: &Bucket, (tag, more): (u64, u64), mut entry: Entry) {
        let (mut chosen, mut least) = (0, u64::MAX);
        for (at, pair) in bucket.chunks_exact(2).enumerate() {
            let data = pair[1].load(Ordering::Relaxed);
            if pair[0].load(Ordering::Relaxed) ^ data == tag && data >> Self::MORE == more && data != 0 {
                entry = entry.and(Self::unpack(data));
                chosen = at;
                break;
            }
            let work = data >> 5 & 63;
            if work < least {
                (chosen, least) = (at, work);
            }
        }
        let data = Self::pack(more, entry);
        bucket[2 * chosen].store(tag ^ data, Ordering::Relaxed);
        bucket[2 * chosen + 1].store(data, Ordering::Relaxed);
    }
}

/// A bijection of the numbers of so many bits, which spreads them.
#[inline(always)]
fn scatter(key: u64, bits: u32) -> u64 {
    let mask = u64::MAX >> (u64::BITS - bits);
    let key = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) & mask;
    let key = key ^ key >> (bits / 2);
    key.wrapping_mul(0xD6E8_FEB8_6659_FD93) & mask
}
