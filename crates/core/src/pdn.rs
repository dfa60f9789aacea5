//! Game types of Portable Draughts Notation (PDN): the value of the `GameType` tag.
//!
//! Source: [PDN 3.0, GameType tag](https://wiegerw.github.io/pdn/gametype.html).

use std::fmt;
use std::str::FromStr;

use crate::text::excerpt;

/// A game type of PDN: `20`, or in full `20,W,10,10,N2,0`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PdnType {
    /// The number of the rules: 20 is international draughts, 21 English draughts.
    pub number: u8,
    /// The colour of the side that moves first.
    pub first: PdnColour,
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// The notation of squares.
    pub names: PdnNames,
    /// The corner of the first square, from the point of view of the colour that moves first: 0 bottom left, 1 bottom right,
    /// 2 top left, 3 top right.
    pub corner: u8,
    /// Whether the bottom left corner is not a playing square.
    pub inverted: bool,
}

/// The colours of PDN's tags.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PdnColour {
    /// The tag `White`.
    White,
    /// The tag `Black`.
    Black,
}

/// The notation of squares in moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PdnNames {
    /// Column and row: `a3`.
    Algebraic,
    /// A number: `11`.
    Numeric,
    /// Short algebraic moves as in chess.
    Short,
}

/// The notation of results.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PdnResults {
    /// `1-0`, `1/2-1/2`, `0-1`.
    One,
    /// `2-0`, `1-1`, `0-2`.
    Two,
}

/// Why a text is not a valid `GameType`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PdnTypeError {
    /// A single number that the standard does not define.
    #[error("PDN does not define game type {0}: write it in full, such as 20,W,10,10,N2,0")]
    Unknown(u8),
    /// Neither a number nor five or six parts.
    #[error("\"{0}\" is not a game type: expected a number such as 20, or the full form such as 20,W,10,10,N2,0")]
    Malformed(String),
}

impl PdnType {
    /// The game type of a single number; `None` for a number that the standard does not define.
    pub const fn standard(number: u8) -> Option<Self> {
        use PdnColour::{Black, White};
        use PdnNames::{Algebraic, Numeric};
        let (first, [width, height], names, corner, inverted) = match number {
            20 | 40 => (White, [10, 10], Numeric, 2, false),
            21 | 23 => (Black, [8, 8], Numeric, 1, false),
            22 => (White, [8, 8], Numeric, 2, true),
            24 | 28 => (White, [8, 8], Numeric, 1, true),
            25 | 26 | 29 | 30 => (White, [8, 8], Algebraic, 0, false),
            27 => (White, [12, 12], Numeric, 2, false),
            31 => (Black, [8, 8], Numeric, 2, false),
            41 => (White, [10, 8], Algebraic, 0, false),
            _ => return None,
        };
        Some(Self { number, first, width, height, names, corner, inverted })
    }

    /// The same game type on a square board of another size.
    #[must_use]
    pub const fn sized(self, size: u8) -> Self {
        Self { width: size, height: size, ..self }
    }

    /// The notation of results. In international and Canadian draughts, a game is worth two points.
    pub const fn results(self) -> PdnResults {
        match self.number {
            20 | 27 => PdnResults::Two,
            _ => PdnResults::One,
        }
    }
}

/// Only the number for a standard game type, otherwise the full form.
impl fmt::Display for PdnType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, width, height, corner, .. } = self;
        if Self::standard(*number) == Some(*self) {
            return write!(f, "{number}");
        }
        let first = if self.first == PdnColour::White { 'W' } else { 'B' };
        let names = match self.names {
            PdnNames::Algebraic => 'A',
            PdnNames::Numeric => 'N',
            PdnNames::Short => 'S',
        };
        write!(f, "{number},{first},{width},{height},{names}{corner},{}", u8::from(self.inverted))
    }
}

impl FromStr for PdnType {
    type Err = PdnTypeError;

    fn from_str(text: &str) -> Result<Self, PdnTypeError> {
        let malformed = || PdnTypeError::Malformed(excerpt(text));
        let parts: Vec<&str> = text.trim().split(',').map(str::trim).collect();
        let number = |text: &str| read_number(text).ok_or_else(malformed);
        match parts[..] {
            [alone] => number(alone).and_then(|number| Self::standard(number).ok_or(PdnTypeError::Unknown(number))),
            [kind, first, width, height, notation, ref flag @ ..] => {
                let first = match first {
                    "W" => PdnColour::White,
                    "B" => PdnColour::Black,
                    _ => return Err(malformed()),
                };
                let (names, corner) = read_notation(notation).ok_or_else(malformed)?;
                let inverted = match flag {
                    [] | ["0"] => false,
                    ["1"] => true,
                    _ => return Err(malformed()),
                };
                let [number, width, height] = [number(kind)?, number(width)?, number(height)?];
                Ok(Self { number, first, width, height, names, corner, inverted })
            }
            _ => Err(malformed()),
        }
    }
}

/// Digits alone, up to 255.
fn read_number(text: &str) -> Option<u8> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `A`, `N` or `S` with the number of the corner behind it.
fn read_notation(text: &str) -> Option<(PdnNames, u8)> {
    let &[letter, corner @ b'0'..=b'3'] = text.as_bytes() else { return None };
    let names = match letter {
        b'A' => PdnNames::Algebraic,
        b'N' => PdnNames::Numeric,
        b'S' => PdnNames::Short,
        _ => return None,
    };
    Some((names, corner - b'0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_printed_as_short_as_it_can_be() {
        for (read, printed) in [
            ("20", "20"),
            ("20,W,10,10,N2,0", "20"),
            ("20,W,10,10,N2", "20"),
            ("27,W,12,12,N2,0", "27"),
            (" 21, B,8,8,N1,0", "21"),
            ("22,W,8,8,N2,1", "22"),
            ("22,W,8,8,N2,0", "22,W,8,8,N2,0"),
            ("20,W,6,6,N2,0", "20,W,6,6,N2,0"),
            ("99,B,8,8,A3,1", "99,B,8,8,A3,1"),
            ("0,W,8,8,S0", "0,W,8,8,S0,0"),
        ] {
            let kind: PdnType = read.parse().unwrap_or_else(|why| panic!("{read}: {why}"));
            assert_eq!(kind.to_string(), printed, "{read}");
            assert_eq!(printed.parse(), Ok(kind), "{printed}");
        }
    }

    #[test]
    fn what_is_no_type_is_refused() {
        for text in [
            "",
            "x",
            "+20",
            "256",
            "20,W",
            "20,W,10,10",
            "20,R,10,10,N2",
            "20,W,10,10,N4",
            "20,W,10,10,N",
            "20,W,10,10,N2,2",
        ] {
            assert_eq!(text.parse::<PdnType>(), Err(PdnTypeError::Malformed(text.to_owned())));
        }
        assert_eq!("98".parse::<PdnType>(), Err(PdnTypeError::Unknown(98)));
    }

    #[test]
    fn results_go_by_the_number() {
        let results = |number| PdnType::standard(number).map(PdnType::results);
        assert_eq!([20, 27].map(results), [Some(PdnResults::Two); 2]);
        assert_eq!([21, 25, 40].map(results), [Some(PdnResults::One); 3]);
        assert_eq!(results(50), None);
    }
}
