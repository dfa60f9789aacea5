//! The ply counters of the draw rules, which are not part of the position.

use zermelo_core::{Ply, Position, Side};

use super::position::{DraughtsMove, DraughtsPosition};
use super::rules::{DrawRules, LoneKing};
use crate::bitboard::Bits;

/// Plies that count towards a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DrawCounters {
    /// Consecutive plies with king moves only and without a capture.
    pub quiet: u16,
    /// Plies since the ending against a lone king began. 0 if it has not begun or has no rule.
    pub lone_king: u16,
}

impl DrawCounters {
    /// The counters after a move.
    #[inline]
    pub(super) fn after<B: Bits>(
        self,
        draws: &DrawRules,
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

    /// A number that distinguishes counters that can end the game within `within` plies. 0 for all
    /// others.
    #[inline]
    pub(super) fn key<B: Bits>(self, draws: &DrawRules, position: &DraughtsPosition<B>, within: Ply) -> u64 {
        let near = |count: u16, limit: Option<u16>| {
            limit
                .is_some_and(|limit| u32::from(limit.saturating_sub(count)) <= within.0)
                .then_some(u64::from(count) + 1)
        };
        let quiet = near(self.quiet, draws.quiet).unwrap_or(0);
        let lone_king = if self.lone_king > 0 { near(self.lone_king, lone_king_limit(draws, position)) } else { None };
        quiet | lone_king.unwrap_or(0) << 32
    }

    /// Whether a counter has reached its limit, which ends the game.
    #[inline]
    pub(super) fn are_at_limit<B: Bits>(self, draws: &DrawRules, position: &DraughtsPosition<B>) -> bool {
        draws.quiet.is_some_and(|limit| self.quiet >= limit)
            || self.lone_king > 0 && lone_king_limit(draws, position).is_some_and(|limit| self.lone_king >= limit)
    }
}

/// The limit of the ending against a lone king in plies, if the position is one.
pub(super) fn lone_king_limit<B: Bits>(draws: &DrawRules, position: &DraughtsPosition<B>) -> Option<u16> {
    draws.lone_king.and_then(|rule| rule.limit(position))
}

/// Whether a move is irreversible: a capture or a move of a man.
#[inline]
pub(super) fn is_progress<B: Bits>(before: &DraughtsPosition<B>, mv: DraughtsMove<B>) -> bool {
    !mv.captured.is_empty() || !before.kings.has(u32::from(mv.from))
}

impl LoneKing {
    /// The limit of the position, if one side has a lone king and the other at most three pieces,
    /// one of them a king.
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
