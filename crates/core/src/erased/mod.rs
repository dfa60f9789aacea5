//! Games, records, agents and oracles behind one type each: for all that treats every game alike.
//!
//! Static inside, erased outside: the traits here are implemented by wrapper types ([`Entry`], [`ErasedRecord`],
//! [`ErasedAgent`], [`ErasedOracle`], [`ErasedTrace`]), so that no method of a game has two meanings. The crossing costs one downcast a
//! decision: [`DynAgent::choose`] finds the record's own type once and hands over to code that knows the game. Nothing here is
//! called once a node.

mod agent;
mod game;
mod moves;
mod oracle;
mod record;
mod trace;

pub use agent::{DynAgent, DynDecision, ErasedAgent};
pub use game::{DynGame, Entry};
pub use moves::DynMove;
pub use oracle::{DynOracle, ErasedOracle};
pub use record::{DynRecord, ErasedRecord};
pub use trace::{DynTrace, ErasedTrace, NodeScene};

use crate::{Decision, MoveError, MovesError, Notation, RecordError, Refusal, Scene};

/// A decision whose moves are texts.
pub type TextDecision = Decision<String>;

/// A game with everything that the erased world needs.
pub trait Playable: Notation + Scene {}

impl<G: Notation + Scene> Playable for G {}

/// An error of any game, with its code and its words kept.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Refused {
    /// A stable code for programs, such as `move/column-full`.
    pub code: &'static str,
    /// What was wrong and what would be right.
    pub message: String,
}

impl Refused {
    /// The erased form of a game's refusal.
    pub fn from_refusal(refusal: &impl Refusal) -> Self {
        Self { code: refusal.code(), message: refusal.to_string() }
    }
}

impl<I: Refusal> From<MoveError<I>> for Refused {
    fn from(error: MoveError<I>) -> Self {
        Self { code: error.code(), message: error.to_string() }
    }
}

impl<I: Refusal> From<MovesError<I>> for Refused {
    fn from(error: MovesError<I>) -> Self {
        Self { code: error.code(), message: error.to_string() }
    }
}

impl<M: std::fmt::Debug, I: Refusal> From<RecordError<M, I>> for Refused {
    fn from(error: RecordError<M, I>) -> Self {
        let code = match &error {
            RecordError::Over(_) => "move/game-over",
            RecordError::Illegal(play) => play.why.code(),
        };
        Self { code, message: error.to_string() }
    }
}
