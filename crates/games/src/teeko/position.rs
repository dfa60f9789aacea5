//! Sets of men, positions and moves.

use std::iter;

use zermelo_core::{Outcome, Position, Side, Square};

use super::board::MEN;
use crate::bitboard::mix;

/// A set of squares, or the men on them: square `n` is bit `n`.
pub type Men = u32;

/// The set of one square.
#[inline]
pub(super) const fn single(square: Square) -> Men {
    1 << square.0
}

/// The squares of a set, ascending.
#[inline]
pub fn squares(men: Men) -> impl Iterator<Item = Square> {
    let mut rest = men;
    iter::from_fn(move || {
        let square = (rest != 0).then(|| Square(rest.trailing_zeros() as u16))?;
        rest &= rest - 1;
        Some(square)
    })
}

/// The men of both sides. The number of men tells the phase: while one of the eight is missing, men are placed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TeekoPosition {
    mover: Men,
    other: Men,
    side: Side,
    /// Whether the side that has just moved has a pattern.
    won: bool,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TeekoMove {
    /// A new man is placed.
    Drop(Square),
    /// A man goes to a neighbouring square.
    Step {
        /// From here.
        from: Square,
        /// To here.
        to: Square,
    },
}

impl TeekoMove {
    /// Where a man comes to stand.
    #[inline]
    pub fn to(self) -> Square {
        match self {
            Self::Drop(to) | Self::Step { to, .. } => to,
        }
    }
}

impl TeekoPosition {
    /// The empty board.
    pub(super) const EMPTY: Self = Self { mover: 0, other: 0, side: Side::First, won: false };

    /// Men by side; `won` says whether the side that has just moved has a pattern.
    pub(super) fn new(men: [Men; 2], side: Side, won: bool) -> Self {
        Self { mover: men[side.index()], other: men[side.opponent().index()], side, won }
    }

    /// The men of the side to move.
    #[inline]
    pub fn mover(&self) -> Men {
        self.mover
    }

    /// The men of the side that has just moved.
    #[inline]
    pub fn other(&self) -> Men {
        self.other
    }

    /// The men of a side.
    #[inline]
    pub fn of(&self, side: Side) -> Men {
        if side == self.side { self.mover } else { self.other }
    }

    /// All men.
    #[inline]
    pub fn occupied(&self) -> Men {
        self.mover | self.other
    }

    /// The same men with the other side to move.
    pub(super) fn passed(&self) -> Self {
        Self { mover: self.other, other: self.mover, side: self.side.opponent(), won: false }
    }

    /// Whether all men are placed: from now on they move.
    #[inline]
    pub fn is_placed(&self) -> bool {
        // The second side places the last man, so the side to move never has more men than the other in the first phase. Where
        // an opponent stands still, a side moves its men when its own are placed.
        self.mover.count_ones() == MEN
    }

    /// Whether the side that has just moved has a pattern.
    #[inline]
    pub fn is_won(&self) -> bool {
        self.won
    }

    #[inline]
    pub(super) fn side(&self) -> Side {
        self.side
    }

    /// Who has won, if anybody has.
    #[inline]
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.won.then(|| Outcome::Win(self.side.opponent()))
    }

    /// Who stands on a square.
    pub fn at(&self, square: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.of(side) & single(square) != 0)
    }

    /// The side to move has made its move, and its men stand like this now.
    #[inline]
    pub(super) fn moved(&mut self, men: Men, won: bool) {
        debug_assert!(men & self.other == 0, "a square is taken");
        *self = Self { mover: self.other, other: men, side: self.side.opponent(), won };
    }

    pub(super) fn image(&self, image: impl Fn(Men) -> Men) -> Self {
        Self { mover: image(self.mover), other: image(self.other), ..*self }
    }
}

impl Position for TeekoPosition {
    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        mix(mix(0, u64::from(self.mover) | u64::from(self.other) << 32), u64::from(self.side == Side::Second))
    }
}
