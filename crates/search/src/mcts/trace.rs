//! The tree after a search, for people to look at.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use zermelo_core::trace::{Chances, NodeEnd, NodeFigures, TraceNode};
use zermelo_core::{Bound, Decision, GameRecord, Ply, Score, SearchTree as Shown, Searchable, Wdl};

use super::arena::{Arena, NodeId, Proof};
use super::selection::Bandit;
use super::tree::SearchTree;

/// At most `most` nodes below the root, the most visited first; brothers by their visits.
pub(super) fn shown<G: Searchable>(tree: &SearchTree<G>, bandit: &Bandit, most: usize) -> Shown<G::Move> {
    let all = Levels::of(&tree.arena, tree.root);
    let is_kept = all.most_visited(&tree.arena, most);
    let mut nodes = Vec::new();
    // Where each shown node lies among all, and how far below the root.
    let mut places = vec![(0, 0)];
    nodes.push(TraceNode { parent: None, mv: None, figures: all.figures(&tree.arena, bandit, 0, None, 0) });
    let mut at = 0;
    while at < nodes.len() {
        let (place, height) = places[at];
        let mut children: Vec<usize> = all.children(place).filter(|&child| is_kept[child]).collect();
        children.sort_by_key(|&child| Reverse(tree.arena[all.ids[child]].visits()));
        let path = Shown { nodes, elsewhere: 0 };
        let legal = if all.children(place).is_empty() { Vec::new() } else { legal(&tree.line, &path.path(at)) };
        nodes = path.nodes;
        nodes[at].figures.moves = legal.len() as u32;
        for child in children {
            let mv = tree.arena.mv(all.ids[child]);
            let mut figures = all.figures(&tree.arena, bandit, child, Some(place), height + 1);
            figures.index = legal.iter().position(|&other| other == mv).unwrap_or(0) as u32;
            nodes.push(TraceNode { parent: Some(at as u32), mv: Some(mv), figures });
            places.push((child, height + 1));
        }
        at += 1;
    }
    Shown { nodes, elsewhere: 0 }
}

/// The moves at the root alone: the tree of a decision that needed no search.
pub(super) fn at_once<G: Searchable>(record: &GameRecord<G>, decision: &Decision<G::Move>) -> Shown<G::Move> {
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
    Shown { nodes, elsewhere: 0 }
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

/// All nodes that can be reached, level by level.
struct Levels {
    ids: Vec<NodeId>,
    /// Where the children of each lie.
    first: Vec<u32>,
    below: Vec<u64>,
}

impl Levels {
    fn of<M: Copy>(arena: &Arena<M>, root: NodeId) -> Self {
        let mut ids = vec![root];
        let mut first = Vec::new();
        let mut at = 0;
        while at < ids.len() {
            first.push(ids.len() as u32);
            ids.extend(arena.children(ids[at]));
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

    /// Goes on from the most visited node that is known, so that whoever is kept has its parent kept.
    fn most_visited<M: Copy>(&self, arena: &Arena<M>, most: usize) -> Vec<bool> {
        let mut is_kept = vec![false; self.ids.len()];
        let mut known = BinaryHeap::from([(u32::MAX, Reverse(0))]);
        for _ in 0..=most {
            let Some((_, Reverse(at))) = known.pop() else { break };
            is_kept[at] = true;
            known.extend(self.children(at).map(|child| (arena[self.ids[child]].visits(), Reverse(child))));
        }
        is_kept
    }

    fn figures<M: Copy>(
        &self,
        arena: &Arena<M>,
        bandit: &Bandit,
        at: usize,
        parent: Option<usize>,
        height: u32,
    ) -> NodeFigures {
        let node = &arena[self.ids[at]];
        // The root's side plays the moves to odd levels.
        let is_own = height % 2 == 1;
        let share = node.share();
        let chances = Chances {
            visits: u64::from(node.visits()),
            points: share.map(|share| if is_own { share } else { 1.0 - share }),
            share,
            explore: parent.and_then(|parent| bandit.explore(arena, self.ids[parent], self.ids[at])),
        };
        let (value, bound) = node.proof().map_or((None, Bound::Exact), |proof| told(proof, is_own, height));
        NodeFigures {
            value,
            bound,
            children: self.children(at).len() as u32,
            below: self.below[at],
            end: match node.proof() {
                Some(proof) if !node.is_open() && proof.plies == Ply(0) => NodeEnd::GameOver,
                Some(_) => NodeEnd::Proven,
                None => NodeEnd::Open,
            },
            chances: Some(chances),
            ..NodeFigures::new(0)
        }
    }
}

/// A proof as a score of the root's side. The forced line that was found may not be the shortest.
fn told(proof: Proof, is_own: bool, height: u32) -> (Option<Score>, Bound) {
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
