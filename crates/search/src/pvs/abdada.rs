//! Simplified ABDADA: the threads share a table of the moves that they are searching. A thread defers a move that
//! another thread is searching, and usually finds its value in the transposition table afterwards.
//!
//! Tom Kerrigan, Simplified ABDADA, <http://www.tckerrigan.com/Chess/Parallel_Search/Simplified_ABDADA/>; after
//! Jean-Christophe Weill, The ABDADA distributed minimax search algorithm, 1996.

use std::sync::atomic::{AtomicU64, Ordering};

use zermelo_core::Depth;

use crate::buckets::Buckets;

/// The least depth at which moves are deferred. Below it, the lookup costs more than it saves.
const ABDADA_MIN_DEPTH: Depth = Depth(3);

/// Log2 of the number of positions in the table.
const LOG2_LINES: u32 = 10;
/// Threads per cache line: each has a slot in it.
const SLOTS: usize = 8;

/// The moves that are being searched. All moves of a position share one cache line (more, if there are more than
/// [`SLOTS`] threads), in which each thread has its own slot.
pub(super) struct AbdadaTable {
    lines: Buckets<AtomicU64, SLOTS>,
    /// Cache lines per position: enough for all threads.
    width: usize,
}

impl AbdadaTable {
    pub(super) fn new(threads: usize) -> Self {
        let width = threads.div_ceil(SLOTS);
        Self { lines: Buckets::new(width << LOG2_LINES), width }
    }

    /// The view of thread number `thread`.
    pub(super) fn view(&self, thread: usize) -> AbdadaThread<'_> {
        AbdadaThread { table: self, thread }
    }
}

/// A move in a position, as the table stores it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MoveHash {
    value: u64,
    line: usize,
}

impl MoveHash {
    /// The hash of a move, from the position's key and the move's code.
    #[inline]
    pub(super) fn new(key: u64, code: u16) -> Self {
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        // Never 0, which marks an empty slot.
        let value = (key ^ (u64::from(code) + 1).wrapping_mul(SPREAD)) | 1;
        Self { value, line: (key.wrapping_mul(SPREAD) >> (u64::BITS - LOG2_LINES)) as usize }
    }
}

/// One thread's view of the table.
#[derive(Clone, Copy)]
pub(super) struct AbdadaThread<'a> {
    table: &'a AbdadaTable,
    thread: usize,
}

/// Marks a move as being searched until it is dropped.
#[must_use]
pub(super) struct SearchGuard<'a> {
    slot: &'a AtomicU64,
    /// The previous content of the slot: a move nearer to the root that the thread is still searching, or 0.
    before: u64,
}

impl Drop for SearchGuard<'_> {
    #[inline]
    fn drop(&mut self) {
        self.slot.store(self.before, Ordering::Relaxed);
    }
}

impl<'a> AbdadaThread<'a> {
    /// This view, if `depth` is large enough for deferring moves.
    #[inline]
    pub(super) fn if_deep_enough(self, depth: Depth) -> Option<Self> {
        (depth >= ABDADA_MIN_DEPTH).then_some(self)
    }

    #[inline]
    fn slots(self, hash: MoveHash) -> &'a [AtomicU64] {
        let width = self.table.width;
        self.table.lines[hash.line * width..][..width].as_flattened()
    }

    /// Whether a thread is searching the move.
    #[inline]
    pub(super) fn is_searched(self, hash: MoveHash) -> bool {
        self.slots(hash).iter().any(|slot| slot.load(Ordering::Relaxed) == hash.value)
    }

    /// Marks the move as being searched by this thread.
    #[inline]
    pub(super) fn start_search(self, hash: MoveHash) -> SearchGuard<'a> {
        let slot = &self.slots(hash)[self.thread];
        let before = slot.load(Ordering::Relaxed);
        slot.store(hash.value, Ordering::Relaxed);
        SearchGuard { slot, before }
    }
}

/// The number of deferred moves of a node. They are at the end of its move list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct DeferredMoves(usize);

impl DeferredMoves {
    /// How many of the `left` remaining moves have not been deferred.
    #[inline]
    pub(super) fn not_deferred(self, left: usize) -> usize {
        left.saturating_sub(self.0)
    }

    /// Moves the first of the remaining moves to the end of the list; `false` if it has been deferred before.
    #[inline]
    pub(super) fn defer_first<M>(&mut self, left: &mut [M]) -> bool {
        let is_fresh = self.not_deferred(left.len()) > 0;
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
    fn a_move_is_marked_while_it_is_searched() {
        // More threads than slots in a cache line.
        let abdada_table = AbdadaTable::new(SLOTS + 3);
        let [first, last] = [0, SLOTS + 2].map(|thread| abdada_table.view(thread));
        let [one, other] = [MoveHash::new(7, 1), MoveHash::new(7, 2)];
        let of_first = first.start_search(one);
        assert!(last.is_searched(one) && !last.is_searched(other));
        let of_last = last.start_search(other);
        assert!(first.is_searched(one) && first.is_searched(other));
        drop(of_first);
        assert!(!last.is_searched(one) && first.is_searched(other));
        drop(of_last);
        assert!(!first.is_searched(other));
    }

    #[test]
    fn a_slot_is_restored_after_a_nested_move() {
        let abdada_table = AbdadaTable::new(2);
        let [abdada, watch] = [0, 1].map(|thread| abdada_table.view(thread));
        let one = MoveHash::new(0, 1);
        let other = (1..1 << 20)
            .map(|key| MoveHash::new(key, 1))
            .find(|other| other.line == one.line)
            .expect("more keys than lines");
        let of_one = abdada.start_search(one);
        let of_other = abdada.start_search(other);
        assert!(watch.is_searched(other) && !watch.is_searched(one));
        drop(of_other);
        assert!(watch.is_searched(one) && !watch.is_searched(other));
        drop(of_one);
        assert!(!watch.is_searched(one));
    }

    #[test]
    fn a_move_is_deferred_once() {
        let (mut moves, mut deferred) = ([1, 2, 3, 4], DeferredMoves::default());
        assert!(deferred.defer_first(&mut moves[1..]));
        assert_eq!((moves, deferred.not_deferred(3)), ([1, 3, 4, 2], 2));
        assert!(deferred.defer_first(&mut moves[1..]));
        assert_eq!((moves, deferred.not_deferred(3)), ([1, 4, 2, 3], 1));
        assert!(!deferred.defer_first(&mut moves[2..]) && !deferred.defer_first(&mut moves[3..]));
        assert_eq!(moves, [1, 4, 2, 3]);
    }
}
