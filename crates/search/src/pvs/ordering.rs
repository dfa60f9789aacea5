//! Move ordering.
//!
//! - Killer heuristic: moves that caused a cutoff at the same distance from the root (Akl and Newborn, "The Principal
//!   Continuation and the Killer Heuristic", 1977).
//! - History heuristic: moves that caused cutoffs anywhere, weighted by the depth below them (Schaeffer, "The History
//!   Heuristic", 1983), with a malus for the moves tried before them.
//! - Countermove heuristic: the move that caused a cutoff after the same move of the opponent (Uiterwijk, "The
//!   Countermove Heuristic", 1992).
//!
//! Moves are identified by their codes ([`SearchHints::move_code`](zermelo_core::SearchHints::move_code)). A collision
//! of codes only spoils the order.

use zermelo_core::{Depth, Ply, Side};

use crate::transposition_table::NO_MOVE_CODE;

/// Entries of the history and countermove tables per side.
const HISTORY_SLOTS: usize = 1 << 13;
/// History values are between `-HISTORY_MAX` and `HISTORY_MAX`.
const HISTORY_MAX: i32 = 1 << 14;

/// A legal move with its rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankedMove<M> {
    pub(crate) mv: M,
    /// The move's code.
    pub(crate) code: u16,
    /// Higher ranks are tried first.
    pub(crate) rank: i32,
}

/// The ranks of moves that go before all others. The other moves are ranked by history and evaluator.
pub(crate) const FROM_TABLE: i32 = i32::MAX;
pub(crate) const NOISY: i32 = 1 << 28;
pub(crate) const KILLER: i32 = 1 << 27;
pub(crate) const COUNTER: i32 = 1 << 26;

/// Which heuristics are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OrderingHeuristics {
    pub(crate) killers: bool,
    pub(crate) history: bool,
    pub(crate) countermoves: bool,
}

/// The tables of the heuristics.
#[derive(Clone, Debug)]
pub(crate) struct MoveOrdering {
    enabled: OrderingHeuristics,
    /// The last two killers of each ply.
    killers: Vec<[u16; 2]>,
    /// By side and move code.
    history: Box<[i32]>,
    /// By side and code of the previous move.
    counters: Box<[u16]>,
}

#[inline]
fn history_index(side: Side, code: u16) -> usize {
    side.index() * HISTORY_SLOTS + usize::from(code) % HISTORY_SLOTS
}

impl MoveOrdering {
    pub(crate) fn new(enabled: OrderingHeuristics) -> Self {
        let slots = |wanted: bool| if wanted { 2 * HISTORY_SLOTS } else { 0 };
        Self {
            enabled,
            killers: Vec::new(),
            history: vec![0; slots(enabled.history)].into_boxed_slice(),
            counters: vec![NO_MOVE_CODE; slots(enabled.countermoves)].into_boxed_slice(),
        }
    }

    /// Ages the tables before a decision: killers are cleared, since plies count from a new root, and history values
    /// shrink.
    pub(crate) fn age(&mut self) {
        self.killers.clear();
        self.history.iter_mut().for_each(|weight| *weight /= 8);
    }

    /// The rank of a quiet move of `side`, `ply` plies below the root, after the opponent's `previous_move`.
    #[inline]
    pub(crate) fn rank(&self, side: Side, ply: Ply, previous_move: u16, code: u16) -> i32 {
        if self.enabled.killers {
            let killers = self.killers.get(ply.index()).copied().unwrap_or([NO_MOVE_CODE; 2]);
            if code == killers[0] {
                return KILLER + 1;
            }
            if code == killers[1] {
                return KILLER;
            }
        }
        if self.enabled.countermoves && self.counters[history_index(side, previous_move)] == code {
            return COUNTER;
        }
        if self.enabled.history { self.history[history_index(side, code)] } else { 0 }
    }

    /// Records that a quiet move caused a cutoff, after the moves of `tried` did not.
    pub(crate) fn update_on_cutoff<M>(
        &mut self,
        (side, ply, previous_move): (Side, Ply, u16),
        code: u16,
        tried: &[RankedMove<M>],
        depth: Depth,
    ) {
        if self.enabled.killers {
            if self.killers.len() <= ply.index() {
                self.killers.resize(ply.index() + 1, [NO_MOVE_CODE; 2]);
            }
            let killers = &mut self.killers[ply.index()];
            if killers[0] != code {
                *killers = [code, killers[0]];
            }
        }
        if self.enabled.countermoves {
            self.counters[history_index(side, previous_move)] = code;
        }
        if self.enabled.history {
            let plies = depth.0.min(40) as i32;
            let bonus = plies * plies;
            self.update_history(history_index(side, code), bonus);
            for tried in tried {
                self.update_history(history_index(side, tried.code), -bonus);
            }
        }
    }

    /// Gravity: the nearer a value is to its limit, the less it grows.
    #[inline]
    fn update_history(&mut self, at: usize, bonus: i32) {
        let weight = &mut self.history[at];
        *weight += bonus - *weight * bonus.abs() / HISTORY_MAX;
    }
}

/// Moves the highest-ranked of the `left` moves to the front, after `tried` others; of equals, the first. The first few
/// are selected one by one, then the rest is sorted once.
#[inline]
pub(crate) fn order_next<M: Copy>(left: &mut [RankedMove<M>], tried: usize) {
    /// When this many moves caused no cutoff, most of the rest will be tried too.
    const PICKED: usize = 4;
    if tried < PICKED {
        pick(left);
    } else if tried == PICKED {
        left.sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
    }
}

/// Moves the highest-ranked move to the front; of equals, the first.
#[inline]
pub(crate) fn pick<M: Copy>(moves: &mut [RankedMove<M>]) {
    let mut best = 0;
    for at in 1..moves.len() {
        if moves[at].rank > moves[best].rank {
            best = at;
        }
    }
    // The other moves keep the order of generation.
    moves[..=best].rotate_right(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: OrderingHeuristics = OrderingHeuristics { killers: true, history: true, countermoves: true };

    fn ranked(ranks: &[i32]) -> Vec<RankedMove<usize>> {
        ranks.iter().enumerate().map(|(mv, &rank)| RankedMove { mv, code: mv as u16, rank }).collect()
    }

    #[test]
    fn the_best_goes_first_and_equals_keep_their_order() {
        let mut moves = ranked(&[3, 9, 1, 9, 4]);
        for from in 0..moves.len() {
            pick(&mut moves[from..]);
        }
        assert_eq!(moves.iter().map(|ranked| ranked.mv).collect::<Vec<_>>(), [1, 3, 4, 0, 2]);
    }

    #[test]
    fn a_long_list_comes_in_the_order_of_its_ranks() {
        let ranks: Vec<i32> = (0..60).map(|at| at * 7 % 10).collect();
        let mut moves = ranked(&ranks);
        for tried in 0..moves.len() {
            order_next(&mut moves[tried..], tried);
        }
        let mut expected = ranked(&ranks);
        expected.sort_by_key(|ranked| (-ranked.rank, ranked.mv));
        let all = |moves: &[RankedMove<usize>]| moves.iter().map(|ranked| ranked.mv).collect::<Vec<_>>();
        assert_eq!(all(&moves), all(&expected));
    }

    #[test]
    fn moves_that_cut_off_come_sooner() {
        let mut ordering = MoveOrdering::new(ALL);
        let history_index = (Side::First, Ply(3), 77);
        ordering.update_on_cutoff(history_index, 5, &ranked(&[0, 0]), Depth(4));
        ordering.update_on_cutoff(history_index, 6, &[] as &[RankedMove<usize>], Depth(4));
        let rank = |code| ordering.rank(Side::First, Ply(3), 77, code);
        assert!(rank(6) > rank(5) && rank(5) >= KILLER, "the last two that cut off at this ply");
        assert!(ordering.rank(Side::First, Ply(9), 77, 6) == COUNTER, "the answer to the same move elsewhere");
        assert!(ordering.rank(Side::First, Ply(9), 78, 6) > 0 && ordering.rank(Side::Second, Ply(9), 78, 6) == 0);
        assert!(rank(1) < 0, "tried in vain");
    }

    #[test]
    fn history_stays_in_its_bounds() {
        let mut ordering = MoveOrdering::new(ALL);
        for _ in 0..100_000 {
            ordering.update_on_cutoff((Side::Second, Ply(0), NO_MOVE_CODE), 9, &ranked(&[0]), Depth(40));
        }
        let rank = |code| ordering.rank(Side::Second, Ply(1), 0, code);
        assert!(
            (HISTORY_MAX * 9 / 10..=HISTORY_MAX).contains(&rank(9))
                && (-HISTORY_MAX..=-HISTORY_MAX * 9 / 10).contains(&rank(0))
        );
    }

    #[test]
    fn disabled_heuristics_are_not_used() {
        let mut ordering =
            MoveOrdering::new(OrderingHeuristics { killers: false, history: false, countermoves: false });
        ordering.update_on_cutoff((Side::First, Ply(0), 1), 2, &ranked(&[0]), Depth(9));
        assert_eq!(ordering.rank(Side::First, Ply(0), 1, 2), 0);
    }
}
