//! Bitboards, positions and moves.

use std::iter;

use zermelo_core::{Outcome, Position, Side, Square};

use super::board::MEN;
use crate::bitboard::mix;

/// A set of squares, or the men on them: square `n` is bit `n`.
pub type TeekoBitboard = u32;

/// The set of one square.
#[inline]
pub(super) const fn single(square: Square) -> TeekoBitboard {
    1 << square.0
}

/// The squares of a set, ascending.
#[inline]
pub fn squares(men: TeekoBitboard) -> impl Iterator<Item = Square> {
    let mut rest = men;
    iter::from_fn(move || {
        let square = (rest != 0).then(|| Square(rest.trailing_zeros() as u16))?;
        rest &= rest - 1;
        Some(square)
    })
}

/// The men of both sides. Men are placed until each side has four.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TeekoPosition {
    mover: TeekoBitboard,
    other: TeekoBitboard,
    side: Side,
    /// Whether the side that has just moved has a pattern.
    won: bool,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TeekoMove {
    /// A new man is placed.
    Drop(Square),
    /// A man moves to an adjacent square.
    Step {
        /// The start square.
        from: Square,
        /// The target square.
        to: Square,
    },
}

impl TeekoMove {
    /// The target square.
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

    /// A position from the men of the sides. `won`: the side that has just moved has a pattern.
    pub(super) fn new(men: [TeekoBitboard; 2], side: Side, won: bool) -> Self {
        Self { mover: men[side.index()], other: men[side.opponent().index()], side, won }
    }

    /// The men of the side to move.
    #[inline]
    pub fn mover(&self) -> TeekoBitboard {
        self.mover
    }

    /// The men of the side that has just moved.
    #[inline]
    pub fn other(&self) -> TeekoBitboard {
        self.other
    }

    /// The men of a side.
    #[inline]
    pub fn of(&self, side: Side) -> TeekoBitboard {
        if side == self.side { self.mover } else { self.other }
    }

    /// All men.
    #[inline]
    pub fn occupied(&self) -> TeekoBitboard {
        self.mover | self.other
    }

    /// The same men with the other side to move.
    pub(super) fn passed(&self) -> Self {
        Self { mover: self.other, other: self.mover, side: self.side.opponent(), won: false }
    }

    /// Whether the side to move has placed all its men and makes steps.
    #[inline]
    pub fn is_placed(&self) -> bool {
        // The second side places the last man, so while men are placed, the side to move never has
        // more men than the other. After a null move it may have more, and then makes steps.
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

    /// The result, if the game is won.
    #[inline]
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.won.then(|| Outcome::Win(self.side.opponent()))
    }

    /// The side whose man is on a square.
    pub fn at(&self, square: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.of(side) & single(square) != 0)
    }

    /// Ends the turn of the side to move, whose men are now `men`.
    #[inline]
    pub(super) fn set_moved_men(&mut self, men: TeekoBitboard, won: bool) {
        debug_assert!(men & self.other == 0, "a square is taken");
        *self = Self { mover: self.other, other: men, side: self.side.opponent(), won };
    }

    /// The position under a map of sets of squares.
    pub(super) fn image(&self, image: impl Fn(TeekoBitboard) -> TeekoBitboard) -> Self {
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
