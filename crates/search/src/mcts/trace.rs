//! The tree after a search, for display.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use zermelo_core::trace::{NodeEnd, NodeFigures, TraceNode, VisitStats};
use zermelo_core::{Bound, Decision, GameRecord, Ply, Score, SearchTree as TraceTree, Searchable, Wdl};

use super::node_pool::{NodeId, NodePool, Proof};
use super::selection::TreePolicy;
use super::tree::MctsTree;
use crate::short_sort::sort_short_by_key;

/// At most `max_nodes` nodes below the root, the most visited first; siblings ordered by their visits.
pub(super) fn shown<G: Searchable>(
    tree: &MctsTree<G>,
    tree_policy: &TreePolicy,
    max_nodes: usize,
) -> TraceTree<G::Move> {
    let all = LevelOrder::of(&tree.pool, tree.root);
    let is_kept = all.most_visited(&tree.pool, max_nodes);
    let mut nodes = Vec::new();
    // The index among all nodes, and the height, of each shown node.
    let mut places = vec![(0, 0)];
    nodes.push(TraceNode { parent: None, mv: None, figures: all.figures(&tree.pool, tree_policy, 0, None, 0) });
    let mut at = 0;
    while at < nodes.len() {
        let (place, height) = places[at];
        let mut children: Vec<usize> = all.children(place).filter(|&child| is_kept[child]).collect();
        sort_short_by_key(&mut children, |&child| Reverse(tree.pool[all.ids[child]].visits()));
        let path = TraceTree { nodes, elsewhere: 0 };
        let legal = if all.children(place).is_empty() { Vec::new() } else { legal(&tree.line, &path.path(at)) };
        nodes = path.nodes;
        nodes[at].figures.moves = legal.len() as u32;
        for child in children {
            let mv = tree.pool.mv(all.ids[child]);
            let mut figures = all.figures(&tree.pool, tree_policy, child, Some(place), height + 1);
            figures.index = legal.iter().position(|&other| other == mv).unwrap_or(0) as u32;
            nodes.push(TraceNode { parent: Some(at as u32), mv: Some(mv), figures });
            places.push((child, height + 1));
        }
        at += 1;
    }
    TraceTree { nodes, elsewhere: 0 }
}

/// The root moves alone: for a decision that needed no search.
pub(super) fn at_once<G: Searchable>(record: &GameRecord<G>, decision: &Decision<G::Move>) -> TraceTree<G::Move> {
    let mut root = NodeFigures::new(0);
    let mut legal = Vec::new();
    record.line().generate(&mut legal);
    (root.value, root.end, root.moves) = (decision.score, NodeEnd::Complete, legal.len() as u32);
    let mut nodes = vec![TraceNode { parent: None, mv: None, figures: root }];
    for (index, found) in (0..).zip(&decision.moves).filter(|(_, found)| found.score.is_some()) {
        let end = if found.score == Some(Score::win_in(Ply(1))) { NodeEnd::GameOver } else { NodeEnd::Proven };
        let figures = NodeFigures { value: found.score, bound: found.bound, end, ..NodeFigures::new(index) };
        nodes.push(TraceNode { parent: Some(0), mv: Some(found.mv), figures });
    }
    nodes[0].figures.children = nodes.len() as u32 - 1;
    nodes[0].figures.below = nodes.len() as u64 - 1;
    TraceTree { nodes, elsewhere: 0 }
}

fn legal<G: Searchable>(line: &zermelo_core::Line<G>, path: &[G::Move]) -> Vec<G::Move> {
    let mut line = line.clone();
    for &mv in path {
        line.push(mv);
    }
    let mut moves = Vec::new();
    line.generate(&mut moves);
    moves
}

/// All reachable nodes in breadth-first order.
struct LevelOrder {
    ids: Vec<NodeId>,
    /// The index of each node's first child.
    first: Vec<u32>,
    below: Vec<u64>,
}

impl LevelOrder {
    fn of<M: Copy>(pool: &NodePool<M>, root: NodeId) -> Self {
        let mut ids = vec![root];
        let mut first = Vec::new();
        let mut at = 0;
        while at < ids.len() {
            first.push(ids.len() as u32);
            ids.extend(pool.children(ids[at]));
            at += 1;
        }
        first.push(ids.len() as u32);
        let mut below = vec![0; ids.len()];
        for at in (0..ids.len()).rev() {
            below[at] = (first[at]..first[at + 1]).map(|child| below[child as usize] + 1).sum();
        }
        Self { ids, first, below }
    }

    fn children(&self, at: usize) -> std::ops::Range<usize> {
        self.first[at] as usize..self.first[at + 1] as usize
    }

    /// Best-first by visits, so that the parent of a kept node is always kept.
    fn most_visited<M: Copy>(&self, pool: &NodePool<M>, max_nodes: usize) -> Vec<bool> {
        let mut is_kept = vec![false; self.ids.len()];
        let mut known = BinaryHeap::from([(u32::MAX, Reverse(0))]);
        for _ in 0..=max_nodes {
            let Some((_, Reverse(at))) = known.pop() else { break };
            is_kept[at] = true;
            known.extend(self.children(at).map(|child| (pool[self.ids[child]].visits(), Reverse(child))));
        }
        is_kept
    }

    fn figures<M: Copy>(
        &self,
        pool: &NodePool<M>,
        tree_policy: &TreePolicy,
        at: usize,
        parent: Option<usize>,
        height: u32,
    ) -> NodeFigures {
        let node = &pool[self.ids[at]];
        // The root's side to move plays the moves to odd heights.
        let is_own = height % 2 == 1;
        let share = node.mean();
        let chances = VisitStats {
            visits: u64::from(node.visits()),
            points: share.map(|share| if is_own { share } else { 1.0 - share }),
            share,
            explore: parent.and_then(|parent| tree_policy.explore(pool, self.ids[parent], self.ids[at])),
        };
        let (value, bound) = node.proof().map_or((None, Bound::Exact), |proof| root_view_score(proof, is_own, height));
        NodeFigures {
            value,
            bound,
            children: self.children(at).len() as u32,
            below: self.below[at],
            end: match node.proof() {
                Some(proof) if !node.is_expanded() && proof.plies == Ply(0) => NodeEnd::GameOver,
                Some(_) => NodeEnd::Proven,
                None => NodeEnd::Open,
            },
            chances: Some(chances),
            ..NodeFigures::new(0)
        }
    }
}

/// The score of a proof from the view of the root's side to move. The forced line that was found need not be the
/// shortest.
fn root_view_score(proof: Proof, is_own: bool, height: u32) -> (Option<Score>, Bound) {
    let score =
        Score::finished(if is_own { proof.result } else { proof.result.reversed() }, Ply(proof.plies.0 + height));
    let bound = match score.decided() {
        _ if proof.plies <= Ply(1) => Bound::Exact,
        Some((Wdl::Win, _)) => Bound::Lower,
        Some(_) => Bound::Upper,
        None => Bound::Exact,
    };
    (Some(score), bound)
}
