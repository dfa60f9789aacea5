//! Moves `f6` and `swap`, positions `3/1x1/3 o`.

use zermelo_core::{Game, Notation, ParseMoveError, Side, Square};

use super::error::{HexMoveError, HexPositionError, cell_range};
use super::{Hex, HexMove, PARAMS};
use crate::bitboard::Bits;
use crate::grid::{Arrangement, column_of_letter, index_of_number, letter};
use crate::stones::Stones;

/// The text of a swap.
const SWAP: &str = "swap";

impl<B: Bits> Hex<B> {
    /// The name of a cell: column letter and row number from the top. `a1` is the upper left
    /// corner.
    pub(super) fn cell_name(&self, cell: Square) -> String {
        let [column, row] = self.column_and_row(cell);
        format!("{}{}", letter(column), row + 1)
    }

    /// The column and the row from the top of a cell, from 0.
    pub(super) fn column_and_row(&self, cell: Square) -> [u8; 2] {
        let n = u16::from(self.board.size());
        [(cell.0 % n) as u8, (cell.0 / n) as u8]
    }

    /// The cell at the coordinates of an arrangement, whose rows count from the bottom.
    fn cell_at(&self, [x, y, _]: [u8; 3]) -> Square {
        let n = u16::from(self.board.size());
        Square((n - 1 - u16::from(y)) * n + u16::from(x))
    }

    fn expected_move(&self) -> String {
        let swap = if self.swap { ", or swap" } else { "" };
        format!("{}{swap}", cell_range(self.board.size()))
    }

    /// Converts the stones of the sides to a position, if a game can reach it.
    ///
    /// After a swap, the second side has one stone more if the first is to move, and as many as the
    /// first if it is to move itself.
    ///
    /// # Errors
    /// [`HexPositionError`] if the numbers of stones do not fit the side to move, or if the game
    /// ended earlier.
    pub fn position_of(&self, stones: [B; 2], side: Side) -> Result<Stones<B>, HexPositionError> {
        let [first, second] = stones.map(Bits::count);
        let lead = i64::from(first) - i64::from(second);
        let turn = i64::from(side == Side::Second);
        let swapped = self.swap && self.board.size() > 1 && second > 0 && lead == turn - 1;
        if lead != turn && !swapped {
            return Err(HexPositionError::Unbalanced { first, second, side, has_swap: self.swap });
        }
        if self.board.connects(stones[side.index()], side) {
            return Err(HexPositionError::MoverWon { side });
        }
        let last = side.opponent();
        let other = stones[last.index()];
        let won = self.board.connects(other, last);
        // The last stone connected the edges: removing one of the winner's stones must disconnect
        // them.
        let mut cells = other.squares();
        if won && !cells.any(|cell| !self.board.connects(other & !B::single(cell), last)) {
            return Err(HexPositionError::PlayedOn { side: last });
        }
        Ok(Stones::new(stones, side, won))
    }
}

impl<B: Bits> Notation for Hex<B> {
    type PositionError = HexPositionError;

    fn spec(&self) -> String {
        let swap = if self.swap { "on" } else { "off" };
        let values = [("size", self.board.size().to_string()), ("swap", swap.to_owned())];
        crate::spec_text("hex", PARAMS, values)
    }

    fn move_text(&self, _: &Stones<B>, mv: HexMove) -> String {
        match mv {
            HexMove::Place(cell) => self.cell_name(cell),
            HexMove::Swap => SWAP.to_owned(),
        }
    }

    fn parse_move(&self, position: &Stones<B>, text: &str) -> Result<HexMove, ParseMoveError<HexMoveError>> {
        let size = self.board.size();
        let mv = if text.eq_ignore_ascii_case(SWAP) {
            HexMove::Swap
        } else {
            let mut chars = text.chars();
            let column = chars.next().filter(char::is_ascii_alphabetic);
            let row = chars.as_str();
            let is_number = !row.is_empty() && row.bytes().all(|byte| byte.is_ascii_digit());
            let (Some(column), true) = (column, is_number) else {
                return Err(ParseMoveError::malformed(text, self.expected_move()));
            };
            let Some((column, row)) = column_of_letter(column, size).zip(index_of_number(row, size)) else {
                return Err(ParseMoveError::illegal(text, HexMoveError::OffBoard { size }));
            };
            HexMove::Place(Square(u16::from(row) * u16::from(size) + u16::from(column)))
        };
        self.check(position, mv).map_err(|why| ParseMoveError::illegal(text, why))?;
        Ok(mv)
    }

    fn position_text(&self, position: &Stones<B>) -> String {
        let size = self.board.size();
        let side = zermelo_core::Position::side_to_move(position);
        let mut arrangement = Arrangement::empty([size, size, 1], side);
        for y in 0..size {
            for x in 0..size {
                let at = [x, y, 0];
                arrangement.set(at, position.at(u32::from(self.cell_at(at).0)));
            }
        }
        arrangement.to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Stones<B>, HexPositionError> {
        let size = self.board.size();
        let arrangement = Arrangement::parse(text, [size, size, 1])?;
        let mut stones = [B::EMPTY; 2];
        for (at, side) in arrangement.stones() {
            stones[side.index()] |= B::single(u32::from(self.cell_at(at).0));
        }
        self.position_of(stones, arrangement.side_to_move())
    }
}
