//! One searcher or several: on one tree, or each on its own.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use zermelo_core::{Depth, Evaluator, Line, Searchable};

use super::knowledge::Knowledge;
use super::options::{MctsOptions, Parallel};
use super::report::Spent;
use super::tree::SearchTree;
use super::worker::Worker;
use crate::budget::Budget;
use crate::rng::{Rng, derive};

/// What a search has to go on.
pub(super) struct Task<'a, G: Searchable, E> {
    pub(super) options: &'a MctsOptions,
    pub(super) knowledge: &'a Knowledge<G, E>,
    pub(super) depth: Option<Depth>,
}

/// Hears how far the first searcher is: his tree, what was spent, the longest way.
pub(super) type Progress<'a, G> = dyn FnMut(&SearchTree<G>, Spent, u32) + 'a;

impl<'a, G: Searchable, E: Evaluator<G>> Task<'a, G, E> {
    fn worker(&self, line: &Line<G>, rng: Rng, budget: Budget, shares_tree: bool) -> Worker<'a, G, E> {
        Worker::new(self.options, self.knowledge, line, rng, budget, self.depth, shares_tree)
    }

    /// Searches until the budget is spent or the root is proven; gives the budget back with the longest way down. There are as many
    /// trees as [`trees`] says.
    pub(super) fn search(
        &self,
        trees: &mut [SearchTree<G>],
        rng: &mut Rng,
        budget: Budget,
        progress: &mut Progress<'_, G>,
    ) -> (Budget, u32) {
        let threads = self.options.threads.get();
        match trees {
            [tree] if threads == 1 => {
                let mut worker = self.worker(&tree.line.clone(), rng.clone(), budget, false);
                alone(&mut worker, tree, &AtomicBool::new(false), progress);
                *rng = worker.rng.clone();
                (worker.budget.clone(), worker.longest())
            }
            [tree] => self.together(tree, rng, budget, progress),
            trees => self.apart(trees, rng, budget, progress),
        }
    }

    /// Several on one tree. Whoever goes down or up has it for himself; games are played out side by side.
    fn together(
        &self,
        tree: &mut SearchTree<G>,
        rng: &mut Rng,
        budget: Budget,
        progress: &mut Progress<'_, G>,
    ) -> (Budget, u32) {
        let line = tree.line.clone();
        let seed = rng.bits();
        let workers = budget.split(self.options.threads.get()).into_iter().zip(0_u64..);
        let mut workers: Vec<_> =
            workers.map(|(share, at)| self.worker(&line, Rng::new(derive(seed, at)), share, true)).collect();
        if let Some(worker) = workers.first_mut() {
            worker.prepare(tree);
        }
        let shared = Mutex::new(Shared { tree, under_way: 0, spent: Spent::default(), longest: 0 });
        let shared = &shared;
        thread::scope(|scope| {
            let Some((first, others)) = workers.split_first_mut() else { return };
            for worker in others {
                scope.spawn(move || in_company(worker, shared, &mut |_, _, _| ()));
            }
            in_company(first, shared, progress);
        });
        let longest = workers.iter().map(Worker::longest).max().unwrap_or(0);
        (Budget::join(workers.into_iter().map(|worker| worker.budget)), longest)
    }

    /// Each on its own tree; whoever proves his root ends it for all.
    fn apart(
        &self,
        trees: &mut [SearchTree<G>],
        rng: &mut Rng,
        budget: Budget,
        progress: &mut Progress<'_, G>,
    ) -> (Budget, u32) {
        let seed = rng.bits();
        let shares = budget.split(trees.len()).into_iter().zip(trees).zip(0_u64..);
        let mut all: Vec<_> = shares
            .map(|((share, tree), at)| (self.worker(&tree.line, Rng::new(derive(seed, at)), share, false), tree))
            .collect();
        let is_proven = &AtomicBool::new(false);
        thread::scope(|scope| {
            let Some((first, others)) = all.split_first_mut() else { return };
            for (worker, tree) in others {
                scope.spawn(move || alone(worker, tree, is_proven, &mut |_, _, _| ()));
            }
            alone(&mut first.0, first.1, is_proven, progress);
        });
        let longest = all.iter().map(|(worker, _)| worker.longest()).max().unwrap_or(0);
        (Budget::join(all.into_iter().map(|(worker, _)| worker.budget)), longest)
    }
}

/// How many trees are searched.
pub(super) fn trees(options: &MctsOptions) -> NonZeroUsize {
    if options.parallel == Parallel::Root { options.threads } else { NonZeroUsize::MIN }
}

fn alone<G: Searchable, E: Evaluator<G>>(
    worker: &mut Worker<'_, G, E>,
    tree: &mut SearchTree<G>,
    is_proven: &AtomicBool,
    progress: &mut Progress<'_, G>,
) {
    worker.prepare(tree);
    while !worker.is_over && !is_proven.load(Ordering::Relaxed) {
        if worker.wants_recycling(&tree.arena) {
            worker.recycle(tree);
        }
        worker.go_down(tree);
        worker.evaluate();
        worker.settle(tree);
        if tree.arena[tree.root].proof().is_some() {
            is_proven.store(true, Ordering::Relaxed);
        }
        progress(tree, Spent::of(&worker.budget), worker.longest());
    }
}

/// What threads have together.
struct Shared<'a, G: Searchable> {
    tree: &'a mut SearchTree<G>,
    /// How many have ways under way.
    under_way: usize,
    spent: Spent,
    longest: u32,
}

fn in_company<G: Searchable, E: Evaluator<G>>(
    worker: &mut Worker<'_, G, E>,
    shared: &Mutex<Shared<'_, G>>,
    progress: &mut Progress<'_, G>,
) {
    let mut told = Spent::default();
    let mut is_under_way = false;
    loop {
        // A thread that panicked takes the search with it when the scope ends.
        let mut guard: MutexGuard<'_, Shared<'_, G>> = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let Shared { tree, under_way, spent, longest } = &mut *guard;
        if is_under_way {
            worker.settle(tree);
            *under_way -= 1;
            is_under_way = false;
            let now = Spent::of(&worker.budget);
            spent.add_since(now, told);
            told = now;
            *longest = worker.longest().max(*longest);
            progress(tree, *spent, *longest);
        }
        if worker.is_over || tree.arena[tree.root].proof().is_some() {
            return;
        }
        if worker.wants_recycling(&tree.arena) {
            if *under_way > 0 {
                drop(guard);
                worker.wait();
                continue;
            }
            worker.recycle(tree);
        }
        worker.go_down(tree);
        *under_way += 1;
        is_under_way = true;
        drop(guard);
        worker.evaluate();
    }
}
