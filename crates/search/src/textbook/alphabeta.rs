//! Alpha-beta: the value of minimax without looking at moves that can't change it.
//!
//! Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975; in the fail-soft form of Fishburn, 1983;
//! <https://www.chessprogramming.org/Alpha-Beta#Fail-Soft>.

use zermelo_core::{Bound, Depth, Evaluator, Game, Score};

use super::{Algorithm, TextbookAgent};
use crate::budget::Interrupted;
use crate::trace::Trace;
use crate::tree::Tree;

/// A player that searches by [`AlphaBeta`].
pub type AlphaBetaAgent<E> = TextbookAgent<AlphaBeta, E>;

/// Textbook fail-soft alpha-beta: no move ordering, no table, no other refinement, so that its node counts are those of the
/// books. At the root it finds the move and the value of [`Minimax`](crate::Minimax) at the same depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct AlphaBeta;

impl Algorithm for AlphaBeta {
    const NAME: &'static str = "alphabeta";

    fn value<G: Game, E: Evaluator<G>, T: Trace<G::Move>>(
        tree: &mut Tree<'_, G, E, T>,
        depth: Depth,
        floor: Score,
    ) -> Result<(Score, Bound), Interrupted> {
        let value = -alphabeta(tree, depth, Score::MIN, -floor)?;
        Ok((value, if value > floor { Bound::Exact } else { Bound::Upper }))
    }
}

/// The value of this node, from the view of the side to move: exact inside the window, at most the true value from `beta` on,
/// at least the true value up to `alpha`.
fn alphabeta<G: Game, E: Evaluator<G>, T: Trace<G::Move>>(
    tree: &mut Tree<'_, G, E, T>,
    depth: Depth,
    mut alpha: Score,
    beta: Score,
) -> Result<Score, Interrupted> {
    tree.tell_window(alpha, beta);
    if let Some(value) = tree.leaf(depth) {
        return Ok(value);
    }
    let mut best = Score::MIN;
    let moves = tree.generate();
    for at in moves.clone() {
        let mv = tree.mv(at);
        tree.down(mv)?;
        let value = alphabeta(tree, depth.less_one(), -beta, -alpha);
        tree.up(mv);
        let value = -value?;
        if value > best {
            best = value;
            if value > alpha {
                alpha = value;
                tree.note_best(mv);
            }
            if alpha >= beta {
                break;
            }
        }
    }
    tree.forget(&moves);
    tree.tell_value(best);
    Ok(best)
}
