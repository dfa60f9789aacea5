//! One decision by one or more threads.
//!
//! Every thread searches the same root over the same table, where they find each other's results. Each puts off the moves that another one
//! is [`busy`](super::busy) with; or ([`Sharing::Lazy`]) they differ in the depth at which they begin and in what they remember of moves
//! alone (lazy SMP, <https://www.chessprogramming.org/Lazy_SMP>). The first thread decides.

use std::sync::mpsc;
use std::thread;

use zermelo_core::{AgentError, Decision, Depth, Evaluator, GameRecord, Observer, SearchLimits, Searchable, StopToken};

use super::agent::PvsAgent;
use super::busy::Marks;
use super::deepening::Deepening;
use super::options::Sharing;
use super::ordering::Memory;
use super::timeman::TimePlan;
use super::worker::{Worker, asked};
use crate::budget::Budget;
use crate::trace::{NoTrace, Trace};

/// The stack of a thread of ours: enough for the deepest recursion.
const STACK: usize = 64 << 20;
/// Searches up to this depth fit the stack of any caller.
const SHALLOW: Depth = Depth(32);

/// Decides. The tracer hears of the first thread's nodes.
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
    agent.memories.resize_with(threads, || Memory::new(asked(&options.switches)));
    agent.memories.iter_mut().for_each(Memory::fade);
    let Some((memory, others)) = agent.memories.split_first_mut() else { return Err(AgentError::Endless) };

    let side = record.side_to_move();
    let plan = TimePlan::new(limits, side);
    let mut limits = plan.limits(limits);
    // Each thread gets its part of the nodes, the first one what is left over.
    let part = limits.nodes.map(|nodes| nodes / threads as u64);
    limits.nodes = limits.nodes.map(|nodes| nodes - part.unwrap_or(0) * others.len() as u64);
    let helper_limits = SearchLimits { nodes: part, ..SearchLimits::NONE };

    let (table, oracle, evaluator) = (agent.table.as_ref(), agent.oracle.as_deref(), &agent.evaluator);
    let switches = options.switches;
    let lines = options.lines.get();
    let budget = Budget::start(&limits, side, stop);
    // Without a table nothing is gained by waiting.
    let defers = threads > 1 && options.sharing == Sharing::Defer && table.is_some();
    let marks = defers.then(|| Marks::new(threads));
    let mut worker = Worker::new(record, evaluator, oracle, table, switches, (memory, budget, tracer));
    worker.busy = marks.as_ref().map(|marks| marks.of_thread(0));
    let mut first = Deepening::new(worker, options.method, lines, plan);
    first.shuffle(options.ties, &mut agent.rng);
    let horizon = if first.has_no_choice() { Depth(1) } else { horizon };

    let enough = StopToken::new();
    thread::scope(|scope| {
        let mut helpers = Vec::new();
        for (number, memory) in others.iter_mut().enumerate() {
            let budget = Budget::start(&helper_limits, side, &enough);
            let no_end = TimePlan::new(&SearchLimits::NONE, side);
            let mut worker = Worker::new(record, evaluator, oracle, table, switches, (memory, budget, NoTrace));
            worker.busy = marks.as_ref().map(|marks| marks.of_thread(number + 1));
            let mut helper = Deepening::new(worker, options.method, lines, no_end);
            if options.sharing == Sharing::Lazy {
                helper.begin_at(Depth(1 + (number as u32 + 1) % 2));
            }
            helper.worker.never_grows();
            let search = move || {
                helper.run(horizon, &mut |_| {});
                helper.worker.budget.nodes()
            };
            helpers.push(spawn(scope, search)?);
        }
        let result = lead(first, horizon, observer);
        enough.stop();
        let mut nodes = 0;
        for helper in helpers {
            nodes += joined(helper)?;
        }
        result.map(|(decision, tracer)| (Decision { nodes: decision.nodes + nodes, ..decision }, tracer))
    })
}

/// The first thread's search: on the caller's stack as long as it is shallow, then on a stack of its own.
fn lead<G: Searchable, E: Evaluator<G>, T: Trace<G::Move> + Send>(
    mut first: Deepening<'_, G, E, T>,
    horizon: Depth,
    observer: &mut dyn Observer<G::Move>,
) -> Result<(Decision<G::Move>, T), AgentError> {
    let is_done = first.run(horizon.min(SHALLOW), &mut |decision| observer.progress(decision));
    if is_done || horizon <= SHALLOW {
        return Ok(first.into_decision());
    }
    thread::scope(|scope| {
        let (tell, hear) = mpsc::channel();
        let deep = move || {
            first.run(horizon, &mut |decision: &Decision<G::Move>| {
                // Nobody listens any more: the search goes on to its end all the same.
                let _ = tell.send(decision.clone());
            });
            first.into_decision()
        };
        let deep = spawn(scope, deep)?;
        for decision in &hear {
            observer.progress(&decision);
        }
        joined(deep)
    })
}

fn spawn<'s, T: Send + 's>(
    scope: &'s thread::Scope<'s, '_>,
    work: impl FnOnce() -> T + Send + 's,
) -> Result<thread::ScopedJoinHandle<'s, T>, AgentError> {
    thread::Builder::new()
        .stack_size(STACK)
        .spawn_scoped(scope, work)
        .map_err(|why| AgentError::NotStarted(format!("no thread for the search: {why}")))
}

/// A panic in a thread goes on in the one that waits for it.
fn joined<T>(thread: thread::ScopedJoinHandle<'_, T>) -> Result<T, AgentError> {
    thread.join().map_err(|panic| std::panic::resume_unwind(panic))
}
