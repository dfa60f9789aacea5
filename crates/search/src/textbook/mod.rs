//! The textbook searches, and the agent around them: the root, iterative deepening, tie-breaking.

pub mod alphabeta;
pub mod bfs;
pub mod greedy;
pub mod minimax;
pub mod negamax;
pub mod random;
mod root_search;
mod textbook_search;

use std::fmt::Debug;
use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::time::Duration;

use zermelo_core::{
    Action, Agent, AgentError, Bound, Decision, Depth, Evaluator, Game, GameRecord, NoObserver, Observer, RootMove,
    Score, SearchLimits, Searchable, StopToken, TracedDecision,
};

use self::bfs::{BfsBounds, BfsOptions, BfsOutcome};
use self::root_search::{TextbookRootMove, ValueFn};
use crate::budget::Budget;
use crate::preconditions::{require_null_move, require_turns};
use crate::rng::Rng;
use crate::tie_break::{TieBreak, TieDraw};
use crate::trace::{NoTrace, Trace, TreeCollector};
use crate::tree_walker::{MAX_DEPTH, NO_HORIZON, TreeWalker};

pub use self::textbook_search::TextbookSearch;

/// Configuration of [`TextbookAgent`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextbookOptions {
    /// Its own limits: depth, nodes, time (playouts are ignored). None by default.
    pub limits: SearchLimits,
    /// Which of several best moves is played.
    pub ties: TieBreak,
    /// What to do if the search finds neither a win nor a loss.
    pub fallback: Fallback,
    /// How many threads share the root moves. The move, its score and its line are the same for any number; the node
    /// count is not, since alpha-beta prunes by what it found before.
    pub threads: NonZeroUsize,
}

impl Default for TextbookOptions {
    fn default() -> Self {
        Self {
            limits: SearchLimits::NONE,
            ties: TieBreak::default(),
            fallback: Fallback::default(),
            threads: NonZeroUsize::MIN,
        }
    }
}

/// What to do if the search finds neither a win nor a loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fallback {
    /// Play the best move.
    #[default]
    None,
    /// Choose among the best moves by breadth-first search ([`bfs`]): the one that starts the shortest path to a win if
    /// the opponent always passes. Half of the time and of the nodes is reserved for it. Meant for searches without an
    /// evaluator.
    Bfs,
}

/// A player that decides by a textbook search.
///
/// Its limits select the kind of search:
/// - No limit: one exhaustive search. It fails with [`AgentError::Endless`] in games whose positions can repeat.
/// - A depth alone: one search to that depth (at least 1).
/// - Time, nodes or a clock: iterative deepening. It ends at the limit, at the depth limit if there is one, or when a
///   deeper search could change nothing: no leaf was at the horizon, or the root is won or lost. The last finished
///   depth decides; the node count includes all depths, finished or not.
///
/// If it is stopped before any depth is finished, it plays the best root move searched so far, or else the first legal
/// move.
#[derive(Clone, Debug)]
pub struct TextbookAgent<A, E> {
    decider: Decider<E>,
    algorithm: PhantomData<A>,
}

impl<A: TextbookSearch, E> TextbookAgent<A, E> {
    /// A player with an evaluator for leaves: [`NoEvaluator`](zermelo_core::NoEvaluator) if there is none.
    pub fn new(options: TextbookOptions, evaluator: E) -> Self {
        Self { decider: Decider { options, evaluator, rng: Rng::new(0) }, algorithm: PhantomData }
    }
}

/// Everything but the search below the root. It is compiled once for each game, and not for each algorithm.
#[derive(Clone, Debug)]
struct Decider<E> {
    options: TextbookOptions,
    evaluator: E,
    rng: Rng,
}

/// An algorithm: its name and [`TextbookSearch::value`].
struct Algorithm<G: Game, E: Evaluator<G>, T: Trace<G::Move>> {
    name: &'static str,
    value: ValueFn<G, E, T>,
}

impl<E: Clone + Debug + Send + 'static> Decider<E> {
    fn ask_bfs<G: Searchable>(
        record: &GameRecord<G>,
        roots: &[TextbookRootMove<G::Move>],
        budget: &mut Budget,
        decision: &mut Decision<G::Move>,
    ) {
        budget.release_reserve();
        let allowed: Vec<G::Move> =
            roots.iter().filter(|root| root.exact() == decision.score).map(|root| root.mv).collect();
        let bounds = BfsBounds { max_positions: BfsOptions::default().max_positions, max_moves: None };
        let found = bfs::shortest_win(record.game(), record.position(), &allowed, bounds, budget);
        if let BfsOutcome::Path { first, .. } = found.reach {
            decision.action = Action::Play(first);
            decision.pv = roots.iter().find(|root| root.mv == first).map_or(vec![first], |root| root.pv.clone());
        }
        decision.note = Some(format!("the search found neither a win nor a loss; bfs: {}", found.reach.describe()));
    }

    /// Decides. Each thread reports to a clone of `tracer`; the clones are returned.
    fn search<G: Searchable, T: Trace<G::Move> + Clone + Send>(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<G::Move>,
        tracer: &T,
        algorithm: &Algorithm<G, E, T>,
    ) -> Result<(Decision<G::Move>, Vec<T>), AgentError>
    where
        E: Evaluator<G>,
    {
        require_turns(record, algorithm.name)?;
        let limits = limits.tightened(self.options.limits);
        let deepens = limits.nodes.is_some() || limits.time.is_some() || limits.clock.is_some();
        let horizon = match limits.depth {
            Some(depth) => depth.clamp(Depth(1), MAX_DEPTH),
            None if deepens => MAX_DEPTH,
            None if record.game().is_acyclic() => NO_HORIZON,
            None => return Err(AgentError::Endless),
        };
        let asks_bfs = self.options.fallback == Fallback::Bfs;
        if asks_bfs {
            require_null_move(record, algorithm.name)?;
        }

        let tie_draw = self.options.ties.draw(&mut self.rng);
        let mut budget = Budget::start(&limits, record.side_to_move(), stop);
        if asks_bfs {
            budget.reserve_half();
        }
        let mut moves = Vec::new();
        record.line().generate(&mut moves);
        let threads = self.options.threads.get().min(moves.len());
        let mut trees: Vec<_> = budget
            .split(threads)
            .into_iter()
            .map(|share| TreeWalker::with_tracer(record, &self.evaluator, share, tracer.clone()))
            .collect();
        let wants_equals = self.options.ties == TieBreak::Random || asks_bfs;
        let (mut present, mut finished) = (TextbookRootMove::all(&moves), TextbookRootMove::all(&moves));
        let mut decision: Option<Decision<G::Move>> = None;

        let mut depth = if deepens { Depth(1) } else { horizon };
        loop {
            if root_search::search(&mut trees, depth, wants_equals, &mut present, algorithm.value).is_err() {
                break;
            }
            trees.iter_mut().for_each(TreeWalker::finish_pass);
            let longest_line = || trees.iter().map(TreeWalker::longest_line).max().unwrap_or_default();
            let reached = if depth == NO_HORIZON { longest_line() } else { depth };
            let found = decide(&present, tie_draw, reached, spent(&trees));
            observer.progress(&found);
            let is_settled =
                !trees.iter().any(TreeWalker::has_hit_horizon) || found.score.and_then(Score::decided).is_some();
            decision = Some(found);
            std::mem::swap(&mut present, &mut finished);
            if is_settled || depth >= horizon {
                break;
            }
            depth = Depth(depth.0 + 1);
        }

        let (mut decision, roots) = if let Some(decision) = decision {
            (decision, finished)
        } else {
            let note = Some("interrupted before any depth was finished".to_owned());
            (Decision { note, ..decide(&present, tie_draw, Depth(0), spent(&trees)) }, present)
        };
        let (budgets, tracers): (Vec<_>, Vec<_>) = trees.into_iter().map(|tree| (tree.budget, tree.tracer)).unzip();
        let mut budget = Budget::join(budgets);
        if asks_bfs && decision.depth > Depth(0) && decision.score.and_then(Score::decided).is_none() {
            Self::ask_bfs(record, &roots, &mut budget, &mut decision);
        }
        decision.nodes = budget.nodes();
        decision.elapsed = budget.elapsed();
        Ok((decision, tracers))
    }
}

/// The nodes and the time that the threads have spent.
fn spent<G: Game, E: Evaluator<G>, T: Trace<G::Move>>(trees: &[TreeWalker<'_, G, E, T>]) -> (u64, Duration) {
    let nodes = trees.iter().map(|tree| tree.budget.nodes()).sum();
    (nodes, trees.iter().map(|tree| tree.budget.elapsed()).max().unwrap_or_default())
}

/// The decision at the end of a pass: one of the moves with the greatest exact value.
fn decide<M: Copy>(
    roots: &[TextbookRootMove<M>],
    tie_draw: TieDraw,
    depth: Depth,
    (nodes, elapsed): (u64, Duration),
) -> Decision<M> {
    let scores: Vec<Option<Score>> = roots.iter().map(TextbookRootMove::exact).collect();
    let best = tie_draw.best(&scores);
    let chosen = &roots[best.unwrap_or(0)];
    Decision {
        score: chosen.exact(),
        depth,
        nodes,
        elapsed,
        pv: if best.is_some() { chosen.pv.clone() } else { vec![chosen.mv] },
        moves: roots
            .iter()
            .map(|root| RootMove {
                mv: root.mv,
                score: root.result.map(|(score, _)| score),
                bound: root.result.map_or(Bound::Exact, |(_, bound)| bound),
                share: None,
                visits: 0,
            })
            .collect(),
        ..Decision::play(chosen.mv)
    }
}

impl<G: Searchable, A: TextbookSearch, E: Evaluator<G>> Agent<G> for TextbookAgent<A, E> {
    fn new_game(&mut self, seed: u64) {
        self.decider.rng = Rng::new(seed);
    }

    fn own_limits(&self) -> SearchLimits {
        self.decider.options.limits
    }

    fn is_deterministic(&self) -> bool {
        self.decider.options.ties == TieBreak::First
    }

    fn choose(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let algorithm = Algorithm { name: A::NAME, value: A::value };
        self.decider.search(record, limits, stop, observer, &NoTrace, &algorithm).map(|(decision, _)| decision)
    }

    fn trace(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        most: usize,
    ) -> Result<TracedDecision<G::Move>, AgentError> {
        if self.decider.options.threads.get() > 1 {
            return Err(AgentError::NoTree("threads share it; leave threads out".to_owned()));
        }
        let algorithm = Algorithm { name: A::NAME, value: A::value };
        let tracer = TreeCollector::new(most);
        let (decision, mut tracers) =
            self.decider.search(record, limits, stop, &mut NoObserver, &tracer, &algorithm)?;
        let collector = tracers.pop().unwrap_or_else(|| unreachable!("one thread, one tree"));
        let tree = collector.into_tree(decision.score, decision.nodes);
        Ok((decision, tree))
    }
}
