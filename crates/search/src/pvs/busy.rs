//! What the threads of a crew are searching at this moment: a move that another thread is busy with is put off, and its value is most
//! often found in the table when its turn comes.
//!
//! Tom Kerrigan, Simplified ABDADA, <http://www.tckerrigan.com/Chess/Parallel_Search/Simplified_ABDADA/>; after Jean-Christophe Weill,
//! The ABDADA distributed minimax search algorithm, 1996.

use std::sync::atomic::{AtomicU64, Ordering};

use zermelo_core::Depth;

/// From this depth on moves are put off. Below, the next move is searched before one has asked.
const SHARED_FROM: Depth = Depth(3);

/// The moves that are being searched. Of two with the same slot one is forgotten: it is searched twice then.
pub(super) struct Busy {
    slots: Box<[AtomicU64]>,
}

/// A move at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark(u64);

impl Mark {
    /// The mark of a move, by the position's key and the move's code.
    #[inline]
    pub(super) fn new(key: u64, code: u16) -> Self {
        // Never 0: that is an empty slot.
        Self((key ^ (u64::from(code) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1)
    }
}

impl Busy {
    pub(super) fn new() -> Self {
        const SLOTS: usize = 1 << 12;
        Self { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// This, where a node of such a depth is worth asking for.
    #[inline]
    pub(super) fn at_depth(&self, depth: Depth) -> Option<&Self> {
        (depth >= SHARED_FROM).then_some(self)
    }

    #[inline]
    fn slot(&self, mark: Mark) -> &AtomicU64 {
        // As many slots as a power of two.
        &self.slots[(mark.0 >> 1) as usize & (self.slots.len() - 1)]
    }

    /// Whether some thread is at it.
    #[inline]
    pub(super) fn holds(&self, mark: Mark) -> bool {
        self.slot(mark).load(Ordering::Relaxed) == mark.0
    }

    /// A thread begins to search it.
    #[inline]
    pub(super) fn begin(&self, mark: Mark) {
        self.slot(mark).store(mark.0, Ordering::Relaxed);
    }

    /// A thread has searched it.
    #[inline]
    pub(super) fn end(&self, mark: Mark) {
        let slot = self.slot(mark);
        if slot.load(Ordering::Relaxed) == mark.0 {
            slot.store(0, Ordering::Relaxed);
        }
    }
}

/// How many moves of a node are put off: they stand at the end of its list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct PutOff(usize);

impl PutOff {
    /// How many of the moves that are left have not been put off.
    #[inline]
    pub(super) fn fresh(self, left: usize) -> usize {
        left.saturating_sub(self.0)
    }

    /// Puts the first of the moves that are left behind the others; `false` if it has been put off before.
    #[inline]
    pub(super) fn first_of<M>(&mut self, left: &mut [M]) -> bool {
        let is_fresh = self.fresh(left.len()) > 0;
        if is_fresh {
            left.rotate_left(1);
            self.0 += 1;
        }
        is_fresh
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_held_while_it_is_searched() {
        let busy = Busy::new();
        let [one, other] = [Mark::new(7, 1), Mark::new(7, 2)];
        busy.begin(one);
        assert!(busy.holds(one) && !busy.holds(other));
        busy.begin(other);
        busy.end(one);
        assert!(!busy.holds(one) && busy.holds(other));
    }

    #[test]
    fn a_move_is_put_off_once() {
        let (mut moves, mut put_off) = ([1, 2, 3, 4], PutOff::default());
        assert!(put_off.first_of(&mut moves[1..]));
        assert_eq!((moves, put_off.fresh(3)), ([1, 3, 4, 2], 2));
        assert!(put_off.first_of(&mut moves[1..]));
        assert_eq!((moves, put_off.fresh(3)), ([1, 4, 2, 3], 1));
        assert!(!put_off.first_of(&mut moves[2..]) && !put_off.first_of(&mut moves[3..]));
        assert_eq!(moves, [1, 4, 2, 3]);
    }

    #[test]
    fn of_two_with_one_slot_the_later_is_held() {
        let busy = Busy::new();
        let all: Vec<Mark> = (0..1 << 13).map(|code| Mark::new(0, code)).collect();
        let same = |a: Mark, b: Mark| std::ptr::eq(busy.slot(a), busy.slot(b));
        let (one, other) = all
            .iter()
            .enumerate()
            .find_map(|(at, &one)| all[at + 1..].iter().find(|&&other| same(one, other)).map(|&other| (one, other)))
            .expect("more marks than slots");
        busy.begin(one);
        busy.begin(other);
        assert!(!busy.holds(one) && busy.holds(other));
        busy.end(one);
        assert!(busy.holds(other), "only a thread's own mark is taken away");
    }
}
