//! Parsing and formatting the lines of the native protocol, without any input or output.
//!
//! The grammar is in `docs/engine-protocol.md`. A line is a [`Tagged`] [`Request`] (to an engine) or [`Reply`] (from one). Formatting a
//! line and parsing it again gives the same value.

mod info;
mod reply;
mod request;

use std::fmt;
use std::str::FromStr;

use zermelo_core::text::excerpt;

pub use info::Info;
pub use reply::{BestMove, OptionKind, Reply, SupportedGames, is_notice};
pub use request::{GoLimits, Request};

/// The version of the protocol.
pub const VERSION: u32 = 1;
/// The maximum length of a line in bytes, without its line ending. The moves of a very long game fit.
pub const MAX_LINE: usize = 1 << 20;
/// The feature of an engine that needs the legal moves.
pub const LEGAL: &str = "legal";
/// The feature of an engine that repeats the id of a request in its replies.
pub const IDS: &str = "ids";

/// A line with an optional request id: `#7 go depth 4`.
#[derive(Clone, PartialEq, Debug)]
pub struct Tagged<T> {
    /// The id, without its `#`.
    pub id: Option<String>,
    /// The rest of the line.
    pub line: T,
}

impl<T> Tagged<T> {
    /// A line without an id.
    pub fn untagged(line: T) -> Self {
        Self { id: None, line }
    }
}

impl<T: FromStr<Err = LineError>> FromStr for Tagged<T> {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Self, LineError> {
        let text = text.trim_matches(is_gap);
        let Some(tagged) = text.strip_prefix('#') else { return Ok(Self::untagged(text.parse()?)) };
        let (id, rest) = tagged.split_once(is_gap).unwrap_or((tagged, ""));
        if id.is_empty() {
            return Err(LineError::malformed(text, "an id directly after the #"));
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

/// A line that can't be parsed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineError {
    /// It begins with an unknown word. Such lines are ignored.
    #[error("the protocol has no line that begins with \"{0}\"")]
    Unknown(String),
    /// It begins with a known word, but the rest is invalid.
    #[error("\"{line}\": expected {expected}")]
    Malformed {
        /// The line, shortened for display.
        line: String,
        /// The correct form.
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

/// Whether a character separates words. Control characters count as separators, because they have no meaning here and could corrupt a
/// terminal.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_gap).filter(|word| !word.is_empty())
}

/// Splits off the first word.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_matches(is_gap);
    let (word, rest) = text.split_once(is_gap).unwrap_or((text, ""));
    (word, rest.trim_start_matches(is_gap))
}

fn owned_words(text: &str) -> Vec<String> {
    words(text).map(str::to_owned).collect()
}

/// Joins the words with single spaces, as a line contains them.
fn joined(text: &str) -> String {
    owned_words(text).join(" ")
}

/// Displays a text on one line, with its white space and control characters reduced to single spaces.
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
