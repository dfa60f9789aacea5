//! The lines of the native protocol, as values. Reading and printing only: nothing here waits for anything.
//!
//! The grammar is in `docs/engine-protocol.md`. A line is a [`Tagged`] [`Request`] (to an engine) or [`Reply`] (from one); what it
//! prints is read back as itself.

mod info;
mod reply;
mod request;

use std::fmt;
use std::str::FromStr;

use zermelo_core::text::excerpt;

pub use info::Info;
pub use reply::{Answer, Games, OptionKind, Reply, is_notice};
pub use request::{Go, Request};

/// The version of the protocol that is spoken here.
pub const VERSION: u32 = 1;
/// The longest line, in bytes, its end not counted. The moves of a very long game fit.
pub const MAX_LINE: usize = 1 << 20;
/// The feature of an engine that wants to be told the legal moves.
pub const LEGAL: &str = "legal";
/// The feature of an engine that answers under the id of the request.
pub const IDS: &str = "ids";

/// A line with the id of the request that it makes or answers: `#7 go depth 4`.
#[derive(Clone, PartialEq, Debug)]
pub struct Tagged<T> {
    /// The id, without its `#`.
    pub id: Option<String>,
    /// The rest of the line.
    pub line: T,
}

impl<T> Tagged<T> {
    /// A line without an id.
    pub fn plain(line: T) -> Self {
        Self { id: None, line }
    }
}

impl<T: FromStr<Err = LineError>> FromStr for Tagged<T> {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Self, LineError> {
        let text = text.trim_matches(is_gap);
        let Some(tagged) = text.strip_prefix('#') else { return Ok(Self::plain(text.parse()?)) };
        let (id, rest) = tagged.split_once(is_gap).unwrap_or((tagged, ""));
        if id.is_empty() {
            return Err(LineError::malformed(text, "an id right behind the #"));
        }
        Ok(Self { id: Some(id.to_owned()), line: rest.parse()? })
    }
}

impl<T: fmt::Display> fmt::Display for Tagged<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = &self.id {
            write!(f, "#{id} ")?;
        }
        self.line.fmt(f)
    }
}

/// Why a line was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineError {
    /// It begins with a word that the protocol does not have; such lines are passed over.
    #[error("the protocol has no line that begins with \"{0}\"")]
    Unknown(String),
    /// It begins with a word of the protocol and goes on otherwise.
    #[error("\"{line}\": expected {expected}")]
    Malformed {
        /// The line, cut for showing.
        line: String,
        /// What would be right.
        expected: &'static str,
    },
}

impl LineError {
    fn unknown(word: &str) -> Self {
        Self::Unknown(excerpt(word))
    }

    fn malformed(line: &str, expected: &'static str) -> Self {
        Self::Malformed { line: excerpt(line), expected }
    }

    /// A stable code for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unknown(_) => "protocol/unknown",
            Self::Malformed { .. } => "protocol/malformed",
        }
    }
}

/// What stands between words. Control characters mean nothing here, and do harm where a line is shown.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_gap).filter(|word| !word.is_empty())
}

/// The first word and the rest.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_matches(is_gap);
    let (word, rest) = text.split_once(is_gap).unwrap_or((text, ""));
    (word, rest.trim_start_matches(is_gap))
}

/// The words as texts of their own.
fn owned_words(text: &str) -> Vec<String> {
    words(text).map(str::to_owned).collect()
}

/// The words with one space between, which is how a line carries them.
fn joined(text: &str) -> String {
    owned_words(text).join(" ")
}

/// A text that stays on its line, whatever stands in it.
struct OneLine<'a>(&'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lead = "";
        words(self.0).try_for_each(|word| write!(f, "{}{word}", std::mem::replace(&mut lead, " ")))
    }
}

/// Words, each with a space before it.
fn write_words(f: &mut fmt::Formatter<'_>, words: &[String]) -> fmt::Result {
    words.iter().try_for_each(|word| write!(f, " {}", OneLine(word)))
}
