//! Type-erased games, records, agents and oracles: for code that works with any game.
//!
//! Wrapper types ([`ErasedGame`], [`ErasedRecord`], [`ErasedAgent`], [`ErasedOracle`], [`ErasedTrace`]) implement the traits of
//! this module. The cost is one downcast per decision: [`DynAgent::choose`] downcasts the record, then runs code that is
//! compiled for its game. A search calls nothing of this module per node.

mod agent;
mod game;
mod moves;
mod oracle;
mod record;
mod trace;

pub use agent::{DynAgent, DynDecision, ErasedAgent};
pub use game::{DynGame, ErasedGame};
pub use moves::DynMove;
pub use oracle::{DynOracle, ErasedOracle};
pub use record::{DynRecord, ErasedRecord};
pub use trace::{DynTrace, ErasedTrace, NodeScene};

use crate::{CodedError, Decision, Notation, ParseMoveError, ParseMovesError, RecordError, Scene};

/// A decision with its moves as text.
pub type TextDecision = Decision<String>;

/// A game that can be type-erased.
pub trait Playable: Notation + Scene {}

impl<G: Notation + Scene> Playable for G {}

/// An error of any game: the code and the text of a [`CodedError`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct ErasedError {
    /// A stable code for programs, such as `move/column-full`.
    pub code: &'static str,
    /// What is wrong and what would be right.
    pub message: String,
}

impl ErasedError {
    /// Type-erases an error of a game.
    pub fn from_coded(error: &impl CodedError) -> Self {
        Self { code: error.code(), message: error.to_string() }
    }
}

impl<I: CodedError> From<ParseMoveError<I>> for ErasedError {
    fn from(error: ParseMoveError<I>) -> Self {
        Self { code: error.code(), message: error.to_string() }
    }
}

impl<I: CodedError> From<ParseMovesError<I>> for ErasedError {
    fn from(error: ParseMovesError<I>) -> Self {
        Self { code: error.code(), message: error.to_string() }
    }
}

impl<M: std::fmt::Debug, I: CodedError> From<RecordError<M, I>> for ErasedError {
    fn from(error: RecordError<M, I>) -> Self {
        let code = match &error {
            RecordError::Over(_) => "move/game-over",
            RecordError::Illegal(play) => play.why.code(),
        };
        Self { code, message: error.to_string() }
    }
}
