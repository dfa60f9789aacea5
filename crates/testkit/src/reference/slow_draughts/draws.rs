//! Draws, by looking back over the whole game.

use super::{SlowColour, SlowDraughts, SlowDraughtsMove, SlowDraughtsPosition};

/// Why a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlowDraw {
    /// The position came up too often.
    Repetition,
    /// Too many moves of kings.
    Quiet,
    /// Too many plies against a lone king.
    LoneKing,
}

/// Whether a game is drawn after these moves, each with the position that it was played in. Of several reasons the first in the
/// order of [`SlowDraw`]. Whether the side to move has a move at all is not asked.
pub fn draw(game: &SlowDraughts, played: &[(SlowDraughtsPosition, SlowDraughtsMove)]) -> Option<SlowDraw> {
    let (before, last) = played.last()?;
    let now = game.play(before, last);
    let is_reached = |limit: Option<usize>, plies: usize| limit.is_some_and(|limit| plies >= limit);
    let times = 1 + played.iter().filter(|(position, _)| *position == now).count();
    if is_reached(game.draws.repetition, times) {
        return Some(SlowDraw::Repetition);
    }
    let is_quiet = |(position, mv): &&(SlowDraughtsPosition, SlowDraughtsMove)| {
        mv.captured.is_empty() && position.at(game.place(mv.from)).is_some_and(|piece| piece.is_king)
    };
    if is_reached(game.draws.quiet, played.iter().rev().take_while(is_quiet).count()) {
        return Some(SlowDraw::Quiet);
    }
    // The move that led to the ending was played in another one, and so is not among those counted.
    let limit = game.lone_king_limit(&now);
    let same = played.iter().rev().take_while(|(position, _)| game.lone_king_limit(position) == limit);
    if is_reached(limit, same.count()) {
        return Some(SlowDraw::LoneKing);
    }
    None
}

impl SlowDraughts {
    /// The limit of the ending against a lone king that this is, if it is one.
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
