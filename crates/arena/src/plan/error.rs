//! The errors of a plan.

use zermelo_core::AgentError;
use zermelo_core::spec::SpecError;

use crate::opening::OpeningError;
use crate::stats::HypothesesError;

/// An invalid tournament.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// The game does not exist.
    #[error("game \"{spec}\": {error}")]
    Game {
        /// Its specification.
        spec: String,
        #[source]
        #[allow(missing_docs)]
        error: SpecError,
    },
    /// An agent does not exist for this game.
    #[error("agent {number}, \"{spec}\": {error}")]
    Agent {
        /// Its number, from 1.
        number: usize,
        /// Its specification.
        spec: String,
        #[source]
        #[allow(missing_docs)]
        error: SpecError,
    },
    /// An agent can't play the game.
    #[error("agent {number}, \"{spec}\": {error}")]
    Unfit {
        /// Its number, from 1.
        number: usize,
        /// Its specification.
        spec: String,
        #[source]
        #[allow(missing_docs)]
        error: AgentError,
    },
    /// Two agents have the same name.
    #[error("two agents are called \"{0}\": give one of them a name of its own (name = \"..\", or NAME=SPEC)")]
    SameName(String),
    /// Conflicting keys, or a number out of range.
    #[error("{0}")]
    Conflict(String),
    /// An opening is invalid.
    #[error("openings: {0}")]
    Opening(#[from] OpeningError),
    /// The judge of openings does not exist.
    #[error("openings.judge \"{spec}\": {error}")]
    Judge {
        /// Its specification.
        spec: String,
        #[source]
        #[allow(missing_docs)]
        error: SpecError,
    },
    /// The hypotheses of the test are invalid.
    #[error("sprt: {0}")]
    Sprt(#[from] HypothesesError),
    /// Deterministic agents would repeat the same games.
    #[error(
        "{first} and {second} are deterministic and would repeat the same games: {wanted} starts are wanted, and there {} \
         {different}. Set openings (openings.plies = 4, a book or a list), play random first moves \
         (random_first = 2), let an agent choose among equal moves (ties=random), or set allow_repeats = true",
        if *.different == 1 { "is" } else { "are" }
    )]
    Repeats {
        /// One of the agents.
        first: String,
        /// The other.
        second: String,
        /// The number of openings that a pairing needs.
        wanted: String,
        /// The number of distinct openings.
        different: u64,
    },
}
