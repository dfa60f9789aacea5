//! The rules table: what the games of the draughts family differ in, and the games that are played here as its entries.

use zermelo_core::Side;
use zermelo_core::spec::{Param, ParamInfo};

use super::AnyDraughts;

/// The rules of one game of the family. A new game is a new entry: the generator is compiled for each ([`Ruleset`]).
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own that the rules answer")]
pub struct Rules {
    /// The name in specifications.
    pub id: &'static str,
    /// The parameters in specifications: `size`, and what else there is to choose.
    pub params: &'static [ParamInfo],
    /// The parameter for the rows and columns.
    pub size: Param<u8>,
    /// A king moves and captures along a whole diagonal. Else one square at a time.
    pub flying_kings: bool,
    /// A man captures backwards too. It never moves so.
    pub men_capture_backwards: bool,
    /// A man may capture a king.
    pub men_capture_kings: bool,
    /// Captures go along rows and columns as well as along diagonals: over the playable square two away, onto the next.
    pub orthogonal: bool,
    /// Which captures go first: the legal ones are the best by the first criterion, among these by the second, and so on.
    /// Empty: any may be chosen. A capture once begun is always gone on with as far as it goes.
    pub priority: &'static [Criterion],
    /// What becomes of a man that reaches the last row in the middle of a capture.
    pub promotion: Promotion,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// Game types of Portable Draughts Notation by board size; other sizes are written as the first of them in full.
    pub pdn: &'static [(u8, u8)],
    /// Who moves first, and so is [`Side::First`]. Black stands at the top, on the low numbers.
    pub starts: Colour,
    /// The first row uses columns 1, 3, .. instead of 2, 4, ..
    pub mirrored: bool,
    /// When a game is drawn.
    pub draws: Draws,
}

/// What makes one capture go before another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// More captured pieces.
    Pieces,
    /// A greater worth of what is captured: a man 100, a king 199 (just less than two men).
    Value,
    /// Made by a king.
    ByKing,
    /// More captured kings.
    Kings,
    /// The first captured king comes earlier.
    EarliestKing,
}

/// What becomes of a man that reaches the last row in the middle of a capture. One that ends its move there is crowned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promotion {
    /// It is crowned, and its move is over.
    Ends,
    /// It goes on as a man, and is not crowned unless it ends there.
    Passes,
    /// It goes on as a king at once.
    ContinuesAsKing,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    /// At the end of the move: until then they stand in the way and can't be jumped again.
    AtEnd,
    /// At once.
    AtOnce,
}

/// The two colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Stands at the top, on the low numbers; its men go down.
    Black,
    /// Stands at the bottom; its men go up.
    White,
}

/// The name of a colour in English.
pub(super) fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
    }
}

/// When a game is drawn, apart from agreement. Numbers are plies: two to a move of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draws {
    /// A position that comes up so often.
    pub repetition: Option<u32>,
    /// So many plies in a row of kings only and without a capture.
    pub quiet: Option<u16>,
    /// So many plies since one side has a lone king and the other few pieces with a king among them: three, and two or one.
    /// The ply that brings this about is not counted, and nothing but other material sets the count back.
    pub lone_king: Option<LoneKing>,
}

/// The limits of endings against a lone king, in plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoneKing {
    /// Three pieces against the king.
    pub three: u16,
    /// Two or one.
    pub two: u16,
}

/// Rules known when the program is compiled, so that the generator holds no question about them.
pub trait Ruleset {
    /// The rules.
    const RULES: Rules;

    /// The game on a board of `size` rows: [`AnyDraughts::compile`]. Because this function is not generic, the move generator is compiled
    /// once, in the crate of the rules, and not in every crate that uses them.
    fn build(size: u8) -> AnyDraughts;
}

const ENGLISH_SIZE: Param<u8> = Param::<u8>::among("size", &["4", "6", "8", "10", "12"], 8, "rows and columns");

const INTERNATIONAL_SIZE: Param<u8> =
    Param::<u8>::among("size", &["6", "8", "10", "12"], 10, "rows and columns; 12 is Canadian draughts");

/// Whether there is a draw after [`KINGS_25`](super::KINGS_25) plies of kings only; games without the parameter have no such draw.
pub(super) const KINGS25: Param<bool> = Param::switch(
    "kings25",
    false,
    "a draw after 25 plies in a row of kings only and without a capture, instead of 80",
);

/// English draughts, or checkers (World Checkers and Draughts Federation; on 8x8, its own).
#[derive(Clone, Copy, Debug)]
pub struct English;

impl Ruleset for English {
    const RULES: Rules = Rules {
        id: "draughts-english",
        params: &[ENGLISH_SIZE.info, KINGS25.info],
        size: ENGLISH_SIZE,
        flying_kings: false,
        men_capture_backwards: false,
        men_capture_kings: true,
        orthogonal: false,
        priority: &[],
        promotion: Promotion::Ends,
        removal: Removal::AtEnd,
        pdn: &[(8, 21)],
        starts: Colour::Black,
        mirrored: false,
        draws: Draws { repetition: Some(3), quiet: Some(80), lone_king: None },
    };

    fn build(size: u8) -> AnyDraughts {
        AnyDraughts::compile::<Self>(size)
    }
}

/// International draughts (Fédération Mondiale du Jeu de Dames; on 10x10, its own; on 12x12 Canadian draughts).
#[derive(Clone, Copy, Debug)]
pub struct International;

impl Ruleset for International {
    const RULES: Rules = Rules {
        id: "draughts-international",
        params: &[INTERNATIONAL_SIZE.info],
        size: INTERNATIONAL_SIZE,
        flying_kings: true,
        men_capture_backwards: true,
        men_capture_kings: true,
        orthogonal: false,
        priority: &[Criterion::Pieces],
        promotion: Promotion::Passes,
        removal: Removal::AtEnd,
        pdn: &[(10, 20), (12, 27)],
        starts: Colour::White,
        mirrored: false,
        draws: Draws { repetition: Some(3), quiet: Some(50), lone_king: Some(LoneKing { three: 32, two: 10 }) },
    };

    fn build(size: u8) -> AnyDraughts {
        AnyDraughts::compile::<Self>(size)
    }
}

impl Rules {
    /// The colour of a side.
    #[inline]
    pub fn colour(&self, side: Side) -> Colour {
        match (side, self.starts) {
            (Side::First, starts) => starts,
            (Side::Second, Colour::Black) => Colour::White,
            (Side::Second, Colour::White) => Colour::Black,
        }
    }

    /// The side of a colour.
    #[inline]
    pub fn side(&self, colour: Colour) -> Side {
        if colour == self.starts { Side::First } else { Side::Second }
    }
}
