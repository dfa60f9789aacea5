//! Moves `c2` (third column, second plane), or without gravity `c23` (third column, second plane,
//! third row). Positions are written by planes from the front.

use zermelo_core::{Game, Notation, ParseMoveError, Square};

use super::{Connect3d, PARAMS};
use crate::bitboard::Bits;
use crate::grid::{Arrangement, PlacementError, PositionError, column_of_letter, letter};
use crate::stones::{Stones, stone_game_items};

impl<B: Bits> Connect3d<B> {
    /// Column, row and plane of a square, from 0.
    fn coordinates(&self, square: Square) -> [u8; 3] {
        let (post, row) = (u32::from(square.0) / self.stride, u32::from(square.0) % self.stride);
        let depth = u32::from(self.lattice.size()[2]);
        [post / depth, row, post % depth].map(|n| n as u8)
    }

    /// The name of a cell: column, plane and row, such as `c23`.
    pub(super) fn cell_name(&self, square: Square) -> String {
        let [x, y, z] = self.coordinates(square);
        format!("{}{}{}", letter(x), z + 1, y + 1)
    }

    /// The name of a post: column and plane, such as `c2`.
    pub(super) fn post_name(&self, square: Square) -> String {
        let [x, _, z] = self.coordinates(square);
        format!("{}{}", letter(x), z + 1)
    }

    pub(super) fn expected_move(&self) -> String {
        let [width, height, depth] = self.lattice.size();
        let post = format!("a column from a to {} and a depth from 1 to {depth}", letter(width - 1));
        if self.gravity {
            format!("{post}, such as a1")
        } else {
            format!("{post}, and a row from 1 to {height}, such as a11")
        }
    }

    /// Converts a digit from 1 to `max` to an index from 0.
    fn digit(c: char, max: u8) -> Option<u8> {
        let digit = c.to_digit(10)?.checked_sub(1)? as u8;
        (digit < max).then_some(digit)
    }
}

impl<B: Bits> Notation for Connect3d<B> {
    type PositionError = PositionError;

    stone_game_items!(Notation);

    fn spec(&self) -> String {
        let [width, height, depth] = self.lattice.size();
        let numbers = [("width", width), ("depth", depth), ("height", height), ("k", self.lattice.k())];
        let gravity = if self.gravity { "on" } else { "off" };
        let values = numbers.map(|(key, value)| (key, value.to_string()));
        crate::spec_text("connect3d", PARAMS, values.into_iter().chain([("gravity", gravity.to_owned())]))
    }

    fn move_text(&self, _: &Stones<B>, mv: Square) -> String {
        if self.gravity { self.post_name(mv) } else { self.cell_name(mv) }
    }

    fn parse_move(&self, position: &Stones<B>, text: &str) -> Result<Square, ParseMoveError<PlacementError>> {
        let [width, height, depth] = self.lattice.size();
        let chars: Vec<char> = text.chars().take(4).collect();
        let (column, plane, row) = match (chars.as_slice(), self.gravity) {
            (&[column, plane], true) => (column, plane, '1'),
            (&[column, plane, row], false) => (column, plane, row),
            _ => return Err(ParseMoveError::malformed(text, self.expected_move())),
        };
        if !(column.is_ascii_alphabetic() && plane.is_ascii_digit() && row.is_ascii_digit()) {
            return Err(ParseMoveError::malformed(text, self.expected_move()));
        }
        let place = column_of_letter(column, width).zip(Self::digit(plane, depth)).zip(Self::digit(row, height));
        let Some(((x, z), y)) = place else {
            return Err(ParseMoveError::illegal(text, PlacementError::OffBoard { expected: self.expected_move() }));
        };
        let cell = self.lattice.square([x, y, z]);
        let square = if self.gravity {
            // For a full post, check the lowest cell, so that the error of a finished game comes
            // first.
            self.landing(position.occupied(), u32::from(cell.0)).unwrap_or(cell)
        } else {
            cell
        };
        self.check(position, square).map_err(|why| {
            let why = match why {
                PlacementError::Taken { .. } if self.gravity => {
                    PlacementError::ColumnFull { column: self.post_name(square) }
                }
                why => why,
            };
            ParseMoveError::illegal(text, why)
        })?;
        Ok(square)
    }

    fn parse_position(&self, text: &str) -> Result<Stones<B>, PositionError> {
        let arrangement = Arrangement::parse(text, self.lattice.size())?;
        Stones::from_arrangement(&arrangement, &self.lattice, self.gravity)
    }
}
