//! What the table knows of a position, and its bits.

use zermelo_core::{Bound, Depth, Score};

/// No move is known.
pub const NO_CODE: u16 = u16::MAX;

/// How deep was searched below a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Searched {
    /// So many plies.
    Plies(Depth),
    /// To the end of the game: no leaf was cut by the horizon, and no deeper search can change the value.
    ToEnd,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its value, from the view of the side to move; distances count from the position.
    pub score: Score,
    /// What the value says.
    pub bound: Bound,
    /// How deep was searched.
    pub searched: Searched,
    /// The code of the best move ([`SearchHints::move_code`](zermelo_core::SearchHints::move_code)), else [`NO_CODE`].
    pub code: u16,
}

/// Bits of an entry, from the lowest:
///
/// ```text
/// 22  score, from Score::MIN on
/// 16  code of the best move
/// 11  depth; 2047 to the end of the game
///  2  bound: 1 exact, 2 at least, 3 at most; 0 for an empty entry
///  6  generation
///  7  zero
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Packed(pub(super) u64);

const CODE_AT: u32 = 22;
const DEPTH_AT: u32 = CODE_AT + 16;
const BOUND_AT: u32 = DEPTH_AT + 11;
const GENERATION_AT: u32 = BOUND_AT + 2;

const TO_END: u64 = (1 << 11) - 1;
/// How many generations there are before they start again.
pub(super) const GENERATIONS: u8 = 1 << 6;

/// How much deeper than a new entry of the same position an old one has to be to stay.
const STAYS: u32 = 3;

impl Searched {
    /// As the table counts it.
    #[inline]
    fn plies(self) -> u32 {
        match self {
            Self::Plies(depth) => depth.0.min(TO_END as u32 - 1),
            Self::ToEnd => TO_END as u32,
        }
    }
}

impl Entry {
    /// Nothing but a best move: for a position whose value rests on the path that led to it.
    pub fn move_only(code: u16) -> Self {
        Self { score: Score::MIN, bound: Bound::Lower, searched: Searched::Plies(Depth(0)), code }
    }

    /// Whether a new entry of the same position must not take the place of this one.
    pub(super) fn is_worth_more_than(&self, new: &Self) -> bool {
        new.bound != Bound::Exact && self.searched.plies() > new.searched.plies() + STAYS
    }
}

impl Packed {
    pub(super) const EMPTY: Self = Self(0);

    #[inline]
    pub(super) fn new(entry: &Entry, generation: u8) -> Self {
        let score = (entry.score.value() - Score::MIN.value()) as u64;
        let depth = u64::from(entry.searched.plies());
        let bound = match entry.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        Self(
            score
                | u64::from(entry.code) << CODE_AT
                | depth << DEPTH_AT
                | bound << BOUND_AT
                | u64::from(generation) << GENERATION_AT,
        )
    }

    #[inline]
    fn field(self, from: u32, to: u32) -> u64 {
        self.0 >> from & ((1 << (to - from)) - 1)
    }

    /// Plies, or [`TO_END`].
    #[inline]
    pub(super) fn depth(self) -> u64 {
        self.field(DEPTH_AT, BOUND_AT)
    }

    #[inline]
    pub(super) fn generation(self) -> u8 {
        self.field(GENERATION_AT, GENERATION_AT + 6) as u8
    }

    #[inline]
    pub(super) fn entry(self) -> Entry {
        Entry {
            score: Score::from_value(self.field(0, CODE_AT) as i32 + Score::MIN.value()),
            bound: match self.field(BOUND_AT, GENERATION_AT) {
                1 => Bound::Exact,
                2 => Bound::Lower,
                _ => Bound::Upper,
            },
            searched: match self.depth() {
                TO_END => Searched::ToEnd,
                plies => Searched::Plies(Depth(plies as u32)),
            },
            code: self.field(CODE_AT, DEPTH_AT) as u16,
        }
    }
}
