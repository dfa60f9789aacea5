//! Principal-variation search (PVS, also called NegaScout) with the usual refinements of chess engines, each a switch.
//!
//! Alpha-beta (Knuth and Moore 1975) in the form of Marsland and Campbell, "Parallel Search of Strongly Ordered Game
//! Trees", 1982: all moves but the first are searched with a null window, which tells whether they are better.
//! `docs/search.md` names the source of each refinement.
//!
//! ```text
//! agent                the state between decisions
//! options              the switches
//! ordering             move ordering: killers, history, countermoves
//! mtdf                 MTD(f)
//! timeman              time management
//! worker               one thread: its position, its keys in the transposition table
//! node                 the search of one node: PV and non-PV nodes, late-move reductions, quiescence search
//! pv_table             principal variations
//! root                 one depth: aspiration windows, the root moves, MultiPV
//! iterative_deepening  depth after depth, and the decision
//! parallel             several threads
//! abdada               the moves that the threads are searching
//! novice               a weakened player
//! ```
//!
//! Values equal those of minimax to the same depth where the switches are [`Switches::EXACT`] and positions can't
//! repeat.

mod abdada;
mod agent;
mod iterative_deepening;
pub mod mtdf;
mod node;
pub mod novice;
mod options;
mod ordering;
mod parallel;
mod pv_table;
mod root;
pub mod timeman;
mod worker;

use std::fmt;
use std::sync::Arc;

use zermelo_core::{
    Agent, AgentError, Decision, Depth, Evaluator, GameRecord, NoObserver, Observer, Oracle, SearchLimits, Searchable,
    StopToken, TracedDecision,
};

pub use self::agent::PvsAgent;
pub use self::options::{Method, PvsOptions, SmpMethod, Switches, TableUse};
use crate::memory;
use crate::preconditions::require_turns;
use crate::rng::Rng;
use crate::tie_break::TieBreak;
use crate::trace::{NoTrace, Trace, TreeCollector};
use crate::transposition_table::TranspositionTable;
use crate::tree_walker::MAX_DEPTH;

impl<G: Searchable, E> PvsAgent<G, E> {
    /// A player with an evaluator for leaves: [`NoEvaluator`](zermelo_core::NoEvaluator) if there is none.
    pub fn new(options: PvsOptions, evaluator: E) -> Self {
        Self { options, evaluator, oracle: None, table: None, orderings: Vec::new(), rng: Rng::new(0) }
    }

    /// The same player with an oracle, which it asks before it searches a position. It trusts the oracle's values.
    #[must_use]
    pub fn with_oracle(mut self, oracle: Arc<dyn Oracle<G>>) -> Self {
        self.oracle = Some(oracle);
        self
    }

    /// Allocates the transposition table if there is none or it is too small for these limits.
    fn prepare_table(&mut self, limits: &SearchLimits) -> Result<(), AgentError> {
        if self.options.switches.table == TableUse::Off {
            return Ok(());
        }
        let wanted = memory::useful_table_bytes(self.options.hash, limits.nodes).max(TranspositionTable::MIN_BYTES);
        if self.table.as_ref().is_none_or(|table| table.bytes() < wanted / 64 * 64) {
            self.options.check().map_err(|why| AgentError::NotStarted(why.to_string()))?;
            self.table = Some(TranspositionTable::new(wanted));
        }
        if let Some(table) = &mut self.table {
            table.next_generation();
        }
        Ok(())
    }

    /// Decides; the tracer records the main thread's nodes.
    fn search<T: Trace<G::Move> + Send>(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<G::Move>,
        tracer: T,
    ) -> Result<(Decision<G::Move>, T), AgentError>
    where
        E: Evaluator<G>,
    {
        require_turns(record, if self.options.method == Method::Mtdf { "mtdf" } else { "pvs" })?;
        let limits = limits.tightened(self.options.limits);
        let is_limited = limits.nodes.is_some() || limits.time.is_some() || limits.clock.is_some();
        let horizon = match limits.depth {
            Some(depth) => depth.clamp(Depth(1), MAX_DEPTH),
            None if is_limited || record.game().is_acyclic() => MAX_DEPTH,
            None => return Err(AgentError::Endless),
        };
        self.prepare_table(&limits)?;
        parallel::decide(self, record, horizon, &limits, stop, observer, tracer)
    }
}

impl<G: Searchable, E: fmt::Debug> fmt::Debug for PvsAgent<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PvsAgent")
            .field("options", &self.options)
            .field("evaluator", &self.evaluator)
            .finish_non_exhaustive()
    }
}

impl<G: Searchable, E: Evaluator<G>> Agent<G> for PvsAgent<G, E> {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.orderings.clear();
        if let Some(table) = &mut self.table {
            table.clear();
        }
        if let Some(oracle) = self.oracle.as_ref().filter(|_| self.options.switches.oracle) {
            oracle.prepare();
        }
    }

    fn own_limits(&self) -> SearchLimits {
        self.options.limits
    }

    fn is_deterministic(&self) -> bool {
        self.options.ties == TieBreak::First && self.options.threads.get() == 1
    }

    fn choose(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        self.search(record, limits, stop, observer, NoTrace).map(|(decision, _)| decision)
    }

    fn trace(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        most: usize,
    ) -> Result<TracedDecision<G::Move>, AgentError> {
        if self.options.threads.get() > 1 {
            return Err(AgentError::NoTree("its threads search trees of their own; leave threads out".to_owned()));
        }
        if self.options.lines.get() > 1 {
            return Err(AgentError::NoTree("each line has a tree of its own; leave lines out".to_owned()));
        }
        let (decision, collector) = self.search(record, limits, stop, &mut NoObserver, TreeCollector::new(most))?;
        let tree = collector.into_tree(decision.score, decision.nodes);
        Ok((decision, tree))
    }
}
