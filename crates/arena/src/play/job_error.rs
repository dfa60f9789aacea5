//! The errors of a job.

use zermelo_core::AgentError;
use zermelo_core::spec::SpecError;

/// A job that can't be played, for a reason other than the play of an agent.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JobError {
    /// The game or an agent does not exist.
    #[error("{what}: {error}")]
    Spec {
        /// The game or agent.
        what: String,
        #[source]
        #[allow(missing_docs)]
        error: SpecError,
    },
    /// The opening is illegal in this game.
    #[error("the opening \"{opening}\" of job {number}: {why}")]
    Opening {
        /// The moves of the opening.
        opening: String,
        /// The number of the job.
        number: u64,
        /// The reason.
        why: String,
    },
    /// An agent can't play this game, or not with these limits.
    #[error("{agent}: {error}")]
    Unfit {
        /// The name of the agent.
        agent: String,
        #[source]
        #[allow(missing_docs)]
        error: AgentError,
    },
    /// The run ended before the job was finished.
    #[error("stopped before the job was done")]
    Stopped,
}
