//! Portable Draughts Notation: reading and writing plain games.
//!
//! Source: [PDN 3.0](https://wiegerw.github.io/pdn/). A file has games: tags (`[White "A. Name"]`), then moves with their
//! numbers, then a result or `*`.
//!
//! - The writer follows the standard: the result by the type of the game in the tag `Result`, `*` after the moves, `FEN` and
//!   `SetUp` for a start position, lines of fewer than 80 characters, a comment in braces after its move.
//! - The reader also accepts what old files have: results after the moves, full captures, `%` lines, move strengths (`!?`), NAGs
//!   (`$1`), `...` for a move that is not the first of its number, annotations directly after a move (`26-22Time`), Latin-1.
//! - Variations `(..)` and positions between the moves `/FEN ".."/` are errors with a position.
//!
//! In a quoted text `\"` stands for `"` and `\\` for `\`, as in PGN.
//!
//! The reader needs no rules: it returns tags and texts of moves. [`pick`] selects the game among those that the
//! caller knows, and [`PdnGame::replay`] plays it.

mod convert;
mod read;
mod scan;
mod write;

use zermelo_core::{Outcome, PdnResults, Side};

use crate::{Place, ReplayError};

pub use convert::{NoPdnError, PickError, SPEC, pick};
pub use read::{Games, PdnSyntaxError, ReadError, decode, read};

/// A game of a PDN file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnGame {
    /// The position of the game in the file.
    pub place: Place,
    /// The tags in order, without a valid `Result`.
    pub tags: Vec<Tag>,
    /// The comment before the first move.
    pub comment: Option<String>,
    /// The moves.
    pub moves: Vec<PdnMove>,
    /// The result.
    pub result: PdnResult,
}

/// A tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The name: letters, digits and `_`.
    pub name: String,
    /// The text.
    pub value: String,
}

/// A move as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnMove {
    /// The move without annotations.
    pub text: String,
    /// The comment after the move.
    pub comment: Option<String>,
    /// The position in the file.
    pub place: Place,
}

/// The result of a game. The first number is that of the side that moves first, which is Black in English draughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PdnResult {
    /// `1-0`, `2-0`.
    First,
    /// `1/2-1/2`, `1-1`.
    Draw,
    /// `0-1`, `0-2`.
    Second,
    /// `0-0`: both lose.
    Neither,
    /// `*`: unfinished or unknown.
    Open,
}

/// Why a game can't be replayed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {why}")]
pub struct PdnReplayError {
    /// The position of the illegal move, or of the game.
    pub place: Place,
    /// The error.
    #[source]
    pub why: ReplayError,
}

impl PdnGame {
    /// The text of a tag; `None` if the tag is missing, empty or `?`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|tag| tag.name == name)?;
        Some(tag.value.as_str()).filter(|value| !matches!(*value, "" | "?"))
    }
}

impl PdnResult {
    /// Parses a result in either notation.
    pub fn read(text: &str) -> Option<Self> {
        Some(match text {
            "1-0" | "2-0" => Self::First,
            "1/2-1/2" | "1-1" => Self::Draw,
            "0-1" | "0-2" => Self::Second,
            "0-0" => Self::Neither,
            "*" => Self::Open,
            _ => return None,
        })
    }

    /// Formats the result in a notation.
    pub fn text(self, results: PdnResults) -> &'static str {
        match (self, results) {
            (Self::First, PdnResults::One) => "1-0",
            (Self::Draw, PdnResults::One) => "1/2-1/2",
            (Self::Second, PdnResults::One) => "0-1",
            (Self::First, PdnResults::Two) => "2-0",
            (Self::Draw, PdnResults::Two) => "1-1",
            (Self::Second, PdnResults::Two) => "0-2",
            (Self::Neither, _) => "0-0",
            (Self::Open, _) => "*",
        }
    }

    /// The outcome; `None` for an unfinished game and if both sides lose.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Self::First => Some(Outcome::Win(Side::First)),
            Self::Draw => Some(Outcome::Draw),
            Self::Second => Some(Outcome::Win(Side::Second)),
            Self::Neither | Self::Open => None,
        }
    }

    /// The result of an outcome.
    pub fn of(outcome: Option<Outcome>) -> Self {
        match outcome {
            Some(Outcome::Win(Side::First)) => Self::First,
            Some(Outcome::Draw) => Self::Draw,
            Some(Outcome::Win(Side::Second)) => Self::Second,
            None => Self::Open,
        }
    }
}
