//! Positions as in PDN: `B:W21-32:B1-12`, the side to move, then the squares of each side, `K` before a king's; ranges for men
//! side by side. Beyond PDN: `:H12`, plies of kings only without a capture; `:L3`, plies since the ending against a lone king
//! began. A move number (`:F7`) is read and not kept.

use std::fmt;

use zermelo_core::text::{MAX_TEXT, excerpt};
use zermelo_core::{Position, CodedError};

use super::Draughts;
use super::position::DraughtsPosition;
use super::rules::{Colour, colour_name};
use crate::bitboard::Bits;

/// What a text says stands where, not yet checked against a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Setup {
    to_move: Colour,
    /// Number and whether it is a king, by [`index`].
    pieces: [Vec<(u16, bool)>; 2],
    pub(super) quiet: u16,
    pub(super) lone_king: u16,
}

/// Why a position's text is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// It is longer than any position.
    #[error("the position has {found} bytes; at most {MAX_TEXT} are read")]
    TooLong {
        /// Its length.
        found: usize,
    },
    /// It does not begin with the side to move.
    #[error("\"{found}\" is not a side to move: a position begins with W: or B:, such as B:W21-32:B1-12")]
    NoSideToMove {
        /// What stands there.
        found: String,
    },
    /// A list of squares names no side.
    #[error("\"{found}\" is not a list of squares: it begins with W or B, such as W21-32")]
    NoSide {
        /// What stands there.
        found: String,
    },
    /// A side has two lists.
    #[error("the squares of {colour} are given twice")]
    SideTwice {
        /// The side.
        colour: &'static str,
    },
    /// A side has no list.
    #[error("the squares of {colour} are missing; for a side without pieces write only its letter")]
    SideMissing {
        /// The side.
        colour: &'static str,
    },
    /// Something in a list is not a square.
    #[error("\"{found}\" is not a square: write numbers such as 12, ranges such as 21-32, and K12 for a king")]
    NotASquare {
        /// What stands there.
        found: String,
    },
    /// No such square.
    #[error("there is no square {number}: squares are numbered from 1 to {last}")]
    OffBoard {
        /// What was asked for.
        number: u16,
        /// The highest number.
        last: u16,
    },
    /// A range that goes down.
    #[error("the range {from}-{to} goes down; write {to}-{from}")]
    BadRange {
        /// Its start.
        from: u16,
        /// Its end.
        to: u16,
    },
    /// Two pieces on one square.
    #[error("square {number} is given twice")]
    Duplicate {
        /// Which.
        number: u16,
    },
    /// A man where he would have been crowned.
    #[error("a {colour} man can't stand on {number}: there he is crowned; write K{number} for a king")]
    ManOnLastRow {
        /// Which.
        number: u16,
        /// Whose.
        colour: &'static str,
    },
    /// More pieces than a side starts with.
    #[error("{colour} has {found} pieces; a side starts with {most}")]
    TooMany {
        /// Whose.
        colour: &'static str,
        /// How many.
        found: usize,
        /// How many there can be.
        most: usize,
    },
    /// Neither side has a piece.
    #[error("the board is empty: at least one side has a piece")]
    Empty,
    /// A suffix that is not one.
    #[error("\"{found}\" is not a count of plies: write :H and a number, such as :H12")]
    BadCounter {
        /// What stands there.
        found: String,
    },
    /// More plies than the rules let pass.
    #[error("{letter}{plies} is too high: here it is at most {letter}{most}")]
    Counter {
        /// Which count.
        letter: char,
        /// What was given.
        plies: u16,
        /// What there can be.
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

fn read_colour(text: &str) -> Option<Colour> {
    COLOURS.into_iter().find(|&colour| text.eq_ignore_ascii_case(letter(colour).encode_utf8(&mut [0; 4])))
}

/// A number of one to four digits: no board has more squares, and no sum of them overflows.
fn read_number(text: &str) -> Option<u16> {
    let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

impl Setup {
    /// Reads a text; a dot at its end is left out.
    pub(super) fn parse(text: &str) -> Result<Self, FenError> {
        if text.len() > MAX_TEXT {
            return Err(FenError::TooLong { found: text.len() });
        }
        let text = text.trim();
        let mut fields = text.strip_suffix('.').unwrap_or(text).split(':').map(str::trim);
        let first = fields.next().unwrap_or_default();
        let to_move = read_colour(first).ok_or_else(|| FenError::NoSideToMove { found: excerpt(first) })?;
        let mut setup = Self { to_move, pieces: Default::default(), quiet: 0, lone_king: 0 };
        let mut seen = [false; 2];
        for field in fields {
            if let Some(letter @ ('H' | 'L' | 'F')) = field.chars().next() {
                setup.read_counter(letter, field)?;
                continue;
            }
            let colour = setup.read_pieces(field)?;
            if std::mem::replace(&mut seen[index(colour)], true) {
                return Err(FenError::SideTwice { colour: colour_name(colour) });
            }
        }
        match COLOURS.into_iter().find(|&colour| !seen[index(colour)]) {
            Some(colour) => Err(FenError::SideMissing { colour: colour_name(colour) }),
            None => Ok(setup),
        }
    }

    fn read_counter(&mut self, letter: char, field: &str) -> Result<(), FenError> {
        let plies = read_number(&field[1..]).ok_or_else(|| FenError::BadCounter { found: excerpt(field) })?;
        match letter {
            'H' => self.quiet = plies,
            'L' => self.lone_king = plies,
            _ => {}
        }
        Ok(())
    }

    fn read_pieces(&mut self, field: &str) -> Result<Colour, FenError> {
        let initial = field.chars().next().map_or(0, char::len_utf8);
        let (initial, squares) = field.split_at(initial);
        let colour = read_colour(initial).ok_or_else(|| FenError::NoSide { found: excerpt(field) })?;
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
            let (from, to) = (read_number(from).ok_or_else(stray)?, read_number(to).ok_or_else(stray)?);
            if from > to {
                return Err(FenError::BadRange { from, to });
            }
            // No board has so many squares: let the validation say so, and do not count them one by one.
            if to > 999 {
                return Err(stray());
            }
            list.extend((from..=to).map(|number| (number, is_king)));
        }
        Ok(colour)
    }

    /// Makes sure that the pieces can stand so on a game's board.
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

    /// The pieces of a position, by number.
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
