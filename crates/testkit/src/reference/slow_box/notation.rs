//! The notation of a box, equal to that of the fast games.

use zermelo_core::text::MAX_TEXT;
use zermelo_core::{CodedError, Game, Notation, ParseMoveError, Side};

use super::{SlowBox, SlowMove, SlowMoveError, SlowPosition, letter};

/// Why a position's text is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SlowPositionError {
    /// It does not have the form of a position of this board.
    #[error("expected rows from the top with / between them, | between planes, and the side to move")]
    Malformed,
    /// The position is not reachable.
    #[error("no game leads to this position: {0}")]
    Unreachable(&'static str),
}

impl CodedError for SlowPositionError {
    fn code(&self) -> &'static str {
        match self {
            Self::Malformed => "position/malformed",
            Self::Unreachable(_) => "position/unreachable",
        }
    }
}

impl<const CELLS: usize> Notation for SlowBox<CELLS> {
    type PositionError = SlowPositionError;

    fn spec(&self) -> String {
        let Self { width, depth, height, k, .. } = self;
        let gravity = if self.gravity { "on" } else { "off" };
        format!("slow-box:width={width},depth={depth},height={height},k={k},gravity={gravity}")
    }

    fn move_text(&self, _: &Self::Position, SlowMove { x, y, z }: Self::Move) -> String {
        match (self.depth, self.gravity) {
            (1, true) => char::from_digit(u32::from(x) + 1, 17).expect("at most 16 columns").to_string(),
            (1, false) => format!("{}{}", letter(x), z + 1),
            (_, true) => format!("{}{}", letter(x), y + 1),
            (_, false) => format!("{}{}{}", letter(x), y + 1, z + 1),
        }
    }

    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, ParseMoveError<Self::MoveError>> {
        if self.outcome(position).is_some() {
            return Err(ParseMoveError::illegal(text, SlowMoveError::Over));
        }
        // With gravity all cells of a post have the same name. For a full post `named` is its lowest cell, which
        // `check` rejects.
        let named = self.places().find(|&place| self.move_text(position, place) == text);
        let named = named.ok_or_else(|| ParseMoveError::malformed(text, "the name of a place"))?;
        let landing = if self.gravity { self.landing(position, named.x, named.y) } else { None };
        let mv = landing.unwrap_or(named);
        self.check(position, mv).map_err(|why| ParseMoveError::illegal(text, why))?;
        Ok(mv)
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        if self.depth == 1 && self.gravity {
            // Connect Four's dense form: every character is a move.
            let ends = |(at, c): (usize, char)| &text[at..at + c.len_utf8()];
            return text.char_indices().filter(|(_, c)| !c.is_whitespace()).map(ends).collect();
        }
        text.split_whitespace().collect()
    }

    fn position_text(&self, position: &Self::Position) -> String {
        let row = |y: u8, z: u8| {
            let (mut row, mut empty) = (String::new(), 0_u32);
            for x in 0..=self.width {
                let stone = (x < self.width).then(|| self.at(position, SlowMove { x, y, z }));
                if stone == Some(None) {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    row += &empty.to_string();
                    empty = 0;
                }
                row.extend(stone.flatten().map(mark));
            }
            row
        };
        let plane = |y: u8| (0..self.height).rev().map(|z| row(y, z)).collect::<Vec<_>>().join("/");
        let planes: Vec<String> = (0..self.depth).map(plane).collect();
        format!("{} {}", planes.join(" | "), mark(position.side))
    }

    fn parse_position(&self, text: &str) -> Result<Self::Position, Self::PositionError> {
        if text.len() > MAX_TEXT {
            return Err(SlowPositionError::Malformed);
        }
        let (board, side) = text.rsplit_once(' ').ok_or(SlowPositionError::Malformed)?;
        let mut position = self.initial();
        position.side = match side {
            "x" => Side::First,
            "o" => Side::Second,
            _ => return Err(SlowPositionError::Malformed),
        };
        let planes: Vec<&str> = board.split(" | ").collect();
        if planes.len() != usize::from(self.depth) {
            return Err(SlowPositionError::Malformed);
        }
        for (y, plane) in planes.into_iter().enumerate() {
            let rows: Vec<&str> = plane.split('/').collect();
            if rows.len() != usize::from(self.height) {
                return Err(SlowPositionError::Malformed);
            }
            for (z, row) in rows.into_iter().rev().enumerate() {
                let stones = self.parse_row(row).ok_or(SlowPositionError::Malformed)?;
                for (x, stone) in stones.into_iter().enumerate() {
                    let place = SlowMove { x: x as u8, y: y as u8, z: z as u8 };
                    position.cells[self.index(place)] = stone;
                }
            }
        }
        self.validate(&position)?;
        Ok(position)
    }
}

impl<const CELLS: usize> SlowBox<CELLS> {
    fn count_stones(&self, position: &SlowPosition<CELLS>, side: Side) -> usize {
        self.places().filter(|&place| self.at(position, place) == Some(side)).count()
    }

    /// Checks the numbers of stones, gravity and lines. With gravity, an accepted position can still be unreachable
    /// because no order of moves leads to it; the fast games check that too.
    fn validate(&self, position: &SlowPosition<CELLS>) -> Result<(), SlowPositionError> {
        let [first, second] = Side::BOTH.map(|side| self.count_stones(position, side));
        let fits = match position.side {
            Side::First => first == second,
            Side::Second => first == second + 1,
        };
        if !fits {
            return Err(SlowPositionError::Unreachable("the sides move in turn"));
        }
        let is_floating = |place: SlowMove| {
            let below = place.z.checked_sub(1).map(|z| SlowMove { z, ..place });
            self.at(position, place).is_some() && below.is_some_and(|below| self.at(position, below).is_none())
        };
        if self.gravity && self.places().any(is_floating) {
            return Err(SlowPositionError::Unreachable("a stone floats"));
        }
        if self.has_line(position, position.side) {
            return Err(SlowPositionError::Unreachable("the side to move has a line already"));
        }
        let last = position.side.opponent();
        let is_last_stone = |place: SlowMove| {
            let above = SlowMove { z: place.z + 1, ..place };
            let is_top = !self.is_on_board(above) || self.at(position, above).is_none();
            let mut before = *position;
            before.cells[self.index(place)] = 0;
            self.at(position, place) == Some(last) && (is_top || !self.gravity) && !self.has_line(&before, last)
        };
        if self.has_line(position, last) && !self.places().any(is_last_stone) {
            return Err(SlowPositionError::Unreachable("the game was over before the last move"));
        }
        Ok(())
    }

    /// The cells of a row from left to right; `None` if the row is malformed or has another number of cells.
    fn parse_row(&self, row: &str) -> Option<Vec<u8>> {
        let mut stones = Vec::new();
        let mut rest = row;
        while let Some(c) = rest.chars().next() {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            if digits > 0 {
                let empty: usize = rest[..digits].parse().ok()?;
                let canonical = empty > 0 && !rest.starts_with('0') && empty <= usize::from(self.width);
                stones.extend(canonical.then(|| vec![0; empty])?);
                rest = &rest[digits..];
            } else {
                stones.push(match c {
                    'x' => 1,
                    'o' => 2,
                    _ => return None,
                });
                rest = &rest[1..];
            }
        }
        (stones.len() == usize::from(self.width)).then_some(stones)
    }
}

fn mark(side: Side) -> char {
    match side {
        Side::First => 'x',
        Side::Second => 'o',
    }
}
