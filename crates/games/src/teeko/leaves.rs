//! Bulk counting of perft leaves.
//!
//! Before the seventh ply no side has four men, so the number of leaves is a product. Later, the
//! last two plies are counted together: when a side moves a man from `f` to `t`, the opponent gains
//! a move for each of its men adjacent to `f` and loses one for each of its men adjacent to `t`, so
//! that over all moves
//!
//! ```text
//!  leaves = moves * others
//!         + sum over moves (adjacent_men(f) - adjacent_men(t))
//!         - replies to winning moves
//! ```
//!
//! where `others` is the number of moves that the opponent would have in this position, and
//! `adjacent_men(s)` is the number of its men adjacent to `s`.

use zermelo_core::{Depth, PerftCount, Square};

use super::position::{TeekoBitboard, TeekoPosition, single, squares};
use super::{FULL, MEN, Teeko};

/// The ply that places the first side's fourth man, the first ply that can complete a pattern.
const PLIES_TO_FOUR: u32 = 2 * MEN - 1;

impl Teeko {
    /// The number of perft leaves, if bulk counting applies.
    #[inline]
    pub(super) fn leaves(&self, position: &TeekoPosition, depth: Depth) -> Option<u64> {
        let men = position.occupied().count_ones();
        match depth.0 {
            0 => Some(1),
            _ if position.is_won() => Some(0),
            1 => Some(self.count_moves(position) as u64),
            plies if plies <= PLIES_TO_FOUR.saturating_sub(men) => Some(self.placement_count(position, plies)),
            2 if position.is_placed() => Some(self.leaves_below_moves(position)),
            2 => Some(self.leaves_below_drops(position)),
            _ => None,
        }
    }

    /// The number of ways to place the next `plies` men, at least one, if no pattern can occur
    /// before the last.
    fn placement_count(&self, position: &TeekoPosition, plies: u32) -> u64 {
        let empty = (FULL & !position.occupied()).count_ones();
        let first = self.drops(position).count_ones();
        (1..plies).fold(u64::from(first), |ways, ply| ways * u64::from(empty - ply))
    }

    /// Two plies: the last man of one side is placed, then the other side places its last man or
    /// makes its first move.
    fn leaves_below_drops(&self, position: &TeekoPosition) -> u64 {
        let (mover, other) = (position.mover(), position.other());
        let empty = FULL & !position.occupied();
        let wins = self.tables.completions(mover) & empty;
        let drops = empty.count_ones();
        if other.count_ones() < MEN {
            return u64::from((drops - wins.count_ones()) * (drops - 1));
        }
        // Each drop blocks one move of every adjacent man, so all drops together block each move
        // once.
        let others = self.mobility(other, empty);
        let replies_to_wins: u32 = squares(wins).map(|to| others - self.adjacent_men(other, to)).sum();
        u64::from((drops - 1) * others - replies_to_wins)
    }

    /// Two plies of steps.
    fn leaves_below_moves(&self, position: &TeekoPosition) -> u64 {
        let (mover, other) = (position.mover(), position.other());
        let empty = FULL & !position.occupied();
        let others = self.mobility(other, empty);
        let (mut moves, mut freed, mut taken, mut replies_to_wins) = (0, 0, 0, 0);
        for from in squares(mover) {
            let targets = self.neighbours(from) & empty;
            let frees = self.adjacent_men(other, from);
            moves += targets.count_ones();
            freed += targets.count_ones() * frees;
            taken += self.mobility(other, targets);
            let wins = self.tables.completions(mover & !single(from)) & targets;
            replies_to_wins += squares(wins).map(|to| others + frees - self.adjacent_men(other, to)).sum::<u32>();
        }
        u64::from(moves * others + freed - taken - replies_to_wins)
    }

    /// The number of these men adjacent to a square.
    #[inline]
    fn adjacent_men(&self, men: TeekoBitboard, square: Square) -> u32 {
        (self.neighbours(square) & men).count_ones()
    }
}
