//! Traits and types for two-player games of perfect information:
//!
//! - rules: [`Game`], [`Position`], [`Side`], [`Outcome`]
//! - hints for searches: [`SearchHints`], [`Playout`], [`PerftCount`]
//! - played games: [`Line`], [`History`], [`GameRecord`], [`Referee`]
//! - players: [`Agent`], [`SearchLimits`], [`Decision`]
//! - values: [`Evaluator`], [`Oracle`], [`Score`]
//! - texts: [`Notation`], [`spec`]
//! - display: [`Scene`], [`View`]
//!
//! This crate has no game, no algorithm, no input or output, no clock and no random number generator.

#![warn(clippy::missing_errors_doc)]

mod agent;
mod bound;
mod clocks;
pub mod erased;
mod evaluator;
mod game;
mod hints;
mod history;
mod limits;
mod line;
mod notation;
mod oracle;
mod outcome;
mod pdn;
mod perft;
mod playout;
mod record;
mod referee;
mod score;
mod side;
pub mod spec;
pub mod text;
mod time_control;
pub mod trace;
mod units;
pub mod view;

pub use agent::{Action, Agent, AgentError, Decision, NoObserver, Observer, RootMove, TracedDecision};
pub use bound::Bound;
pub use clocks::Clocks;
pub use evaluator::{Evaluator, NoEvaluator, PolicyAndValue, PolicyValue};
pub use game::{CodedError, Game, Move, PlayError, Position};
pub use hints::{Foresight, SearchHints, Searchable};
pub use history::{History, Repetition};
pub use limits::{Clock, SearchLimits, StopToken};
pub use line::Line;
pub use notation::{Notation, ParseMoveError, ParseMovesError, moves_text, parse_moves};
pub use oracle::{Oracle, OracleQuery, Proven, ProvenBounds};
pub use outcome::{Ending, Outcome, Termination, Wdl};
pub use pdn::{PdnColour, PdnNames, PdnResults, PdnType, PdnTypeError};
pub use perft::{PerftCount, PerftLeaves, PerftTotals, TreeTooLargeError, divide, perft, perft_leaves, totals};
pub use playout::{Playout, scale};
pub use record::{GameRecord, PlayedMove, RecordError};
pub use referee::{Referee, TurnTime};
pub use score::Score;
pub use side::Side;
pub use time_control::{TimeControl, TimeControlError};
pub use trace::SearchTree;
pub use units::{Column, Depth, Ply, Square};
pub use view::{Scene, SideName, View};
