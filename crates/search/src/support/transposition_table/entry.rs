//! An entry of the transposition table, and its encoding.

use zermelo_core::{Bound, Depth, Score};

/// The code for "no move".
pub const NO_MOVE_CODE: u16 = u16::MAX;

/// How deep a position was searched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SearchedDepth {
    /// To this depth.
    Plies(Depth),
    /// To the end of the game: no leaf was at the horizon, so no deeper search can change the value.
    ToEnd,
}

/// What the table stores about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// Its value, from the view of the side to move; distances to the end count from this position.
    pub score: Score,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// How deep the position was searched.
    pub depth: SearchedDepth,
    /// The code of the best move ([`SearchHints::move_code`](zermelo_core::SearchHints::move_code)), or
    /// [`NO_MOVE_CODE`].
    pub move_code: u16,
}

/// The fields of an entry with their widths in bits, from the lowest:
///
/// ```text
/// 22  score, less Score::MIN
/// 16  code of the best move
/// 11  depth; 2047 to the end of the game
///  2  bound: 1 exact, 2 lower, 3 upper; 0 for an empty entry
///  6  generation
///  7  zero
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PackedEntry(pub(super) u64);

const CODE_SHIFT: u32 = 22;
const DEPTH_SHIFT: u32 = CODE_SHIFT + 16;
const BOUND_SHIFT: u32 = DEPTH_SHIFT + 11;
const GENERATION_SHIFT: u32 = BOUND_SHIFT + 2;

const DEPTH_TO_END: u64 = (1 << 11) - 1;
/// The number of generations before the counter wraps around.
pub(super) const GENERATIONS: u8 = 1 << 6;

/// An old entry of the same position and generation stays if it is deeper than the new one by more than this.
const DEPTH_MARGIN: u32 = 3;

impl SearchedDepth {
    /// The depth as it is encoded.
    #[inline]
    fn plies(self) -> u32 {
        match self {
            Self::Plies(depth) => depth.0.min(DEPTH_TO_END as u32 - 1),
            Self::ToEnd => DEPTH_TO_END as u32,
        }
    }
}

impl TableEntry {
    /// An entry with a best move and no usable value: for a position whose value depends on the path that led to it.
    pub fn move_only(move_code: u16) -> Self {
        Self { score: Score::MIN, bound: Bound::Lower, depth: SearchedDepth::Plies(Depth(0)), move_code }
    }

    /// Whether this entry must not be replaced by a new one of the same position.
    pub(super) fn is_kept_over(&self, new: &Self) -> bool {
        new.bound != Bound::Exact && self.depth.plies() > new.depth.plies() + DEPTH_MARGIN
    }
}

impl PackedEntry {
    pub(super) const EMPTY: Self = Self(0);

    #[inline]
    pub(super) fn new(entry: &TableEntry, generation: u8) -> Self {
        let score = (entry.score.value() - Score::MIN.value()) as u64;
        let depth = u64::from(entry.depth.plies());
        let bound = match entry.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        Self(
            score
                | u64::from(entry.move_code) << CODE_SHIFT
                | depth << DEPTH_SHIFT
                | bound << BOUND_SHIFT
                | u64::from(generation) << GENERATION_SHIFT,
        )
    }

    #[inline]
    fn field(self, from: u32, to: u32) -> u64 {
        self.0 >> from & ((1 << (to - from)) - 1)
    }

    /// The depth in plies, or [`DEPTH_TO_END`].
    #[inline]
    pub(super) fn depth(self) -> u64 {
        self.field(DEPTH_SHIFT, BOUND_SHIFT)
    }

    #[inline]
    pub(super) fn generation(self) -> u8 {
        self.field(GENERATION_SHIFT, GENERATION_SHIFT + 6) as u8
    }

    #[inline]
    pub(super) fn entry(self) -> TableEntry {
        TableEntry {
            score: Score::from_value(self.field(0, CODE_SHIFT) as i32 + Score::MIN.value()),
            bound: match self.field(BOUND_SHIFT, GENERATION_SHIFT) {
                1 => Bound::Exact,
                2 => Bound::Lower,
                _ => Bound::Upper,
            },
            depth: match self.depth() {
                DEPTH_TO_END => SearchedDepth::ToEnd,
                plies => SearchedDepth::Plies(Depth(plies as u32)),
            },
            move_code: self.field(CODE_SHIFT, DEPTH_SHIFT) as u16,
        }
    }
}
