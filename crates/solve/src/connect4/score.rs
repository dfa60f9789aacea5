//! Scores: how many stones the winner has left.
//!
//! Each side has as many stones as half of the squares (with an odd number of squares the extra stone of the first side does not count). A
//! win with the last stone scores 1, with the one before it 2, and so on. A loss scores the negative, a draw 0. The convention is that of Pascal Pons, <http://blog.gamesolver.org/solving-connect-four/02-test-protocol/>.

use zermelo_core::Ply;

/// The score of a win with the stone after the first `stones` stones.
#[inline(always)]
pub(super) const fn of_win(area: i32, stones: i32) -> i32 {
    (area + 1 - stones) >> 1
}

/// The plies to the end from a position of `stones` stones with this score for the side to move. A draw fills the board.
pub(super) fn plies(area: i32, stones: i32, score: i32) -> Ply {
    let last = if score == 0 {
        area
    } else {
        // Two numbers of stones before the winning one give this score. Choose the one at which it is the winner's turn.
        let most = area + 1 - 2 * score.abs();
        let is_winners_turn = (most - stones) % 2 == i32::from(score < 0);
        (if is_winners_turn { most } else { most - 1 }) + 1
    };
    Ply((last - stones).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_match_scores() {
        for area in [12, 30, 35, 42] {
            for stones in 0..area {
                for before in stones..area {
                    let score = of_win(area, before);
                    let score = if (before - stones) % 2 == 0 { score } else { -score };
                    let expected = Ply((before + 1 - stones).unsigned_abs());
                    assert_eq!(plies(area, stones, score), expected, "{area} squares, {stones} stones, {before}");
                }
            }
        }
        assert_eq!(plies(42, 0, 0), Ply(42));
        assert_eq!(plies(42, 0, 1), Ply(41));
    }
}
