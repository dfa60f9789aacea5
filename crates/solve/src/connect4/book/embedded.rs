//! The books of 7x6 that are part of the program. `docs/games/connect4.md` says which commands made them.

use std::any::Any;
use std::sync::{Arc, LazyLock};

use zermelo_games::bitboard::Bits;

use super::policy::Policy;
use super::scores::Book;
use super::title::BoardSize;

const SIZE: BoardSize = [7, 6, 4];

static SCORES: LazyLock<Option<Arc<Book<u64>>>> = LazyLock::new(|| {
    Book::read(include_bytes!("../../../assets/connect4-7x6-scores.book"), Some(SIZE)).ok().map(Arc::new)
});
static POLICY: LazyLock<Option<Arc<Policy<u64>>>> = LazyLock::new(|| {
    Policy::read(include_bytes!("../../../assets/connect4-7x6-policy.book"), Some(SIZE)).ok().map(Arc::new)
});

/// The scores of a board.
pub(in super::super) fn scores<S: Bits>(size: BoardSize) -> Option<Arc<Book<S>>> {
    of_size(size, &SCORES)
}

/// The policy of a board.
pub(in super::super) fn policy<S: Bits>(size: BoardSize) -> Option<Arc<Policy<S>>> {
    of_size(size, &POLICY)
}

/// A book of 7x6, whose sets of squares are `u64`, as one of `S`.
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
    use zermelo_core::{Action, Agent, Bound, Column, GameRecord, Ply, Score, SearchLimits, Silent, StopToken, Wdl};
    use zermelo_games::bitboard::Wide;
    use zermelo_games::connect4::Connect4;

    use super::super::super::oracle::children;
    use super::super::super::{Effort, Question, Solver, SolverAgent};
    use super::super::positions;
    use super::*;
    use crate::SolverOptions;

    #[test]
    fn the_program_has_its_books() {
        let (book, policy) = (scores::<u64>(SIZE).unwrap(), policy::<u64>(SIZE).unwrap());
        assert_eq!((book.title().size, policy.title().size), (SIZE, SIZE));
        assert!(scores::<u64>([6, 6, 4]).is_none());
        assert!(scores::<Wide<5>>(SIZE).is_none());
    }

    #[test]
    fn they_agree_with_each_other() {
        let (book, policy) = (scores::<u64>(SIZE).unwrap(), policy::<u64>(SIZE).unwrap());
        for key in policy.keys() {
            let position = positions::position(policy.ground().stones(key));
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
        let answer = solver.solve(&empty, Question::Score, &Effort::default(), &mut |_| {});
        assert_eq!((answer.bounds.score(), answer.nodes), (Some(1), 0));
        assert_eq!(solver.own_move(&empty), Some((1, Column(3))));
    }

    #[test]
    fn the_player_answers_at_once() {
        let record = GameRecord::new(Connect4::<u64>::new(7, 6, 4));
        let mut player = SolverAgent::new(SolverOptions { hash: 1 << 20, ..SolverOptions::default() });
        let decision = player.choose(&record, &SearchLimits::NONE, &StopToken::new(), &mut Silent).unwrap();
        assert_eq!((decision.action, decision.nodes), (Action::Play(Column(3)), 0));
        assert_eq!(decision.score, Some(Score::finished(Wdl::Win, Ply(41))));
        // The replies to each move are in the book of scores.
        let outcomes: Vec<_> = decision.moves.iter().map(|mv| mv.score.is_some() && mv.bound == Bound::Exact).collect();
        assert_eq!(outcomes, [true; 7]);
    }
}
