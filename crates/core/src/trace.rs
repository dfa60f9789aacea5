//! Recorded search trees, for display.
//!
//! All values are from the point of view of the side to move at the root: it maximizes and its opponent minimizes. Distances in
//! scores count from the root.

use std::time::Duration;

use serde::Serialize;

use crate::{Bound, Score};

/// The nodes of a search tree. The root is first, each node comes after its parent, and siblings are in the order in which they
/// were searched.
///
/// The tree may omit nodes. [`NodeFigures::below`] and [`NodeFigures::children`] count omitted nodes too.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchTree<M> {
    /// The nodes.
    pub nodes: Vec<TraceNode<M>>,
    /// Nodes of the decision that are not below the root of this tree: nodes of shallower iterations, of an incomplete iteration, or
    /// of another search.
    pub elsewhere: u64,
}

/// A node of a search tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TraceNode<M> {
    /// The index of the parent; `None` at the root.
    pub parent: Option<u32>,
    /// The move that leads to this node; `None` at the root.
    pub mv: Option<M>,
    /// The results of the search.
    pub figures: NodeFigures,
}

/// The results of a search at a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NodeFigures {
    /// The index of the move among the legal moves of the parent, in the order of generation, from 0.
    pub index: u32,
    /// The value; `None` if the search ended before it was known.
    pub value: Option<Score>,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// The search window, alpha and beta, in searches that have one.
    pub window: Option<[Score; 2]>,
    /// The number of legal moves; only those that do not lose immediately, in a search that considers only these; 0 if the search
    /// did not generate moves.
    pub moves: u32,
    /// The number of moves searched.
    pub children: u32,
    /// The number of nodes below this one.
    pub below: u64,
    /// The search time of this subtree; `None` in searches that visit a node many times.
    pub time: Option<Duration>,
    /// Why the search stopped at this node.
    pub end: NodeEnd,
    /// The statistics of a Monte-Carlo search.
    pub chances: Option<VisitStats>,
}

impl NodeFigures {
    /// A node without results.
    pub const fn new(index: u32) -> Self {
        Self {
            index,
            value: None,
            bound: Bound::Exact,
            window: None,
            moves: 0,
            children: 0,
            below: 0,
            time: None,
            end: NodeEnd::Interrupted,
            chances: None,
        }
    }
}

/// Why a search stopped at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeEnd {
    /// All moves were searched.
    Complete,
    /// The game is over.
    GameOver,
    /// The search reached its depth and evaluated the position.
    Horizon,
    /// An alpha cutoff: the value is at most alpha, at a node where the opponent of the root's side moves.
    Alpha,
    /// A beta cutoff: the value is at least beta, at a node where the root's side moves.
    Beta,
    /// The transposition table had the value.
    Table,
    /// The node was searched to a reduced depth.
    Reduction,
    /// The value is proven.
    Proven,
    /// A Monte-Carlo search may visit the node again.
    Open,
    /// The search was stopped.
    Interrupted,
}

/// The statistics of a node in a Monte-Carlo search.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct VisitStats {
    /// Visits.
    pub visits: u64,
    /// The mean result of the visits for the root's side, 0 to 1; `None` before the first visit.
    pub points: Option<f64>,
    /// The mean result for the side that moves to this node: the exploitation term of UCT.
    pub share: Option<f64>,
    /// The exploration term of UCT.
    pub explore: Option<f64>,
}

impl<M: Copy> SearchTree<M> {
    /// The number of nodes below the root, including omitted nodes.
    pub fn total(&self) -> u64 {
        self.nodes.first().map_or(0, |root| root.figures.below)
    }

    /// The moves from the root to a node.
    pub fn path(&self, at: usize) -> Vec<M> {
        let mut moves = Vec::new();
        let mut node = &self.nodes[at];
        while let (Some(parent), Some(mv)) = (node.parent, node.mv) {
            moves.push(mv);
            node = &self.nodes[parent as usize];
        }
        moves.reverse();
        moves
    }
}
