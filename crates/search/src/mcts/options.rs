//! How a Monte-Carlo tree search is set up.

use std::num::NonZeroUsize;

use zermelo_core::{Ply, SearchLimits};

use crate::playout::{DEFAULT_CAP, PlayoutPolicy};

/// How a Monte-Carlo tree search is set up. The refinements are on by default; plain UCT is [`MctsOptions::plain`].
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own, named as the specification names it")]
pub struct MctsOptions {
    /// Its own limits: playouts, time, nodes; a depth bounds how far the tree grows below the root, and is no limit by itself.
    /// Where nothing limits it, 10,000 playouts.
    pub limits: SearchLimits,
    /// The weight of exploring, `c` in `share + c * sqrt(ln(visits of the parent) / visits)`, for shares from 0 to 1. 0.5 by default,
    /// which plays better than the square root of 2 of UCB1 (Auer, Cesa-Bianchi and Fischer 2002). With a network, the weight of its policy.
    pub c: f64,
    /// How the tree grows at a leaf.
    pub expand: Expand,
    /// Random games from each new leaf, at least 1; their mean counts as one visit. 1 by default.
    pub rollouts: u32,
    /// Which move plays in the end.
    pub choice: Choice,
    /// Whether a win in one is played at once, and the moves that allow the opponent one are left out at the root; a win in
    /// one is seen inside the tree as well, where a node gets its children, and where the board tells ([`foresee`](zermelo_core::SearchHints::foresee)) moves
    /// that allow the opponent one get no node (Teytaud and Teytaud, "On the Huge Benefit of
    /// Decisive Moves in Monte-Carlo Tree Search Algorithms", 2010).
    pub decisive: bool,
    /// Whether the only legal move is played without a search.
    pub single: bool,
    /// Whether the part of the tree that the game has reached is kept for the next decision.
    pub reuse: bool,
    /// Whether proven wins, draws and losses are handed up the tree (Winands, Björnsson and Saito, "Monte-Carlo Tree Search
    /// Solver", 2008). A draw by repetition or move limit is never a proof.
    pub solver: bool,
    /// The most nodes of all trees together; the children of a root may go beyond. 4,000,000 by default, 24 bytes each where a move is
    /// small, and 24 more where `selection`, `rave`, `bias` or a network ask for more than visits and points.
    pub max_nodes: u32,
    /// Whether a full tree gives back its least visited half; else games are played out from its leaves, and it grows no more.
    pub recycle: bool,
    /// How a child is chosen, where no network says what is promising.
    pub selection: Selection,
    /// The visits of a child at which what its move brought when it was played later (RAVE) counts about half; 0, the default, for
    /// none of it (Gelly and Silver 2011).
    pub rave: u32,
    /// The weight of the evaluator's opinion of a child, which fades with its visits: progressive bias (Chaslot and others 2008); 0,
    /// the default, asks nobody.
    pub bias: f64,
    /// How games are played out.
    pub playout: PlayoutPolicy,
    /// How many threads search; 1 by default, and only then a seed says all.
    pub threads: NonZeroUsize,
    /// What the threads have together.
    pub parallel: Parallel,
    /// How many positions a network is asked about at a time; 16 by default.
    pub batch: NonZeroUsize,
    /// The most plies of a playout in games whose positions can come back; 1000 by default. A game cut there is a draw.
    pub playout_cap: Ply,
}

const DEFAULT_BATCH: NonZeroUsize = NonZeroUsize::new(16).unwrap();

impl Default for MctsOptions {
    fn default() -> Self {
        Self {
            limits: SearchLimits::NONE,
            c: 0.5,
            expand: Expand::One,
            rollouts: 1,
            choice: Choice::Visits,
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
        }
    }
}

impl MctsOptions {
    /// UCT as the books have it: all refinements off, and the `c` of UCB1.
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

/// How a child is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Selection {
    /// UCB1: `share + c * sqrt(ln(visits of the parent) / visits)`.
    #[default]
    Uct,
    /// UCB1-tuned: `share + c * sqrt(ln(visits of the parent) / visits * min(1, 4 V))`, `V` the most that the variance of the results
    /// may be. What differs little from visit to visit is explored less. As published with a `c` of 0.5.
    Tuned,
}

/// What the threads have together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Parallel {
    /// One tree; who is under way counts as a loss for its nodes until he is back, so that others go elsewhere (virtual loss;
    /// Chaslot, Winands and van den Herik, "Parallel Monte-Carlo Tree Search", 2008).
    #[default]
    Tree,
    /// Nothing: each has a tree, and the roots are added up in the end.
    Root,
}

/// How the tree grows at a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Expand {
    /// One child is added, and played out from.
    #[default]
    One,
    /// All children are added, and each is played out from.
    All,
}

/// Which move plays in the end, where none is proven to win. A move that is proven to lose plays only if all are: then the one
/// that resists the longest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// The one that was searched most; of equals, the one with the highest share.
    #[default]
    Visits,
    /// The one with the highest share of points; of equals, the one that was searched most.
    Score,
}
