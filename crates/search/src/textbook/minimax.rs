//! Minimax: one side takes the greatest value, the other the least, down to the horizon or the end of every game.
//!
//! Claude Shannon, "Programming a Computer for Playing Chess", 1950 (type A); <https://www.chessprogramming.org/Minimax>.

use zermelo_core::{Bound, Depth, Evaluator, Game, Score};

use super::{Algorithm, TextbookAgent};
use crate::budget::Interrupted;
use crate::trace::Trace;
use crate::tree::Tree;

/// A player that searches by [`Minimax`].
pub type MinimaxAgent<E> = TextbookAgent<Minimax, E>;

/// Minimax in its two-sided form. All values are from the view of the side that moves at the root. No pruning: every value is
/// exact.
#[derive(Clone, Copy, Debug, Default)]
pub struct Minimax;

impl Algorithm for Minimax {
    const NAME: &'static str = "minimax";

    fn value<G: Game, E: Evaluator<G>, T: Trace<G::Move>>(
        tree: &mut Tree<'_, G, E, T>,
        depth: Depth,
        _: Score,
    ) -> Result<(Score, Bound), Interrupted> {
        minimax(tree, depth).map(|value| (value, Bound::Exact))
    }
}

fn minimax<G: Game, E: Evaluator<G>, T: Trace<G::Move>>(
    tree: &mut Tree<'_, G, E, T>,
    depth: Depth,
) -> Result<Score, Interrupted> {
    let maximizes = tree.side_to_move() == tree.root_side();
    if let Some(value) = tree.leaf(depth) {
        return Ok(if maximizes { value } else { -value });
    }
    let mut best = if maximizes { Score::MIN } else { Score::MAX };
    let moves = tree.generate();
    for at in moves.clone() {
        let mv = tree.mv(at);
        tree.down(mv)?;
        let value = minimax(tree, depth.less_one());
        tree.up(mv);
        let value = value?;
        if if maximizes { value > best } else { value < best } {
            best = value;
            tree.note_best(mv);
        }
    }
    tree.forget(&moves);
    tree.tell_value(if maximizes { best } else { -best });
    Ok(best)
}
