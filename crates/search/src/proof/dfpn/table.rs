//! What a proof-number search remembers of positions: a table of fixed size.
//!
//! ```text
//! word 0   key
//! word 1   proof number (32) | disproof number (32)
//! word 2   won within, plus 1 (16) | not won within (16) | plies that the numbers are for (16) | work (16)
//! ```
//!
//! "Won within 5 plies" and "not won within 8" are true for ever and of every question, so an entry keeps them whatever numbers it gets.
//! In a full bucket the entry goes that cost the least work (Nagai 1999).

use super::numbers::{ENDLESS, Numbers};
use crate::buckets::Buckets;

/// Words of an entry.
const WORDS: usize = 3;
/// Entries of a bucket.
const SLOTS: usize = 4;

/// What is stored of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The attacker wins within so many plies.
    pub(super) won: Option<u16>,
    /// It does not within so many; [`ENDLESS`]: never; 0: nothing is known.
    pub(super) not_won: u16,
    /// How many plies the numbers allow it.
    pub(super) left: u16,
    pub(super) numbers: Numbers,
}

/// The table.
pub(super) struct Table {
    buckets: Buckets<u64, { WORDS * SLOTS }>,
}

impl Table {
    /// The least memory that a table takes: one bucket.
    pub(super) const LEAST: u64 = (8 * WORDS * SLOTS) as u64;

    /// A table of at most so many bytes, and of at least one bucket. Memory is touched only where something is stored.
    pub(super) fn new(bytes: u64) -> Self {
        Self { buckets: Buckets::new((bytes / Self::LEAST).max(1) as usize) }
    }

    /// Its memory.
    pub(super) fn bytes(&self) -> u64 {
        self.buckets.len() as u64 * Self::LEAST
    }

    /// The bucket of a key: its high bits choose.
    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// What is stored of a position.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        let mut slots = self.buckets[self.place(key)].chunks_exact(WORDS);
        slots.find(|slot| slot[0] == key && slot[2] != 0).map(|slot| unpack(slot[1], slot[2]))
    }

    /// Stores what was found of a position with so much work; what was known of it before stays known.
    pub(super) fn store(&mut self, key: u64, mut entry: Entry, work: u64) {
        let place = self.place(key);
        let bucket = &mut self.buckets[place];
        let mut work = work.clamp(1, u64::from(u16::MAX));
        let (mut at, mut least) = (0, u64::MAX);
        for (slot, words) in bucket.chunks_exact(WORDS).enumerate() {
            if words[2] != 0 && words[0] == key {
                let old = unpack(words[1], words[2]);
                entry.won = old.won.into_iter().chain(entry.won).min();
                entry.not_won = entry.not_won.max(old.not_won);
                work = work.max(words[2] >> 48);
                at = slot;
                break;
            }
            if words[2] >> 48 < least {
                (at, least) = (slot, words[2] >> 48);
            }
        }
        let slot = &mut bucket[at * WORDS..(at + 1) * WORDS];
        slot[0] = key;
        slot[1] = u64::from(entry.numbers.0[0]) | u64::from(entry.numbers.0[1]) << 32;
        let won = entry.won.map_or(0, |plies| u64::from(plies) + 1);
        slot[2] = won | u64::from(entry.not_won) << 16 | u64::from(entry.left) << 32 | work << 48;
    }

    /// How far up the path lies what the failure of a position on one path rests on.
    #[inline]
    pub(super) fn probe_path(&self, key: u64) -> Option<u16> {
        self.probe(key).map(|entry| entry.left)
    }

    /// The position fails on this path, because of the position so many plies above.
    pub(super) fn store_path(&mut self, key: u64, above: u16, work: u64) {
        let entry = Entry { won: None, not_won: ENDLESS, left: above, numbers: Numbers::FAILED };
        self.store(key, entry, work);
    }
}

#[inline]
fn unpack(numbers: u64, facts: u64) -> Entry {
    Entry {
        won: (facts as u16).checked_sub(1),
        not_won: (facts >> 16) as u16,
        left: (facts >> 32) as u16,
        numbers: Numbers([numbers as u32, (numbers >> 32) as u32]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(won: Option<u16>, not_won: u16) -> Entry {
        Entry { won, not_won, left: 7, numbers: Numbers([3, 4]) }
    }

    #[test]
    fn what_is_known_stays_known() {
        let mut table = Table::new(1 << 12);
        assert_eq!(table.probe(5), None);
        table.store(5, entry(Some(9), 2), 1);
        assert_eq!(table.probe(5), Some(entry(Some(9), 2)));
        table.store(5, entry(None, 6), 1);
        assert_eq!(table.probe(5), Some(entry(Some(9), 6)));
        table.store(5, entry(Some(8), 0), 1);
        assert_eq!(table.probe(5), Some(entry(Some(8), 6)));
        table.store(6, entry(Some(0), ENDLESS), 1);
        assert_eq!(table.probe(6), Some(entry(Some(0), ENDLESS)));
    }

    #[test]
    fn the_least_work_goes_first() {
        let mut table = Table::new(Table::LEAST);
        assert_eq!(table.bytes(), Table::LEAST);
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
