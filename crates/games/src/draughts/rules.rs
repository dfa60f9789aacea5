//! The rules in which the games of the draughts family differ, and the rules of the games that are
//! available.

use zermelo_core::Side;
use zermelo_core::spec::{Param, ParamInfo};

/// The rules of one game of the family. To add a game, implement [`Ruleset`]; the move generator is
/// compiled for each one.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the rules are independent of each other")]
pub struct Rules {
    /// The name in specifications.
    pub id: &'static str,
    /// The parameters in specifications, including `size`.
    pub params: &'static [ParamInfo],
    /// The parameter for the rows and columns.
    pub size: Param<u8>,
    /// A king moves and captures along a whole diagonal, instead of one square.
    pub flying_kings: bool,
    /// A man may capture backwards. It never moves backwards without a capture.
    pub men_capture_backwards: bool,
    /// A man may capture a king.
    pub men_capture_kings: bool,
    /// Captures are also made along rows and columns: over the playable square two away, to the
    /// next one.
    pub orthogonal: bool,
    /// The legal captures are the best ones by the first criterion, among these the best by the
    /// second, and so on. If empty, any capture may be chosen. A capture must always continue as
    /// long as possible.
    pub priority: &'static [Criterion],
    /// The effect of reaching the last row in the middle of a capture.
    pub promotion: Promotion,
    /// When captured pieces are removed.
    pub removal: Removal,
    /// Game types of Portable Draughts Notation (PDN) by board size. Other sizes use the first type
    /// with an explicit size.
    pub pdn: &'static [(u8, u8)],
    /// The colour of [`Side::First`], which moves first.
    pub starts: Colour,
    /// The first row uses columns 1, 3, .. instead of 2, 4, ..
    pub mirrored: bool,
    /// When a game is drawn.
    pub draws: DrawRules,
}

/// A criterion that prefers some captures to others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// More captured pieces.
    Pieces,
    /// A higher total value of the captured pieces: 100 for a man, 199 for a king (just below two
    /// men).
    Value,
    /// The capturing piece is a king.
    ByKing,
    /// More captured kings.
    Kings,
    /// The first captured king comes earlier.
    EarliestKing,
}

/// The effect of reaching the last row in the middle of a capture. A man that ends its move there
/// is always crowned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promotion {
    /// The man is crowned and its move ends.
    Ends,
    /// The capture continues as a man.
    Passes,
    /// The man is crowned and the capture continues as a king.
    ContinuesAsKing,
}

/// When captured pieces are removed from the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    /// At the end of the move. Until then they block squares and must not be jumped again.
    AtEnd,
    /// Immediately after each jump.
    AtOnce,
}

/// The colour of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// At the top, on the low numbers; its men move down.
    Black,
    /// At the bottom; its men move up.
    White,
}

/// The name of a colour in English.
pub(super) fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
    }
}

/// When a game is drawn, except by agreement. Limits are in plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRules {
    /// The number of occurrences of a position.
    pub repetition: Option<u32>,
    /// Consecutive plies with king moves only and without a capture.
    pub quiet: Option<u16>,
    /// Plies since one side has a lone king and the other three pieces, or at most two, including a
    /// king. The ply that creates this material is not counted. Only a change of material resets
    /// the count.
    pub lone_king: Option<LoneKing>,
}

/// The limits of endings against a lone king, in plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoneKing {
    /// For three pieces against the king.
    pub three: u16,
    /// For one or two pieces.
    pub two: u16,
}

/// Rules as compile-time constants, so that the generator has no branches on them.
pub trait Ruleset {
    /// The rules.
    const RULES: Rules;
}

const ENGLISH_SIZE: Param<u8> = Param::<u8>::among("size", &["4", "6", "8", "10", "12"], 8, "rows and columns");

const INTERNATIONAL_SIZE: Param<u8> =
    Param::<u8>::among("size", &["6", "8", "10", "12"], 10, "rows and columns; 12 is Canadian draughts");

/// Whether the game is drawn after [`KINGS_25`](super::KINGS_25) plies of kings instead of the
/// limit of its rules.
pub(super) const KINGS25: Param<bool> = Param::switch(
    "kings25",
    false,
    "a draw after 25 plies in a row of kings only and without a capture, instead of 80",
);

/// English draughts, or checkers, by the rules of the World Checkers and Draughts Federation for
/// 8x8.
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
        draws: DrawRules { repetition: Some(3), quiet: Some(80), lone_king: None },
    };
}

/// International draughts, by the rules of the Fédération Mondiale du Jeu de Dames for 10x10. On
/// 12x12, Canadian draughts.
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
        draws: DrawRules { repetition: Some(3), quiet: Some(50), lone_king: Some(LoneKing { three: 32, two: 10 }) },
    };
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
