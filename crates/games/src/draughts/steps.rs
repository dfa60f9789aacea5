//! A position as the mover sees it, and steps on the board: every shift is by a constant.

#![expect(clippy::inline_always, reason = "constants must reach the shifts, whatever the inliner thinks of the size")]

use std::marker::PhantomData;

use super::geometry::{edge, rows};
use super::rules::Ruleset;
use crate::bitboard::Bits;

/// A position as the mover sees it: which way he goes is the type's business.
#[derive(Clone, Copy, Debug)]
pub struct Pieces<B> {
    /// The mover's pieces.
    pub own: B,
    /// The opponent's.
    pub other: B,
    /// The kings of both.
    pub kings: B,
}

/// Which way men go.
pub(super) trait Heading {
    const DOWN: bool;
    type Opposite: Heading<Opposite = Self>;
}

/// To higher numbers.
pub(super) struct Down;

/// To lower numbers.
pub(super) struct Up;

impl Heading for Down {
    const DOWN: bool = true;
    type Opposite = Up;
}

impl Heading for Up {
    const DOWN: bool = false;
    type Opposite = Down;
}

/// A direction, as a constant parameter.
pub(super) type Direction = u8;

pub(super) const UP_LEFT: Direction = 0;
pub(super) const UP_RIGHT: Direction = 1;
pub(super) const DOWN_LEFT: Direction = 2;
pub(super) const DOWN_RIGHT: Direction = 3;
pub(super) const UP: Direction = 4;
pub(super) const LEFT: Direction = 5;
pub(super) const RIGHT: Direction = 6;
pub(super) const DOWN: Direction = 7;

/// The move generator of one mover.
pub(super) struct Mover<V, B, D, const HALF: u32>(PhantomData<(V, B, D)>);

impl<V: Ruleset, B: Bits, D: Heading, const HALF: u32> Mover<V, B, D, HALF> {
    /// All playable squares.
    #[inline(always)]
    pub(super) fn board() -> B {
        B::from_u128(const { rows(HALF, 0, 2 * HALF) })
    }

    /// The row on which the mover's men are crowned.
    #[inline(always)]
    pub(super) fn last_row() -> B {
        let row = const { if D::DOWN { rows(HALF, 2 * HALF - 1, 2 * HALF) } else { rows(HALF, 0, 1) } };
        B::from_u128(row)
    }

    /// The set, one step on; over rows and columns, one playable square on. What leaves the board may lie on an unused bit.
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

    /// Whether the mover's men go this way.
    #[inline(always)]
    pub(super) const fn is_ahead<const TO: Direction>() -> bool {
        matches!(TO, DOWN_LEFT | DOWN_RIGHT) == D::DOWN && TO < UP
    }
}
