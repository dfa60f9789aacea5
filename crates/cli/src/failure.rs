//! What can go wrong in a command, and the exit code that says so.

use std::process::ExitCode;

use zermelo_core::AgentError;
use zermelo_core::erased::Refused;
use zermelo_core::spec::SpecError;

/// Why a command ended early. Codes: 2 the command was wrong, 1 it failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// What was asked for does not exist or does not fit.
    #[error("{what}: {error}")]
    Spec {
        /// Which argument.
        what: String,
        /// What is wrong with it.
        error: SpecError,
    },
    /// A position or a move was refused.
    #[error("{what}: {error}")]
    Refused {
        /// Which argument.
        what: &'static str,
        /// What is wrong with it.
        error: Refused,
    },
    /// Arguments that do not go together.
    #[error("{0}")]
    Usage(String),
    /// An agent failed.
    #[error("{agent}: {error}")]
    Agent {
        /// Which.
        agent: String,
        /// How.
        error: AgentError,
    },
    /// A file could not be written.
    #[error("can't write {path}: {error}")]
    File {
        /// Which.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// Standard output could not be written.
    #[error("can't write to standard output: {0}")]
    Output(#[from] std::io::Error),
    /// Something else went wrong.
    #[error("{0}")]
    Failed(String),
}

impl Failure {
    /// The exit code.
    pub fn exit_code(&self) -> ExitCode {
        let was_wrong = matches!(
            self,
            Self::Spec { .. }
                | Self::Refused { .. }
                | Self::Usage(_)
                | Self::Agent { error: AgentError::GameOver | AgentError::Endless | AgentError::UnfitGame { .. }, .. }
        );
        ExitCode::from(if was_wrong { 2 } else { 1 })
    }
}
