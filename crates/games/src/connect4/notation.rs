//! Moves `1`..`9`, `a`..`g`. Positions are rows, or the moves from the start.

use zermelo_core::text::MAX_TEXT;
use zermelo_core::{Column, Game, Notation, ParseMoveError, parse_moves};

use super::column::{COLUMNS, column_char};
use super::{Connect4, PARAMS};
use crate::bitboard::Bits;
use crate::grid::{Arrangement, PlacementError, PositionError};
use crate::stones::{Stones, stone_game_items};

impl<B: Bits> Connect4<B> {
    pub(super) fn expected_move(&self) -> String {
        match self.board.width() {
            1 => "column 1, the only one".to_owned(),
            width @ ..=9 => format!("a column from 1 to {width}"),
            width => format!("a column from 1 to 9 or a to {}", column_char(Column(width - 1))),
        }
    }
}

impl<B: Bits> Notation for Connect4<B> {
    type PositionError = PositionError;

    stone_game_items!(Notation);

    fn spec(&self) -> String {
        let [width, height, _] = self.lattice.size();
        let values = [("width", width), ("height", height), ("k", self.lattice.k())];
        crate::spec_text("connect4", PARAMS, values.map(|(key, value)| (key, value.to_string())))
    }

    fn move_text(&self, _: &Stones<B>, mv: Column) -> String {
        column_char(mv).to_string()
    }

    fn parse_move(&self, position: &Stones<B>, text: &str) -> Result<Column, ParseMoveError<PlacementError>> {
        let mut chars = text.chars();
        let (Some(c), None) = (chars.next(), chars.next()) else {
            return Err(ParseMoveError::malformed(text, self.expected_move()));
        };
        let c = c.to_ascii_lowercase();
        let Some(column) = COLUMNS.iter().position(|&name| char::from(name) == c) else {
            return Err(ParseMoveError::malformed(text, self.expected_move()));
        };
        let column = Column(column as u8);
        self.check(position, column).map_err(|why| ParseMoveError::illegal(text, why))?;
        Ok(column)
    }

    /// Splits a list with or without spaces: `4 4 4` and `444`.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        text.split_whitespace().flat_map(|word| word.split("").filter(|c| !c.is_empty())).collect()
    }

    fn parse_position(&self, text: &str) -> Result<Stones<B>, PositionError> {
        // A text without rows and without a side to move is a list of moves, the form of the public
        // benchmark sets.
        let is_moves = !text.trim().contains(|c: char| c == '/' || c == '|' || c.is_whitespace());
        if !is_moves || text.trim().is_empty() || text.len() > MAX_TEXT {
            let arrangement = Arrangement::parse(text, self.lattice.size())?;
            return Stones::from_arrangement(&arrangement, &self.lattice, true);
        }
        let start = self.initial();
        let moves = parse_moves(self, &start, text)
            .map_err(|error| PositionError::Moves { code: error.code(), message: error.to_string() })?;
        Ok(moves.into_iter().fold(start, |mut position, mv| {
            self.play_unchecked(&mut position, mv);
            position
        }))
    }
}
