//! Errors of commands, and their exit codes.

use std::process::ExitCode;

use zermelo_core::AgentError;
use zermelo_core::erased::ErasedError;
use zermelo_core::spec::SpecError;

/// An error of a command. The exit code is 2 for wrong usage and 1 for a failure.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// A specification of a game or an agent is wrong.
    #[error("{what}: {error}")]
    Spec {
        /// The argument.
        what: String,
        /// The cause.
        error: SpecError,
    },
    /// A position or a move is illegal.
    #[error("{what}: {error}")]
    Refused {
        /// The argument.
        what: &'static str,
        /// The cause.
        error: ErasedError,
    },
    /// Arguments are wrong or contradict each other.
    #[error("{0}")]
    Usage(String),
    /// An agent failed.
    #[error("{agent}: {error}")]
    Agent {
        /// The agent's specification.
        agent: String,
        /// The cause.
        error: AgentError,
    },
    /// A file could not be written.
    #[error("can't write {path}: {error}")]
    File {
        /// The path, for display.
        path: String,
        /// The cause.
        error: std::io::Error,
    },
    /// Standard output could not be written.
    #[error("can't write to standard output: {0}")]
    Output(#[from] std::io::Error),
    /// Any other failure.
    #[error("{0}")]
    Failed(String),
}

impl CliError {
    /// The exit code: 2 for wrong usage, else 1.
    pub fn exit_code(&self) -> ExitCode {
        let is_usage = matches!(
            self,
            Self::Spec { .. }
                | Self::Refused { .. }
                | Self::Usage(_)
                | Self::Agent { error: AgentError::GameOver | AgentError::Endless | AgentError::UnfitGame { .. }, .. }
        );
        ExitCode::from(if is_usage { 2 } else { 1 })
    }
}
