//! What every evaluator keeps to.

use zermelo_core::{Evaluator, Line, Notation};

use crate::dice::Dice;

/// Random games that an evaluator follows, and their greatest length.
const GAMES: usize = 20;
const PLIES: usize = 200;

/// Makes sure that an evaluator's state, kept move by move, is worth what a fresh one is; that taking moves back takes the
/// state back; and that guesses stay clear of proven scores.
///
/// An evaluator may look at the board with the eyes of the side that moves at the root, so states are compared where that
/// side is to move.
///
/// # Panics
/// When one of these does not hold; the message says where, with the seed.
pub fn check_evaluator<G: Notation, E: Evaluator<G>>(game: &G, evaluator: &E, seed: u64) {
    let mut dice = Dice::new(seed);
    for _ in 0..GAMES {
        let mut line = Line::new(game.clone(), game.initial());
        let mut state = evaluator.fresh(game, line.position());
        let root_side = line.side_to_move();
        let mut played = Vec::new();
        let mut scores = Vec::new();
        let mut moves = Vec::new();
        while line.outcome().is_none() && played.len() < PLIES {
            let position = *line.position();
            let place = || format!("{evaluator:?}, {}, seed {seed}: {}", game.spec(), game.position_text(&position));
            let score = evaluator.evaluate(game, &state, &position);
            assert!(score.decided().is_none(), "{}: a guess of {score}", place());
            if line.side_to_move() == root_side {
                let fresh = evaluator.evaluate(game, &evaluator.fresh(game, &position), &position);
                assert_eq!(score, fresh, "{}: kept and fresh", place());
            }
            moves.clear();
            line.generate(&mut moves);
            let mv = dice.pick(&moves).expect("an undecided position has a legal move");
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
