//! Moves `f5`, `pass`; positions `8/8/8/3ox3/3xo3/8/8/8 x`, rows from the top.

use zermelo_core::{Game, Notation, ParseMoveError, Side, Square};

use super::{PARAMS, Reversi, ReversiMove, ReversiMoveError, ReversiPosition};
use crate::bitboard::Bits;
use crate::grid::{Arrangement, PositionError, column_of_letter, index_of_number, letter};

/// The text of a pass.
const PASS: &str = "pass";
/// The texts that are accepted as a pass.
const PASSES: &[&str] = &[PASS, "pa", "--"];

impl<B: Bits> Reversi<B> {
    /// The name of a square: column letter and row number from the top, such as `f5`.
    pub(super) fn square_name(&self, square: Square) -> String {
        let size = u16::from(self.size());
        format!("{}{}", letter((square.0 % size) as u8), square.0 / size + 1)
    }

    pub(super) fn expected_square(&self) -> String {
        let size = self.size();
        format!("a column from a to {} and a row from 1 to {size}, such as a1", letter(size - 1))
    }

    /// Parses a move without checking whether it is legal.
    fn parse_text(&self, text: &str) -> Result<ReversiMove, ParseMoveError<ReversiMoveError>> {
        if PASSES.iter().any(|pass| pass.eq_ignore_ascii_case(text)) {
            return Ok(ReversiMove::Pass);
        }
        let expected = || self.expected_square();
        let mut chars = text.chars();
        let column = chars.next().filter(char::is_ascii_alphabetic);
        let number = chars.as_str();
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let (Some(column), true) = (column, is_number) else {
            return Err(ParseMoveError::malformed(text, format!("{}, or {PASS}", expected())));
        };
        let place = column_of_letter(column, self.size()).zip(index_of_number(number, self.size()));
        let Some((column, row)) = place else {
            return Err(ParseMoveError::illegal(text, ReversiMoveError::OffBoard { expected: expected() }));
        };
        Ok(ReversiMove::Place(Square(u16::from(row) * u16::from(self.size()) + u16::from(column))))
    }

    /// The coordinates of a square on the grid, whose rows are counted from the bottom.
    pub(super) fn cell(&self, square: Square) -> [u8; 3] {
        let size = u16::from(self.size());
        [(square.0 % size) as u8, (size - 1 - square.0 / size) as u8, 0]
    }

    /// The discs that are connected to the middle by adjacent discs.
    fn connected_to_middle(&self, discs: B) -> B {
        let middle = self.middle().into_iter().flatten().fold(B::EMPTY, |set, square| set | B::single(square));
        let mut connected = middle & discs;
        loop {
            let more = connected | self.geometry.neighbours(connected) & discs;
            if more == connected {
                return connected;
            }
            connected = more;
        }
    }
}

impl<B: Bits> Notation for Reversi<B> {
    type PositionError = PositionError;

    fn spec(&self) -> String {
        crate::spec_text("reversi", PARAMS, [("size", self.size().to_string())])
    }

    fn move_text(&self, _: &ReversiPosition<B>, mv: ReversiMove) -> String {
        match mv {
            ReversiMove::Place(square) => self.square_name(square),
            ReversiMove::Pass => PASS.to_owned(),
        }
    }

    fn parse_move(
        &self,
        position: &ReversiPosition<B>,
        text: &str,
    ) -> Result<ReversiMove, ParseMoveError<ReversiMoveError>> {
        let mv = self.parse_text(text)?;
        self.check(position, mv).map_err(|why| ParseMoveError::illegal(text, why))?;
        Ok(mv)
    }

    /// Splits a list with or without spaces: `f5 d6 c3` and `F5D6C3`.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        text.split_whitespace().flat_map(split_word).collect()
    }

    fn position_text(&self, position: &ReversiPosition<B>) -> String {
        let size = self.size();
        let mut arrangement = Arrangement::empty([size, size, 1], position.side);
        for side in Side::BOTH {
            for square in position.of(side).squares() {
                arrangement.set(self.cell(Square(square as u16)), Some(side));
            }
        }
        arrangement.to_string()
    }

    /// Parses a position. The middle must be full and all discs must be connected to it. Whether a
    /// game can reach the position is not checked.
    fn parse_position(&self, text: &str) -> Result<ReversiPosition<B>, PositionError> {
        let size = self.size();
        let arrangement = Arrangement::parse(text, [size, size, 1])?;
        let mut discs = [B::EMPTY; 2];
        for ([x, y, _], side) in arrangement.stones() {
            let square = u32::from(size - 1 - y) * u32::from(size) + u32::from(x);
            discs[side.index()] |= B::single(square);
        }
        let all = discs[0] | discs[1];
        if let Some(empty) = self.middle().into_iter().flatten().find(|&square| !all.has(square)) {
            return Err(PositionError::EmptyMiddle { square: self.square_name(Square(empty as u16)) });
        }
        let detached = all & !self.connected_to_middle(all);
        if !detached.is_empty() {
            return Err(PositionError::Detached { square: self.square_name(Square(detached.lowest() as u16)) });
        }
        let side = arrangement.side_to_move();
        let (mover, other) = (discs[side.index()], discs[side.opponent().index()]);
        Ok(ReversiPosition::new(&self.geometry, mover, other, side))
    }
}

/// Splits a word into squares and passes. Text that is neither remains as one move, which is then
/// malformed.
fn split_word(word: &str) -> Vec<&str> {
    let mut moves = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let (mv, after) = rest.split_at(first_move_length(rest).unwrap_or(rest.len()));
        moves.push(mv);
        rest = after;
    }
    moves
}

/// The length of the move at the beginning of a text.
fn first_move_length(text: &str) -> Option<usize> {
    let begins = |pass: &&&str| text.get(..pass.len()).is_some_and(|start| start.eq_ignore_ascii_case(pass));
    if let Some(pass) = PASSES.iter().find(begins) {
        return Some(pass.len());
    }
    let digits = text.get(1..)?.bytes().take_while(u8::is_ascii_digit).count();
    (text.starts_with(|c: char| c.is_ascii_alphabetic()) && digits > 0).then_some(1 + digits)
}
