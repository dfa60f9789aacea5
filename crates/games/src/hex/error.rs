//! The errors of illegal moves and invalid positions.

use zermelo_core::{CodedError, Side};

use crate::grid::{PositionError, letter, mark};

/// An illegal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HexMoveError {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The cell is not on the board.
    #[error("there is no such cell on this board; expected {}", cell_range(*.size))]
    OffBoard {
        /// The number of rows and of columns of the board.
        size: u8,
    },
    /// The cell is occupied.
    #[error("cell {cell} is taken")]
    Taken {
        /// The cell's name.
        cell: String,
    },
    /// The rules or the position do not allow a swap.
    #[error(
        "a swap is not possible: {}",
        if *.has_swap { "only the second player's first move may be a swap" } else { "this game is played with swap=off" }
    )]
    NoSwap {
        /// Whether the game has the swap rule.
        has_swap: bool,
    },
}

impl CodedError for HexMoveError {
    const CODES: &'static [&'static str] = &["move/game-over", "move/off-board", "move/taken", "move/no-swap"];

    fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "move/game-over",
            Self::OffBoard { .. } => "move/off-board",
            Self::Taken { .. } => "move/taken",
            Self::NoSwap { .. } => "move/no-swap",
        }
    }
}

/// An invalid position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HexPositionError {
    /// The text is malformed or does not fit the size.
    #[error(transparent)]
    Text(#[from] PositionError),
    /// The numbers of stones do not fit the side to move.
    #[error("{first} x and {second} o with {} to move; {}", mark(*.side), expected_numbers(*.has_swap))]
    Unbalanced {
        /// Stones of the first side.
        first: u32,
        /// Stones of the second side.
        second: u32,
        /// The side to move according to the text.
        side: Side,
        /// Whether the game has the swap rule.
        has_swap: bool,
    },
    /// The side to move has connected its edges.
    #[error("{} has joined its edges and is to move; the game ended with that, so the other side is to move", mark(*.side))]
    MoverWon {
        /// The side to move.
        side: Side,
    },
    /// The winner's edges stay connected without any single stone, so the game ended earlier.
    #[error("{} has joined its edges, and no single last stone did it; the game ended before", mark(*.side))]
    PlayedOn {
        /// The winner.
        side: Side,
    },
}

impl CodedError for HexPositionError {
    fn code(&self) -> &'static str {
        match self {
            Self::Text(why) => why.code(),
            Self::Unbalanced { .. } => "position/unbalanced",
            Self::MoverWon { .. } => "position/mover-won",
            Self::PlayedOn { .. } => "position/played-on",
        }
    }
}

fn expected_numbers(has_swap: bool) -> &'static str {
    if has_swap {
        "x moves when both have the same number, o when x has one more; after a swap x moves when o has one more, o when both have the \
         same number"
    } else {
        "x moves when both have the same number; o moves when x has one more"
    }
}

/// Describes the names of the cells for a message.
pub(super) fn cell_range(size: u8) -> String {
    format!("a column from a to {} and a row from 1 to {size}, such as a1", letter(size - 1))
}
