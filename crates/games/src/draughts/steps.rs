//! The pieces from the point of view of the side to move, and steps on the board as shifts by
//! constants.

#![expect(clippy::inline_always, reason = "constants must reach the shifts, whatever the inliner thinks of the size")]

use std::marker::PhantomData;

use super::geometry::{edge, rows};
use super::rules::Ruleset;
use crate::bitboard::Bits;

/// The pieces from the point of view of the side to move. The direction of its men is a type
/// parameter ([`ForwardDirection`]).
#[derive(Clone, Copy, Debug)]
pub struct Pieces<B> {
    /// The pieces of the side to move.
    pub own: B,
    /// The pieces of the opponent.
    pub other: B,
    /// The kings of both sides.
    pub kings: B,
}

/// The direction in which the men of a side move.
pub(super) trait ForwardDirection {
    const DOWN: bool;
    type Opposite: ForwardDirection<Opposite = Self>;
}

/// To higher numbers.
pub(super) struct Down;

/// To lower numbers.
pub(super) struct Up;

impl ForwardDirection for Down {
    const DOWN: bool = true;
    type Opposite = Up;
}

impl ForwardDirection for Up {
    const DOWN: bool = false;
    type Opposite = Down;
}

/// A direction, for const generics.
pub(super) type Direction = u8;

pub(super) const UP_LEFT: Direction = 0;
pub(super) const UP_RIGHT: Direction = 1;
pub(super) const DOWN_LEFT: Direction = 2;
pub(super) const DOWN_RIGHT: Direction = 3;
pub(super) const UP: Direction = 4;
pub(super) const LEFT: Direction = 5;
pub(super) const RIGHT: Direction = 6;
pub(super) const DOWN: Direction = 7;

/// The move generator of a side with the forward direction `D`.
pub(super) struct MoveGenerator<V, B, D, const HALF: u32>(PhantomData<(V, B, D)>);

impl<V: Ruleset, B: Bits, D: ForwardDirection, const HALF: u32> MoveGenerator<V, B, D, HALF> {
    /// All playable squares.
    #[inline(always)]
    pub(super) fn board() -> B {
        B::from_u128(const { rows(HALF, 0, 2 * HALF) })
    }

    /// The row on which the men of the side to move are crowned.
    #[inline(always)]
    pub(super) fn last_row() -> B {
        let row = const { if D::DOWN { rows(HALF, 2 * HALF - 1, 2 * HALF) } else { rows(HALF, 0, 1) } };
        B::from_u128(row)
    }

    /// The squares of a set moved one step; along rows and columns, to the next playable square.
    /// Steps off the board may set unused bits.
    #[inline(always)]
    pub(super) fn step<const TO: Direction>(set: B) -> B {
        let inside =
            |right| B::from_u128(!if right { const { edge(HALF, true) } } else { const { edge(HALF, false) } });
        match TO {
            UP_LEFT => set.down(HALF + 1),
            UP_RIGHT => set.down(HALF),
            DOWN_LEFT => set.up(HALF),
            DOWN_RIGHT => set.up(HALF + 1),
            UP => set.down(2 * HALF + 1),
            DOWN => set.up(2 * HALF + 1),
            LEFT => (set & inside(false)).down(1),
            _ => (set & inside(true)).up(1),
        }
    }

    /// Whether men of the side to move move in this direction.
    #[inline(always)]
    pub(super) const fn is_ahead<const TO: Direction>() -> bool {
        matches!(TO, DOWN_LEFT | DOWN_RIGHT) == D::DOWN && TO < UP
    }
}
