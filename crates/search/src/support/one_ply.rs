//! A move looked at without a search.

use zermelo_core::{Evaluator, Game, Outcome, Position, Score};

/// Whether a move wins at once, by the board alone.
#[inline]
pub(crate) fn wins<G: Game>(game: &G, position: &G::Position, mv: G::Move) -> bool {
    let mut after = *position;
    game.play_unchecked(&mut after, mv);
    game.outcome(&after) == Some(Outcome::Win(position.side_to_move()))
}

/// What the evaluator thinks of the position after a move, from the view of the side that plays it; `Err` where the move ends the game.
/// `state` is that of the position before it.
#[inline]
pub(crate) fn opinion<G: Game, E: Evaluator<G>>(
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
