//! How games end: the outcome (absolute), the result of one side (relative), and the reason.

use serde::{Deserialize, Serialize};

use crate::Side;

/// The result of a game, independent of a point of view. [`Wdl`] is the result of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A side won.
    Win(Side),
    /// A draw.
    Draw,
}

impl Outcome {
    /// The result of a side.
    #[inline]
    pub fn wdl(self, side: Side) -> Wdl {
        match self {
            Self::Draw => Wdl::Draw,
            Self::Win(winner) if winner == side => Wdl::Win,
            Self::Win(_) => Wdl::Loss,
        }
    }

    /// The winner; `None` for a draw.
    #[inline]
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Win(side) => Some(side),
            Self::Draw => None,
        }
    }
}

/// Win, draw or loss of one side. A better result is greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Wdl {
    /// The side loses.
    Loss,
    /// A draw.
    Draw,
    /// The side wins.
    Win,
}

impl Wdl {
    /// The result of the other side.
    #[inline]
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Termination {
    /// A line or pattern was completed.
    Line,
    /// The board is full and no side completed a line.
    BoardFull,
    /// The side to move has no legal move.
    NoMove,
    /// The side with more points wins; equal points are a draw.
    Points,
    /// A side connected its edges.
    Connection,
    /// The same position occurred too often.
    Repetition,
    /// Too many moves without progress.
    MoveLimit,
    /// A side ran out of time.
    Time,
    /// A side resigned.
    Resignation,
    /// The sides agreed on a draw.
    Agreement,
    /// A side played an illegal move.
    IllegalMove,
    /// The program of a side crashed.
    Crash,
    /// The program of a side did not answer, in a game without a time limit.
    Stall,
    /// The connection to the program of a side was lost.
    Disconnect,
    /// The organizer of the match decided the game.
    Adjudication,
    /// A side left.
    Abandoned,
}

impl Termination {
    /// Whether the rules of the game alone ended the game.
    pub fn is_by_rules(self) -> bool {
        matches!(
            self,
            Self::Line
                | Self::BoardFull
                | Self::NoMove
                | Self::Points
                | Self::Connection
                | Self::Repetition
                | Self::MoveLimit
        )
    }

    /// The reason in words, to follow "wins by" or "draw by".
    pub fn words(self) -> &'static str {
        match self {
            Self::Line => "a completed line",
            Self::BoardFull => "a full board",
            Self::NoMove => "no legal move",
            Self::Points => "points",
            Self::Connection => "a connection",
            Self::Repetition => "repetition",
            Self::MoveLimit => "the move limit",
            Self::Time => "time",
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::IllegalMove => "an illegal move",
            Self::Crash => "a crash",
            Self::Stall => "a stall",
            Self::Disconnect => "a lost connection",
            Self::Adjudication => "adjudication",
            Self::Abandoned => "abandonment",
        }
    }
}

/// The end of a game: the outcome and the reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Ending {
    /// The outcome.
    pub outcome: Outcome,
    /// The reason.
    pub termination: Termination,
}
