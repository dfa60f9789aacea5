//! Tree and root parallelization: threads on one tree, or on a tree each.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use zermelo_core::{Depth, Evaluator, Line, Searchable};

use super::knowledge::DomainKnowledge;
use super::options::{MctsOptions, Parallel};
use super::report::SearchCounts;
use super::tree::MctsTree;
use super::worker::MctsWorker;
use crate::budget::Budget;
use crate::rng::{Rng, derive};
use crate::threads::{ThreadTask, run_parallel};

/// The parameters of a search.
pub(super) struct SearchTask<'a, G: Searchable, E> {
    pub(super) options: &'a MctsOptions,
    pub(super) knowledge: &'a DomainKnowledge<G, E>,
    pub(super) depth: Option<Depth>,
}

/// Called with the first tree, the counts so far, and the length of the longest path.
pub(super) type ProgressFn<'a, G> = dyn FnMut(&MctsTree<G>, SearchCounts, u32) + 'a;

impl<'a, G: Searchable, E: Evaluator<G>> SearchTask<'a, G, E> {
    fn worker(&self, line: &Line<G>, rng: Rng, budget: Budget, shares_tree: bool) -> MctsWorker<'a, G, E> {
        MctsWorker::new(self.options, self.knowledge, line, rng, budget, self.depth, shares_tree)
    }

    /// Searches until the budget is spent or the root is proven; returns the budget and the length of the longest path.
    /// The number of trees is that of [`trees`].
    pub(super) fn search(
        &self,
        trees: &mut [MctsTree<G>],
        rng: &mut Rng,
        budget: Budget,
        progress: &mut ProgressFn<'_, G>,
    ) -> (Budget, u32) {
        let threads = self.options.threads.get();
        match trees {
            [tree] if threads == 1 => {
                let mut worker = self.worker(&tree.line.clone(), rng.clone(), budget, false);
                search_alone(&mut worker, tree, &AtomicBool::new(false), progress);
                *rng = worker.rng.clone();
                (worker.budget.clone(), worker.longest_path())
            }
            [tree] => self.search_tree_parallel(tree, rng, budget, progress),
            trees => self.search_root_parallel(trees, rng, budget, progress),
        }
    }

    /// Tree parallelization with a global lock: a thread holds it during selection and backpropagation. Playouts run in
    /// parallel.
    fn search_tree_parallel(
        &self,
        tree: &mut MctsTree<G>,
        rng: &mut Rng,
        budget: Budget,
        progress: &mut ProgressFn<'_, G>,
    ) -> (Budget, u32) {
        let line = tree.line.clone();
        let seed = rng.bits();
        let mut workers = Vec::new();
        for (share, at) in budget.split(self.options.threads.get()).into_iter().zip(0_u64..) {
            workers.push(self.worker(&line, Rng::new(derive(seed, at)), share, true));
        }
        if let Some(worker) = workers.first_mut() {
            worker.prepare(tree);
        }
        let shared = Mutex::new(SharedTree { tree, in_progress: 0, counts: SearchCounts::default(), longest_path: 0 });
        let shared = &shared;
        if let Some((first, others)) = workers.split_first_mut() {
            let mut tasks: Vec<ThreadTask> = Vec::new();
            for worker in others {
                tasks.push(Box::new(move || search_shared(worker, shared, &mut |_, _, _| ())));
            }
            run_parallel(tasks, Box::new(|| search_shared(first, shared, progress)));
        }
        join(workers)
    }

    /// Root parallelization. The first proven root ends the search for all.
    fn search_root_parallel(
        &self,
        trees: &mut [MctsTree<G>],
        rng: &mut Rng,
        budget: Budget,
        progress: &mut ProgressFn<'_, G>,
    ) -> (Budget, u32) {
        let seed = rng.bits();
        let mut workers = Vec::new();
        for (share, at) in budget.split(trees.len()).into_iter().zip(0_u64..) {
            workers.push(self.worker(&trees[workers.len()].line, Rng::new(derive(seed, at)), share, false));
        }
        let is_proven = &AtomicBool::new(false);
        if let (Some((worker, others)), Some((tree, other_trees))) =
            (workers.split_first_mut(), trees.split_first_mut())
        {
            let mut tasks: Vec<ThreadTask> = Vec::new();
            for (worker, tree) in others.iter_mut().zip(other_trees) {
                tasks.push(Box::new(move || search_alone(worker, tree, is_proven, &mut |_, _, _| ())));
            }
            run_parallel(tasks, Box::new(|| search_alone(worker, tree, is_proven, progress)));
        }
        join(workers)
    }
}

/// The joined budget of workers and the length of their longest path.
fn join<G: Searchable, E: Evaluator<G>>(workers: Vec<MctsWorker<'_, G, E>>) -> (Budget, u32) {
    let longest_path = workers.iter().map(MctsWorker::longest_path).max().unwrap_or(0);
    (Budget::join(workers.into_iter().map(|worker| worker.budget).collect()), longest_path)
}

/// The number of trees.
pub(super) fn trees(options: &MctsOptions) -> NonZeroUsize {
    if options.parallel == Parallel::Root { options.threads } else { NonZeroUsize::MIN }
}

fn search_alone<G: Searchable, E: Evaluator<G>>(
    worker: &mut MctsWorker<'_, G, E>,
    tree: &mut MctsTree<G>,
    is_proven: &AtomicBool,
    progress: &mut ProgressFn<'_, G>,
) {
    worker.prepare(tree);
    while !worker.is_finished && !is_proven.load(Ordering::Relaxed) {
        if worker.wants_recycling(&tree.pool) {
            worker.recycle(tree);
        }
        worker.select_leaves(tree);
        worker.evaluate();
        worker.backpropagate_all(tree);
        if tree.pool[tree.root].proof().is_some() {
            is_proven.store(true, Ordering::Relaxed);
        }
        progress(tree, SearchCounts::of(&worker.budget), worker.longest_path());
    }
}

/// What the threads of one tree share.
struct SharedTree<'a, G: Searchable> {
    tree: &'a mut MctsTree<G>,
    /// The number of threads with simulations in progress.
    in_progress: usize,
    counts: SearchCounts,
    longest_path: u32,
}

fn search_shared<G: Searchable, E: Evaluator<G>>(
    worker: &mut MctsWorker<'_, G, E>,
    shared: &Mutex<SharedTree<'_, G>>,
    progress: &mut ProgressFn<'_, G>,
) {
    let mut reported = SearchCounts::default();
    let mut is_in_progress = false;
    loop {
        // A poisoned lock is ignored here: the scope propagates the panic when it ends.
        let mut guard: MutexGuard<'_, SharedTree<'_, G>> = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let SharedTree { tree, in_progress, counts, longest_path } = &mut *guard;
        if is_in_progress {
            worker.backpropagate_all(tree);
            *in_progress -= 1;
            is_in_progress = false;
            let now = SearchCounts::of(&worker.budget);
            counts.add_since(now, reported);
            reported = now;
            *longest_path = worker.longest_path().max(*longest_path);
            progress(tree, *counts, *longest_path);
        }
        if worker.is_finished || tree.pool[tree.root].proof().is_some() {
            return;
        }
        if worker.wants_recycling(&tree.pool) {
            if *in_progress > 0 {
                drop(guard);
                worker.wait();
                continue;
            }
            worker.recycle(tree);
        }
        worker.select_leaves(tree);
        *in_progress += 1;
        is_in_progress = true;
        drop(guard);
        worker.evaluate();
    }
}
