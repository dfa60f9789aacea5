//! The table of a proof-number search: of fixed size.
//!
//! ```text
//! word 0   key
//! word 1   proof number (32) | disproof number (32)
//! word 2   won within, plus 1 (16) | not won within (16) | plies that the numbers are for (16) | work (16)
//! ```
//!
//! "Won within 5 plies" and "not won within 8 plies" hold for every query, so an entry keeps them when its numbers are
//! replaced. In a full bucket the entry with the least work is replaced (Nagai 1999).

use super::numbers::{ProofNumbers, UNBOUNDED};
use crate::buckets::Buckets;

/// Words per entry.
const WORDS: usize = 3;
/// Entries per bucket.
const SLOTS: usize = 4;

/// What the table stores about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofEntry {
    /// The attacker wins within this many plies.
    pub(super) won_within: Option<u16>,
    /// The attacker does not win within this many plies; [`UNBOUNDED`]: it does not win at all; 0: unknown.
    pub(super) not_won_within: u16,
    /// The limit of plies that the numbers belong to.
    pub(super) plies_left: u16,
    pub(super) numbers: ProofNumbers,
}

/// The table.
pub(super) struct ProofTable {
    buckets: Buckets<u64, { WORDS * SLOTS }>,
}

impl ProofTable {
    /// The least memory of a table in bytes: one bucket.
    pub(super) const MIN_BYTES: u64 = (8 * WORDS * SLOTS) as u64;

    /// A table of at most `bytes` bytes, and of at least one bucket. Memory is touched only where something is stored.
    pub(super) fn new(bytes: u64) -> Self {
        Self { buckets: Buckets::new((bytes / Self::MIN_BYTES).max(1) as usize) }
    }

    /// The size of the table in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.buckets.len() as u64 * Self::MIN_BYTES
    }

    /// The bucket of a key, chosen by its high bits.
    #[inline]
    fn bucket_index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// Looks up a position.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<ProofEntry> {
        let mut slots = self.buckets[self.bucket_index(key)].chunks_exact(WORDS);
        slots.find(|slot| slot[0] == key && slot[2] != 0).map(|slot| unpack(slot[1], slot[2]))
    }

    /// Stores a result that cost `work` nodes. Earlier results for the position are kept.
    pub(super) fn store(&mut self, key: u64, mut entry: ProofEntry, work: u64) {
        let bucket_index = self.bucket_index(key);
        let bucket = &mut self.buckets[bucket_index];
        let mut work = work.clamp(1, u64::from(u16::MAX));
        let (mut at, mut least_work) = (0, u64::MAX);
        for (slot, words) in bucket.chunks_exact(WORDS).enumerate() {
            if words[2] != 0 && words[0] == key {
                let old = unpack(words[1], words[2]);
                entry.won_within = old.won_within.into_iter().chain(entry.won_within).min();
                entry.not_won_within = entry.not_won_within.max(old.not_won_within);
                work = work.max(words[2] >> 48);
                at = slot;
                break;
            }
            if words[2] >> 48 < least_work {
                (at, least_work) = (slot, words[2] >> 48);
            }
        }
        let slot = &mut bucket[at * WORDS..(at + 1) * WORDS];
        slot[0] = key;
        slot[1] = u64::from(entry.numbers.0[0]) | u64::from(entry.numbers.0[1]) << 32;
        let won_within = entry.won_within.map_or(0, |plies| u64::from(plies) + 1);
        slot[2] = won_within | u64::from(entry.not_won_within) << 16 | u64::from(entry.plies_left) << 32 | work << 48;
    }

    /// Looks up a path-dependent disproof: how many plies above the position the repeated position is.
    #[inline]
    pub(super) fn probe_path(&self, key: u64) -> Option<u16> {
        self.probe(key).map(|entry| entry.plies_left)
    }

    /// Stores a path-dependent disproof, which depends on the position `above` plies further up the path.
    pub(super) fn store_path(&mut self, key: u64, above: u16, work: u64) {
        let entry = ProofEntry {
            won_within: None,
            not_won_within: UNBOUNDED,
            plies_left: above,
            numbers: ProofNumbers::FAILED,
        };
        self.store(key, entry, work);
    }
}

#[inline]
fn unpack(numbers: u64, facts: u64) -> ProofEntry {
    ProofEntry {
        won_within: (facts as u16).checked_sub(1),
        not_won_within: (facts >> 16) as u16,
        plies_left: (facts >> 32) as u16,
        numbers: ProofNumbers([numbers as u32, (numbers >> 32) as u32]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(won_within: Option<u16>, not_won_within: u16) -> ProofEntry {
        ProofEntry { won_within, not_won_within, plies_left: 7, numbers: ProofNumbers([3, 4]) }
    }

    #[test]
    fn known_results_are_kept() {
        let mut table = ProofTable::new(1 << 12);
        assert_eq!(table.probe(5), None);
        table.store(5, entry(Some(9), 2), 1);
        assert_eq!(table.probe(5), Some(entry(Some(9), 2)));
        table.store(5, entry(None, 6), 1);
        assert_eq!(table.probe(5), Some(entry(Some(9), 6)));
        table.store(5, entry(Some(8), 0), 1);
        assert_eq!(table.probe(5), Some(entry(Some(8), 6)));
        table.store(6, entry(Some(0), UNBOUNDED), 1);
        assert_eq!(table.probe(6), Some(entry(Some(0), UNBOUNDED)));
    }

    #[test]
    fn the_least_work_goes_first() {
        let mut table = ProofTable::new(ProofTable::MIN_BYTES);
        assert_eq!(table.bytes(), ProofTable::MIN_BYTES);
        for (key, work) in [(1, 50), (2, 70_000), (3, 2), (4, 90)] {
            table.store(key, entry(None, 1), work);
        }
        table.store(5, entry(None, 1), 1);
        assert_eq!([1, 2, 3, 4, 5].map(|key| table.probe(key).is_some()), [true, true, false, true, true]);
        table.store(1, entry(None, 1), 1);
        table.store(6, entry(None, 1), 60);
        assert_eq!([1, 5, 6].map(|key| table.probe(key).is_some()), [true, false, true], "work adds to an entry");
    }
}
