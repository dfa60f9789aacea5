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
//! The textbook searches are written to be read; each file is one of them, whole. What they share: the walk up and down a tree
//! ([`tree`]), the limits ([`budget`]), chance ([`rng`]), random games ([`playout`]) and the choice among equals ([`Ties`]). The strong
//! search ([`pvs`]) has a [`table`] and a plan of its time ([`timeman`]). Who wants to see the nodes is told of them ([`trace`]).

pub mod alphabeta;
pub mod bfs;
pub mod buckets;
pub mod budget;
pub mod dfpn;
pub mod flat_mc;
pub mod greedy;
mod huge_pages;
pub mod mcts;
pub mod memory;
pub mod minimax;
pub mod mtdf;
pub mod negamax;
pub mod novice;
mod one_ply;
mod ordering;
pub mod playout;
mod preconditions;
pub mod prefetch;
pub mod purse;
pub mod pvs;
pub mod random;
pub mod rng;
pub mod table;
pub mod textbook;
mod ties;
pub mod timeman;
pub mod trace;
pub mod tree;

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
