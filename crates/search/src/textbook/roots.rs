//! One pass over the moves at the root, by one thread or by several.
//!
//! Threads take the moves in their order, one at a time, and tell each other what they found, so that a value found by one
//! narrows the windows of the others. A move that comes before the one with that value must not hide behind it where both
//! are equal: so the move that is played, its value and its line do not depend on how many threads there are or on which of
//! them is first. What is known of the other moves, and the number of nodes, does.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use zermelo_core::{Bound, Depth, Evaluator, Game, Score};

use super::algorithm::Algorithm;
use crate::budget::Interrupted;
use crate::trace::Trace;
use crate::tree::Tree;

/// What is known of a root move in one pass.
pub(super) struct Root<M> {
    pub(super) mv: M,
    /// Its value and what that says; `None` until it is searched.
    pub(super) found: Option<(Score, Bound)>,
    /// The line from this move on, where its value is exact.
    pub(super) pv: Vec<M>,
}

impl<M: Copy> Root<M> {
    /// Moves that are not searched yet.
    pub(super) fn all(moves: &[M]) -> Vec<Self> {
        moves.iter().map(|&mv| Self { mv, found: None, pv: Vec::new() }).collect()
    }

    pub(super) fn exact(&self) -> Option<Score> {
        self.found.and_then(|(score, bound)| (bound == Bound::Exact).then_some(score))
    }
}

/// Searches every root move to a depth, a thread for each tree. Interrupted, it leaves in `roots` what was found until then.
///
/// `wants_equals`: a move that is only as good as the best must not hide behind a bound, since all the best are wanted.
pub(super) fn search<A: Algorithm, G: Game, E: Evaluator<G>, T: Trace<G::Move> + Send>(
    trees: &mut [Tree<'_, G, E, T>],
    depth: Depth,
    wants_equals: bool,
    roots: &mut [Root<G::Move>],
) -> Result<(), Interrupted> {
    for root in &mut *roots {
        root.found = None;
    }
    for tree in &mut *trees {
        tree.start_pass();
        tree.tracer.moves(roots.len());
    }
    let pass = Pass {
        depth,
        wants_equals,
        exact: Mutex::new(vec![None; roots.len()]),
        roots: roots.iter_mut().map(Mutex::new).collect(),
        next: AtomicUsize::new(0),
    };
    if let [tree] = trees {
        return pass.work::<A, G, E, T>(tree);
    }
    thread::scope(|scope| {
        let works: Vec<_> = trees.iter_mut().map(|tree| scope.spawn(|| pass.work::<A, G, E, T>(tree))).collect();
        let ended = works.into_iter().map(|work| work.join().unwrap_or_else(|why| std::panic::resume_unwind(why)));
        // All are waited for before the first interruption is told.
        ended.collect::<Vec<_>>().into_iter().collect()
    })
}

/// What the threads of a pass share.
struct Pass<'r, M> {
    depth: Depth,
    wants_equals: bool,
    /// The values found so far that are exact, in the order of the moves.
    exact: Mutex<Vec<Option<Score>>>,
    roots: Vec<Mutex<&'r mut Root<M>>>,
    next: AtomicUsize,
}

impl<M: Copy> Pass<'_, M> {
    fn work<A: Algorithm, G: Game<Move = M>, E: Evaluator<G>, T: Trace<M>>(
        &self,
        tree: &mut Tree<'_, G, E, T>,
    ) -> Result<(), Interrupted> {
        loop {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(root) = self.roots.get(at) else { return Ok(()) };
            // Each index is given out once: nobody else asks for this one.
            let mut root = root.lock().unwrap_or_else(PoisonError::into_inner);
            tree.down(root.mv)?;
            let found = A::value(tree, self.depth.less_one(), self.floor(at));
            tree.up(root.mv);
            let (value, bound) = found?;
            root.found = Some((value, bound));
            if bound == Bound::Exact {
                let mv = root.mv;
                root.pv.clear();
                root.pv.push(mv);
                root.pv.extend_from_slice(tree.pv_below());
                self.exact.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(value);
            }
        }
    }

    /// A move is of interest only if its value lies above this.
    fn floor(&self, at: usize) -> Score {
        let exact = self.exact.lock().unwrap_or_else(PoisonError::into_inner);
        let floor = |(other, value): (usize, &Option<Score>)| {
            value.map(|value| if self.wants_equals || other > at { value.below() } else { value })
        };
        exact.iter().enumerate().filter_map(floor).max().unwrap_or(Score::MIN)
    }
}
