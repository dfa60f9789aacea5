//! What the draw rules count beside the position.

use zermelo_core::{Ply, Position, Side};

use super::position::{DraughtsMove, DraughtsPosition};
use super::rules::{Draws, LoneKing};
use crate::bitboard::Bits;

/// Plies that count towards a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Plies in a row of kings only and without a capture.
    pub quiet: u16,
    /// Plies since the ending against a lone king began; 0 where there is none, or no rule for it.
    pub lone_king: u16,
}

impl Counters {
    /// The counters after a move.
    #[inline]
    pub(super) fn after<B: Bits>(
        self,
        draws: &Draws,
        before: &DraughtsPosition<B>,
        mv: DraughtsMove<B>,
        after: &DraughtsPosition<B>,
    ) -> Self {
        let quiet = if is_progress(before, mv) { 0 } else { self.quiet.saturating_add(1) };
        let lone_king = match &draws.lone_king {
            Some(rule) => match (rule.limit(before), rule.limit(after)) {
                (Some(then), Some(now)) if then == now => self.lone_king.saturating_add(1),
                _ => 0,
            },
            None => 0,
        };
        Self { quiet, lone_king }
    }

    /// A number that tells them apart where they can end the game within so many plies; else 0.
    #[inline]
    pub(super) fn key<B: Bits>(self, draws: &Draws, position: &DraughtsPosition<B>, within: Ply) -> u64 {
        let near = |count: u16, limit: Option<u16>| {
            limit
                .is_some_and(|limit| u32::from(limit.saturating_sub(count)) <= within.0)
                .then_some(u64::from(count) + 1)
        };
        let quiet = near(self.quiet, draws.quiet).unwrap_or(0);
        let lone_king = if self.lone_king > 0 { near(self.lone_king, most_lone_king(draws, position)) } else { None };
        quiet | lone_king.unwrap_or(0) << 32
    }

    /// Whether they end the game.
    #[inline]
    pub(super) fn are_at_limit<B: Bits>(self, draws: &Draws, position: &DraughtsPosition<B>) -> bool {
        draws.quiet.is_some_and(|limit| self.quiet >= limit)
            || self.lone_king > 0 && most_lone_king(draws, position).is_some_and(|limit| self.lone_king >= limit)
    }
}

/// The limit of the ending against a lone king that this is, if it is one.
pub(super) fn most_lone_king<B: Bits>(draws: &Draws, position: &DraughtsPosition<B>) -> Option<u16> {
    draws.lone_king.and_then(|rule| rule.limit(position))
}

/// Whether nothing from before a move can come back: a capture, or a man moves.
#[inline]
pub(super) fn is_progress<B: Bits>(before: &DraughtsPosition<B>, mv: DraughtsMove<B>) -> bool {
    !mv.captured.is_empty() || !before.kings.has(u32::from(mv.from))
}

impl LoneKing {
    /// The limit in a position, if it is such an ending: a lone king on one side, on the other at most three pieces with a
    /// king among them.
    #[inline]
    fn limit<B: Bits>(self, position: &DraughtsPosition<B>) -> Option<u16> {
        if position.occupied().count() > 4 {
            return None;
        }
        let is_lone = |side: Side| position.of(side).count() == 1 && !position.kings_of(side).is_empty();
        let others = if is_lone(position.side_to_move()) {
            position.side_to_move().opponent()
        } else if is_lone(position.side_to_move().opponent()) {
            position.side_to_move()
        } else {
            return None;
        };
        match (position.of(others).count(), position.kings_of(others).is_empty()) {
            (1 | 2, false) => Some(self.two),
            (3, false) => Some(self.three),
            _ => None,
        }
    }
}
