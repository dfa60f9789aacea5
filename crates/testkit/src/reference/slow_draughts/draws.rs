//! Draws, found by examining the whole game.

use super::{SlowColour, SlowDraughts, SlowDraughtsMove, SlowDraughtsPosition};

/// Why a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlowDrawReason {
    /// The position occurred too often.
    Repetition,
    /// Too many consecutive king moves without a capture.
    Quiet,
    /// Too many plies against a lone king.
    LoneKing,
}

/// Why a game is drawn after these moves, each given with the position before it. If there are several reasons, it is
/// the first in the order of [`SlowDrawReason`]. The function does not check whether the side to move has a legal move.
pub fn draw_reason(game: &SlowDraughts, played: &[(SlowDraughtsPosition, SlowDraughtsMove)]) -> Option<SlowDrawReason> {
    let (before, last) = played.last()?;
    let now = game.play(before, last);
    let is_reached = |limit: Option<usize>, plies: usize| limit.is_some_and(|limit| plies >= limit);
    let occurrences = 1 + played.iter().filter(|(position, _)| *position == now).count();
    if is_reached(game.draws.repetition, occurrences) {
        return Some(SlowDrawReason::Repetition);
    }
    let is_quiet = |(position, mv): &&(SlowDraughtsPosition, SlowDraughtsMove)| {
        mv.captured.is_empty() && position.at(game.place(mv.from)).is_some_and(|piece| piece.is_king)
    };
    if is_reached(game.draws.quiet, played.iter().rev().take_while(is_quiet).count()) {
        return Some(SlowDrawReason::Quiet);
    }
    // The move that led to this ending was played in another ending and does not count.
    let limit = game.lone_king_limit(&now);
    let same = played.iter().rev().take_while(|(position, _)| game.lone_king_limit(position) == limit);
    if is_reached(limit, same.count()) {
        return Some(SlowDrawReason::LoneKing);
    }
    None
}

impl SlowDraughts {
    /// The limit for an ending against a lone king; `None` for other positions.
    pub(super) fn lone_king_limit(&self, position: &SlowDraughtsPosition) -> Option<usize> {
        let both = [SlowColour::Black, SlowColour::White].map(|colour| position.pieces(colour));
        let [few, many] = if both[0].len() <= both[1].len() { [&both[0], &both[1]] } else { [&both[1], &both[0]] };
        let has_king = many.iter().any(|piece| piece.is_king);
        match (few[..].first(), few.len(), many.len()) {
            (Some(lone), 1, 3) if lone.is_king && has_king => self.draws.three_to_king,
            (Some(lone), 1, 1 | 2) if lone.is_king && has_king => self.draws.two_to_king,
            _ => None,
        }
    }
}
