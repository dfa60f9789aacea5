//! The errors of illegal moves and invalid positions.

use zermelo_core::{CodedError, Side, Square};

use super::board::{MEN, SIZE};
use crate::grid::{PositionError, letter, mark};

/// The name of a square: column letter and row number, such as `c3`.
pub(super) fn square_name(square: Square) -> String {
    let size = u16::from(SIZE);
    format!("{}{}", letter((square.0 % size) as u8), square.0 / size + 1)
}

/// An illegal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TeekoMoveError {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The square is not on the board.
    #[error("there is no such square on this board; expected a column from a to e and a row from 1 to 5")]
    OffBoard,
    /// The square is occupied.
    #[error("square {} is taken", square_name(*.square))]
    Taken {
        /// The square.
        square: Square,
    },
    /// The first man of the game is placed on c3, which the rules forbid.
    #[error("with first-centre=off the first man of all may not be placed in the centre; take any other square")]
    FirstCentre,
    /// A drop after all men are placed.
    #[error("all four men are placed: move one, such as c3-d4")]
    AllPlaced,
    /// A step before all men are placed.
    #[error(
        "{left} of your four men {} not placed yet: place one, such as c3",
        if *.left == 1 { "is" } else { "are" }
    )]
    NotAllPlaced {
        /// The number of men of the side to move that are not placed.
        left: u32,
    },
    /// The man belongs to the other side.
    #[error("the man on {} is not yours", square_name(*.square))]
    NotYours {
        /// The square of the man.
        square: Square,
    },
    /// The start square is empty.
    #[error("no man stands on {}", square_name(*.square))]
    EmptyStart {
        /// The start square.
        square: Square,
    },
    /// The squares are not adjacent.
    #[error(
        "{} is not beside {}: a man goes one square, in any direction",
        square_name(*.to),
        square_name(*.from)
    )]
    NotNeighbours {
        /// The start square.
        from: Square,
        /// The target square.
        to: Square,
    },
}

impl CodedError for TeekoMoveError {
    const CODES: &'static [&'static str] = &[
        "move/game-over",
        "move/off-board",
        "move/taken",
        "move/first-centre",
        "move/all-placed",
        "move/not-all-placed",
        "move/not-yours",
        "move/nobody-there",
        "move/not-neighbours",
    ];

    fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "move/game-over",
            Self::OffBoard => "move/off-board",
            Self::Taken { .. } => "move/taken",
            Self::FirstCentre => "move/first-centre",
            Self::AllPlaced => "move/all-placed",
            Self::NotAllPlaced { .. } => "move/not-all-placed",
            Self::NotYours { .. } => "move/not-yours",
            Self::EmptyStart { .. } => "move/nobody-there",
            Self::NotNeighbours { .. } => "move/not-neighbours",
        }
    }
}

/// An invalid position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TeekoPositionError {
    /// The text is malformed.
    #[error(transparent)]
    Form(#[from] PositionError),
    /// A side has more than four men.
    #[error("{found} {}; a side has {MEN} men", mark(*.side))]
    TooManyMen {
        /// The side.
        side: Side,
        /// The number of its men.
        found: u32,
    },
    /// Not all men are placed, and their numbers do not fit the side to move.
    #[error(
        "{first} x and {second} o with {} to move; {} until both have placed {MEN}",
        mark(*.side),
        match .side { Side::First => "x places when both have the same number", Side::Second => "o places when x has one more" }
    )]
    Unbalanced {
        /// Men of the first side.
        first: u32,
        /// Men of the second side.
        second: u32,
        /// The side to move according to the text.
        side: Side,
    },
    /// The first man of the game is on c3, which the rules forbid.
    #[error("the only x stands on c3; with first-centre=off the first man of all may not be placed there")]
    FirstCentre,
    /// Both sides have a pattern.
    #[error("both sides have a pattern; a game ends with the first")]
    BothWon,
    /// The side to move has a pattern.
    #[error(
        "{} has a pattern and is to move; the game ended with that pattern, so the other side is to move",
        mark(*.side)
    )]
    MoverWon {
        /// The side to move.
        side: Side,
    },
}

impl CodedError for TeekoPositionError {
    fn code(&self) -> &'static str {
        match self {
            Self::Form(why) => why.code(),
            Self::TooManyMen { .. } => "position/too-many-men",
            Self::Unbalanced { .. } => "position/unbalanced",
            Self::FirstCentre => "position/first-centre",
            Self::BothWon => "position/both-won",
            Self::MoverWon { .. } => "position/mover-won",
        }
    }
}
