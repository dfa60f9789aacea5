//! Positions as in PDN: `B:W21-32:B1-12`, the side to move, then the squares of each side, with `K`
//! before the square of a king and ranges for consecutive men. Two fields extend PDN: `:H12` is the
//! number of consecutive plies of kings without a capture, and `:L3` the number of plies since the
//! ending against a lone king began. A move number (`:F7`) is accepted and ignored.

use std::fmt;

use zermelo_core::text::{MAX_TEXT, excerpt};
use zermelo_core::{CodedError, Position};

use super::Draughts;
use super::position::DraughtsPosition;
use super::rules::{Colour, colour_name};
use crate::bitboard::Bits;

/// A parsed position that is not yet validated for a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Setup {
    to_move: Colour,
    /// The squares' numbers, and whether the piece is a king, by [`index`] of the colour.
    pieces: [Vec<(u16, bool)>; 2],
    pub(super) quiet: u16,
    pub(super) lone_king: u16,
}

/// An invalid text of a draughts position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// The text is longer than [`MAX_TEXT`].
    #[error("the position has {found} bytes; at most {MAX_TEXT} are read")]
    TooLong {
        /// The length in bytes.
        found: usize,
    },
    /// The text does not begin with the side to move.
    #[error("\"{found}\" is not a side to move: a position begins with W: or B:, such as B:W21-32:B1-12")]
    NoSideToMove {
        /// The text found.
        found: String,
    },
    /// A list of squares does not begin with a side.
    #[error("\"{found}\" is not a list of squares: it begins with W or B, such as W21-32")]
    NoSide {
        /// The text found.
        found: String,
    },
    /// A side has two lists of squares.
    #[error("the squares of {colour} are given twice")]
    SideTwice {
        /// The colour of the side.
        colour: &'static str,
    },
    /// A side has no list of squares.
    #[error("the squares of {colour} are missing; for a side without pieces write only its letter")]
    SideMissing {
        /// The colour of the side.
        colour: &'static str,
    },
    /// An item of a list is not a square.
    #[error("\"{found}\" is not a square: write numbers such as 12, ranges such as 21-32, and K12 for a king")]
    NotASquare {
        /// The text found.
        found: String,
    },
    /// The square is not on the board.
    #[error("there is no square {number}: squares are numbered from 1 to {last}")]
    OffBoard {
        /// The number given.
        number: u16,
        /// The highest number of the board.
        last: u16,
    },
    /// A descending range.
    #[error("the range {from}-{to} goes down; write {to}-{from}")]
    BadRange {
        /// The first number.
        from: u16,
        /// The last number.
        to: u16,
    },
    /// Two pieces on one square.
    #[error("square {number} is given twice")]
    Duplicate {
        /// The number of the square.
        number: u16,
    },
    /// A man on the row on which men are crowned.
    #[error("a {colour} man can't stand on {number}: there he is crowned; write K{number} for a king")]
    ManOnLastRow {
        /// The number of the square.
        number: u16,
        /// The colour of the side.
        colour: &'static str,
    },
    /// More pieces than a side starts with.
    #[error("{colour} has {found} pieces; a side starts with {most}")]
    TooMany {
        /// The colour of the side.
        colour: &'static str,
        /// The number of pieces.
        found: usize,
        /// The number of pieces at the start.
        most: usize,
    },
    /// Neither side has a piece.
    #[error("the board is empty: at least one side has a piece")]
    Empty,
    /// A malformed counter.
    #[error("\"{found}\" is not a count of plies: write :H and a number, such as :H12")]
    BadCounter {
        /// The text found.
        found: String,
    },
    /// A counter above the limit of the rules.
    #[error("{letter}{plies} is too high: here it is at most {letter}{most}")]
    Counter {
        /// The letter of the counter.
        letter: char,
        /// The plies given.
        plies: u16,
        /// The limit in plies.
        most: u16,
    },
}

impl CodedError for FenError {
    fn code(&self) -> &'static str {
        match self {
            Self::TooLong { .. } => "position/too-long",
            Self::NoSideToMove { .. } => "position/no-side-to-move",
            Self::NoSide { .. } => "position/no-side",
            Self::SideTwice { .. } => "position/side-twice",
            Self::SideMissing { .. } => "position/side-missing",
            Self::NotASquare { .. } => "position/stray",
            Self::OffBoard { .. } => "position/off-board",
            Self::BadRange { .. } => "position/range",
            Self::Duplicate { .. } => "position/duplicate",
            Self::ManOnLastRow { .. } => "position/man-on-last-row",
            Self::TooMany { .. } => "position/too-many",
            Self::Empty => "position/empty",
            Self::BadCounter { .. } | Self::Counter { .. } => "position/counter",
        }
    }
}

const COLOURS: [Colour; 2] = [Colour::White, Colour::Black];

fn index(colour: Colour) -> usize {
    usize::from(colour == Colour::Black)
}

fn letter(colour: Colour) -> char {
    if colour == Colour::Black { 'B' } else { 'W' }
}

fn parse_colour(text: &str) -> Option<Colour> {
    COLOURS.into_iter().find(|&colour| text.eq_ignore_ascii_case(letter(colour).encode_utf8(&mut [0; 4])))
}

/// Parses a number of one to four digits.
fn parse_number(text: &str) -> Option<u16> {
    let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

impl Setup {
    /// Parses a text. A dot at the end is ignored.
    pub(super) fn parse(text: &str) -> Result<Self, FenError> {
        if text.len() > MAX_TEXT {
            return Err(FenError::TooLong { found: text.len() });
        }
        let text = text.trim();
        let mut fields = text.strip_suffix('.').unwrap_or(text).split(':').map(str::trim);
        let first = fields.next().unwrap_or_default();
        let to_move = parse_colour(first).ok_or_else(|| FenError::NoSideToMove { found: excerpt(first) })?;
        let mut setup = Self { to_move, pieces: Default::default(), quiet: 0, lone_king: 0 };
        let mut seen = [false; 2];
        for field in fields {
            if let Some(letter @ ('H' | 'L' | 'F')) = field.chars().next() {
                setup.parse_counter(letter, field)?;
                continue;
            }
            let colour = setup.parse_pieces(field)?;
            if std::mem::replace(&mut seen[index(colour)], true) {
                return Err(FenError::SideTwice { colour: colour_name(colour) });
            }
        }
        match COLOURS.into_iter().find(|&colour| !seen[index(colour)]) {
            Some(colour) => Err(FenError::SideMissing { colour: colour_name(colour) }),
            None => Ok(setup),
        }
    }

    fn parse_counter(&mut self, letter: char, field: &str) -> Result<(), FenError> {
        let plies = parse_number(&field[1..]).ok_or_else(|| FenError::BadCounter { found: excerpt(field) })?;
        match letter {
            'H' => self.quiet = plies,
            'L' => self.lone_king = plies,
            _ => {}
        }
        Ok(())
    }

    fn parse_pieces(&mut self, field: &str) -> Result<Colour, FenError> {
        let initial = field.chars().next().map_or(0, char::len_utf8);
        let (initial, squares) = field.split_at(initial);
        let colour = parse_colour(initial).ok_or_else(|| FenError::NoSide { found: excerpt(field) })?;
        let list = &mut self.pieces[index(colour)];
        if squares.trim().is_empty() {
            return Ok(colour);
        }
        for item in squares.split(',').map(str::trim) {
            let stray = || FenError::NotASquare { found: excerpt(item) };
            let (is_king, numbers) = match item.strip_prefix(['K', 'k']) {
                Some(numbers) => (true, numbers),
                None => (false, item),
            };
            let (from, to) = numbers.split_once('-').unwrap_or((numbers, numbers));
            let (from, to) = (parse_number(from).ok_or_else(stray)?, parse_number(to).ok_or_else(stray)?);
            if from > to {
                return Err(FenError::BadRange { from, to });
            }
            // No board has that many squares. Do not expand the range.
            if to > 999 {
                return Err(stray());
            }
            list.extend((from..=to).map(|number| (number, is_king)));
        }
        Ok(colour)
    }

    /// Converts the setup to a position, if its pieces are valid on the board of a game.
    pub(super) fn validate<B: Bits>(&self, game: &Draughts<B>) -> Result<DraughtsPosition<B>, FenError> {
        let geometry = game.geometry();
        let last = geometry.squares();
        let most = usize::from(geometry.rows_of_men()) * usize::from(geometry.size() / 2);
        let mut position =
            DraughtsPosition { pieces: [B::EMPTY; 2], kings: B::EMPTY, side: game.rules().side(self.to_move) };
        for colour in COLOURS {
            let side = game.rules().side(colour);
            let colour_pieces = &self.pieces[index(colour)];
            let colour = colour_name(colour);
            for &(number, is_king) in colour_pieces {
                let square = geometry.square(number).ok_or(FenError::OffBoard { number, last })?;
                let bit = B::single(u32::from(square.0));
                if !(position.occupied() & bit).is_empty() {
                    return Err(FenError::Duplicate { number });
                }
                if is_king {
                    position.kings |= bit;
                } else if geometry.at(square)[1] == game.last_row(side) {
                    return Err(FenError::ManOnLastRow { number, colour });
                }
                position.pieces[side.index()] |= bit;
            }
            if colour_pieces.len() > most {
                return Err(FenError::TooMany { colour, found: colour_pieces.len(), most });
            }
        }
        if position.occupied().is_empty() { Err(FenError::Empty) } else { Ok(position) }
    }

    /// The setup of a position, with the squares in ascending order.
    pub(super) fn of<B: Bits>(game: &Draughts<B>, position: &DraughtsPosition<B>) -> Self {
        let list = |colour| {
            let own = position.of(game.rules().side(colour));
            let numbered = |square: u32| {
                let number = game.geometry().number(zermelo_core::Square(square as u16));
                (number, position.kings().has(square))
            };
            let mut list: Vec<(u16, bool)> = own.squares().map(numbered).collect();
            list.sort_unstable();
            list
        };
        Self {
            to_move: game.rules().colour(position.side_to_move()),
            pieces: COLOURS.map(list),
            quiet: 0,
            lone_king: 0,
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", letter(self.to_move))?;
        for colour in COLOURS {
            write!(f, ":{}", letter(colour))?;
            let runs = self.pieces[index(colour)].chunk_by(|a, b| !a.1 && !b.1 && a.0 + 1 == b.0);
            let mut comma = "";
            for run in runs {
                match run {
                    [(number, true)] => write!(f, "{comma}K{number}")?,
                    [(from, _), _, .., (to, _)] => write!(f, "{comma}{from}-{to}")?,
                    men => {
                        for (number, _) in men {
                            write!(f, "{comma}{number}")?;
                            comma = ",";
                        }
                    }
                }
                comma = ",";
            }
        }
        Ok(())
    }
}
