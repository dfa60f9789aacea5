//! Positions and moves.

use zermelo_core::{Position, Side};

use crate::bitboard::{Bits, mix};

/// Men and kings of both sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DraughtsPosition<B> {
    pub(super) pieces: [B; 2],
    pub(super) kings: B,
    pub(super) side: Side,
}

impl<B: Bits> DraughtsPosition<B> {
    /// The men and kings of a side.
    #[inline]
    pub fn of(&self, side: Side) -> B {
        self.pieces[side.index()]
    }

    /// The kings of both sides.
    #[inline]
    pub fn kings(&self) -> B {
        self.kings
    }

    /// The men of a side.
    #[inline]
    pub fn men_of(&self, side: Side) -> B {
        self.of(side) & !self.kings
    }

    /// The kings of a side.
    #[inline]
    pub fn kings_of(&self, side: Side) -> B {
        self.of(side) & self.kings
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> B {
        self.pieces[0] | self.pieces[1]
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn play(&mut self, mv: DraughtsMove<B>) {
        let (from, to) = (B::single(u32::from(mv.from)), B::single(u32::from(mv.to)));
        let (own, other) = (self.side.index(), self.side.opponent().index());
        let is_king = mv.crowns || self.kings.has(u32::from(mv.from));
        // A capture may end where it began.
        self.pieces[own] = (self.pieces[own] & !from) | to;
        self.pieces[other] &= !mv.captured;
        self.kings &= !(mv.captured | from);
        if is_king {
            self.kings |= to;
        }
        self.side = self.side.opponent();
    }
}

impl<B: Bits> Position for DraughtsPosition<B> {
    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        let key = self.pieces[1].mix_into(self.pieces[0].mix_into(0));
        mix(self.kings.mix_into(key), u64::from(self.side == Side::Second))
    }
}

/// A move. Captures with the same start, end and captured pieces are the same move, even if their
/// paths differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DraughtsMove<B> {
    /// The bit of the start square.
    pub from: u8,
    /// The bit of the end square.
    pub to: u8,
    /// Whether a man becomes a king.
    pub crowns: bool,
    /// The captured pieces. Empty for a quiet move.
    pub captured: B,
}
