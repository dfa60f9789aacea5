//! Drops `c3`, steps `c3-d4`, positions `5/1ox2/2x2/5/5 o`.

use zermelo_core::{Notation, ParseMoveError, Square};

use super::error::{TeekoMoveError, TeekoPositionError, square_name};
use super::position::{TeekoMove, TeekoPosition};
use super::{PARAMS, SIZE, Teeko, TeekoBitboard, Variant, position};
use crate::grid::{Arrangement, column_of_letter, index_of_number};

const EXPECTED: &str = "a square such as c3 while men are placed, then two such as c3-d4";

/// The result of parsing a square.
enum ParsedSquare {
    /// A well-formed name; `None` if the square is not on the board.
    Named(Option<Square>),
    /// Not the name of a square.
    Malformed,
}

fn parse_square(text: &str) -> ParsedSquare {
    let mut chars = text.chars();
    let column = chars.next().filter(char::is_ascii_alphabetic);
    let row = chars.as_str();
    let is_number = !row.is_empty() && row.bytes().all(|byte| byte.is_ascii_digit());
    match column {
        Some(column) if is_number => {
            let place = column_of_letter(column, SIZE).zip(index_of_number(row, SIZE));
            ParsedSquare::Named(place.map(|(x, y)| Square(u16::from(SIZE * y + x))))
        }
        _ => ParsedSquare::Malformed,
    }
}

/// Parses a move without checking whether it is legal.
fn parse_move(text: &str) -> Result<TeekoMove, ParseMoveError<TeekoMoveError>> {
    let square = |part| match parse_square(part) {
        ParsedSquare::Named(Some(square)) => Ok(square),
        ParsedSquare::Named(None) => Err(ParseMoveError::illegal(text, TeekoMoveError::OffBoard)),
        ParsedSquare::Malformed => Err(ParseMoveError::malformed(text, EXPECTED)),
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

    fn parse_move(&self, position: &TeekoPosition, text: &str) -> Result<TeekoMove, ParseMoveError<TeekoMoveError>> {
        let mv = parse_move(text)?;
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
        let mut men: [TeekoBitboard; 2] = [0; 2];
        for ([x, y, _], side) in arrangement.stones() {
            men[side.index()] |= position::single(Square(u16::from(SIZE * y + x)));
        }
        self.position_of(men, arrangement.side_to_move())
    }
}
