//! Memory that is used again: when the tree is full, the families that were visited least are given back.

use super::arena::{Arena, NodeId};
use crate::budget::Budget;

/// The greatest family that is kept apart by size; what is larger waits among them.
const SIZES: usize = 512;

/// Places of families that were given back, by size.
#[derive(Clone, Default, Debug)]
pub(super) struct FreeList {
    by_size: Vec<Vec<u32>>,
    nodes: usize,
}

impl FreeList {
    /// How many nodes it holds.
    pub(super) fn nodes(&self) -> usize {
        self.nodes
    }

    /// Takes back the place of a family.
    pub(super) fn give(&mut self, first: u32, size: usize) {
        if self.by_size.is_empty() {
            self.by_size.resize(SIZES + 1, Vec::new());
        }
        // A greater family is given back in parts.
        let (mut first, mut left) = (first, size);
        while left > 0 {
            let part = left.min(SIZES);
            self.by_size[part].push(first);
            first += part as u32;
            left -= part;
        }
        self.nodes += size;
    }

    /// A place for a family: the smallest that is large enough, cut to size.
    pub(super) fn take(&mut self, size: usize) -> Option<u32> {
        if self.nodes < size {
            return None;
        }
        let found = (size..self.by_size.len()).find(|&size| !self.by_size[size].is_empty())?;
        let first = self.by_size[found].pop()?;
        self.nodes -= found;
        if found > size {
            self.give(first + size as u32, found - size);
        }
        Some(first)
    }
}

/// A class of visits: exact below 16, an eighth of each doubling above. Greater visits have no lower class.
fn class(visits: u32) -> usize {
    const EIGHTH: u32 = 3;
    if visits < 1 << EIGHTH {
        return visits as usize;
    }
    let doubling = visits.ilog2() - EIGHTH;
    ((doubling as usize + 1) << EIGHTH) + ((visits >> doubling) as usize & ((1 << EIGHTH) - 1))
}

const CLASSES: usize = 240;

impl<M: Copy> Arena<M> {
    /// Closes the nodes below `root` that were visited least, until at most `most` nodes can be reached, and gives their families
    /// back; what is known of the closed nodes themselves stays. Where the budget ends in the midst of it, less is given back.
    pub(super) fn recycle(&mut self, root: NodeId, most: usize, budget: &mut Budget) {
        let least = self.least_kept(root, most, budget);
        let mut open = vec![root];
        while let Some(at) = open.pop() {
            for child in self.children(at) {
                if !self[child].is_open() {
                    continue;
                }
                if budget.work().is_err() {
                    return;
                }
                if class(self[child].visits()) < least { self.close(child) } else { open.push(child) }
            }
        }
    }

    /// The lowest class whose nodes may stay open, with all above it.
    fn least_kept(&self, root: NodeId, most: usize, budget: &mut Budget) -> usize {
        let mut sizes = [0; CLASSES];
        let mut open = vec![root];
        while let Some(at) = open.pop() {
            for child in self.children(at).filter(|&child| self[child].is_open()) {
                if budget.work().is_err() {
                    return 0;
                }
                sizes[class(self[child].visits())] += usize::from(self[child].children);
                open.push(child);
            }
        }
        let mut kept = 1 + usize::from(self[root].children);
        let mut least = CLASSES;
        while least > 0 && kept + sizes[least - 1] <= most {
            least -= 1;
            kept += sizes[least];
        }
        least
    }

    /// Takes the children of a node, and theirs.
    fn close(&mut self, at: NodeId) {
        let mut closing = vec![at];
        while let Some(at) = closing.pop() {
            closing.extend(self.children(at).filter(|&child| self[child].is_open()));
            let node = &mut self[at];
            let (first, size) = (node.first_child, usize::from(node.children));
            (node.first_child, node.children) = (0, 0);
            self.free.give(first, size);
        }
    }
}

#[cfg(test)]
mod tests {
    use zermelo_core::{SearchLimits, Side, StopToken};

    use super::*;

    #[test]
    fn classes_ascend() {
        assert!((0..100_000).map(class).is_sorted());
        assert_eq!((class(0), class(7), class(8), class(15), class(16)), (0, 7, 8, 15, 16));
        assert_eq!(class(u32::MAX), CLASSES - 1);
    }

    #[test]
    fn places_are_cut_to_size() {
        let mut free = FreeList::default();
        assert_eq!(free.take(1), None);
        free.give(10, 7);
        free.give(100, 1500);
        assert_eq!(free.nodes(), 1507);
        assert_eq!(free.take(3), Some(10));
        assert_eq!(free.take(4), Some(13));
        assert_eq!(free.take(400), Some(1124), "the smallest that is large enough");
        assert_eq!(free.take(600), None);
        assert_eq!(free.nodes(), 1100);
    }

    /// Two children with three of their own each, visited 5 and 9 times.
    #[test]
    fn the_least_visited_is_closed() {
        let root = Arena::<u8>::ROOT;
        let mut arena = Arena::new(true);
        arena.open(root, &[0, 1]);
        let [few, many] = [0, 1].map(|index| arena.child(root, index));
        for (child, visits) in [(few, 5), (many, 9)] {
            arena.open(child, &[2, 3, 4]);
            arena[child].add(visits, 1.0);
        }
        let deep = arena.child(few, 1);
        arena.open(deep, &[5]);
        arena[deep].add(2, 1.0);
        assert_eq!(arena.len(), 10);
        let mut budget = Budget::start(&SearchLimits::NONE, Side::First, &StopToken::new());
        arena.recycle(root, 8, &mut budget);
        assert_eq!((arena.len(), arena[few].is_open(), arena[many].is_open()), (6, false, true));
        assert_eq!(arena[few].visits(), 5, "it keeps what is known of itself");
        let before = arena.nodes.len();
        arena.open(few, &[6, 7, 8]);
        assert_eq!((arena.len(), arena.nodes.len()), (9, before), "the place is used again");
        assert_eq!(arena.children(few).map(|child| arena[child].visits()).sum::<u32>(), 0);
    }
}
