//! One pass over the root moves, by one or more threads.
//!
//! The threads take the moves in order, one at a time, and share the exact scores found so far as lower bounds. A move
//! that comes before the one with the best score must not be cut off by an equal score. So the move played, its score
//! and its line do not depend on the number or the speed of the threads; the bounds of the other moves and the node
//! count do.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use zermelo_core::{Bound, Depth, Evaluator, Game, Score};

use crate::budget::InterruptedError;
use crate::threads::{ThreadTask, run_parallel};
use crate::trace::Trace;
use crate::tree_walker::TreeWalker;

/// [`TextbookSearch::value`](super::TextbookSearch::value).
pub(super) type ValueFn<G, E, T> =
    fn(&mut TreeWalker<'_, G, E, T>, Depth, Score) -> Result<(Score, Bound), InterruptedError>;

/// A root move and its result in one pass.
pub(super) struct TextbookRootMove<M> {
    pub(super) mv: M,
    /// Its score and bound; `None` until it is searched.
    pub(super) result: Option<(Score, Bound)>,
    /// The line that starts with this move, where its score is exact.
    pub(super) pv: Vec<M>,
}

impl<M: Copy> TextbookRootMove<M> {
    /// Root moves that are not searched yet.
    pub(super) fn all(moves: &[M]) -> Vec<Self> {
        moves.iter().map(|&mv| Self { mv, result: None, pv: Vec::new() }).collect()
    }

    pub(super) fn exact(&self) -> Option<Score> {
        self.result.and_then(|(score, bound)| (bound == Bound::Exact).then_some(score))
    }
}

/// Searches every root move to a depth, with one thread per tree. An interruption leaves the results found so far in
/// `roots`.
///
/// `wants_equals`: all best moves are wanted, so a move equal to the best must get an exact score and not a bound.
pub(super) fn search<G: Game, E: Evaluator<G>, T: Trace<G::Move> + Send>(
    trees: &mut [TreeWalker<'_, G, E, T>],
    depth: Depth,
    wants_equals: bool,
    roots: &mut [TextbookRootMove<G::Move>],
    value: ValueFn<G, E, T>,
) -> Result<(), InterruptedError> {
    for root in &mut *roots {
        root.result = None;
    }
    for tree in &mut *trees {
        tree.start_pass();
        tree.tracer.set_move_count(roots.len());
    }
    let pass = RootPass {
        depth,
        wants_equals,
        exact: Mutex::new(vec![None; roots.len()]),
        roots: roots.iter_mut().map(Mutex::new).collect(),
        next: AtomicUsize::new(0),
    };
    if let [tree] = trees {
        return pass.work(tree, value);
    }
    let was_interrupted = AtomicBool::new(false);
    let work = |tree: &mut TreeWalker<'_, G, E, T>| {
        if pass.work(tree, value).is_err() {
            was_interrupted.store(true, Ordering::Relaxed);
        }
    };
    let Some((first, others)) = trees.split_first_mut() else { return Ok(()) };
    let work = &work;
    let tasks = others.iter_mut().map(|tree| Box::new(move || work(tree)) as ThreadTask).collect();
    run_parallel(tasks, Box::new(|| work(first)));
    if was_interrupted.into_inner() { Err(InterruptedError) } else { Ok(()) }
}

/// What the threads of a pass share.
struct RootPass<'r, M> {
    depth: Depth,
    wants_equals: bool,
    /// The exact scores found so far, by the index of the move.
    exact: Mutex<Vec<Option<Score>>>,
    roots: Vec<Mutex<&'r mut TextbookRootMove<M>>>,
    next: AtomicUsize,
}

impl<M: Copy> RootPass<'_, M> {
    fn work<G: Game<Move = M>, E: Evaluator<G>, T: Trace<M>>(
        &self,
        tree: &mut TreeWalker<'_, G, E, T>,
        value: ValueFn<G, E, T>,
    ) -> Result<(), InterruptedError> {
        loop {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(root) = self.roots.get(at) else { return Ok(()) };
            // Each index is handed out once, so there is no contention.
            let mut root = root.lock().unwrap_or_else(PoisonError::into_inner);
            tree.make_move(root.mv)?;
            let result = value(tree, self.depth.less_one(), self.floor(at));
            tree.unmake_move(root.mv);
            let (value, bound) = result?;
            root.result = Some((value, bound));
            if bound == Bound::Exact {
                let mv = root.mv;
                root.pv.clear();
                root.pv.push(mv);
                root.pv.extend_from_slice(tree.pv_below());
                self.exact.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(value);
            }
        }
    }

    /// The move's score matters only if it is above this.
    fn floor(&self, at: usize) -> Score {
        let exact = self.exact.lock().unwrap_or_else(PoisonError::into_inner);
        let floor = |(other, value): (usize, &Option<Score>)| {
            value.map(|value| if self.wants_equals || other > at { value.below() } else { value })
        };
        exact.iter().enumerate().filter_map(floor).max().unwrap_or(Score::MIN)
    }
}
