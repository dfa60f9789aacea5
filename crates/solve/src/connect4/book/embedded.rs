//! The books of 7x6 that are embedded in the program. `docs/games/connect4.md` has the commands that built them.

use std::any::Any;
use std::sync::{Arc, LazyLock};

use zermelo_games::bitboard::Bits;

use super::header::BoardSize;
use super::policy::PolicyBook;
use super::scores::ScoreBook;

const SIZE: BoardSize = [7, 6, 4];

static SCORES: LazyLock<Option<Arc<ScoreBook<u64>>>> = LazyLock::new(|| {
    ScoreBook::read(include_bytes!("../../../assets/connect4-7x6-scores.book"), Some(SIZE)).ok().map(Arc::new)
});
static POLICY: LazyLock<Option<Arc<PolicyBook<u64>>>> = LazyLock::new(|| {
    PolicyBook::read(include_bytes!("../../../assets/connect4-7x6-policy.book"), Some(SIZE)).ok().map(Arc::new)
});

/// The score book of a board size.
pub(in super::super) fn scores<S: Bits>(size: BoardSize) -> Option<Arc<ScoreBook<S>>> {
    of_size(size, &SCORES)
}

/// The policy book of a board size.
pub(in super::super) fn policy<S: Bits>(size: BoardSize) -> Option<Arc<PolicyBook<S>>> {
    of_size(size, &POLICY)
}

/// An embedded book, if size and bitboard type match.
fn of_size<B: Send + Sync + 'static, T: Clone + 'static>(
    size: BoardSize,
    book: &'static LazyLock<Option<Arc<B>>>,
) -> Option<T> {
    if size != SIZE {
        return None;
    }
    (book.as_ref()? as &dyn Any).downcast_ref().cloned()
}

#[cfg(test)]
mod tests {
    use zermelo_core::{
        Action, Agent, Bound, Column, GameRecord, NoObserver, Ply, Score, SearchLimits, StopToken, Wdl,
    };
    use zermelo_games::bitboard::Wide;
    use zermelo_games::connect4::Connect4;

    use super::super::super::oracle::children;
    use super::super::super::{ScoreQuestion, SolveLimits, Solver, SolverAgent};
    use super::super::positions;
    use super::*;
    use crate::SolverOptions;

    #[test]
    fn the_books_are_embedded() {
        let (book, policy) = (scores::<u64>(SIZE).unwrap(), policy::<u64>(SIZE).unwrap());
        assert_eq!((book.header().size, policy.header().size), (SIZE, SIZE));
        assert!(scores::<u64>([6, 6, 4]).is_none());
        assert!(scores::<Wide<5>>(SIZE).is_none());
    }

    #[test]
    fn the_books_agree_with_each_other() {
        let (book, policy) = (scores::<u64>(SIZE).unwrap(), policy::<u64>(SIZE).unwrap());
        for key in policy.keys() {
            let position = positions::position(policy.board().stones(key));
            let (score, column) = policy.probe(&position).unwrap();
            if let Some(known) = book.probe(&position) {
                assert_eq!(score, known, "{position:?}");
            }
            let game = Connect4::new(7, 6, 4);
            let after = children(&game, &position).into_iter().find(|child| child.mv.0 == column).unwrap();
            if let Some(known) = book.probe(&after.position) {
                assert_eq!(-score, known, "{position:?}");
            }
        }
    }

    #[test]
    fn the_empty_board_needs_no_search() {
        let solver = Solver::<u64>::of(&Connect4::new(7, 6, 4), 1 << 20).unwrap();
        let empty = positions::position([0; 2]);
        let answer = solver.solve(&empty, ScoreQuestion::Score, &SolveLimits::default(), &mut |_| {});
        assert_eq!((answer.bounds.score(), answer.nodes), (Some(1), 0));
        assert_eq!(solver.policy_move(&empty), Some((1, Column(3))));
    }

    #[test]
    fn the_agent_answers_without_a_search() {
        let record = GameRecord::new(Connect4::<u64>::new(7, 6, 4));
        let mut agent = SolverAgent::new(SolverOptions { hash: 1 << 20, ..SolverOptions::default() });
        let decision = agent.choose(&record, &SearchLimits::NONE, &StopToken::new(), &mut NoObserver).unwrap();
        assert_eq!((decision.action, decision.nodes), (Action::Play(Column(3)), 0));
        assert_eq!(decision.score, Some(Score::finished(Wdl::Win, Ply(41))));
        // The replies to each move are in the book of scores.
        let outcomes: Vec<_> = decision.moves.iter().map(|mv| mv.score.is_some() && mv.bound == Bound::Exact).collect();
        assert_eq!(outcomes, [true; 7]);
    }
}
