//! Counting leaves without playing the last moves.
//!
//! Before the seventh ply nobody has four men, so the number of games is a product. Near the leaves the last two plies are
//! counted together: when a side moves a man from `f` to `t`, the other side's moves change by what becomes free beside its men
//! and by what is taken from them, so that over all moves
//!
//! ```text
//!  leaves = moves * others + sum over moves (beside(f) - beside(t)) - those below moves that win
//! ```
//!
//! where `others` are the moves that the other side would have at once, and `beside(s)` is the number of its men around `s`.

use zermelo_core::{Depth, PerftCount, Square};

use super::position::{Men, TeekoPosition, single, squares};
use super::{FULL, MEN, Teeko};

/// The plies in which men are placed and nobody can have a pattern at the end: the first side's fourth man is the seventh.
const PLIES_TO_FOUR: u32 = 2 * MEN - 1;

impl Teeko {
    /// The number of perft leaves, where it can be had cheaply.
    #[inline]
    pub(super) fn leaves(&self, position: &TeekoPosition, depth: Depth) -> Option<u64> {
        let men = position.occupied().count_ones();
        match depth.0 {
            0 => Some(1),
            _ if position.is_won() => Some(0),
            1 => Some(self.count_moves(position) as u64),
            plies if plies <= PLIES_TO_FOUR.saturating_sub(men) => Some(self.placings(position, plies)),
            2 if position.is_placed() => Some(self.leaves_below_moves(position)),
            2 => Some(self.leaves_below_drops(position)),
            _ => None,
        }
    }

    /// The ways to place the next `plies` men, at least one, when no pattern stops them.
    fn placings(&self, position: &TeekoPosition, plies: u32) -> u64 {
        let empty = (FULL & !position.occupied()).count_ones();
        let first = self.drops(position).count_ones();
        (1..plies).fold(u64::from(first), |ways, ply| ways * u64::from(empty - ply))
    }

    /// Two plies: the last man of one side is placed, then the other side places its last man or makes its first move.
    fn leaves_below_drops(&self, position: &TeekoPosition) -> u64 {
        let (mover, other) = (position.mover(), position.other());
        let empty = FULL & !position.occupied();
        let wins = self.tables.completions(mover) & empty;
        let drops = empty.count_ones();
        if other.count_ones() < MEN {
            return u64::from((drops - wins.count_ones()) * (drops - 1));
        }
        // Every drop takes one move from each man beside it: all drops together take each move once.
        let others = self.mobility(other, empty);
        let below_wins: u32 = squares(wins).map(|to| others - self.beside(other, to)).sum();
        u64::from((drops - 1) * others - below_wins)
    }

    /// Two plies of moving men.
    fn leaves_below_moves(&self, position: &TeekoPosition) -> u64 {
        let (mover, other) = (position.mover(), position.other());
        let empty = FULL & !position.occupied();
        let others = self.mobility(other, empty);
        let (mut moves, mut freed, mut taken, mut below_wins) = (0, 0, 0, 0);
        for from in squares(mover) {
            let targets = self.neighbours(from) & empty;
            let frees = self.beside(other, from);
            moves += targets.count_ones();
            freed += targets.count_ones() * frees;
            taken += self.mobility(other, targets);
            let wins = self.tables.completions(mover & !single(from)) & targets;
            below_wins += squares(wins).map(|to| others + frees - self.beside(other, to)).sum::<u32>();
        }
        u64::from(moves * others + freed - taken - below_wins)
    }

    /// How many of these men stand around a square.
    #[inline]
    fn beside(&self, men: Men, square: Square) -> u32 {
        (self.neighbours(square) & men).count_ones()
    }
}
