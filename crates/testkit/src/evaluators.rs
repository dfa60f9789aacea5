//! The contract of evaluators, as a check for tests.

use zermelo_core::{Evaluator, Line, Notation};

use crate::rng::TestRng;

/// The number of random games.
const GAMES: usize = 20;
/// The greatest length of a random game.
const MAX_PLIES: usize = 200;

/// Checks the contract of evaluators in random games:
///
/// 1. A state that is updated move by move gives the same score as a fresh state.
/// 2. Taking moves back restores the state.
/// 3. Estimates lie outside the range of proven scores.
///
/// An evaluator may evaluate from the point of view of the side to move at the root. So states are compared only where
/// that side is to move.
///
/// # Panics
/// When the evaluator breaks the contract. The message contains the position and the seed.
pub fn check_evaluator<G: Notation, E: Evaluator<G>>(game: &G, evaluator: &E, seed: u64) {
    let mut rng = TestRng::new(seed);
    for _ in 0..GAMES {
        let mut line = Line::new(game.clone(), game.initial());
        let mut state = evaluator.fresh(game, line.position());
        let root_side = line.side_to_move();
        let mut played = Vec::new();
        let mut scores = Vec::new();
        let mut moves = Vec::new();
        while line.outcome().is_none() && played.len() < MAX_PLIES {
            let position = *line.position();
            let context = || format!("{evaluator:?}, {}, seed {seed}: {}", game.spec(), game.position_text(&position));
            let score = evaluator.evaluate(game, &state, &position);
            assert!(score.decided().is_none(), "{}: the estimate {score} is a proven score", context());
            if line.side_to_move() == root_side {
                let fresh = evaluator.evaluate(game, &evaluator.fresh(game, &position), &position);
                assert_eq!(score, fresh, "{}: updated state and fresh state", context());
            }
            moves.clear();
            line.generate(&mut moves);
            let mv = rng.pick(&moves).expect("an undecided position has a legal move");
            line.push(mv);
            evaluator.update(game, &mut state, &position, mv, line.position());
            played.push(mv);
            scores.push(score);
        }
        for (&mv, &score) in played.iter().zip(&scores).rev() {
            let after = *line.position();
            line.pop();
            evaluator.revert(game, &mut state, line.position(), mv, &after);
            let again = evaluator.evaluate(game, &state, line.position());
            let text = game.position_text(line.position());
            assert_eq!(again, score, "{evaluator:?}, {}, seed {seed}: {text}: after taking {mv:?} back", game.spec());
        }
    }
}
