//! Game-independent agents: textbook searches, principal-variation search, proof-number search, Monte-Carlo methods,
//! breadth-first search.
//!
//! Every player is an [`Agent`](zermelo_core::Agent) of any [`Searchable`](zermelo_core::Searchable) game, configured
//! by an options struct with defaults:
//!
//! | agent | method |
//! |---|---|
//! | [`RandomAgent`] | a random legal move |
//! | [`GreedyAgent`] | one ply, then the evaluator |
//! | [`MinimaxAgent`], [`NegamaxAgent`] | the whole tree to a depth, without pruning |
//! | [`AlphaBetaAgent`] | fail-soft alpha-beta, without move ordering or table |
//! | [`PvsAgent`] | principal-variation search or MTD(f) with a transposition table, move ordering and other refinements, each a switch |
//! | [`DfpnAgent`] | depth-first proof-number search |
//! | [`BfsAgent`] | the fewest own moves to a win if the opponent always passes |
//! | [`FlatMcAgent`] | flat Monte-Carlo: the same number of playouts for each move |
//! | [`MctsAgent`] | Monte-Carlo tree search (UCT, PUCT) |
//!
//! One folder per family: [`textbook`] (written to be read; each file is a complete search), [`pvs`] (with its time
//! management, [`timeman`]), [`mcts`], [`proof`]. [`support`] holds what they share: the walk through a tree
//! ([`tree_walker`]), budgets ([`budget`]), random numbers ([`rng`]), playouts ([`playout`]), the
//! [`transposition_table`], tie-breaking ([`TieBreak`]) and tracing ([`trace`]).

#![warn(clippy::missing_errors_doc)]

pub mod mcts;
pub mod proof;
pub mod pvs;
pub mod support;
pub mod textbook;

pub use mcts::flat_mc;
pub use proof::dfpn;
pub use pvs::{mtdf, novice, timeman};
pub use support::{
    buckets, budget, memory, playout, prefetch, rng, shared_budget, tie_break, trace, transposition_table, tree_walker,
};
pub(crate) use support::{one_ply, preconditions, short_sort, threads};
pub use textbook::{alphabeta, bfs, greedy, minimax, negamax, random};

pub use alphabeta::{AlphaBeta, AlphaBetaAgent};
pub use bfs::{BfsAgent, BfsOptions};
pub use budget::{Budget, InterruptedError};
pub use dfpn::{DfpnAgent, DfpnOptions, DfpnOracle, DfpnOracleError, ProofAggregation};
pub use flat_mc::{FlatMcAgent, FlatMcOptions};
pub use greedy::{GreedyAgent, GreedyOptions};
pub use mcts::{Expand, FinalMoveRule, MctsAgent, MctsOptions, Parallel, Selection};
pub use minimax::{Minimax, MinimaxAgent};
pub use negamax::{Negamax, NegamaxAgent};
pub use novice::{NoviceAgent, NoviceOptions};
pub use playout::PlayoutPolicy;
pub use prefetch::prefetch;
pub use pvs::{Method, PvsAgent, PvsOptions, SmpMethod, Switches, TableUse};
pub use random::RandomAgent;
pub use rng::{Rng, derive};
pub use shared_budget::SharedBudget;
pub use textbook::{Fallback, TextbookAgent, TextbookOptions, TextbookSearch};
pub use tie_break::TieBreak;
pub use trace::{NoTrace, Trace};
