//! Where an engine gets its games and its player from, and why a request was not done.

use zermelo_core::AgentError;
use zermelo_core::erased::{DynAgent, DynGame, Refused};
use zermelo_core::spec::SpecError;

use crate::protocol::{LineError, Reply};

/// Where an engine gets its games and its player from.
pub trait House: Send + Sync {
    /// What it calls itself.
    fn name(&self) -> String;

    /// The specifications of the games that it plays; names without parameters stand for all sizes and variants.
    fn games(&self) -> Vec<String>;

    /// The game that is on the board before anybody names one.
    fn first_game(&self) -> Option<String>;

    /// The game that a text names.
    fn game(&self, spec: &str) -> Result<Box<dyn DynGame>, SpecError>;

    /// The player, for the game that a text names.
    fn agent(&self, game: &str) -> Result<Box<dyn DynAgent>, SpecError>;
}

/// Why a request was not done.
pub(super) struct Complaint {
    pub(super) code: String,
    pub(super) message: String,
}

impl Complaint {
    pub(super) fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into() }
    }

    /// As a line.
    pub(super) fn reply(self) -> Reply {
        Reply::Error { code: self.code, message: self.message }
    }
}

impl From<SpecError> for Complaint {
    fn from(why: SpecError) -> Self {
        Self::new(why.code(), why.to_string())
    }
}

impl From<LineError> for Complaint {
    fn from(why: LineError) -> Self {
        Self::new(why.code(), why.to_string())
    }
}

impl From<AgentError> for Complaint {
    fn from(why: AgentError) -> Self {
        Self::new(why.code(), why.to_string())
    }
}

impl From<Refused> for Complaint {
    fn from(why: Refused) -> Self {
        Self::new(why.code, why.message)
    }
}
