//! Why a job is not played.

use zermelo_core::AgentError;
use zermelo_core::spec::SpecError;

/// Why a job could not be played: nothing that a player did on the board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Broken {
    /// The game or an agent does not exist here.
    #[error("{what}: {error}")]
    Spec {
        /// What was asked for.
        what: String,
        /// What is wrong with it.
        #[source]
        error: SpecError,
    },
    /// The opening is not one of this game.
    #[error("the opening \"{opening}\" of job {number}: {why}")]
    Opening {
        /// Its text.
        opening: String,
        /// The job.
        number: u64,
        /// Why.
        why: String,
    },
    /// An agent can't play this game, or not with these limits.
    #[error("{agent}: {error}")]
    Unfit {
        /// Which.
        agent: String,
        /// Why.
        #[source]
        error: AgentError,
    },
    /// The run ends; the job was left unfinished.
    #[error("stopped before the job was done")]
    Stopped,
}
