//! Minimax: one side maximizes the value, the other minimizes it, down to the horizon or the end of the game.
//!
//! Claude Shannon, "Programming a Computer for Playing Chess", 1950 (type A);
//! <https://www.chessprogramming.org/Minimax>.

use zermelo_core::{Bound, Depth, Evaluator, Game, Score};

use super::{TextbookAgent, TextbookSearch};
use crate::budget::InterruptedError;
use crate::trace::Trace;
use crate::tree_walker::TreeWalker;

/// A player that searches by [`Minimax`].
pub type MinimaxAgent<E> = TextbookAgent<Minimax, E>;

/// Minimax in its two-sided form. All values are from the view of the side to move at the root. Without pruning every
/// value is exact.
#[derive(Clone, Copy, Debug, Default)]
pub struct Minimax;

impl TextbookSearch for Minimax {
    const NAME: &'static str = "minimax";

    fn value<G: Game, E: Evaluator<G>, T: Trace<G::Move>>(
        tree: &mut TreeWalker<'_, G, E, T>,
        depth: Depth,
        _: Score,
    ) -> Result<(Score, Bound), InterruptedError> {
        minimax(tree, depth).map(|value| (value, Bound::Exact))
    }
}

fn minimax<G: Game, E: Evaluator<G>, T: Trace<G::Move>>(
    tree: &mut TreeWalker<'_, G, E, T>,
    depth: Depth,
) -> Result<Score, InterruptedError> {
    let maximizes = tree.side_to_move() == tree.root_side();
    if let Some(value) = tree.leaf(depth) {
        return Ok(if maximizes { value } else { -value });
    }
    let mut best = if maximizes { Score::MIN } else { Score::MAX };
    let moves = tree.generate();
    for at in moves.clone() {
        let mv = tree.move_at(at);
        tree.make_move(mv)?;
        let value = minimax(tree, depth.less_one());
        tree.unmake_move(mv);
        let value = value?;
        if if maximizes { value > best } else { value < best } {
            best = value;
            tree.update_pv(mv);
        }
    }
    tree.pop_moves(&moves);
    tree.trace_value(if maximizes { best } else { -best });
    Ok(best)
}
