//! Alpha-beta: the value of minimax, without searching moves that can't change it.
//!
//! Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975; in the fail-soft form of Fishburn, 1983;
//! <https://www.chessprogramming.org/Alpha-Beta#Fail-Soft>.

use zermelo_core::{Bound, Depth, Evaluator, Game, Score};

use super::{TextbookAgent, TextbookSearch};
use crate::budget::InterruptedError;
use crate::trace::Trace;
use crate::tree_walker::TreeWalker;

/// A player that searches by [`AlphaBeta`].
pub type AlphaBetaAgent<E> = TextbookAgent<AlphaBeta, E>;

/// Textbook fail-soft alpha-beta, without move ordering, transposition table or any other refinement, so that its node
/// counts are those of the literature. At the root it finds the same move and value as [`Minimax`](crate::Minimax) at
/// the same depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct AlphaBeta;

impl TextbookSearch for AlphaBeta {
    const NAME: &'static str = "alphabeta";

    fn value<G: Game, E: Evaluator<G>, T: Trace<G::Move>>(
        tree: &mut TreeWalker<'_, G, E, T>,
        depth: Depth,
        floor: Score,
    ) -> Result<(Score, Bound), InterruptedError> {
        let value = -alphabeta(tree, depth, Score::MIN, -floor)?;
        Ok((value, if value > floor { Bound::Exact } else { Bound::Upper }))
    }
}

/// The value of this node, from the view of the side to move: exact inside the window, a lower bound from `beta` on, an
/// upper bound up to `alpha`.
fn alphabeta<G: Game, E: Evaluator<G>, T: Trace<G::Move>>(
    tree: &mut TreeWalker<'_, G, E, T>,
    depth: Depth,
    mut alpha: Score,
    beta: Score,
) -> Result<Score, InterruptedError> {
    tree.trace_window(alpha, beta);
    if let Some(value) = tree.leaf(depth) {
        return Ok(value);
    }
    let mut best = Score::MIN;
    let moves = tree.generate();
    for at in moves.clone() {
        let mv = tree.move_at(at);
        tree.make_move(mv)?;
        let value = alphabeta(tree, depth.less_one(), -beta, -alpha);
        tree.unmake_move(mv);
        let value = -value?;
        if value > best {
            best = value;
            if value > alpha {
                alpha = value;
                tree.update_pv(mv);
            }
            if alpha >= beta {
                break;
            }
        }
    }
    tree.pop_moves(&moves);
    tree.trace_value(best);
    Ok(best)
}
