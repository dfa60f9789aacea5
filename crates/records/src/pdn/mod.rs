//! Portable Draughts Notation: plain games, read and written.
//!
//! Source: [PDN 3.0](https://wiegerw.github.io/pdn/). A file holds games: tags (`[White "A. Name"]`), then moves with their
//! numbers, then a result or `*`.
//!
//! - Written is what the standard asks for: results by the type of the game in the tag `Result`, `*` behind the moves, `FEN` and
//!   `SetUp` for a start of its own, lines below 80 characters, a comment in braces behind its move.
//! - Read is this and what old files have: results behind the moves, captures in full, `%` lines, signs of strength (`!?`), NAGs
//!   (`$1`), `...` for a move that is not the first of its number, remarks right behind a move (`26-22Time`), files in Latin-1.
//! - Not read are variations `(..)` and positions inside the moves `/FEN ".."/`: a game that has them is refused with the place.
//!
//! In a quoted text `\"` stands for `"` and `\\` for `\`, as in PGN.
//!
//! A reader needs no rules: it gives tags and texts of moves. [`pick`] finds the game that they belong to among those that the
//! caller knows, and [`PdnGame::replay`] plays it.

mod convert;
mod read;
mod scan;
mod write;

use zermelo_core::{Outcome, PdnResults, Side};

use crate::{Place, ReplayError};

pub use convert::{NoPdn, PickError, SPEC, pick};
pub use read::{Fault, Games, ReadError, decode, read};

/// A game of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnGame {
    /// Where it begins.
    pub place: Place,
    /// The tags in their order; not the `Result`, where it is one of [`PdnResult`].
    pub tags: Vec<Tag>,
    /// What is said before the first move.
    pub comment: Option<String>,
    /// The moves.
    pub moves: Vec<PdnMove>,
    /// How it ended.
    pub result: PdnResult,
}

/// A name and what it stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// A word of letters, digits and `_`.
    pub name: String,
    /// Any text.
    pub value: String,
}

/// A move as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnMove {
    /// The move alone.
    pub text: String,
    /// What is said behind it.
    pub comment: Option<String>,
    /// Where it is.
    pub place: Place,
}

/// How a game ended. The first number of a result is that of the side that moves first: in English draughts Black.
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

/// Why a game of a file can't be played again, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {why}")]
pub struct PdnReplayError {
    /// The refused move, or the beginning of the game.
    pub place: Place,
    /// Why.
    #[source]
    pub why: ReplayError,
}

impl PdnGame {
    /// What a tag says. Nothing where the tag is missing, empty or `?`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|tag| tag.name == name)?;
        Some(tag.value.as_str()).filter(|value| !matches!(*value, "" | "?"))
    }
}

impl PdnResult {
    /// The result of a text, in either way of counting.
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

    /// As it is written in one way of counting.
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

    /// The outcome; none for a game that nobody won and that was not drawn.
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
