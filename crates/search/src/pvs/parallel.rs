//! Parallel search: one decision by one or more threads.
//!
//! All threads search the same root and share the transposition table. With [`SmpMethod::Abdada`], each defers the
//! moves that another is searching ([`abdada`](super::abdada)). With [`SmpMethod::LazySmp`], they differ only in their
//! first depth and their move ordering tables (<https://www.chessprogramming.org/Lazy_SMP>). The main thread decides.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use zermelo_core::{AgentError, Decision, Depth, Evaluator, GameRecord, Observer, SearchLimits, Searchable, StopToken};

use super::abdada::AbdadaTable;
use super::agent::PvsAgent;
use super::iterative_deepening::IterativeDeepening;
use super::options::SmpMethod;
use super::ordering::MoveOrdering;
use super::timeman::TimeManager;
use super::worker::{PvsWorker, ordering_heuristics};
use crate::budget::Budget;
use crate::threads::{ThreadTask, relay, run_parallel, spawn};
use crate::trace::{NoTrace, Trace};

/// A search to this depth fits into the stack of any caller.
const SHALLOW_DEPTH: Depth = Depth(32);

/// Decides. The tracer records the main thread's nodes.
pub(super) fn decide<G: Searchable, E: Evaluator<G>, T: Trace<G::Move> + Send>(
    agent: &mut PvsAgent<G, E>,
    record: &GameRecord<G>,
    horizon: Depth,
    limits: &SearchLimits,
    stop: &StopToken,
    observer: &mut dyn Observer<G::Move>,
    tracer: T,
) -> Result<(Decision<G::Move>, T), AgentError> {
    let options = agent.options;
    let threads = options.threads.get();
    agent.orderings.resize_with(threads, || MoveOrdering::new(ordering_heuristics(&options.switches)));
    agent.orderings.iter_mut().for_each(MoveOrdering::age);
    let Some((ordering, others)) = agent.orderings.split_first_mut() else { return Err(AgentError::Endless) };

    let side = record.side_to_move();
    let time_manager = TimeManager::new(limits, side);
    let mut limits = time_manager.limits(limits);
    // The nodes are divided equally; the main thread gets the remainder too.
    let part = limits.nodes.map(|nodes| nodes / threads as u64);
    limits.nodes = limits.nodes.map(|nodes| nodes - part.unwrap_or(0) * others.len() as u64);
    let helper_limits = SearchLimits { nodes: part, ..SearchLimits::NONE };

    let (table, oracle, evaluator) = (agent.table.as_ref(), agent.oracle.as_deref(), &agent.evaluator);
    let switches = options.switches;
    let lines = options.lines.get();
    let budget = Budget::start(&limits, side, stop);
    // Deferring a move only pays if its value is in the table afterwards.
    let defers = threads > 1 && options.sharing == SmpMethod::Abdada && table.is_some();
    let abdada_table = defers.then(|| AbdadaTable::new(threads));
    let mut worker = PvsWorker::new(record, evaluator, oracle, table, switches, (ordering, budget, tracer));
    worker.abdada = abdada_table.as_ref().map(|abdada_table| abdada_table.view(0));
    let mut main = IterativeDeepening::new(worker, options.method, lines, time_manager);
    main.shuffle(options.ties, &mut agent.rng);
    let horizon = if main.has_no_choice() { Depth(1) } else { horizon };

    let stop_helpers = StopToken::new();
    let helper_nodes = AtomicU64::new(0);
    let helpers = others.iter_mut().enumerate().map(|(number, ordering)| {
        let budget = Budget::start(&helper_limits, side, &stop_helpers);
        let no_time_limit = TimeManager::new(&SearchLimits::NONE, side);
        let mut worker = PvsWorker::new(record, evaluator, oracle, table, switches, (ordering, budget, NoTrace));
        worker.abdada = abdada_table.as_ref().map(|abdada_table| abdada_table.view(number + 1));
        let mut helper = IterativeDeepening::new(worker, options.method, lines, no_time_limit);
        if options.sharing == SmpMethod::LazySmp {
            helper.start_at(Depth(1 + (number as u32 + 1) % 2));
        }
        helper.worker.disable_table_growth();
        let helper_nodes = &helper_nodes;
        Box::new(move || {
            helper.run(horizon, &mut |_| {});
            helper_nodes.fetch_add(helper.worker.budget.nodes(), Ordering::Relaxed);
        }) as ThreadTask
    });
    let helpers = helpers.collect();
    let mut result = None;
    let run_main = || {
        result = Some(run_main_thread(main, horizon, observer));
        stop_helpers.stop();
    };
    run_parallel(helpers, Box::new(run_main));
    let Some(result) = result else { unreachable!("the main thread ran") };
    let nodes = helper_nodes.into_inner();
    result.map(|(decision, tracer)| (Decision { nodes: decision.nodes + nodes, ..decision }, tracer))
}

/// The main thread's search: on the caller's stack while it is shallow, then on a larger stack.
fn run_main_thread<G: Searchable, E: Evaluator<G>, T: Trace<G::Move> + Send>(
    mut main: IterativeDeepening<'_, G, E, T>,
    horizon: Depth,
    observer: &mut dyn Observer<G::Move>,
) -> Result<(Decision<G::Move>, T), AgentError> {
    let is_done = main.run(horizon.min(SHALLOW_DEPTH), &mut |decision| observer.progress(decision));
    if is_done || horizon <= SHALLOW_DEPTH {
        return Ok(main.into_decision());
    }
    let result = Mutex::new(None);
    thread::scope(|scope| {
        let (sender, receiver) = relay();
        let result = &result;
        let deep = Box::new(move || {
            main.run(horizon, &mut |decision: &Decision<G::Move>| sender.send(Box::new(decision.clone())));
            *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(main.into_decision());
        });
        let deep = spawn(scope, deep);
        let deep = deep.map_err(|why| AgentError::NotStarted(format!("no thread for the search: {why}")))?;
        // The sender is dropped at the end of the search.
        while let Some(message) = receiver.next() {
            if let Some(decision) = message.downcast_ref() {
                observer.progress(decision);
            }
        }
        deep.join().map_err(|panic| std::panic::resume_unwind(panic))
    })?;
    let result = result.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(result.unwrap_or_else(|| unreachable!("the search left its result")))
}
