//! What a search tells of its nodes to somebody who wants to see them.
//!
//! A search is generic over whom it tells: with [`NoTrace`], which is nothing, it is the same machine code as one that tells nothing.
//! A [`Collector`] keeps the nodes, the largest of them where there are too many.

use std::time::Instant;

use zermelo_core::trace::{NodeEnd, NodeFigures, SearchTree, TraceNode};
use zermelo_core::{Bound, Score};

/// Hears of the nodes of a depth-first search in the order in which it visits them. All values are from the view of the side that
/// moves at the root.
pub trait Trace<M> {
    /// Whether somebody hears: what costs a search something to find out is told only then.
    const HEARS: bool = true;

    /// A pass from the root begins.
    #[inline]
    fn begin(&mut self) {}

    /// A move is played: we stand at a new node.
    #[inline]
    fn down(&mut self, mv: M) {
        let _ = mv;
    }

    /// The move that led here is so-and-so of the legal ones in the order of generation, where the search plays them in another.
    #[inline]
    fn place(&mut self, index: usize) {
        let _ = index;
    }

    /// The search of this node begins anew: what it found below is forgotten.
    #[inline]
    fn again(&mut self) {}

    /// The search wants to know the value here only between these two.
    #[inline]
    fn window(&mut self, low: Score, high: Score) {
        let _ = (low, high);
    }

    /// There are so many legal moves here, or so many of them are worth a look.
    #[inline]
    fn moves(&mut self, count: usize) {
        let _ = count;
    }

    /// The search does not go below this node, and this is its value.
    #[inline]
    fn leaf(&mut self, value: Score, end: NodeEnd) {
        let _ = (value, end);
    }

    /// The search does not go below this node, and this is what it knows of its value.
    #[inline]
    fn bound(&mut self, value: Score, bound: Bound, end: NodeEnd) {
        let _ = (value, bound, end);
    }

    /// This node was looked at less deep than its brothers, and the search leaves it at that.
    #[inline]
    fn reduced(&mut self) {}

    /// The search is done with the moves here, and this is the value. `maximizes`: the side to move is that of the root.
    #[inline]
    fn value(&mut self, value: Score, maximizes: bool) {
        let _ = (value, maximizes);
    }

    /// The move is taken back.
    #[inline]
    fn up(&mut self) {}

    /// The pass came to its end.
    #[inline]
    fn finish(&mut self) {}
}

/// Nobody hears.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoTrace;

impl<M> Trace<M> for NoTrace {
    const HEARS: bool = false;
}

/// Keeps the nodes of the last pass that came to its end; of the unfinished one where there is no other.
///
/// A node is larger than another if there are more nodes below it; of equals the earlier one counts as larger. So whoever is kept has
/// its parent kept.
#[derive(Clone, Debug)]
pub struct Collector<M> {
    most: usize,
    room: usize,
    nodes: Vec<TraceNode<M>>,
    /// The nodes from the root to where the search stands, and since when it is there.
    path: Vec<(u32, Instant)>,
    finished: Option<Vec<TraceNode<M>>>,
}

impl<M: Copy> Collector<M> {
    /// Keeps at most `most` nodes below the root.
    pub fn new(most: usize) -> Self {
        const LEAST_ROOM: usize = 1 << 16;
        // Nodes are u32s.
        let most = most.min(u32::MAX as usize / 4);
        Self { most, room: (2 * most).max(LEAST_ROOM), nodes: Vec::new(), path: Vec::new(), finished: None }
    }

    /// The tree. `value` and `spent` are the decision's score and nodes.
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

    fn here(&mut self) -> Option<&mut NodeFigures> {
        let &(at, _) = self.path.last()?;
        Some(&mut self.nodes[at as usize].figures)
    }

    /// Closes what is open and leaves the largest nodes.
    fn cut(&mut self) -> Vec<TraceNode<M>> {
        while !self.path.is_empty() {
            self.close();
        }
        if self.nodes.len() > self.most + 1 {
            self.shrink();
        }
        std::mem::take(&mut self.nodes)
    }

    /// Leaves the node where we stand.
    fn close(&mut self) {
        let Some((at, since)) = self.path.pop() else { return };
        let figures = &mut self.nodes[at as usize].figures;
        figures.time = Some(since.elapsed());
        let below = figures.below + 1;
        if let Some(parent) = self.here() {
            parent.below += below;
            parent.children += 1;
        }
    }

    /// Leaves the largest of the closed nodes, and all that are open.
    fn shrink(&mut self) {
        let mut is_kept = vec![false; self.nodes.len()];
        let mut closed: Vec<u32> = (0..self.nodes.len() as u32).collect();
        for &(at, _) in &self.path {
            is_kept[at as usize] = true;
        }
        is_kept[0] = true;
        closed.retain(|&at| !is_kept[at as usize]);
        if closed.len() > self.most {
            let size = |&at: &u32| (std::cmp::Reverse(self.nodes[at as usize].figures.below), at);
            closed.select_nth_unstable_by_key(self.most, size);
            closed.truncate(self.most);
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

impl<M: Copy> Trace<M> for Collector<M> {
    fn begin(&mut self) {
        self.nodes.clear();
        self.path.clear();
        self.nodes.push(TraceNode { parent: None, mv: None, figures: NodeFigures::new(0) });
        self.path.push((0, Instant::now()));
    }

    fn down(&mut self, mv: M) {
        if self.nodes.len() >= self.room {
            self.shrink();
        }
        let Some(&(parent, _)) = self.path.last() else { return };
        let index = self.nodes[parent as usize].figures.children;
        let at = self.nodes.len() as u32;
        self.nodes.push(TraceNode { parent: Some(parent), mv: Some(mv), figures: NodeFigures::new(index) });
        self.path.push((at, Instant::now()));
    }

    fn place(&mut self, index: usize) {
        if let Some(here) = self.here() {
            here.index = index as u32;
        }
    }

    fn again(&mut self) {
        let Some(&(at, _)) = self.path.last() else { return };
        // The last node of the path is the deepest: all behind it lie below it.
        self.nodes.truncate(at as usize + 1);
        let figures = &mut self.nodes[at as usize].figures;
        *figures = NodeFigures::new(figures.index);
    }

    fn window(&mut self, low: Score, high: Score) {
        if let Some(here) = self.here() {
            here.window = Some([low, high]);
        }
    }

    fn moves(&mut self, count: usize) {
        if let Some(here) = self.here() {
            here.moves = count as u32;
        }
    }

    fn leaf(&mut self, value: Score, end: NodeEnd) {
        if let Some(here) = self.here() {
            (here.value, here.end) = (Some(value), end);
        }
    }

    fn bound(&mut self, value: Score, bound: Bound, end: NodeEnd) {
        if let Some(here) = self.here() {
            (here.value, here.bound, here.end) = (Some(value), bound, end);
        }
    }

    fn reduced(&mut self) {
        if let Some(here) = self.here() {
            here.end = NodeEnd::Reduction;
        }
    }

    fn value(&mut self, value: Score, maximizes: bool) {
        let Some(here) = self.here() else { return };
        here.value = Some(value);
        here.bound = match here.window {
            Some([low, _]) if value <= low => Bound::Upper,
            Some([_, high]) if value >= high => Bound::Lower,
            _ => Bound::Exact,
        };
        here.end = match (here.children < here.moves, maximizes) {
            (false, _) => NodeEnd::Complete,
            (true, true) => NodeEnd::Beta,
            (true, false) => NodeEnd::Alpha,
        };
    }

    fn up(&mut self) {
        self.close();
    }

    fn finish(&mut self) {
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
    fn told(most: usize, room: usize, sizes: &[u32]) -> SearchTree<u32> {
        let mut collector = Collector { room, ..Collector::new(most) };
        collector.begin();
        collector.moves(sizes.len());
        for (mv, &size) in (0..).zip(sizes) {
            collector.down(mv);
            collector.moves(size as usize);
            for leaf in 0..size {
                collector.down(leaf);
                collector.leaf(Score::DRAW, NodeEnd::Horizon);
                collector.up();
            }
            collector.value(Score::DRAW, false);
            collector.up();
        }
        collector.finish();
        collector.into_tree(Some(Score::DRAW), u64::from(sizes.iter().sum::<u32>()) + sizes.len() as u64)
    }

    #[test]
    fn the_largest_stay_however_little_room_there_was() {
        let sizes: Vec<u32> = (0..40).map(|at| at * 17 % 23).collect();
        let whole = told(10_000, 10_000, &sizes);
        assert_eq!((whole.nodes.len() as u64, whole.elsewhere), (whole.total() + 1, 0));
        for most in [1, 2, 5, 17, 40, 100] {
            let (roomy, narrow) = (told(most, 10_000, &sizes), told(most, most + 3, &sizes));
            assert_eq!(roomy.nodes.len(), most + 1);
            let shape = |tree: &SearchTree<u32>| {
                tree.nodes.iter().map(|it| (it.parent, it.mv, it.figures.below)).collect::<Vec<_>>()
            };
            assert_eq!(shape(&roomy), shape(&narrow), "{most}");
            assert_eq!(roomy.total(), whole.total());
            let least = roomy.nodes.iter().map(|it| it.figures.below).min();
            let dropped = whole.nodes.iter().filter(|it| Some(it.figures.below) > least).count();
            assert!(dropped <= most + 1, "nothing larger is left out");
        }
    }

    #[test]
    fn an_unfinished_pass_counts_only_where_there_is_no_other() {
        let mut collector = Collector::new(10);
        collector.begin();
        collector.down('a');
        collector.leaf(Score::DRAW, NodeEnd::Horizon);
        collector.up();
        let unfinished = collector.clone().into_tree(None, 1);
        assert_eq!((unfinished.total(), unfinished.nodes[0].figures.end), (1, NodeEnd::Interrupted));
        collector.finish();
        collector.begin();
        collector.down('b');
        collector.down('c');
        let tree = collector.into_tree(Some(Score::DRAW), 3);
        assert_eq!((tree.nodes[1].mv, tree.total(), tree.elsewhere), (Some('a'), 1, 2));
    }
}
