//! Tracing: what a search reports about its nodes.
//!
//! A search is generic over its tracer: with [`NoTrace`] the compiler removes every report. A [`TreeCollector`] records
//! the tree, the largest nodes only where there are too many.

use std::time::Instant;

use zermelo_core::trace::{NodeEnd, NodeFigures, SearchTree, TraceNode};
use zermelo_core::{Bound, Score};

/// Receives the nodes of a depth-first search in the order of the visits. All values are from the view of the side to
/// move at the root.
pub trait Trace<M> {
    /// Whether anything is recorded. Reports that cost the search something to compute are made only then.
    const IS_ENABLED: bool = true;

    /// A pass from the root begins.
    #[inline]
    fn start_pass(&mut self) {}

    /// A move is played; the child is now the current node.
    #[inline]
    fn make_move(&mut self, mv: M) {
        let _ = mv;
    }

    /// The index of the move that led to the current node, in the order of generation, where the search uses another
    /// order.
    #[inline]
    fn set_move_index(&mut self, index: usize) {
        let _ = index;
    }

    /// The current node is searched again: the subtree recorded below it is discarded.
    #[inline]
    fn restart_node(&mut self) {}

    /// The window of the current node.
    #[inline]
    fn set_window(&mut self, low: Score, high: Score) {
        let _ = (low, high);
    }

    /// The number of moves that the search considers at the current node.
    #[inline]
    fn set_move_count(&mut self, count: usize) {
        let _ = count;
    }

    /// The current node is a leaf of this value.
    #[inline]
    fn set_leaf(&mut self, value: Score, end: NodeEnd) {
        let _ = (value, end);
    }

    /// The current node is a leaf of this value or bound.
    #[inline]
    fn set_bound(&mut self, value: Score, bound: Bound, end: NodeEnd) {
        let _ = (value, bound, end);
    }

    /// The current node was searched to a reduced depth, and not again to the full depth.
    #[inline]
    fn mark_reduced(&mut self) {}

    /// The value of the current node, after its moves. `maximizes`: the side to move is that of the root.
    #[inline]
    fn set_value(&mut self, value: Score, maximizes: bool) {
        let _ = (value, maximizes);
    }

    /// The move is taken back; the parent is now the current node.
    #[inline]
    fn unmake_move(&mut self) {}

    /// The pass is complete.
    #[inline]
    fn finish_pass(&mut self) {}
}

/// A tracer that records nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoTrace;

impl<M> Trace<M> for NoTrace {
    const IS_ENABLED: bool = false;
}

/// Records the nodes of the last complete pass, or of the interrupted one if none was completed.
///
/// A node is larger than another if it has more nodes below it; of equals, the earlier one is larger. So the parent of
/// a recorded node is always recorded.
#[derive(Clone, Debug)]
pub struct TreeCollector<M> {
    max_nodes: usize,
    capacity: usize,
    nodes: Vec<TraceNode<M>>,
    /// The nodes from the root to the current one, with the time of each visit's start.
    path: Vec<(u32, Instant)>,
    finished: Option<Vec<TraceNode<M>>>,
}

impl<M: Copy> TreeCollector<M> {
    /// Records at most `max_nodes` nodes below the root.
    pub fn new(max_nodes: usize) -> Self {
        const LEAST_ROOM: usize = 1 << 16;
        // Node indices are `u32`.
        let max_nodes = max_nodes.min(u32::MAX as usize / 4);
        Self {
            max_nodes,
            capacity: (2 * max_nodes).max(LEAST_ROOM),
            nodes: Vec::new(),
            path: Vec::new(),
            finished: None,
        }
    }

    /// The recorded tree. `value` and `spent` are the decision's score and node count.
    pub fn into_tree(mut self, value: Option<Score>, spent: u64) -> SearchTree<M> {
        let mut nodes = match self.finished.take() {
            Some(nodes) => nodes,
            None => self.cut(),
        };
        if let Some(root) = nodes.first_mut() {
            root.figures.value = value;
        }
        let below = nodes.first().map_or(0, |root| root.figures.below);
        SearchTree { nodes, elsewhere: spent.saturating_sub(below) }
    }

    fn current_figures(&mut self) -> Option<&mut NodeFigures> {
        let &(at, _) = self.path.last()?;
        Some(&mut self.nodes[at as usize].figures)
    }

    /// Closes all open nodes and takes the largest nodes.
    fn cut(&mut self) -> Vec<TraceNode<M>> {
        while !self.path.is_empty() {
            self.close();
        }
        if self.nodes.len() > self.max_nodes + 1 {
            self.shrink();
        }
        std::mem::take(&mut self.nodes)
    }

    /// Closes the current node.
    fn close(&mut self) {
        let Some((at, since)) = self.path.pop() else { return };
        let figures = &mut self.nodes[at as usize].figures;
        figures.time = Some(since.elapsed());
        let below = figures.below + 1;
        if let Some(parent) = self.current_figures() {
            parent.below += below;
            parent.children += 1;
        }
    }

    /// Keeps the largest closed nodes and all open ones.
    fn shrink(&mut self) {
        let mut is_kept = vec![false; self.nodes.len()];
        let mut closed: Vec<u32> = (0..self.nodes.len() as u32).collect();
        for &(at, _) in &self.path {
            is_kept[at as usize] = true;
        }
        is_kept[0] = true;
        closed.retain(|&at| !is_kept[at as usize]);
        if closed.len() > self.max_nodes {
            let size = |&at: &u32| (std::cmp::Reverse(self.nodes[at as usize].figures.below), at);
            closed.select_nth_unstable_by_key(self.max_nodes, size);
            closed.truncate(self.max_nodes);
        }
        for at in closed {
            is_kept[at as usize] = true;
        }
        let mut places = vec![0; self.nodes.len()];
        let mut next = 0;
        for (place, is_kept) in places.iter_mut().zip(&is_kept) {
            *place = next;
            next += u32::from(*is_kept);
        }
        let mut at = 0;
        self.nodes.retain(|_| {
            at += 1;
            is_kept[at - 1]
        });
        for parent in self.nodes.iter_mut().filter_map(|node| node.parent.as_mut()) {
            *parent = places[*parent as usize];
        }
        for (at, _) in &mut self.path {
            *at = places[*at as usize];
        }
    }
}

impl<M: Copy> Trace<M> for TreeCollector<M> {
    fn start_pass(&mut self) {
        self.nodes.clear();
        self.path.clear();
        self.nodes.push(TraceNode { parent: None, mv: None, figures: NodeFigures::new(0) });
        self.path.push((0, Instant::now()));
    }

    fn make_move(&mut self, mv: M) {
        if self.nodes.len() >= self.capacity {
            self.shrink();
        }
        let Some(&(parent, _)) = self.path.last() else { return };
        let index = self.nodes[parent as usize].figures.children;
        let at = self.nodes.len() as u32;
        self.nodes.push(TraceNode { parent: Some(parent), mv: Some(mv), figures: NodeFigures::new(index) });
        self.path.push((at, Instant::now()));
    }

    fn set_move_index(&mut self, index: usize) {
        if let Some(current_figures) = self.current_figures() {
            current_figures.index = index as u32;
        }
    }

    fn restart_node(&mut self) {
        let Some(&(at, _)) = self.path.last() else { return };
        // The last node of the path is the deepest: all nodes after it in the list are below it.
        self.nodes.truncate(at as usize + 1);
        let figures = &mut self.nodes[at as usize].figures;
        *figures = NodeFigures::new(figures.index);
    }

    fn set_window(&mut self, low: Score, high: Score) {
        if let Some(current_figures) = self.current_figures() {
            current_figures.window = Some([low, high]);
        }
    }

    fn set_move_count(&mut self, count: usize) {
        if let Some(current_figures) = self.current_figures() {
            current_figures.moves = count as u32;
        }
    }

    fn set_leaf(&mut self, value: Score, end: NodeEnd) {
        if let Some(current_figures) = self.current_figures() {
            (current_figures.value, current_figures.end) = (Some(value), end);
        }
    }

    fn set_bound(&mut self, value: Score, bound: Bound, end: NodeEnd) {
        if let Some(current_figures) = self.current_figures() {
            (current_figures.value, current_figures.bound, current_figures.end) = (Some(value), bound, end);
        }
    }

    fn mark_reduced(&mut self) {
        if let Some(current_figures) = self.current_figures() {
            current_figures.end = NodeEnd::Reduction;
        }
    }

    fn set_value(&mut self, value: Score, maximizes: bool) {
        let Some(current_figures) = self.current_figures() else { return };
        current_figures.value = Some(value);
        current_figures.bound = match current_figures.window {
            Some([low, _]) if value <= low => Bound::Upper,
            Some([_, high]) if value >= high => Bound::Lower,
            _ => Bound::Exact,
        };
        current_figures.end = match (current_figures.children < current_figures.moves, maximizes) {
            (false, _) => NodeEnd::Complete,
            (true, true) => NodeEnd::Beta,
            (true, false) => NodeEnd::Alpha,
        };
    }

    fn unmake_move(&mut self) {
        self.close();
    }

    fn finish_pass(&mut self) {
        if let Some(root) = self.nodes.first_mut() {
            root.figures.end = NodeEnd::Complete;
        }
        self.finished = Some(self.cut());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree of two levels: child `i` of the root has `sizes[i]` leaves.
    fn traced(max_nodes: usize, capacity: usize, sizes: &[u32]) -> SearchTree<u32> {
        let mut collector = TreeCollector { capacity, ..TreeCollector::new(max_nodes) };
        collector.start_pass();
        collector.set_move_count(sizes.len());
        for (mv, &size) in (0..).zip(sizes) {
            collector.make_move(mv);
            collector.set_move_count(size as usize);
            for leaf in 0..size {
                collector.make_move(leaf);
                collector.set_leaf(Score::DRAW, NodeEnd::Horizon);
                collector.unmake_move();
            }
            collector.set_value(Score::DRAW, false);
            collector.unmake_move();
        }
        collector.finish_pass();
        collector.into_tree(Some(Score::DRAW), u64::from(sizes.iter().sum::<u32>()) + sizes.len() as u64)
    }

    #[test]
    fn the_largest_nodes_are_kept_at_any_capacity() {
        let sizes: Vec<u32> = (0..40).map(|at| at * 17 % 23).collect();
        let whole = traced(10_000, 10_000, &sizes);
        assert_eq!((whole.nodes.len() as u64, whole.elsewhere), (whole.total() + 1, 0));
        for max_nodes in [1, 2, 5, 17, 40, 100] {
            let (roomy, narrow) = (traced(max_nodes, 10_000, &sizes), traced(max_nodes, max_nodes + 3, &sizes));
            assert_eq!(roomy.nodes.len(), max_nodes + 1);
            let shape = |tree: &SearchTree<u32>| {
                tree.nodes.iter().map(|it| (it.parent, it.mv, it.figures.below)).collect::<Vec<_>>()
            };
            assert_eq!(shape(&roomy), shape(&narrow), "{max_nodes}");
            assert_eq!(roomy.total(), whole.total());
            let least = roomy.nodes.iter().map(|it| it.figures.below).min();
            let dropped = whole.nodes.iter().filter(|it| Some(it.figures.below) > least).count();
            assert!(dropped <= max_nodes + 1, "nothing larger is left out");
        }
    }

    #[test]
    fn an_unfinished_pass_counts_only_if_it_is_the_only_one() {
        let mut collector = TreeCollector::new(10);
        collector.start_pass();
        collector.make_move('a');
        collector.set_leaf(Score::DRAW, NodeEnd::Horizon);
        collector.unmake_move();
        let unfinished = collector.clone().into_tree(None, 1);
        assert_eq!((unfinished.total(), unfinished.nodes[0].figures.end), (1, NodeEnd::Interrupted));
        collector.finish_pass();
        collector.start_pass();
        collector.make_move('b');
        collector.make_move('c');
        let tree = collector.into_tree(Some(Score::DRAW), 3);
        assert_eq!((tree.nodes[1].mv, tree.total(), tree.elsewhere), (Some('a'), 1, 2));
    }
}
