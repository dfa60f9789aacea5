//! Random games.

use crate::{Game, Outcome};

/// Faster ways to play random games. The default implementations generate the moves.
pub trait Playout: Game {
    /// A uniformly random legal move, chosen from 64 random bits by [`scale`]; `None` in a decided position. `moves` is a buffer for
    /// generated moves.
    fn random_move(&self, position: &Self::Position, bits: u64, moves: &mut Vec<Self::Move>) -> Option<Self::Move> {
        moves.clear();
        self.generate(position, moves);
        (!moves.is_empty()).then(|| moves[scale(bits, moves.len())])
    }

    /// Plays a complete random game from an undecided position, with uniformly random moves, in games that can do so without
    /// generating moves; `None` in other games. `bits` returns 64 random bits; `played` is called with each move. Only for acyclic
    /// games.
    fn play_out(
        &self,
        position: &Self::Position,
        bits: &mut impl FnMut() -> u64,
        played: &mut impl FnMut(Self::Move),
    ) -> Option<Outcome> {
        let _ = (position, bits, played);
        None
    }
}

/// Maps 64 random bits to a number from 0 to `n - 1` by one multiplication (Lemire, "Fast random integer generation in an
/// interval", <https://arxiv.org/abs/1805.10941>, without the rejection step). The bias is below `n / 2^32`.
#[inline]
pub fn scale(bits: u64, n: usize) -> usize {
    debug_assert!(n > 0 && u32::try_from(n).is_ok(), "n is from 1 to 2^32 - 1");
    (((bits >> 32) * n as u64) >> 32) as usize
}
