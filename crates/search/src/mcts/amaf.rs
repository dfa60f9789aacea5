//! AMAF ("all moves as first"): a simulation counts for every move that was played in it, not only for the first.
//!
//! Gelly and Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011.

use std::hash::{Hash, Hasher};

/// The moves of one simulation: the last ply at which each side played each move.
#[derive(Clone, Debug)]
pub(super) struct Amaf<M> {
    slots: Vec<AmafSlot<M>>,
    /// The current simulation; slots with another stamp are empty.
    stamp: u32,
    taken: usize,
}

#[derive(Clone, Copy, Debug)]
struct AmafSlot<M> {
    stamp: u32,
    mv: Option<M>,
    /// The last ply plus 1, for even and for odd plies; 0: not played.
    last: [u32; 2],
}

impl<M: Copy + Eq + Hash> Amaf<M> {
    const BITS: u32 = 11;

    /// A table for the moves; without memory if AMAF is off.
    pub(super) fn new(is_asked: bool) -> Self {
        let slots = if is_asked { 1 << Self::BITS } else { 0 };
        Self { slots: vec![AmafSlot { stamp: 0, mv: None, last: [0; 2] }; slots], stamp: 0, taken: 0 }
    }

    /// Clears the table for the next simulation.
    pub(super) fn begin(&mut self) {
        self.taken = 0;
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.slots.iter_mut().for_each(|slot| slot.stamp = 0);
            self.stamp = 1;
        }
    }

    fn find(&self, mv: M) -> usize {
        let mut hasher = MoveHasher(0);
        mv.hash(&mut hasher);
        let mut at = (hasher.0 >> (64 - Self::BITS)) as usize;
        while self.slots[at].stamp == self.stamp && self.slots[at].mv != Some(mv) {
            at = (at + 1) % self.slots.len();
        }
        at
    }

    /// Records a move played `ply` plies below the root.
    pub(super) fn note(&mut self, mv: M, ply: usize) {
        let at = self.find(mv);
        if self.slots[at].stamp != self.stamp {
            // The table is half full: the remaining moves of a very long simulation are ignored.
            if self.taken >= self.slots.len() / 2 {
                return;
            }
            self.taken += 1;
            self.slots[at] = AmafSlot { stamp: self.stamp, mv: Some(mv), last: [0; 2] };
        }
        self.slots[at].last[ply % 2] = ply as u32 + 1;
    }

    /// Whether the side to move at ply `from` played the move then or later.
    pub(super) fn is_played(&self, mv: M, from: usize) -> bool {
        let slot = &self.slots[self.find(mv)];
        slot.stamp == self.stamp && slot.last[from % 2] > from as u32
    }
}

/// A hash function for moves: one multiplication per byte.
struct MoveHasher(u64);

impl Hasher for MoveHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0.rotate_left(5) ^ (u64::from(byte) + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_counts_for_its_side_from_its_ply_back() {
        let mut amaf = Amaf::new(true);
        amaf.begin();
        for (ply, mv) in [(0, 7_u16), (1, 8), (2, 9), (5, 7)] {
            amaf.note(mv, ply);
        }
        assert!(amaf.is_played(7, 0) && !amaf.is_played(7, 2) && amaf.is_played(7, 1) && amaf.is_played(7, 5));
        assert!(!amaf.is_played(8, 0) && amaf.is_played(8, 1) && !amaf.is_played(8, 3) && amaf.is_played(9, 2));
        amaf.begin();
        assert!(!amaf.is_played(7, 0));
        for mv in 0..3000 {
            amaf.note(mv, 0);
        }
        assert!(amaf.is_played(1023, 0) && !amaf.is_played(2999, 0), "too many moves for the table");
    }
}
