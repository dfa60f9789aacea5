//! Why a move or a position is refused.

use zermelo_core::{CodedError, Side, Square};

use super::board::{MEN, SIZE};
use crate::grid::{PositionError, letter, mark};

/// Column letter and row number: `c3`.
pub(super) fn square_name(square: Square) -> String {
    let size = u16::from(SIZE);
    format!("{}{}", letter((square.0 % size) as u8), square.0 / size + 1)
}

/// Why a move is not legal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TeekoIllegal {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// There is no such square.
    #[error("there is no such square on this board; expected a column from a to e and a row from 1 to 5")]
    OffBoard,
    /// A man stands there already.
    #[error("square {} is taken", square_name(*.square))]
    Taken {
        /// The square.
        square: Square,
    },
    /// The first man of all on c3, where the rules forbid it.
    #[error("with first-centre=off the first man of all may not be placed in the centre; take any other square")]
    FirstCentre,
    /// A man is to be placed, but there is none left.
    #[error("all four men are placed: move one, such as c3-d4")]
    AllPlaced,
    /// A man is to move, but there are men to place.
    #[error(
        "{left} of your four men {} not placed yet: place one, such as c3",
        if *.left == 1 { "is" } else { "are" }
    )]
    NotAllPlaced {
        /// How many are to be placed.
        left: u32,
    },
    /// The man belongs to the other side.
    #[error("the man on {} is not yours", square_name(*.square))]
    NotYours {
        /// Where it stands.
        square: Square,
    },
    /// No man stands there.
    #[error("no man stands on {}", square_name(*.square))]
    NobodyThere {
        /// Where.
        square: Square,
    },
    /// Too far, or nowhere.
    #[error(
        "{} is not beside {}: a man goes one square, in any direction",
        square_name(*.to),
        square_name(*.from)
    )]
    NotNeighbours {
        /// From here.
        from: Square,
        /// To here.
        to: Square,
    },
}

impl CodedError for TeekoIllegal {
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
            Self::NobodyThere { .. } => "move/nobody-there",
            Self::NotNeighbours { .. } => "move/not-neighbours",
        }
    }
}

/// Why a position's text is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TeekoPositionError {
    /// It does not have the form of a position.
    #[error(transparent)]
    Form(#[from] PositionError),
    /// A side has more than four men.
    #[error("{found} {}; a side has {MEN} men", mark(*.side))]
    TooManyMen {
        /// That side.
        side: Side,
        /// How many.
        found: u32,
    },
    /// Men are to be placed, and their numbers do not fit the side to move.
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
        /// Who is said to move.
        side: Side,
    },
    /// The first side's first man stands where it may not begin.
    #[error("the only x stands on c3; with first-centre=off the first man of all may not be placed there")]
    FirstCentre,
    /// Both sides have a pattern.
    #[error("both sides have a pattern; a game ends with the first")]
    BothWon,
    /// The side to move has a pattern already.
    #[error(
        "{} has a pattern and is to move; the game ended with that pattern, so the other side is to move",
        mark(*.side)
    )]
    MoverWon {
        /// That side.
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
