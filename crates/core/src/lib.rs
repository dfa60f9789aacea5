//! The words of two-player games of perfect information.
//!
//! Rules ([`Game`], [`Position`], [`Side`], [`Outcome`]), what searches ask beside them ([`SearchHints`], [`Playout`],
//! [`PerftCount`]), what was played ([`Line`], [`History`], [`GameRecord`]), who plays
//! ([`Agent`], [`SearchLimits`], [`Decision`]), what is known ([`Evaluator`], [`Oracle`], [`Score`]), what is written
//! ([`Notation`], [`spec`]) and what is seen ([`Scene`], [`View`]).
//!
//! There is no game here, no algorithm, no input or output, no clock and no source of chance.

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

pub use agent::{Action, Agent, AgentError, Decision, Observer, RootMove, Silent, Traced};
pub use bound::Bound;
pub use clocks::Clocks;
pub use evaluator::{Evaluator, NoEvaluator, PolicyAndValue, PolicyValue};
pub use game::{Game, Move, PlayError, Position, Refusal};
pub use hints::{Foresight, SearchHints, Searchable};
pub use history::{History, Repetition};
pub use limits::{Clock, SearchLimits, StopToken};
pub use line::Line;
pub use notation::{MoveError, MovesError, Notation, moves_text, parse_moves};
pub use oracle::{Findings, Inquiry, Oracle, Proven};
pub use outcome::{Ending, Outcome, Termination, Wdl};
pub use pdn::{PdnColour, PdnNames, PdnResults, PdnType, PdnTypeError};
pub use perft::{Leaves, PerftCount, TooLarge, Totals, divide, perft, perft_leaves, totals};
pub use playout::{Playout, scale};
pub use record::{GameRecord, PlayedMove, RecordError};
pub use referee::{Referee, TurnTime};
pub use score::Score;
pub use side::Side;
pub use time_control::{TimeControl, TimeControlError};
pub use trace::SearchTree;
pub use units::{Column, Depth, Ply, Square};
pub use view::{Scene, SideName, View};
