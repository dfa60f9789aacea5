//! Memory that is used again: when the tree is full, the families that were visited least are given back, and with them all that can't
//! be reached any more. What lies side by side becomes one place again, or families of other sizes would find none in the end.

use super::arena::{Arena, NodeId};
use super::free_list::FreeList;
use crate::budget::{Budget, Interrupted};

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

/// Which places of the arena can be reached, a bit each.
struct Reached {
    words: Vec<u64>,
    places: usize,
}

impl Reached {
    /// None of so many places.
    fn none_of(places: usize) -> Self {
        Self { words: vec![0; places / 64 + 1], places }
    }

    fn add(&mut self, first: u32, size: usize) {
        for place in first as usize..first as usize + size {
            self.words[place / 64] |= 1 << (place % 64);
        }
    }

    /// The first place from `from` on that is reached, or is not; the number of places if there is none.
    fn next(&self, from: usize, reached: bool) -> usize {
        let flip = if reached { 0 } else { u64::MAX };
        let mut mask = u64::MAX << (from % 64);
        for at in from / 64..self.words.len() {
            let word = (self.words[at] ^ flip) & mask;
            if word != 0 {
                return (64 * at + word.trailing_zeros() as usize).min(self.places);
            }
            mask = u64::MAX;
        }
        self.places
    }

    /// What lies between.
    fn gaps(&self, budget: &mut Budget) -> Result<FreeList, Interrupted> {
        let mut free = FreeList::default();
        let mut from = self.next(0, false);
        while from < self.places {
            budget.work()?;
            let to = self.next(from, true);
            free.give(from as u32, to - from);
            from = self.next(to, false);
        }
        Ok(free)
    }
}

impl<M: Copy> Arena<M> {
    /// Closes the nodes below `root` that were visited least, until at most `most` nodes can be reached, and gives back all families that
    /// can't be; what is known of the closed nodes themselves stays. Where the budget ends in the midst of it, nothing is given back.
    pub(super) fn recycle(&mut self, root: NodeId, most: usize, budget: &mut Budget) {
        if let Ok(free) = self.close_down_to(root, most, budget) {
            self.free = free;
            self.is_cramped = false;
        }
    }

    /// Closes nodes; gives what is free then.
    fn close_down_to(&mut self, root: NodeId, most: usize, budget: &mut Budget) -> Result<FreeList, Interrupted> {
        let least = self.least_kept(root, most, budget)?;
        let mut reached = Reached::none_of(self.nodes.len());
        reached.add(root.0, 1);
        let mut open = vec![root];
        while let Some(at) = open.pop() {
            budget.work()?;
            reached.add(self[at].first_child, usize::from(self[at].children));
            for child in self.children(at) {
                let node = &mut self[child];
                if node.is_open() && class(node.visits()) < least {
                    (node.first_child, node.children) = (0, 0);
                } else if node.is_open() {
                    open.push(child);
                }
            }
        }
        reached.gaps(budget)
    }

    /// The lowest class whose nodes may stay open, with all above it.
    fn least_kept(&self, root: NodeId, most: usize, budget: &mut Budget) -> Result<usize, Interrupted> {
        let mut sizes = [0; CLASSES];
        let mut open = vec![root];
        while let Some(at) = open.pop() {
            for child in self.children(at).filter(|&child| self[child].is_open()) {
                budget.work()?;
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
        Ok(least)
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

    #[test]
    fn gaps_lie_between_what_is_reached() {
        let mut budget = endless();
        for places in [1, 63, 64, 65, 128, 200] {
            let mut reached = Reached::none_of(places);
            assert_eq!(reached.gaps(&mut budget).unwrap().nodes(), places);
            reached.add(0, 1);
            assert_eq!(reached.gaps(&mut budget).unwrap().nodes(), places - 1);
            reached.add(0, places);
            assert_eq!(reached.gaps(&mut budget).unwrap().nodes(), 0);
        }
        let mut reached = Reached::none_of(300);
        reached.add(10, 90);
        reached.add(170, 3);
        let mut free = reached.gaps(&mut budget).unwrap();
        assert_eq!([127, 70, 10, 1].map(|size| free.take(size)), [Some(173), Some(100), Some(0), None]);
    }

    fn endless() -> Budget {
        Budget::start(&SearchLimits::NONE, Side::First, &StopToken::new())
    }

    /// Two children with three of their own each, visited 5 and 9 times.
    #[test]
    fn the_least_visited_is_closed() {
        let root = Arena::<u8>::ROOT;
        let mut arena = Arena::new(true, 10);
        assert!(arena.open(root, &[0, 1]));
        let [few, many] = [0, 1].map(|index| arena.child(root, index));
        for (child, visits) in [(few, 5), (many, 9)] {
            assert!(arena.open(child, &[2, 3, 4]));
            arena[child].add(visits, 1.0);
        }
        let deep = arena.child(few, 1);
        assert!(arena.open(deep, &[5]));
        arena[deep].add(2, 1.0);
        assert_eq!(arena.len(), 10);
        arena.recycle(root, 8, &mut endless());
        assert_eq!((arena.len(), arena[few].is_open(), arena[many].is_open()), (6, false, true));
        assert_eq!(arena[few].visits(), 5, "it keeps what is known of itself");
        assert!(arena.open(few, &[6, 7, 8]));
        assert_eq!((arena.len(), arena.nodes.len()), (9, 10), "the place is used again");
        assert_eq!(arena.children(few).map(|child| arena[child].visits()).sum::<u32>(), 0);
    }

    /// The children of closed brothers lie side by side: together they are a place for more.
    #[test]
    fn places_side_by_side_become_one() {
        let root = Arena::<u8>::ROOT;
        let mut arena = Arena::new(false, 10);
        assert!(arena.open(root, &[0, 1, 2]));
        for child in arena.children(root) {
            assert!(arena.open(child, &[0, 1]));
        }
        let kept = arena.child(root, 2);
        arena[kept].add(9, 1.0);
        let next = arena.child(kept, 0);
        assert!(!arena.open(next, &[0, 1, 2, 3]) && arena.is_cramped);
        arena.recycle(root, 6, &mut endless());
        assert!(arena.open(next, &[0, 1, 2, 3]) && !arena.is_cramped);
        assert_eq!((arena.len(), arena.nodes.len()), (10, 10));
    }

    #[test]
    fn what_lies_above_the_root_is_given_back() {
        let root = Arena::<u8>::ROOT;
        let mut arena = Arena::new(false, 100);
        assert!(arena.open(root, &[0, 1, 2]));
        let [a, b] = [0, 1].map(|index| arena.child(root, index));
        assert!(arena.open(a, &[10, 11]) && arena.open(b, &[20, 21, 22]));
        let deep = arena.child(b, 2);
        assert!(arena.open(deep, &[30]));
        arena[deep].add(7, 0.0);
        let stop = StopToken::new();
        stop.stop();
        arena.recycle(b, usize::MAX, &mut Budget::start(&SearchLimits::NONE, Side::First, &stop));
        assert_eq!(arena.len(), 10, "interrupted, it gives nothing back");
        arena.recycle(b, usize::MAX, &mut endless());
        assert_eq!(arena.len(), 5);
        assert_eq!(arena.children(b).map(|child| arena.mv(child)).collect::<Vec<_>>(), [20, 21, 22]);
        assert_eq!((arena[deep].visits(), arena.mv(arena.child(deep, 0))), (7, 30));
    }
}
