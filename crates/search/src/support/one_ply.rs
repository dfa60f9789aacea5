//! What a single move does, without a search.

use zermelo_core::{Evaluator, Game, Outcome, Position, Score};

/// Whether a move ends the game on the board with a win for the side that plays it.
#[inline]
pub(crate) fn is_winning_move<G: Game>(game: &G, position: &G::Position, mv: G::Move) -> bool {
    let mut after = *position;
    game.play_unchecked(&mut after, mv);
    game.outcome(&after) == Some(Outcome::Win(position.side_to_move()))
}

/// The static evaluation of the position after a move, from the view of the side that plays it. `state` is the
/// evaluator's state before the move.
///
/// # Errors
/// The outcome, where the move ends the game.
#[inline]
pub(crate) fn evaluate_move<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &mut E::State,
    position: &G::Position,
    mv: G::Move,
) -> Result<Score, Outcome> {
    let mut after = *position;
    game.play_unchecked(&mut after, mv);
    if let Some(outcome) = game.outcome(&after) {
        return Err(outcome);
    }
    evaluator.update(game, state, position, mv, &after);
    let score = -evaluator.evaluate(game, state, &after);
    evaluator.revert(game, state, position, mv, &after);
    Ok(score)
}
