//! Moves `b3`, positions `3/1x1/3 o`.

use zermelo_core::{Notation, ParseMoveError, Square};

use super::{Mnk, PARAMS, TIC_TAC_TOE};
use crate::bitboard::Bits;
use crate::grid::{Arrangement, PlacementError, PositionError, column_of_letter, index_of_number, letter};
use crate::stones::{Stones, stone_game_items};

impl<B: Bits> Mnk<B> {
    /// The name of a square: column letter and row number, such as `b3`.
    pub(super) fn square_name(&self, square: Square) -> String {
        let width = self.lattice.size()[0];
        let (x, y) = (square.0 % u16::from(width), square.0 / u16::from(width));
        format!("{}{}", letter(x as u8), y + 1)
    }

    pub(super) fn expected_move(&self) -> String {
        let [width, height, _] = self.lattice.size();
        format!("a column from a to {} and a row from 1 to {height}, such as a1", letter(width - 1))
    }
}

impl<B: Bits> Notation for Mnk<B> {
    type PositionError = PositionError;

    stone_game_items!(Notation);

    fn spec(&self) -> String {
        let [width, height, _] = self.lattice.size();
        let k = self.lattice.k();
        if [width, height, k] == TIC_TAC_TOE {
            return "tictactoe".to_owned();
        }
        let values = [("width", width), ("height", height), ("k", k)];
        crate::spec_text("mnk", PARAMS, values.map(|(key, value)| (key, value.to_string())))
    }

    fn move_text(&self, _: &Stones<B>, mv: Square) -> String {
        self.square_name(mv)
    }

    fn parse_move(&self, position: &Stones<B>, text: &str) -> Result<Square, ParseMoveError<PlacementError>> {
        let [width, height, _] = self.lattice.size();
        let mut chars = text.chars();
        let column = chars.next().filter(char::is_ascii_alphabetic);
        let is_number = !chars.as_str().is_empty() && chars.as_str().bytes().all(|byte| byte.is_ascii_digit());
        let (Some(column), true) = (column, is_number) else {
            return Err(ParseMoveError::malformed(text, self.expected_move()));
        };
        let place = column_of_letter(column, width).zip(index_of_number(chars.as_str(), height));
        let Some((x, y)) = place else {
            return Err(ParseMoveError::illegal(text, PlacementError::OffBoard { expected: self.expected_move() }));
        };
        let square = self.lattice.square([x, y, 0]);
        zermelo_core::Game::check(self, position, square).map_err(|why| ParseMoveError::illegal(text, why))?;
        Ok(square)
    }

    fn parse_position(&self, text: &str) -> Result<Stones<B>, PositionError> {
        let arrangement = Arrangement::parse(text, self.lattice.size())?;
        Stones::from_arrangement(&arrangement, &self.lattice, false)
    }
}
