//! Players that know no game: textbook searches, the strong search, Monte-Carlo methods, breadth-first search.
//!
//! Every player is an [`Agent`](zermelo_core::Agent) of any [`Searchable`](zermelo_core::Searchable) game, set up by a struct of options with
//! defaults:
//!
//! | agent | what it does |
//! |---|---|
//! | [`RandomAgent`] | any legal move |
//! | [`GreedyAgent`] | looks one ply ahead |
//! | [`MinimaxAgent`], [`NegamaxAgent`] | the whole tree to a depth, without pruning |
//! | [`AlphaBetaAgent`] | the same value with far fewer nodes |
//! | [`PvsAgent`] | alpha-beta with table, move ordering and the other refinements of engines, each a switch; MTD(f) too |
//! | [`DfpnAgent`] | proof-number search: who wins, proven |
//! | [`BfsAgent`] | the fewest own moves to a win, the opponent standing still |
//! | [`FlatMcAgent`] | random games, shared equally between the moves |
//! | [`MctsAgent`] | random games, steered by what they brought so far |
//!
//! A folder a family: [`textbook`] (written to be read; each file is one search, whole), [`pvs`] (the strong search, with a plan of its
//! time, [`timeman`]), [`mcts`], [`proof`]. What they share lies in [`support`]: the walk up and down a tree ([`tree`]), the limits
//! ([`budget`]), chance ([`rng`]), random games ([`playout`]), the [`table`] and the choice among equals ([`Ties`]). Who wants to see the
//! nodes is told of them ([`trace`]).

pub mod mcts;
pub mod proof;
pub mod pvs;
pub mod support;
pub mod textbook;

pub use mcts::flat_mc;
pub use proof::dfpn;
pub use pvs::{mtdf, novice, timeman};
pub use support::{buckets, budget, memory, playout, prefetch, purse, rng, table, ties, trace, tree};
pub(crate) use support::{one_ply, preconditions};
pub use textbook::{alphabeta, bfs, greedy, minimax, negamax, random};

pub use alphabeta::{AlphaBeta, AlphaBetaAgent};
pub use bfs::{BfsAgent, BfsOptions};
pub use budget::{Budget, Interrupted};
pub use dfpn::{Adding, DfpnAgent, DfpnOptions, DfpnOracle, DfpnOracleError};
pub use flat_mc::{FlatMcAgent, FlatMcOptions};
pub use greedy::{GreedyAgent, GreedyOptions};
pub use mcts::{Choice, Expand, MctsAgent, MctsOptions, Parallel, Selection};
pub use minimax::{Minimax, MinimaxAgent};
pub use negamax::{Negamax, NegamaxAgent};
pub use novice::{NoviceAgent, NoviceOptions};
pub use playout::PlayoutPolicy;
pub use prefetch::prefetch;
pub use purse::Purse;
pub use pvs::{Method, PvsAgent, PvsOptions, Sharing, Switches, TableUse};
pub use random::RandomAgent;
pub use rng::{Rng, derive};
pub use textbook::{Algorithm, Fallback, TextbookAgent, TextbookOptions};
pub use ties::Ties;
pub use trace::{NoTrace, Trace};
