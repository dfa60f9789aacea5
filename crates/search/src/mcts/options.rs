//! Configuration of Monte-Carlo tree search.

use std::num::NonZeroUsize;

use zermelo_core::{Ply, SearchLimits};

use crate::playout::{DEFAULT_CAP, PlayoutPolicy};

/// Configuration of Monte-Carlo tree search. The refinements are on by default; [`MctsOptions::plain`] is plain UCT.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own, named as the specification names it")]
pub struct MctsOptions {
    /// Its own limits: playouts, time, nodes. A depth limits the tree below the root but does not end the search.
    /// Without any limit, 10,000 playouts.
    pub limits: SearchLimits,
    /// The exploration constant `c` in `mean + c * sqrt(ln(visits of the parent) / visits)`, for means from 0 to 1. 0.5
    /// by default, which plays better than the square root of 2 of UCB1 (Auer, Cesa-Bianchi and Fischer 2002). With a
    /// network, the constant of PUCT.
    pub c: f64,
    /// How a leaf is expanded.
    pub expand: Expand,
    /// Playouts from each new leaf, at least 1; their mean counts as one visit. 1 by default.
    pub rollouts: u32,
    /// How the move is chosen at the end.
    pub choice: FinalMoveRule,
    /// Decisive and anti-decisive moves (Teytaud and Teytaud, "On the Huge Benefit of Decisive Moves in Monte-Carlo
    /// Tree Search Algorithms", 2010): a win in one is played at once, and at the root, moves that allow the opponent a
    /// win in one are left out. Inside the tree a win in one is detected when a node is expanded; where the game can
    /// tell ([`foresee`](zermelo_core::SearchHints::foresee)), moves that allow a win in one get no node.
    pub decisive: bool,
    /// Whether a single legal move is played without a search.
    pub single: bool,
    /// Tree reuse: whether the subtree of the position reached is kept for the next decision.
    pub reuse: bool,
    /// MCTS-Solver: whether proven wins, draws and losses are propagated up the tree (Winands, Björnsson and Saito,
    /// "Monte-Carlo Tree Search Solver", 2008). A draw by repetition or move limit is never a proof.
    pub solver: bool,
    /// The most nodes of all trees together; only the children of a root may exceed it. 4,000,000 by default. A node
    /// has 24 bytes if a move is small, and 24 more if `selection`, `rave`, `bias` or a network need extra statistics.
    pub max_nodes: u32,
    /// Node recycling: whether the least visited half of a full tree is freed. Otherwise a full tree stops growing.
    pub recycle: bool,
    /// How a child is selected, without a network.
    pub selection: Selection,
    /// RAVE: the number of visits of a child at which its AMAF value weighs about half; 0, the default, for no RAVE
    /// (Gelly and Silver 2011).
    pub rave: u32,
    /// Progressive bias: the weight of the evaluator's value of a child, which decays with its visits (Chaslot and
    /// others 2008); 0, the default, for none.
    pub bias: f64,
    /// The playout policy.
    pub playout: PlayoutPolicy,
    /// The number of threads; 1 by default. Only a single thread makes the same decision for the same seed.
    pub threads: NonZeroUsize,
    /// How the threads share the work.
    pub parallel: Parallel,
    /// How many positions a network evaluates per call; 16 by default.
    pub batch: NonZeroUsize,
    /// The most plies of a playout in games whose positions can repeat; 1000 by default. A playout that reaches it is a
    /// draw.
    pub playout_cap: Ply,
}

const DEFAULT_BATCH: NonZeroUsize = NonZeroUsize::new(16).unwrap();

impl MctsOptions {
    /// The defaults.
    pub const DEFAULT: Self = Self {
        limits: SearchLimits::NONE,
        c: 0.5,
        expand: Expand::One,
        rollouts: 1,
        choice: FinalMoveRule::Visits,
        decisive: true,
        single: true,
        reuse: true,
        solver: true,
        max_nodes: 4_000_000,
        recycle: true,
        selection: Selection::Uct,
        rave: 0,
        bias: 0.0,
        playout: PlayoutPolicy::Uniform,
        threads: NonZeroUsize::MIN,
        parallel: Parallel::Tree,
        batch: DEFAULT_BATCH,
        playout_cap: DEFAULT_CAP,
    };
}

impl Default for MctsOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl MctsOptions {
    /// Textbook UCT: all refinements off, and the `c` of UCB1.
    pub fn plain() -> Self {
        Self {
            c: 1.414,
            decisive: false,
            single: false,
            reuse: false,
            solver: false,
            recycle: false,
            ..Self::default()
        }
    }
}

/// The tree policy: how a child is selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Selection {
    /// UCB1: `mean + c * sqrt(ln(visits of the parent) / visits)`.
    #[default]
    Uct,
    /// UCB1-tuned: `mean + c * sqrt(ln(visits of the parent) / visits * min(1, 4 V))`, with `V` an upper bound of the
    /// variance of the results. Children whose results vary little are explored less. As published with a `c` of 0.5.
    Tuned,
}

/// How the threads share the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Parallel {
    /// Tree parallelization: one tree. A node with a simulation in progress counts a loss for it (virtual loss), so
    /// that other threads select other nodes (Chaslot, Winands and van den Herik, "Parallel Monte-Carlo Tree Search",
    /// 2008).
    #[default]
    Tree,
    /// Root parallelization: a tree for each thread; the statistics of the roots are added at the end.
    Root,
}

/// How a leaf is expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Expand {
    /// One child is added per simulation.
    #[default]
    One,
    /// All children are added, with a playout from each.
    All,
}

/// How the move is chosen at the end, if none is proven to win. A move that is proven to lose is chosen only if all
/// are: then the longest loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FinalMoveRule {
    /// Robust child: the most visited; of equals, the one with the highest mean.
    #[default]
    Visits,
    /// Max child: the one with the highest mean; of equals, the most visited.
    Score,
}
