//! How games end: who won (absolute), what that means for one side (relative), and why it ended.

use serde::{Deserialize, Serialize};

use crate::Side;

/// Who won. Absolute: it does not depend on who asks. [`Wdl`] is the same from one side's view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// That side won.
    Win(Side),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The outcome as `side` sees it.
    #[inline]
    pub fn wdl(self, side: Side) -> Wdl {
        match self {
            Self::Draw => Wdl::Draw,
            Self::Win(winner) if winner == side => Wdl::Win,
            Self::Win(_) => Wdl::Loss,
        }
    }

    /// The winner, if there is one.
    #[inline]
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Win(side) => Some(side),
            Self::Draw => None,
        }
    }
}

/// Win, draw or loss from one side's view; ordered, the better the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Wdl {
    /// That side loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// That side wins.
    Win,
}

impl Wdl {
    /// The same from the other side's view.
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
    /// The board is full and nobody completed a line.
    BoardFull,
    /// The side to move has no legal move.
    NoMove,
    /// The points on the board decided: more points win, equal points are a draw.
    Points,
    /// A side connected what it had to connect.
    Connection,
    /// The same position came up too often.
    Repetition,
    /// Too many moves without progress.
    MoveLimit,
    /// A side used up its time.
    Time,
    /// A side resigned.
    Resignation,
    /// The sides agreed on a draw.
    Agreement,
    /// A side played a move that the rules refuse.
    IllegalMove,
    /// A player's program broke down.
    Crash,
    /// A player's program gave no answer, though its time was not what was limited.
    Stall,
    /// The connection to a player's program was lost.
    Disconnect,
    /// Whoever runs the match decided it.
    Adjudication,
    /// A side left.
    Abandoned,
}

impl Termination {
    /// Whether the rules of the game alone end it so. The others come from beside the board.
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

/// A finished game: who won and why it is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Ending {
    /// Who won.
    pub outcome: Outcome,
    /// Why it is over.
    pub termination: Termination,
}
