//! A search tree as it was searched, for people to look at.
//!
//! All values are from the view of the side that moves at the root: it takes the greatest, its opponent the least. Distances in a
//! score count from the root.

use std::time::Duration;

use serde::Serialize;

use crate::{Bound, Score};

/// The nodes of a search tree, each behind its parent and, among brothers, in the order in which they were searched; the root first.
///
/// Not all nodes have to be here: [`NodeFigures::below`] and [`NodeFigures::children`] count those that were left out too.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchTree<M> {
    /// The nodes.
    pub nodes: Vec<TraceNode<M>>,
    /// Nodes of the decision that belong to no node of this tree: those of shallower passes, of an unfinished one, of another search.
    pub elsewhere: u64,
}

/// A node of a search tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TraceNode<M> {
    /// The place of the node above; `None` at the root.
    pub parent: Option<u32>,
    /// The move that leads here; `None` at the root.
    pub mv: Option<M>,
    /// What was found.
    pub figures: NodeFigures,
}

/// What was found of a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NodeFigures {
    /// Which of its parent's legal moves leads here, in the order of generation, from 0.
    pub index: u32,
    /// What it is worth; `None` where the search ended before that was known.
    pub value: Option<Score>,
    /// Whether the value is exact.
    pub bound: Bound,
    /// Between which values the search wanted to know it, in searches with a window.
    pub window: Option<[Score; 2]>,
    /// The legal moves here, or those of them that do not lose at once where the search looks at no others; 0 where it did not ask.
    pub moves: u32,
    /// How many of them were followed.
    pub children: u32,
    /// The nodes below this one.
    pub below: u64,
    /// How long the search was here and below; `None` in searches that come back again and again.
    pub time: Option<Duration>,
    /// Why the search went no further here.
    pub end: NodeEnd,
    /// What a Monte-Carlo search knows of it.
    pub chances: Option<Chances>,
}

impl NodeFigures {
    /// A node of which nothing is known yet.
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

/// Why a search went no further at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeEnd {
    /// Every legal move was followed.
    Complete,
    /// The game is over.
    GameOver,
    /// The depth was reached: the evaluator says what it is worth.
    Horizon,
    /// The opponent of the root's side holds this node below what the root's side has elsewhere.
    Alpha,
    /// The root's side holds this node above what its opponent allows elsewhere.
    Beta,
    /// A table knew it.
    Table,
    /// It was looked at less deep than its brothers.
    Reduction,
    /// The value is proven.
    Proven,
    /// A Monte-Carlo search may come back to it.
    Open,
    /// The search was ended.
    Interrupted,
}

/// What a Monte-Carlo search knows of a node.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Chances {
    /// How often it went there.
    pub visits: u64,
    /// The mean of the points that the visits brought, 0 to 1, for the root's side; `None` before the first.
    pub points: Option<f64>,
    /// The same for the side that plays the move to it: the first term of UCT.
    pub share: Option<f64>,
    /// How much it is worth to try it more often: the second term.
    pub explore: Option<f64>,
}

impl<M: Copy> SearchTree<M> {
    /// The nodes below the root, those that are not here included.
    pub fn total(&self) -> u64 {
        self.nodes.first().map_or(0, |root| root.figures.below)
    }

    /// The moves that lead to a node, the first one first.
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
