//! The text of boards. Rows go from the top, with `/` between them. `x` and `o` are stones, and a
//! number is a run of empty squares. Planes go from the front, with ` | ` between them. A space and
//! the side to move follow.
//!
//! ```text
//! 3/1x1/3 o                        tic-tac-toe with x in the middle, o to move
//! 2/2 | 2/x1 o                     two planes of two rows
//! ```

use std::fmt::Write;

use zermelo_core::text::{MAX_TEXT, excerpt};
use zermelo_core::{CodedError, Side};

/// The stones and the side to move of a text, not yet validated by the rules of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrangement {
    size: [u8; 3],
    side: Side,
    /// By plane, then row from the bottom, then column.
    cells: Vec<Option<Side>>,
}

impl Arrangement {
    /// An empty board of `size` columns, rows and planes.
    pub fn empty(size: [u8; 3], side: Side) -> Self {
        Self { size, side, cells: vec![None; size.map(usize::from).iter().product()] }
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        self.side
    }

    /// The side whose stone is on a cell.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn at(&self, cell: [u8; 3]) -> Option<Side> {
        self.cells[self.index(cell)]
    }

    /// Puts a stone on a cell, or removes it.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn set(&mut self, cell: [u8; 3], side: Option<Side>) {
        let index = self.index(cell);
        self.cells[index] = side;
    }

    /// All stones with their cells.
    pub fn stones(&self) -> impl Iterator<Item = ([u8; 3], Side)> {
        let [width, height, _] = self.size.map(usize::from);
        self.cells.iter().enumerate().filter_map(move |(at, side)| {
            let cell = [at % width, at / width % height, at / width / height].map(|n| n as u8);
            side.map(|side| (cell, side))
        })
    }

    /// Parses the text of a board of `size` columns, rows and planes.
    ///
    /// # Errors
    /// [`PositionError`] if the text is too long, has no side to move, or does not fit the size.
    pub fn parse(text: &str, size: [u8; 3]) -> Result<Self, PositionError> {
        if text.len() > MAX_TEXT {
            return Err(PositionError::TooLong { found: text.len() });
        }
        let text = text.trim();
        let (board, side) = text.rsplit_once(char::is_whitespace).unwrap_or((text, ""));
        let side = match side {
            "x" | "X" => Side::First,
            "o" | "O" => Side::Second,
            other => return Err(PositionError::NoSide { found: excerpt(other) }),
        };
        let mut arrangement = Self::empty(size, side);
        let planes: Vec<&str> = board.split('|').map(str::trim).collect();
        if planes.len() != usize::from(size[2]) {
            return Err(PositionError::PlaneCount { found: planes.len(), expected: size[2] });
        }
        for (z, plane) in (0..).zip(planes) {
            let rows: Vec<&str> = plane.split('/').collect();
            if rows.len() != usize::from(size[1]) {
                return Err(PositionError::RowCount { plane: z + 1, found: rows.len(), expected: size[1] });
            }
            for (from_top, row) in (0..).zip(rows) {
                arrangement.parse_row(row, size[1] - 1 - from_top, z)?;
            }
        }
        Ok(arrangement)
    }

    fn parse_row(&mut self, text: &str, y: u8, z: u8) -> Result<(), PositionError> {
        let width = usize::from(self.size[0]);
        let wrong_length = |found| PositionError::RowLength {
            row: y + 1,
            plane: z + 1,
            text: excerpt(text),
            found,
            expected: self.size[0],
        };
        let mut stones = Vec::new();
        let mut x = 0_usize;
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            if digits > 0 {
                let run: usize = rest[..digits].parse().map_err(|_| wrong_length(usize::MAX))?;
                x = x.saturating_add(run);
                rest = &rest[digits..];
                continue;
            }
            let side = match c {
                'x' | 'X' => Side::First,
                'o' | 'O' => Side::Second,
                found => return Err(PositionError::BadCharacter { row: y + 1, plane: z + 1, found }),
            };
            stones.push((x, side));
            x = x.saturating_add(1);
            rest = &rest[1..];
        }
        if x != width {
            return Err(wrong_length(x));
        }
        for (x, side) in stones {
            self.set([x as u8, y, z], Some(side));
        }
        Ok(())
    }

    fn index(&self, [x, y, z]: [u8; 3]) -> usize {
        let [width, height, _] = self.size.map(usize::from);
        (usize::from(z) * height + usize::from(y)) * width + usize::from(x)
    }
}

/// The text that [`Arrangement::parse`] accepts.
impl std::fmt::Display for Arrangement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [width, height, depth] = self.size;
        for z in 0..depth {
            f.write_str(if z > 0 { " | " } else { "" })?;
            for y in (0..height).rev() {
                let mut empty = 0;
                for x in 0..width {
                    let Some(side) = self.at([x, y, z]) else {
                        empty += 1;
                        continue;
                    };
                    if empty > 0 {
                        write!(f, "{empty}")?;
                    }
                    empty = 0;
                    f.write_char(mark(side))?;
                }
                if empty > 0 {
                    write!(f, "{empty}")?;
                }
                f.write_str(if y > 0 { "/" } else { "" })?;
            }
        }
        write!(f, " {}", mark(self.side))
    }
}

/// `x` for the first side, `o` for the second.
pub fn mark(side: Side) -> char {
    match side {
        Side::First => 'x',
        Side::Second => 'o',
    }
}

/// The letter of a column, counted from 0: `a`, `b`, ..
pub fn letter(column: u8) -> char {
    char::from(b'a' + column)
}

/// The column of a letter, counted from 0. `None` if the board is narrower.
pub fn column_of_letter(c: char, width: u8) -> Option<u8> {
    let column = u8::try_from(c.to_ascii_lowercase()).ok()?.checked_sub(b'a')?;
    (column < width).then_some(column)
}

/// Parses a number from 1 to `max`, without a sign or a leading zero, and returns it less 1.
pub fn index_of_number(text: &str, max: u8) -> Option<u8> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    let number: u8 = text.parse().ok().filter(|_| plain)?;
    (number <= max).then(|| number - 1)
}

/// An invalid position text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The text is longer than [`MAX_TEXT`].
    #[error("the position has {found} bytes; at most {MAX_TEXT} are read")]
    TooLong {
        /// The length in bytes.
        found: usize,
    },
    /// The side to move is missing.
    #[error("the position ends with \"{found}\"; expected a space and the side to move, x or o, at the end")]
    NoSide {
        /// The last word, shortened.
        found: String,
    },
    /// A wrong number of planes.
    #[error("{found} planes (parted by |); this board has {expected}")]
    PlaneCount {
        /// The number of planes of the text.
        found: usize,
        /// The number of planes of the board.
        expected: u8,
    },
    /// A wrong number of rows.
    #[error("plane {plane} has {found} rows (parted by /); this board has {expected}")]
    RowCount {
        /// The plane, from 1.
        plane: u8,
        /// The number of rows of the text.
        found: usize,
        /// The number of rows of the board.
        expected: u8,
    },
    /// A row is too short or too long.
    #[error("row {row} of plane {plane}, \"{text}\", fills {} squares; this board has {expected} columns", shown(*.found))]
    RowLength {
        /// The row from the bottom, from 1.
        row: u8,
        /// The plane, from 1.
        plane: u8,
        /// The text of the row, shortened.
        text: String,
        /// The number of squares of the text.
        found: usize,
        /// The number of columns of the board.
        expected: u8,
    },
    /// A character that is neither a stone nor a digit.
    #[error("row {row} of plane {plane} has {found:?}; expected x, o or a number of empty squares")]
    BadCharacter {
        /// The row from the bottom, from 1.
        row: u8,
        /// The plane, from 1.
        plane: u8,
        /// The character.
        found: char,
    },
    /// A stone above an empty square, with gravity.
    #[error("the stone in column {column}, row {row}, plane {plane} floats: nothing lies under it")]
    Floating {
        /// The column, from 1.
        column: u8,
        /// The row, from 1.
        row: u8,
        /// The plane, from 1.
        plane: u8,
    },
    /// The numbers of stones do not fit the side to move.
    #[error(
        "{first} x and {second} o with {} to move; {}",
        mark(*.side),
        match .side { Side::First => "x moves when both have the same number", Side::Second => "o moves when x has one more" }
    )]
    Unbalanced {
        /// Stones of the first side.
        first: u32,
        /// Stones of the second side.
        second: u32,
        /// The side to move according to the text.
        side: Side,
    },
    /// Both sides have a line.
    #[error("both sides have a line; a game ends with the first")]
    BothWon,
    /// The side to move has a line already.
    #[error("{} has a line and is to move; the game ended with that line, so the other side is to move", mark(*.side))]
    MoverWon {
        /// That side.
        side: Side,
    },
    /// The winner's lines can't have been made by one last stone.
    #[error("{} has lines that no single last stone makes; the game ended before", mark(*.side))]
    PlayedOn {
        /// The winner.
        side: Side,
    },
    /// One of the four middle squares of Reversi is empty.
    #[error("{square} is empty; the four squares in the middle have discs from the start")]
    EmptyMiddle {
        /// The square's name.
        square: String,
    },
    /// A disc of Reversi that is not connected to the middle by other discs.
    #[error("the disc on {square} is not joined to the middle; a disc is placed next to others")]
    Detached {
        /// The square's name.
        square: String,
    },
    /// The text is an invalid list of moves.
    #[error("read as a list of moves: {message}")]
    Moves {
        /// The code of the error in the moves.
        code: &'static str,
        /// The message of that error.
        message: String,
    },
}

fn shown(count: usize) -> String {
    if count > 9999 { "far too many".to_owned() } else { count.to_string() }
}

impl CodedError for PositionError {
    fn code(&self) -> &'static str {
        match self {
            Self::TooLong { .. } => "position/too-long",
            Self::NoSide { .. } => "position/no-side",
            Self::PlaneCount { .. } => "position/plane-count",
            Self::RowCount { .. } => "position/row-count",
            Self::RowLength { .. } => "position/row-length",
            Self::BadCharacter { .. } => "position/bad-character",
            Self::Floating { .. } => "position/floating",
            Self::Unbalanced { .. } => "position/unbalanced",
            Self::BothWon => "position/both-won",
            Self::MoverWon { .. } => "position/mover-won",
            Self::PlayedOn { .. } => "position/played-on",
            Self::EmptyMiddle { .. } => "position/empty-middle",
            Self::Detached { .. } => "position/detached",
            Self::Moves { code, .. } => code,
        }
    }
}

/// An illegal placement of a stone.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlacementError {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The square or column is not on the board.
    #[error("there is no such place on this board; expected {expected}")]
    OffBoard {
        /// The valid squares or columns.
        expected: String,
    },
    /// The square is occupied.
    #[error("square {square} is taken")]
    Taken {
        /// The square's name.
        square: String,
    },
    /// The column is full.
    #[error("column {column} is full")]
    ColumnFull {
        /// The column's name.
        column: String,
    },
    /// The square below is empty.
    #[error("nothing lies under square {square}")]
    Floating {
        /// The square's name.
        square: String,
    },
}

impl CodedError for PlacementError {
    const CODES: &'static [&'static str] =
        &["move/game-over", "move/off-board", "move/taken", "move/column-full", "move/floating"];

    fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "move/game-over",
            Self::OffBoard { .. } => "move/off-board",
            Self::Taken { .. } => "move/taken",
            Self::ColumnFull { .. } => "move/column-full",
            Self::Floating { .. } => "move/floating",
        }
    }
}
