//! Node recycling: when the pool is full, the children of the least visited nodes are freed, and all nodes that are not
//! reachable any more. Adjacent free blocks are merged, since fragments would soon fit no block of another size.

use super::free_list::FreeList;
use super::node_pool::{NodeId, NodePool};
use crate::budget::{Budget, InterruptedError};

/// The class of a visit count, for a histogram: exact below 16, then eight classes per doubling. Classes are monotonic.
fn class(visits: u32) -> usize {
    const EIGHTH: u32 = 3;
    if visits < 1 << EIGHTH {
        return visits as usize;
    }
    let doubling = visits.ilog2() - EIGHTH;
    ((doubling as usize + 1) << EIGHTH) + ((visits >> doubling) as usize & ((1 << EIGHTH) - 1))
}

const CLASSES: usize = 240;

/// The reachable nodes of the pool, as a bitmap.
struct ReachableSlots {
    words: Vec<u64>,
    places: usize,
}

impl ReachableSlots {
    /// A bitmap of `places` nodes, none of them reachable.
    fn none_of(places: usize) -> Self {
        Self { words: vec![0; places / 64 + 1], places }
    }

    fn add(&mut self, first: u32, size: usize) {
        for place in first as usize..first as usize + size {
            self.words[place / 64] |= 1 << (place % 64);
        }
    }

    /// The first index from `from` on whose state is `reached`, or the number of nodes.
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

    /// The free list of the unreachable nodes.
    fn gaps(&self, budget: &mut Budget) -> Result<FreeList, InterruptedError> {
        let mut free = FreeList::default();
        let mut from = self.next(0, false);
        while from < self.places {
            budget.tick()?;
            let to = self.next(from, true);
            free.release(from as u32, to - from);
            from = self.next(to, false);
        }
        Ok(free)
    }
}

impl<M: Copy> NodePool<M> {
    /// Collapses the least visited nodes below `root` until at most `max_nodes` nodes are reachable, and frees all
    /// others. The collapsed nodes keep their own statistics. If the budget ends in between, nothing is freed.
    pub(super) fn recycle(&mut self, root: NodeId, max_nodes: usize, budget: &mut Budget) {
        if let Ok(free) = self.close_down_to(root, max_nodes, budget) {
            self.free = free;
            self.allocation_failed = false;
        }
    }

    /// Collapses nodes and returns the new free list.
    fn close_down_to(
        &mut self,
        root: NodeId,
        max_nodes: usize,
        budget: &mut Budget,
    ) -> Result<FreeList, InterruptedError> {
        let least = self.least_kept(root, max_nodes, budget)?;
        let mut reached = ReachableSlots::none_of(self.nodes.len());
        reached.add(root.0, 1);
        let mut open = vec![root];
        while let Some(at) = open.pop() {
            budget.tick()?;
            reached.add(self[at].first_child, usize::from(self[at].children));
            for child in self.children(at) {
                let node = &mut self[child];
                if node.is_expanded() && class(node.visits()) < least {
                    (node.first_child, node.children) = (0, 0);
                } else if node.is_expanded() {
                    open.push(child);
                }
            }
        }
        reached.gaps(budget)
    }

    /// The lowest class whose nodes keep their children, and all classes above it.
    fn least_kept(&self, root: NodeId, max_nodes: usize, budget: &mut Budget) -> Result<usize, InterruptedError> {
        let mut sizes = [0; CLASSES];
        let mut open = vec![root];
        while let Some(at) = open.pop() {
            for child in self.children(at).filter(|&child| self[child].is_expanded()) {
                budget.tick()?;
                sizes[class(self[child].visits())] += usize::from(self[child].children);
                open.push(child);
            }
        }
        let mut kept = 1 + usize::from(self[root].children);
        let mut least = CLASSES;
        while least > 0 && kept + sizes[least - 1] <= max_nodes {
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
    fn blocks_are_cut_to_size() {
        let mut free = FreeList::default();
        assert_eq!(free.allocate(1), None);
        free.release(10, 7);
        free.release(100, 1500);
        assert_eq!(free.nodes(), 1507);
        assert_eq!(free.allocate(3), Some(10));
        assert_eq!(free.allocate(4), Some(13));
        assert_eq!(free.allocate(400), Some(1124), "the smallest that is large enough");
        assert_eq!(free.allocate(600), None);
        assert_eq!(free.nodes(), 1100);
    }

    #[test]
    fn gaps_are_the_unreachable_nodes() {
        let mut budget = endless();
        for places in [1, 63, 64, 65, 128, 200] {
            let mut reached = ReachableSlots::none_of(places);
            assert_eq!(reached.gaps(&mut budget).unwrap().nodes(), places);
            reached.add(0, 1);
            assert_eq!(reached.gaps(&mut budget).unwrap().nodes(), places - 1);
            reached.add(0, places);
            assert_eq!(reached.gaps(&mut budget).unwrap().nodes(), 0);
        }
        let mut reached = ReachableSlots::none_of(300);
        reached.add(10, 90);
        reached.add(170, 3);
        let mut free = reached.gaps(&mut budget).unwrap();
        assert_eq!([127, 70, 10, 1].map(|size| free.allocate(size)), [Some(173), Some(100), Some(0), None]);
    }

    fn endless() -> Budget {
        Budget::start(&SearchLimits::NONE, Side::First, &StopToken::new())
    }

    /// Two children with three of their own each, visited 5 and 9 times.
    #[test]
    fn the_least_visited_node_is_collapsed() {
        let root = NodePool::<u8>::ROOT;
        let mut pool = NodePool::new(true, 10);
        assert!(pool.expand(root, &[0, 1]));
        let [few, many] = [0, 1].map(|index| pool.child(root, index));
        for (child, visits) in [(few, 5), (many, 9)] {
            assert!(pool.expand(child, &[2, 3, 4]));
            pool[child].add(visits, 1.0);
        }
        let deep = pool.child(few, 1);
        assert!(pool.expand(deep, &[5]));
        pool[deep].add(2, 1.0);
        assert_eq!(pool.len(), 10);
        pool.recycle(root, 8, &mut endless());
        assert_eq!((pool.len(), pool[few].is_expanded(), pool[many].is_expanded()), (6, false, true));
        assert_eq!(pool[few].visits(), 5, "it keeps what is known of itself");
        assert!(pool.expand(few, &[6, 7, 8]));
        assert_eq!((pool.len(), pool.nodes.len()), (9, 10), "the place is used again");
        assert_eq!(pool.children(few).map(|child| pool[child].visits()).sum::<u32>(), 0);
    }

    /// The children of collapsed siblings are adjacent: together they make room for a larger block.
    #[test]
    fn adjacent_blocks_are_merged() {
        let root = NodePool::<u8>::ROOT;
        let mut pool = NodePool::new(false, 10);
        assert!(pool.expand(root, &[0, 1, 2]));
        for child in pool.children(root) {
            assert!(pool.expand(child, &[0, 1]));
        }
        let kept = pool.child(root, 2);
        pool[kept].add(9, 1.0);
        let next = pool.child(kept, 0);
        assert!(!pool.expand(next, &[0, 1, 2, 3]) && pool.allocation_failed);
        pool.recycle(root, 6, &mut endless());
        assert!(pool.expand(next, &[0, 1, 2, 3]) && !pool.allocation_failed);
        assert_eq!((pool.len(), pool.nodes.len()), (10, 10));
    }

    #[test]
    fn nodes_above_the_root_are_freed() {
        let root = NodePool::<u8>::ROOT;
        let mut pool = NodePool::new(false, 100);
        assert!(pool.expand(root, &[0, 1, 2]));
        let [a, b] = [0, 1].map(|index| pool.child(root, index));
        assert!(pool.expand(a, &[10, 11]) && pool.expand(b, &[20, 21, 22]));
        let deep = pool.child(b, 2);
        assert!(pool.expand(deep, &[30]));
        pool[deep].add(7, 0.0);
        let stop = StopToken::new();
        stop.stop();
        pool.recycle(b, usize::MAX, &mut Budget::start(&SearchLimits::NONE, Side::First, &stop));
        assert_eq!(pool.len(), 10, "interrupted, it gives nothing back");
        pool.recycle(b, usize::MAX, &mut endless());
        assert_eq!(pool.len(), 5);
        assert_eq!(pool.children(b).map(|child| pool.mv(child)).collect::<Vec<_>>(), [20, 21, 22]);
        assert_eq!((pool[deep].visits(), pool.mv(pool.child(deep, 0))), (7, 30));
    }
}
