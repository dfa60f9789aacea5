//! Drops `c3`, moves `c3-d4`, positions `5/1ox2/2x2/5/5 o`.

use zermelo_core::{ParseMoveError, Notation, Square};

use super::illegal::{TeekoIllegal, TeekoPositionError, square_name};
use super::position::{TeekoMove, TeekoPosition};
use super::{Men, PARAMS, SIZE, Teeko, Variant, position};
use crate::grid::{Arrangement, column_of_letter, index_of_number};

const EXPECTED: &str = "a square such as c3 while men are placed, then two such as c3-d4";

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
fn read_move(text: &str) -> Result<TeekoMove, ParseMoveError<TeekoIllegal>> {
    let square = |part| match read_square(part) {
        Read::Square(Some(square)) => Ok(square),
        Read::Square(None) => Err(ParseMoveError::illegal(text, TeekoIllegal::OffBoard)),
        Read::Other => Err(ParseMoveError::malformed(text, EXPECTED)),
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

    fn parse_move(&self, position: &TeekoPosition, text: &str) -> Result<TeekoMove, ParseMoveError<TeekoIllegal>> {
        let mv = read_move(text)?;
        zermelo_core::Game::check(self, position, mv).map_err(|why| ParseMoveError::illegal(text, why))?;
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
