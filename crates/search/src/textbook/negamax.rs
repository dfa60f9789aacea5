//! Negamax: minimax with one rule for both sides, since a value for one side is the negated value for the other.
//!
//! Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975, function F; <https://www.chessprogramming.org/Negamax>.

use zermelo_core::{Bound, Depth, Evaluator, Game, Score};

use super::{TextbookAgent, TextbookSearch};
use crate::budget::InterruptedError;
use crate::trace::Trace;
use crate::tree_walker::TreeWalker;

/// A player that searches by [`Negamax`].
pub type NegamaxAgent<E> = TextbookAgent<Negamax, E>;

/// Negamax: each value is from the view of the side to move at its node and is negated on the way up. Without pruning
/// every value is exact.
#[derive(Clone, Copy, Debug, Default)]
pub struct Negamax;

impl TextbookSearch for Negamax {
    const NAME: &'static str = "negamax";

    fn value<G: Game, E: Evaluator<G>, T: Trace<G::Move>>(
        tree: &mut TreeWalker<'_, G, E, T>,
        depth: Depth,
        _: Score,
    ) -> Result<(Score, Bound), InterruptedError> {
        negamax(tree, depth).map(|value| (-value, Bound::Exact))
    }
}

fn negamax<G: Game, E: Evaluator<G>, T: Trace<G::Move>>(
    tree: &mut TreeWalker<'_, G, E, T>,
    depth: Depth,
) -> Result<Score, InterruptedError> {
    if let Some(value) = tree.leaf(depth) {
        return Ok(value);
    }
    let mut best = Score::MIN;
    let moves = tree.generate();
    for at in moves.clone() {
        let mv = tree.move_at(at);
        tree.make_move(mv)?;
        let value = negamax(tree, depth.less_one());
        tree.unmake_move(mv);
        let value = -value?;
        if value > best {
            best = value;
            tree.update_pv(mv);
        }
    }
    tree.pop_moves(&moves);
    tree.trace_value(best);
    Ok(best)
}
