//! An agent as an engine: the other side of [`client`](crate::client).

mod listen;
mod plain;
mod session;

use std::io::{self, BufRead, Write};

use zermelo_core::AgentError;
use zermelo_core::erased::{DynAgent, DynGame, Refused};
use zermelo_core::spec::SpecError;

use crate::client::Protocol;
use crate::protocol::{LineError, Reply};

pub use listen::listen;

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
struct Complaint {
    code: String,
    message: String,
}

impl Complaint {
    fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into() }
    }

    /// As a line.
    fn reply(self) -> Reply {
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

/// Speaks until the input ends, the other side says `quit`, or nobody reads any more. What comes in is answered, never a reason
/// to end.
pub fn serve(
    protocol: Protocol,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    house: &dyn House,
) -> io::Result<()> {
    match protocol {
        Protocol::Native => session::serve(input, output, house),
        Protocol::Plain => plain::serve(input, output, house),
    }
}
