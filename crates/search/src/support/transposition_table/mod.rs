//! The transposition table: results of searched positions, for other move orders and deeper searches.
//!
//! Zobrist, "A New Hashing Method with Application for Game Playing", 1970; shared between threads without locks as in
//! Hyatt and Mann, "A Lockless Transposition-Table Implementation for Parallel Search", 2002.
//!
//! An entry is two words, the data, and the XOR of key and data. A bucket of four entries fills a cache line:
//!
//! ```text
//! words   key ^ data | data | key ^ data | data | key ^ data | data | key ^ data | data      64 bytes
//! ```
//!
//! A new table uses few of its buckets and takes more into use as they fill: a short search stays in the cache and
//! touches no memory that it does not need.
//!
//! Threads read and write the words independently and in no order. When two of them write the same entry at once, the
//! words of different writers can get mixed: the decoded key then matches no position, and the entry is lost. So a race
//! can lose an entry but can't produce a wrong one.

mod entry;

use std::sync::atomic::{AtomicU64, Ordering};

use entry::{GENERATIONS, PackedEntry};
pub use entry::{NO_MOVE_CODE, SearchedDepth, TableEntry};

use crate::buckets::Buckets;
use crate::prefetch::prefetch;

/// Entries per bucket.
const SLOTS: usize = 4;
/// Words per bucket: a cache line.
const WORDS: usize = 2 * SLOTS;
/// An entry loses this many plies of depth in the replacement order with each generation that it is older.
const PLIES_PER_GENERATION: i32 = 8;
/// Buckets in use at first: they fit into a core's cache.
const INITIAL_BUCKETS: u64 = 1 << 13;
/// The factor by which the table grows.
const GROWTH_FACTOR: u64 = 4;
/// The table grows when one in this many entries in use has been displaced.
const DISPLACED_FRACTION: u64 = 32;

/// A transposition table.
pub struct TranspositionTable {
    buckets: Buckets<AtomicU64, WORDS>,
    /// How many buckets are in use, from the first on, so that a short search's writes stay close together.
    in_use: AtomicU64,
    generation: u8,
}

impl TranspositionTable {
    /// The least memory of a table in bytes: one bucket.
    pub const MIN_BYTES: u64 = 8 * WORDS as u64;

    /// A table of at most `bytes` bytes, and of at least one bucket. The memory is reserved at once and touched only
    /// where something is stored.
    ///
    /// # Panics
    /// When the system refuses the memory: call [`check`](crate::memory::check) before.
    pub fn new(bytes: u64) -> Self {
        let buckets = (bytes / Self::MIN_BYTES).max(1);
        let in_use = AtomicU64::new(buckets.min(INITIAL_BUCKETS));
        Self { buckets: Buckets::new(buckets as usize), in_use, generation: 0 }
    }

    /// The number of buckets, in use or not.
    fn bucket_count(&self) -> u64 {
        self.buckets.len() as u64
    }

    /// The size of the table in bytes.
    pub fn bytes(&self) -> u64 {
        Self::MIN_BYTES * self.bucket_count()
    }

    /// The number of entries that fit.
    pub fn capacity(&self) -> u64 {
        self.bucket_count() * SLOTS as u64
    }

    /// Starts a new generation, once per decision: older entries stay and are replaced first.
    pub fn next_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        *self = Self::new(self.bytes());
    }

    /// The bucket of a key, chosen by its high bits.
    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64; WORDS] {
        let at = (u128::from(key) * u128::from(self.in_use.load(Ordering::Relaxed))) >> 64;
        &self.buckets[at as usize]
    }

    /// The number of displaced entries after which the table should [`grow`](Self::grow); `None` if all buckets are in
    /// use.
    pub fn growth_threshold(&self) -> Option<u64> {
        let in_use = self.in_use.load(Ordering::Relaxed);
        (in_use < self.bucket_count()).then_some(in_use * SLOTS as u64 / DISPLACED_FRACTION)
    }

    /// Takes more buckets into use and moves each entry to its new bucket. Only one thread at a time may call it. What
    /// other threads write meanwhile can be lost, as in any race.
    pub fn grow(&self) {
        let old = self.in_use.load(Ordering::Relaxed);
        self.in_use.store((old * GROWTH_FACTOR).min(self.bucket_count()), Ordering::Relaxed);
        // An entry's new index is never below its old one: going from the top down, the target has been vacated.
        for bucket in self.buckets[..old as usize].iter().rev() {
            for slot in bucket.chunks_exact(2) {
                let data = slot[1].swap(PackedEntry::EMPTY.0, Ordering::Relaxed);
                let key = slot[0].load(Ordering::Relaxed) ^ data;
                if data != PackedEntry::EMPTY.0 {
                    self.insert_if_free(key, PackedEntry(data));
                }
            }
        }
    }

    /// Stores an entry of a position that the table does not hold in a free slot of its bucket, if there is one.
    fn insert_if_free(&self, key: u64, data: PackedEntry) {
        let is_free = |slot: &&[AtomicU64]| slot[1].load(Ordering::Relaxed) == PackedEntry::EMPTY.0;
        if let Some(slot) = self.bucket(key).chunks_exact(2).find(is_free) {
            slot[0].store(key ^ data.0, Ordering::Relaxed);
            slot[1].store(data.0, Ordering::Relaxed);
        }
    }

    /// Prefetches the bucket of a key that will be probed soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.bucket(key)[0]);
    }

    /// Looks up a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key).chunks_exact(2).find_map(|slot| {
            let data = PackedEntry(slot[1].load(Ordering::Relaxed));
            (slot[0].load(Ordering::Relaxed) ^ data.0 == key && data != PackedEntry::EMPTY).then(|| data.entry())
        })
    }

    /// Stores an entry and returns whether it displaced one of another position.
    ///
    /// It replaces the position's own older entry, unless that is of the same generation and much deeper. Otherwise it
    /// replaces the entry of its bucket with the least depth, where older generations count less.
    pub fn store(&self, key: u64, mut entry: TableEntry) -> bool {
        let bucket = self.bucket(key);
        let (mut victim, mut least) = (0, i32::MAX);
        for (at, slot) in bucket.chunks_exact(2).enumerate() {
            let data = PackedEntry(slot[1].load(Ordering::Relaxed));
            if slot[0].load(Ordering::Relaxed) ^ data.0 == key && data != PackedEntry::EMPTY {
                let old = data.entry();
                if data.generation() == self.generation && old.is_kept_over(&entry) {
                    return false;
                }
                if entry.move_code == NO_MOVE_CODE {
                    entry.move_code = old.move_code;
                }
                (victim, least) = (at, i32::MIN);
                break;
            }
            let replacement_value = self.replacement_value(data);
            if replacement_value < least {
                (victim, least) = (at, replacement_value);
            }
        }
        let data = PackedEntry::new(&entry, self.generation).0;
        bucket[2 * victim].store(key ^ data, Ordering::Relaxed);
        bucket[2 * victim + 1].store(data, Ordering::Relaxed);
        least > i32::MIN
    }

    #[inline]
    fn replacement_value(&self, data: PackedEntry) -> i32 {
        if data == PackedEntry::EMPTY {
            return i32::MIN;
        }
        let age = (self.generation + GENERATIONS - data.generation()) % GENERATIONS;
        data.depth() as i32 - PLIES_PER_GENERATION * i32::from(age)
    }

    /// The share of entries written in this generation, in permille, estimated from a sample.
    pub fn hashfull(&self) -> u32 {
        const SAMPLE: u64 = 250;
        let sample = self.in_use.load(Ordering::Relaxed).min(SAMPLE);
        let words = self.buckets[..sample as usize].as_flattened();
        let is_used = |slot: &&[AtomicU64]| {
            let data = PackedEntry(slot[1].load(Ordering::Relaxed));
            data != PackedEntry::EMPTY && data.generation() == self.generation
        };
        (words.chunks_exact(2).filter(is_used).count() as u64 * 1000 / (sample * SLOTS as u64)) as u32
    }
}

impl std::fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("bytes", &self.bytes())
            .field("generation", &self.generation)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
