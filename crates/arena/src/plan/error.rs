//! Why a tournament can't be played.

use zermelo_core::AgentError;
use zermelo_core::spec::SpecError;

use crate::opening::OpeningError;
use crate::stats::HypothesesError;

/// Why a tournament can't be played.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// The game does not exist.
    #[error("game \"{spec}\": {error}")]
    Game {
        /// Its specification.
        spec: String,
        /// What is wrong with it.
        #[source]
        error: SpecError,
    },
    /// An agent does not exist, or not for this game.
    #[error("agent {number}, \"{spec}\": {error}")]
    Agent {
        /// Which, counted from 1.
        number: usize,
        /// Its specification.
        spec: String,
        /// What is wrong with it.
        #[source]
        error: SpecError,
    },
    /// An agent can't play the game.
    #[error("agent {number}, \"{spec}\": {error}")]
    Unfit {
        /// Which, counted from 1.
        number: usize,
        /// Its specification.
        spec: String,
        /// Why.
        #[source]
        error: AgentError,
    },
    /// Two agents can't be told apart.
    #[error("two agents are called \"{0}\": give one of them a name of its own (name = \"..\", or NAME=SPEC)")]
    SameName(String),
    /// Keys that do not go together, or a number out of range.
    #[error("{0}")]
    Conflict(String),
    /// An opening is refused.
    #[error("openings: {0}")]
    Opening(#[from] OpeningError),
    /// The judge of openings does not exist.
    #[error("openings.judge \"{spec}\": {error}")]
    Judge {
        /// Its specification.
        spec: String,
        /// What is wrong with it.
        #[source]
        error: SpecError,
    },
    /// The test makes no sense.
    #[error("sprt: {0}")]
    Sprt(#[from] HypothesesError),
    /// Deterministic agents would play the same game again and again.
    #[error(
        "{first} and {second} play without chance, and would replay the same games: {wanted} starts are wanted, and there {} \
         {different}. Give openings (openings.plies = 4, a book or a list), let chance play the first moves \
         (random_first = 2), let an agent choose among equal moves (ties=random), or say allow_repeats = true",
        if *.different == 1 { "is" } else { "are" }
    )]
    Repeats {
        /// One of the agents.
        first: String,
        /// The other.
        second: String,
        /// Starts that a pairing wants.
        wanted: String,
        /// Starts that there are.
        different: u64,
    },
}
