//! The player around a textbook search: the root, iterative deepening, the choice among equals, the report.

mod algorithm;
pub mod alphabeta;
pub mod bfs;
pub mod greedy;
pub mod minimax;
pub mod negamax;
pub mod random;
mod roots;

use std::fmt::Debug;
use std::marker::PhantomData;
use std::num::NonZeroUsize;

use zermelo_core::{
    Action, Agent, AgentError, Bound, Decision, Depth, Evaluator, Game, GameRecord, Observer, RootMove, Score,
    SearchLimits, Searchable, Silent, StopToken, Traced,
};

use self::bfs::{BfsOptions, Bounds, Reach};
use self::roots::Root;
use crate::budget::Budget;
use crate::preconditions::{require_null_move, require_turns};
use crate::rng::Rng;
use crate::ties::{Lot, Ties};
use crate::trace::{Collector, NoTrace, Trace};
use crate::tree::{DEEPEST, NO_HORIZON, Tree};

pub use self::algorithm::Algorithm;

/// How a textbook player is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextbookOptions {
    /// Its own limits: depth, nodes, time (playouts mean nothing here). None by default.
    pub limits: SearchLimits,
    /// Which of several best moves is played.
    pub ties: Ties,
    /// Whom it asks when the search finds neither a win nor a loss.
    pub fallback: Fallback,
    /// How many threads share the moves at the root. The move, its score and its line are the same for any number; the nodes
    /// are not, since alpha-beta prunes by what it found before.
    pub threads: NonZeroUsize,
}

impl Default for TextbookOptions {
    fn default() -> Self {
        Self {
            limits: SearchLimits::NONE,
            ties: Ties::default(),
            fallback: Fallback::default(),
            threads: NonZeroUsize::MIN,
        }
    }
}

/// Whom a textbook player asks when its search finds neither a win nor a loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fallback {
    /// Nobody: the best move found is played.
    #[default]
    None,
    /// The breadth-first search [`bfs`]: of the moves that the search holds for best, the one that starts the
    /// shortest way to a win against an opponent that stands still. Half of the time and of the nodes are kept for it. Meant
    /// for searches without an evaluator.
    Bfs,
}

/// A player that decides by a textbook search.
///
/// What limits it decides how it searches:
/// - Nothing: one exhaustive search. Refused with [`AgentError::Endless`] where positions can come back.
/// - A depth alone: one search to that depth (at least 1).
/// - Time, nodes or a clock: searches to depth 1, 2, 3 and so on. They end at the limit, at the depth limit if there is one, or
///   when a deeper search could change nothing: no leaf was cut by the horizon, or the root is won or lost. The last finished
///   depth plays; nodes count those of all depths, finished or not.
///
/// Stopped before any depth is finished, it plays the best root move searched so far, else the first legal one.
#[derive(Clone, Debug)]
pub struct TextbookAgent<A, E> {
    options: TextbookOptions,
    evaluator: E,
    rng: Rng,
    algorithm: PhantomData<A>,
}

impl<A: Algorithm, E> TextbookAgent<A, E> {
    /// A player with an evaluator for undecided leaves; [`NoEvaluator`](zermelo_core::NoEvaluator) where it has none.
    pub fn new(options: TextbookOptions, evaluator: E) -> Self {
        Self { options, evaluator, rng: Rng::new(0), algorithm: PhantomData }
    }
}

impl<A: Algorithm, E: Clone + Debug + Send + 'static> TextbookAgent<A, E> {
    fn ask_bfs<G: Searchable>(
        record: &GameRecord<G>,
        roots: &[Root<G::Move>],
        budget: &mut Budget,
        decision: &mut Decision<G::Move>,
    ) {
        budget.release();
        let allowed: Vec<G::Move> =
            roots.iter().filter(|root| root.exact() == decision.score).map(|root| root.mv).collect();
        let bounds = Bounds { max_positions: BfsOptions::default().max_positions, max_moves: None };
        let found = bfs::nearest_win(record.game(), record.position(), &allowed, bounds, budget);
        if let Reach::Path { first, .. } = found.reach {
            decision.action = Action::Play(first);
            decision.pv = roots.iter().find(|root| root.mv == first).map_or(vec![first], |root| root.pv.clone());
        }
        decision.note = Some(format!("the search found neither a win nor a loss; bfs: {}", found.reach.words()));
    }
    /// Decides; `tracer`, or a copy of it for each thread, hears of the nodes and is given back.
    fn search<G: Searchable, T: Trace<G::Move> + Clone + Send>(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<G::Move>,
        tracer: &T,
    ) -> Result<(Decision<G::Move>, Vec<T>), AgentError>
    where
        E: Evaluator<G>,
    {
        require_turns(record, A::NAME)?;
        let limits = limits.tightened(self.options.limits);
        let deepens = limits.nodes.is_some() || limits.time.is_some() || limits.clock.is_some();
        let horizon = match limits.depth {
            Some(depth) => depth.clamp(Depth(1), DEEPEST),
            None if deepens => DEEPEST,
            None if record.game().is_acyclic() => NO_HORIZON,
            None => return Err(AgentError::Endless),
        };
        let asks_bfs = self.options.fallback == Fallback::Bfs;
        if asks_bfs {
            require_null_move(record, A::NAME)?;
        }

        let lot = self.options.ties.draw(&mut self.rng);
        let mut budget = Budget::start(&limits, record.side_to_move(), stop);
        if asks_bfs {
            budget.hold_back();
        }
        let mut moves = Vec::new();
        record.line().generate(&mut moves);
        let threads = self.options.threads.get().min(moves.len());
        let mut trees: Vec<_> = budget
            .split(threads)
            .into_iter()
            .map(|share| Tree::traced(record, &self.evaluator, share, tracer.clone()))
            .collect();
        let wants_equals = self.options.ties == Ties::Random || asks_bfs;
        let (mut present, mut finished) = (Root::all(&moves), Root::all(&moves));
        let mut decision: Option<Decision<G::Move>> = None;

        let mut depth = if deepens { Depth(1) } else { horizon };
        loop {
            if roots::search::<A, G, E, T>(&mut trees, depth, wants_equals, &mut present).is_err() {
                break;
            }
            trees.iter_mut().for_each(Tree::finish_pass);
            let longest = || trees.iter().map(Tree::longest).max().unwrap_or_default();
            let reached = if depth == NO_HORIZON { longest() } else { depth };
            let found = decide(&trees, &present, lot, reached);
            observer.progress(&found);
            let is_settled = !trees.iter().any(Tree::was_cut) || found.score.and_then(Score::decided).is_some();
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
            (Decision { note, ..decide(&trees, &present, lot, Depth(0)) }, present)
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

/// The decision at the end of a pass: one of the moves with the greatest exact value.
fn decide<G: Game, E: Evaluator<G>, T: Trace<G::Move>>(
    trees: &[Tree<'_, G, E, T>],
    roots: &[Root<G::Move>],
    lot: Lot,
    depth: Depth,
) -> Decision<G::Move> {
    let best = lot.best(roots.iter().map(Root::exact));
    let chosen = &roots[best.unwrap_or(0)];
    Decision {
        score: chosen.exact(),
        depth,
        nodes: trees.iter().map(|tree| tree.budget.nodes()).sum(),
        elapsed: trees.iter().map(|tree| tree.budget.elapsed()).max().unwrap_or_default(),
        pv: if best.is_some() { chosen.pv.clone() } else { vec![chosen.mv] },
        moves: roots
            .iter()
            .map(|root| RootMove {
                mv: root.mv,
                score: root.found.map(|(score, _)| score),
                bound: root.found.map_or(Bound::Exact, |(_, bound)| bound),
                share: None,
                visits: 0,
            })
            .collect(),
        ..Decision::play(chosen.mv)
    }
}

impl<G: Searchable, A: Algorithm, E: Evaluator<G>> Agent<G> for TextbookAgent<A, E> {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn own_limits(&self) -> SearchLimits {
        self.options.limits
    }

    fn is_deterministic(&self) -> bool {
        self.options.ties == Ties::First
    }

    fn choose(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        self.search(record, limits, stop, observer, &NoTrace).map(|(decision, _)| decision)
    }

    fn trace(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        most: usize,
    ) -> Result<Traced<G::Move>, AgentError> {
        if self.options.threads.get() > 1 {
            return Err(AgentError::NoTree("threads share it; leave threads out".to_owned()));
        }
        let (decision, mut tracers) = self.search(record, limits, stop, &mut Silent, &Collector::new(most))?;
        let collector = tracers.pop().unwrap_or_else(|| unreachable!("one thread, one tree"));
        let tree = collector.into_tree(decision.score, decision.nodes);
        Ok((decision, tree))
    }
}
