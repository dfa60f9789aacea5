//! Drops `c3`, moves `c3-d4`, positions `5/1ox2/2x2/5/5 o`.

use zermelo_core::{MoveError, Notation, Refusal, Side, Square};

use super::position::{TeekoMove, TeekoPosition};
use super::{MEN, Men, PARAMS, SIZE, Teeko, Variant, position};
use crate::grid::{Arrangement, PositionError, column_of_letter, index_of_number, letter, mark};

const EXPECTED: &str = "a square such as c3 while men are placed, then two such as c3-d4";

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

impl Refusal for TeekoIllegal {
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

impl Refusal for TeekoPositionError {
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

/// What a text says of a square.
enum Read {
    /// It has the form of one, on this board or a larger one.
    Square(Option<Square>),
    /// It is something else.
    Other,
}

fn read_square(text: &str) -> Read {
    let mut chars = text.chars();
    let column = chars.next().filter(char::is_ascii_alphabetic);
    let row = chars.as_str();
    let is_number = !row.is_empty() && row.bytes().all(|byte| byte.is_ascii_digit());
    match column {
        Some(column) if is_number => {
            let place = column_of_letter(column, SIZE).zip(index_of_number(row, SIZE));
            Read::Square(place.map(|(x, y)| Square(u16::from(SIZE * y + x))))
        }
        _ => Read::Other,
    }
}

/// The move that a text means, legal or not.
fn read_move(text: &str) -> Result<TeekoMove, MoveError<TeekoIllegal>> {
    let square = |part| match read_square(part) {
        Read::Square(Some(square)) => Ok(square),
        Read::Square(None) => Err(MoveError::illegal(text, TeekoIllegal::OffBoard)),
        Read::Other => Err(MoveError::malformed(text, EXPECTED)),
    };
    Ok(match text.split_once('-') {
        None => TeekoMove::Drop(square(text)?),
        Some((from, to)) => TeekoMove::Step { from: square(from)?, to: square(to)? },
    })
}

impl Notation for Teeko {
    type PositionError = TeekoPositionError;

    fn spec(&self) -> String {
        let variant = match self.variant {
            Variant::Standard => "standard",
            Variant::Advanced => "advanced",
        };
        let first_centre = if self.first_centre { "on" } else { "off" };
        let values = [("variant", variant), ("first-centre", first_centre)];
        crate::spec_text("teeko", PARAMS, values.map(|(key, value)| (key, value.to_owned())))
    }

    fn move_text(&self, _: &TeekoPosition, mv: TeekoMove) -> String {
        match mv {
            TeekoMove::Drop(to) => square_name(to),
            TeekoMove::Step { from, to } => format!("{}-{}", square_name(from), square_name(to)),
        }
    }

    fn parse_move(&self, position: &TeekoPosition, text: &str) -> Result<TeekoMove, MoveError<TeekoIllegal>> {
        let mv = read_move(text)?;
        zermelo_core::Game::check(self, position, mv).map_err(|why| MoveError::illegal(text, why))?;
        Ok(mv)
    }

    fn position_text(&self, position: &TeekoPosition) -> String {
        let mut arrangement = Arrangement::empty([SIZE, SIZE, 1], position.side());
        for y in 0..SIZE {
            for x in 0..SIZE {
                arrangement.set([x, y, 0], position.at(Square(u16::from(SIZE * y + x))));
            }
        }
        arrangement.to_string()
    }

    fn parse_position(&self, text: &str) -> Result<TeekoPosition, TeekoPositionError> {
        let arrangement = Arrangement::parse(text, [SIZE, SIZE, 1])?;
        let mut men: [Men; 2] = [0; 2];
        for ([x, y, _], side) in arrangement.stones() {
            men[side.index()] |= position::single(Square(u16::from(SIZE * y + x)));
        }
        self.position_of(men, arrangement.side_to_move())
    }
}
