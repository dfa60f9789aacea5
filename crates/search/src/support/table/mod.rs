//! A table of positions that were searched: what a search finds again, by any order of moves, it need not search again.
//!
//! Zobrist, "A New Hashing Method with Application for Game Playing", 1970; shared without locks as in Hyatt and Mann, "A Lockless
//! Transposition-Table Implementation for Parallel Search", 2002.
//!
//! An entry is two words, the data and the key crossed with it; a bucket of four fills a line of the cache:
//!
//! ```text
//! words   key ^ data | data | key ^ data | data | key ^ data | data | key ^ data | data      64 bytes
//! ```
//!
//! A new table uses few of its buckets, and more as they fill: a short search stays in the cache, and touches no memory that it does not
//! need.
//!
//! Threads read and write the words one by one and in no order. When two of them write the same entry at once, the words of different
//! writers may come to stand together: then the key that is read back fits no position, and the entry is as good as empty. So a
//! race costs an entry and never gives a wrong one.

mod entry;

use std::sync::atomic::{AtomicU64, Ordering};

pub use entry::{Entry, NO_CODE, Searched};
use entry::{GENERATIONS, Packed};

use crate::buckets::Buckets;
use crate::prefetch::prefetch;

/// Entries of a bucket.
const SLOTS: usize = 4;
/// Words of a bucket: a line of the cache.
const WORDS: usize = 2 * SLOTS;
/// How many plies of depth a decision that is one older weighs.
const AGING: i32 = 8;
/// Buckets that are in use at first: a table that stays in the cache of a core as long as that is enough.
const FIRST: u64 = 1 << 13;
/// By how much more are in use at a time.
const GROWTH: u64 = 4;
/// Of how many entries in use one has to be displaced before more are taken.
const DISPLACED: u64 = 32;

/// The table.
pub struct Table {
    buckets: Buckets<AtomicU64, WORDS>,
    /// The first so many of the buckets are in use: all that a short search writes stays close together.
    in_use: AtomicU64,
    generation: u8,
}

impl Table {
    /// The least memory that a table takes: one bucket.
    pub const LEAST: u64 = 8 * WORDS as u64;

    /// A table of at most so many bytes, and of at least one bucket. The memory is asked for at once and touched only where
    /// something is stored.
    ///
    /// # Panics
    /// When the system refuses the memory: ask [`check`](crate::memory::check) before.
    pub fn new(bytes: u64) -> Self {
        let buckets = (bytes / Self::LEAST).max(1);
        let in_use = AtomicU64::new(buckets.min(FIRST));
        Self { buckets: Buckets::new(buckets as usize), in_use, generation: 0 }
    }

    /// How many buckets there are.
    fn count(&self) -> u64 {
        self.buckets.len() as u64
    }

    /// The memory of its entries in bytes.
    pub fn bytes(&self) -> u64 {
        Self::LEAST * self.count()
    }

    /// How many entries fit.
    pub fn capacity(&self) -> u64 {
        self.count() * SLOTS as u64
    }

    /// Begins a decision: what older ones stored stays, and goes first when room is needed.
    pub fn next_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::new(self.bytes());
    }

    /// The bucket of a key: its high bits choose.
    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64; WORDS] {
        let at = (u128::from(key) * u128::from(self.in_use.load(Ordering::Relaxed))) >> 64;
        &self.buckets[at as usize]
    }

    /// After how many displaced entries more buckets should be taken into use; `None` where all are.
    pub fn crowded_at(&self) -> Option<u64> {
        let in_use = self.in_use.load(Ordering::Relaxed);
        (in_use < self.count()).then_some(in_use * SLOTS as u64 / DISPLACED)
    }

    /// Takes more buckets into use and moves each entry to its new one. One thread at a time may do so; what others write meanwhile may
    /// be lost, as by any race.
    pub fn grow(&self) {
        let old = self.in_use.load(Ordering::Relaxed);
        self.in_use.store((old * GROWTH).min(self.count()), Ordering::Relaxed);
        // An entry's new bucket is never below its old one: from the top down, all before it have moved away.
        for bucket in self.buckets[..old as usize].iter().rev() {
            for slot in bucket.chunks_exact(2) {
                let data = slot[1].swap(Packed::EMPTY.0, Ordering::Relaxed);
                let key = slot[0].load(Ordering::Relaxed) ^ data;
                if data != Packed::EMPTY.0 {
                    self.put(key, Packed(data));
                }
            }
        }
    }

    /// Puts an entry of a position that the table does not hold into a free slot of its bucket, if there is one.
    fn put(&self, key: u64, data: Packed) {
        let is_free = |slot: &&[AtomicU64]| slot[1].load(Ordering::Relaxed) == Packed::EMPTY.0;
        if let Some(slot) = self.bucket(key).chunks_exact(2).find(is_free) {
            slot[0].store(key ^ data.0, Ordering::Relaxed);
            slot[1].store(data.0, Ordering::Relaxed);
        }
    }

    /// Asks for the bucket of a key, which will soon be probed.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.bucket(key)[0]);
    }

    /// What is stored of a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).chunks_exact(2).find_map(|slot| {
            let data = Packed(slot[1].load(Ordering::Relaxed));
            (slot[0].load(Ordering::Relaxed) ^ data.0 == key && data != Packed::EMPTY).then(|| data.entry())
        })
    }

    /// Stores what was found of a position. Its own older entry goes, unless that one is of the same decision and much deeper;
    /// else the entry of its bucket goes that is the least deep, older decisions counting less. Whether one of another position went.
    pub fn store(&self, key: u64, mut entry: Entry) -> bool {
        let bucket = self.bucket(key);
        let (mut worst, mut least) = (0, i32::MAX);
        for (at, slot) in bucket.chunks_exact(2).enumerate() {
            let data = Packed(slot[1].load(Ordering::Relaxed));
            if slot[0].load(Ordering::Relaxed) ^ data.0 == key && data != Packed::EMPTY {
                let old = data.entry();
                if data.generation() == self.generation && old.is_worth_more_than(&entry) {
                    return false;
                }
                if entry.code == NO_CODE {
                    entry.code = old.code;
                }
                (worst, least) = (at, i32::MIN);
                break;
            }
            let worth = self.worth(data);
            if worth < least {
                (worst, least) = (at, worth);
            }
        }
        let data = Packed::new(&entry, self.generation).0;
        bucket[2 * worst].store(key ^ data, Ordering::Relaxed);
        bucket[2 * worst + 1].store(data, Ordering::Relaxed);
        least > i32::MIN
    }

    #[inline]
    fn worth(&self, data: Packed) -> i32 {
        if data == Packed::EMPTY {
            return i32::MIN;
        }
        let age = (self.generation + GENERATIONS - data.generation()) % GENERATIONS;
        data.depth() as i32 - AGING * i32::from(age)
    }

    /// How many of a thousand entries the present decision has written, from a sample.
    pub fn permille_used(&self) -> u32 {
        const SAMPLE: u64 = 250;
        let sample = self.in_use.load(Ordering::Relaxed).min(SAMPLE);
        let words = self.buckets[..sample as usize].as_flattened();
        let is_used = |slot: &&[AtomicU64]| {
            let data = Packed(slot[1].load(Ordering::Relaxed));
            data != Packed::EMPTY && data.generation() == self.generation
        };
        (words.chunks_exact(2).filter(is_used).count() as u64 * 1000 / (sample * SLOTS as u64)) as u32
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("bytes", &self.bytes())
            .field("generation", &self.generation)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
