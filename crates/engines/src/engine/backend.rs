//! The source of an engine's games and agent, and the errors of its requests.

use zermelo_core::AgentError;
use zermelo_core::erased::{DynAgent, DynGame, ErasedError};
use zermelo_core::spec::SpecError;

use crate::protocol::{LineError, Reply};

/// The source of an engine's games and agent.
pub trait EngineBackend: Send + Sync {
    /// The name for `id name`.
    fn name(&self) -> String;

    /// The specifications of all games for `games`. A name without parameters stands for all sizes and variants.
    fn games(&self) -> Vec<String>;

    /// The game to set up before the first `game` request.
    fn first_game(&self) -> Option<String>;

    /// Creates a game from its specification.
    fn game(&self, spec: &str) -> Result<Box<dyn DynGame>, SpecError>;

    /// Creates the agent for a game.
    fn agent(&self, game: &str) -> Result<Box<dyn DynAgent>, SpecError>;
}

/// A request that failed; sent as an `error` line.
pub(super) struct RequestError {
    pub(super) code: String,
    pub(super) message: String,
}

impl RequestError {
    pub(super) fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into() }
    }

    pub(super) fn into_reply(self) -> Reply {
        Reply::Error { code: self.code, message: self.message }
    }
}

impl From<SpecError> for RequestError {
    fn from(why: SpecError) -> Self {
        Self::new(why.code(), why.to_string())
    }
}

impl From<LineError> for RequestError {
    fn from(why: LineError) -> Self {
        Self::new(why.code(), why.to_string())
    }
}

impl From<AgentError> for RequestError {
    fn from(why: AgentError) -> Self {
        Self::new(why.code(), why.to_string())
    }
}

impl From<ErasedError> for RequestError {
    fn from(why: ErasedError) -> Self {
        Self::new(why.code, why.message)
    }
}
