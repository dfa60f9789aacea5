//! Random games.

use crate::{Game, Outcome};

/// Random games of a game. The defaults make lists of moves; a game writes what it can do faster.
pub trait Playout: Game {
    /// A legal move, each as likely, picked by 64 random bits as [`scale`] does; `None` in a decided position. `moves` is room for a
    /// list, where the game has to make one.
    fn random_move(&self, position: &Self::Position, bits: u64, moves: &mut Vec<Self::Move>) -> Option<Self::Move> {
        moves.clear();
        self.generate(position, moves);
        (!moves.is_empty()).then(|| moves[scale(bits, moves.len())])
    }

    /// Plays a game out from an undecided position, each legal move as likely, where the game can without positions and lists of
    /// moves; `None` where it can't. `bits` gives 64 random bits at a time, `played` hears of the moves. Only for games in which no
    /// position can come back.
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

/// 64 random bits made into a number from 0 to `n - 1` by one multiplication
/// (Lemire, "Fast random integer generation in an interval", <https://arxiv.org/abs/1805.10941>, without the rejection): each as
/// likely but for a bias below `n / 2^32`.
#[inline]
pub fn scale(bits: u64, n: usize) -> usize {
    debug_assert!(n > 0 && u32::try_from(n).is_ok(), "nothing to choose from, or far too much");
    (((bits >> 32) * n as u64) >> 32) as usize
}
