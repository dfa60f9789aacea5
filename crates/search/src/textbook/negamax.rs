//! Negamax: minimax in one form for both sides, as what is good for one is as bad for the other.
//!
//! Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975, function F; <https://www.chessprogramming.org/Negamax>.

use zermelo_core::{Bound, Depth, Evaluator, Game, Score};

use super::{Algorithm, TextbookAgent};
use crate::budget::Interrupted;
use crate::trace::Trace;
use crate::tree::Tree;

/// A player that searches by [`Negamax`].
pub type NegamaxAgent<E> = TextbookAgent<Negamax, E>;

/// Negamax: each value is from the view of the side to move at its node, and changes its sign on the way up. No pruning: every
/// value is exact.
#[derive(Clone, Copy, Debug, Default)]
pub struct Negamax;

impl Algorithm for Negamax {
    const NAME: &'static str = "negamax";

    fn value<G: Game, E: Evaluator<G>, T: Trace<G::Move>>(
        tree: &mut Tree<'_, G, E, T>,
        depth: Depth,
        _: Score,
    ) -> Result<(Score, Bound), Interrupted> {
        negamax(tree, depth).map(|value| (-value, Bound::Exact))
    }
}

fn negamax<G: Game, E: Evaluator<G>, T: Trace<G::Move>>(
    tree: &mut Tree<'_, G, E, T>,
    depth: Depth,
) -> Result<Score, Interrupted> {
    if let Some(value) = tree.leaf(depth) {
        return Ok(value);
    }
    let mut best = Score::MIN;
    let moves = tree.generate();
    for at in moves.clone() {
        let mv = tree.mv(at);
        tree.down(mv)?;
        let value = negamax(tree, depth.less_one());
        tree.up(mv);
        let value = -value?;
        if value > best {
            best = value;
            tree.note_best(mv);
        }
    }
    tree.forget(&moves);
    tree.tell_value(best);
    Ok(best)
}
