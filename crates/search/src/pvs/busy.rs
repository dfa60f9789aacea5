//! What the threads of a crew are searching at this moment: a move that another thread is busy with is put off, and its value is most
//! often found in the table when its turn comes.
//!
//! Tom Kerrigan, Simplified ABDADA, <http://www.tckerrigan.com/Chess/Parallel_Search/Simplified_ABDADA/>; after Jean-Christophe Weill,
//! The ABDADA distributed minimax search algorithm, 1996.

use std::sync::atomic::{AtomicU64, Ordering};

use zermelo_core::Depth;

use crate::buckets::Buckets;

/// From this depth on moves are put off. Below, the next move is searched before one has asked.
const SHARED_FROM: Depth = Depth(3);

/// Lines for moves, as a power of two.
const LINES_LOG: u32 = 10;
/// Threads that have a slot in a line of the cache.
const SLOTS: usize = 8;

/// The moves that are being searched. All moves of a position share a line of the cache, which stays with one thread while the others are
/// elsewhere; in it each thread has a slot of its own.
pub(super) struct Marks {
    lines: Buckets<AtomicU64, SLOTS>,
    /// Lines of a position: enough for all threads.
    width: usize,
}

impl Marks {
    pub(super) fn new(threads: usize) -> Self {
        let width = threads.div_ceil(SLOTS);
        Self { lines: Buckets::new(width << LINES_LOG), width }
    }

    /// As a thread sees them and adds to them.
    pub(super) fn of_thread(&self, number: usize) -> Busy<'_> {
        Busy { marks: self, number }
    }
}

/// A move at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    value: u64,
    line: usize,
}

impl Mark {
    /// The mark of a move, by the position's key and the move's code.
    #[inline]
    pub(super) fn new(key: u64, code: u16) -> Self {
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        // Never 0: that is an empty slot.
        let value = (key ^ (u64::from(code) + 1).wrapping_mul(SPREAD)) | 1;
        Self { value, line: (key.wrapping_mul(SPREAD) >> (u64::BITS - LINES_LOG)) as usize }
    }
}

/// What a thread asks and tells of the moves that are being searched.
#[derive(Clone, Copy)]
pub(super) struct Busy<'a> {
    marks: &'a Marks,
    number: usize,
}

/// A move that a thread is searching, until this is dropped.
#[must_use]
pub(super) struct Held<'a> {
    slot: &'a AtomicU64,
    /// What the slot held before: a move nearer to the root that the thread is still searching, or none.
    before: u64,
}

impl Drop for Held<'_> {
    #[inline]
    fn drop(&mut self) {
        self.slot.store(self.before, Ordering::Relaxed);
    }
}

impl<'a> Busy<'a> {
    /// This, where a node of such a depth is worth asking for.
    #[inline]
    pub(super) fn at_depth(self, depth: Depth) -> Option<Self> {
        (depth >= SHARED_FROM).then_some(self)
    }

    #[inline]
    fn slots(self, mark: Mark) -> &'a [AtomicU64] {
        let width = self.marks.width;
        self.marks.lines[mark.line * width..][..width].as_flattened()
    }

    /// Whether some thread is at it.
    #[inline]
    pub(super) fn holds(self, mark: Mark) -> bool {
        self.slots(mark).iter().any(|slot| slot.load(Ordering::Relaxed) == mark.value)
    }

    /// The thread begins to search it.
    #[inline]
    pub(super) fn hold(self, mark: Mark) -> Held<'a> {
        let slot = &self.slots(mark)[self.number];
        let before = slot.load(Ordering::Relaxed);
        slot.store(mark.value, Ordering::Relaxed);
        Held { slot, before }
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
        // More threads than fit one line.
        let marks = Marks::new(SLOTS + 3);
        let [first, last] = [0, SLOTS + 2].map(|number| marks.of_thread(number));
        let [one, other] = [Mark::new(7, 1), Mark::new(7, 2)];
        let of_first = first.hold(one);
        assert!(last.holds(one) && !last.holds(other));
        let of_last = last.hold(other);
        assert!(first.holds(one) && first.holds(other));
        drop(of_first);
        assert!(!last.holds(one) && first.holds(other));
        drop(of_last);
        assert!(!first.holds(other));
    }

    #[test]
    fn a_move_is_held_again_once_one_with_its_slot_is_searched() {
        let marks = Marks::new(2);
        let [busy, watch] = [0, 1].map(|number| marks.of_thread(number));
        let one = Mark::new(0, 1);
        let other = (1..1 << 20)
            .map(|key| Mark::new(key, 1))
            .find(|other| other.line == one.line)
            .expect("more keys than lines");
        let of_one = busy.hold(one);
        let of_other = busy.hold(other);
        assert!(watch.holds(other) && !watch.holds(one));
        drop(of_other);
        assert!(watch.holds(one) && !watch.holds(other));
        drop(of_one);
        assert!(!watch.holds(one));
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
}
