//! What a search remembers of moves, to try the promising ones first.
//!
//! - Killers: moves that cut off at the same distance from the root (Akl and Newborn, "The Principal Continuation and the Killer
//!   Heuristic", 1977).
//! - History: moves that cut off anywhere, weighed by the depth below them (Schaeffer, "The History Heuristic", 1983); moves that were
//!   tried before one that cut off lose as much.
//! - Countermoves: the move that cut off after the same move of the opponent (Uiterwijk, "The Countermove Heuristic", 1992).
//!
//! Moves go by their codes ([`SearchHints::move_code`](zermelo_core::SearchHints::move_code)). Codes that meet in a table only spoil the order.

use zermelo_core::{Depth, Ply, Side};

use crate::table::NO_CODE;

/// Places for codes in a table of one side.
const PLACES: usize = 1 << 13;
/// History stays between -CAP and CAP.
const CAP: i32 = 1 << 14;

/// A legal move on its way to be tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked<M> {
    pub(crate) mv: M,
    /// Its code.
    pub(crate) code: u16,
    /// The greater, the sooner.
    pub(crate) rank: i32,
}

/// The ranks of moves that go before all others; what is left goes by history and by the evaluator, from -`QUIET` to `QUIET`.
pub(crate) const FROM_TABLE: i32 = i32::MAX;
pub(crate) const NOISY: i32 = 1 << 28;
pub(crate) const KILLER: i32 = 1 << 27;
pub(crate) const COUNTER: i32 = 1 << 26;

/// Which of these is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Asked {
    pub(crate) killers: bool,
    pub(crate) history: bool,
    pub(crate) countermoves: bool,
}

/// What is remembered.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    asked: Asked,
    /// By ply: the last two.
    killers: Vec<[u16; 2]>,
    /// By side and code.
    history: Box<[i32]>,
    /// By side and code of the move before.
    counters: Box<[u16]>,
}

#[inline]
fn place(side: Side, code: u16) -> usize {
    side.index() * PLACES + usize::from(code) % PLACES
}

impl Memory {
    pub(crate) fn new(asked: Asked) -> Self {
        let places = |wanted: bool| if wanted { 2 * PLACES } else { 0 };
        Self {
            asked,
            killers: Vec::new(),
            history: vec![0; places(asked.history)].into_boxed_slice(),
            counters: vec![NO_CODE; places(asked.countermoves)].into_boxed_slice(),
        }
    }

    /// Before a decision: plies count from another root now, and history loses weight.
    pub(crate) fn fade(&mut self) {
        self.killers.clear();
        self.history.iter_mut().for_each(|weight| *weight /= 8);
    }

    /// The rank of a quiet move of a side, `ply` below the root and after a move of the opponent.
    #[inline]
    pub(crate) fn rank(&self, side: Side, ply: Ply, before: u16, code: u16) -> i32 {
        if self.asked.killers {
            let killers = self.killers.get(ply.index()).copied().unwrap_or([NO_CODE; 2]);
            if code == killers[0] {
                return KILLER + 1;
            }
            if code == killers[1] {
                return KILLER;
            }
        }
        if self.asked.countermoves && self.counters[place(side, before)] == code {
            return COUNTER;
        }
        if self.asked.history { self.history[place(side, code)] } else { 0 }
    }

    /// A quiet move cut off, after the `tried` ones did not.
    pub(crate) fn cut<M>(
        &mut self,
        (side, ply, before): (Side, Ply, u16),
        code: u16,
        tried: &[Ranked<M>],
        depth: Depth,
    ) {
        if self.asked.killers {
            if self.killers.len() <= ply.index() {
                self.killers.resize(ply.index() + 1, [NO_CODE; 2]);
            }
            let killers = &mut self.killers[ply.index()];
            if killers[0] != code {
                *killers = [code, killers[0]];
            }
        }
        if self.asked.countermoves {
            self.counters[place(side, before)] = code;
        }
        if self.asked.history {
            let plies = depth.0.min(40) as i32;
            let bonus = plies * plies;
            self.learn(place(side, code), bonus);
            for tried in tried {
                self.learn(place(side, tried.code), -bonus);
            }
        }
    }

    /// The nearer to its cap, the less a weight grows.
    #[inline]
    fn learn(&mut self, at: usize, bonus: i32) {
        let weight = &mut self.history[at];
        *weight += bonus - *weight * bonus.abs() / CAP;
    }
}

/// Brings the highest-ranked of the moves that are left to the front, after `tried` others: the first few are looked for one by one,
/// then the rest is sorted once. Of equals the first.
#[inline]
pub(crate) fn order<M: Copy>(left: &mut [Ranked<M>], tried: usize) {
    /// Sorting pays where so many have not cut off.
    const PICKED: usize = 4;
    if tried < PICKED {
        pick(left);
    } else if tried == PICKED {
        left.sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
    }
}

/// Brings the highest-ranked of the moves to the front; of equals the first.
#[inline]
pub(crate) fn pick<M: Copy>(moves: &mut [Ranked<M>]) {
    let mut best = 0;
    for at in 1..moves.len() {
        if moves[at].rank > moves[best].rank {
            best = at;
        }
    }
    // The others keep their order: it is the game's own.
    moves[..=best].rotate_right(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Asked = Asked { killers: true, history: true, countermoves: true };

    fn ranked(ranks: &[i32]) -> Vec<Ranked<usize>> {
        ranks.iter().enumerate().map(|(mv, &rank)| Ranked { mv, code: mv as u16, rank }).collect()
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
            order(&mut moves[tried..], tried);
        }
        let mut expected = ranked(&ranks);
        expected.sort_by_key(|ranked| (-ranked.rank, ranked.mv));
        let all = |moves: &[Ranked<usize>]| moves.iter().map(|ranked| ranked.mv).collect::<Vec<_>>();
        assert_eq!(all(&moves), all(&expected));
    }

    #[test]
    fn moves_that_cut_off_come_sooner() {
        let mut memory = Memory::new(ALL);
        let place = (Side::First, Ply(3), 77);
        memory.cut(place, 5, &ranked(&[0, 0]), Depth(4));
        memory.cut(place, 6, &[] as &[Ranked<usize>], Depth(4));
        let rank = |code| memory.rank(Side::First, Ply(3), 77, code);
        assert!(rank(6) > rank(5) && rank(5) >= KILLER, "the last two that cut off at this ply");
        assert!(memory.rank(Side::First, Ply(9), 77, 6) == COUNTER, "the answer to the same move elsewhere");
        assert!(memory.rank(Side::First, Ply(9), 78, 6) > 0 && memory.rank(Side::Second, Ply(9), 78, 6) == 0);
        assert!(rank(1) < 0, "tried in vain");
    }

    #[test]
    fn history_stays_in_its_bounds() {
        let mut memory = Memory::new(ALL);
        for _ in 0..100_000 {
            memory.cut((Side::Second, Ply(0), NO_CODE), 9, &ranked(&[0]), Depth(40));
        }
        let rank = |code| memory.rank(Side::Second, Ply(1), 0, code);
        assert!((CAP * 9 / 10..=CAP).contains(&rank(9)) && (-CAP..=-CAP * 9 / 10).contains(&rank(0)));
    }

    #[test]
    fn what_is_not_asked_is_not_used() {
        let mut memory = Memory::new(Asked { killers: false, history: false, countermoves: false });
        memory.cut((Side::First, Ply(0), 1), 2, &ranked(&[0]), Depth(9));
        assert_eq!(memory.rank(Side::First, Ply(0), 1, 2), 0);
    }
}
