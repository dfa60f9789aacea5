//! The player around a textbook search: the root, iterative deepening, the choice among equals, the report.

use std::fmt::Debug;
use std::marker::PhantomData;

use zermelo_core::{
    Action, Agent, AgentError, Bound, Decision, Depth, Evaluator, Game, GameRecord, Observer, RootMove, Score,
    SearchLimits, StopToken,
};

use crate::bfs::{self, BfsOptions, Bounds, Reach};
use crate::budget::{Budget, Interrupted};
use crate::rng::Rng;
use crate::ties::{Lot, Ties};
use crate::tree::{DEEPEST, NO_HORIZON, Tree};

/// A textbook search below the root.
pub trait Algorithm: Clone + Copy + Debug + Default + Send + 'static {
    /// Its name, as specifications spell it.
    const NAME: &'static str;

    /// The value of the node where the tree stands, searched `depth` plies deep. The node lies one ply below the root; the
    /// value is from the view of the side that moves at the root.
    ///
    /// Whoever asks only cares for values above `floor`: a search that prunes may answer with an upper bound of a value that
    /// is not.
    fn value<G: Game, E: Evaluator<G>>(
        tree: &mut Tree<'_, G, E>,
        depth: Depth,
        floor: Score,
    ) -> Result<(Score, Bound), Interrupted>;
}

/// How a textbook player is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TextbookOptions {
    /// Its own limits: depth, nodes, time (playouts mean nothing here). None by default.
    pub limits: SearchLimits,
    /// Which of several best moves is played.
    pub ties: Ties,
    /// Whom it asks when the search finds neither a win nor a loss.
    pub fallback: Fallback,
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

/// What is known of a root move in one pass.
struct Root<M> {
    mv: M,
    /// Its value and what that says; `None` until it is searched.
    found: Option<(Score, Bound)>,
    /// The line from this move on, where its value is exact.
    pv: Vec<M>,
}

impl<M> Root<M> {
    fn exact(&self) -> Option<Score> {
        self.found.and_then(|(score, bound)| (bound == Bound::Exact).then_some(score))
    }
}

impl<A: Algorithm, E: Clone + Debug + Send + 'static> TextbookAgent<A, E> {
    /// One search of the root to a depth. Interrupted, it leaves in `roots` what was found until then.
    fn pass<G: Game>(
        &self,
        tree: &mut Tree<'_, G, E>,
        depth: Depth,
        roots: &mut [Root<G::Move>],
    ) -> Result<(), Interrupted>
    where
        E: Evaluator<G>,
    {
        // A move that is only as good as the best must not hide behind a bound where all the best are wanted.
        let wants_equals = self.options.ties == Ties::Random || self.options.fallback == Fallback::Bfs;
        for root in &mut *roots {
            root.found = None;
        }
        tree.start_pass();
        let mut floor = Score::MIN;
        for root in roots {
            tree.down(root.mv)?;
            let found = A::value(tree, depth.less_one(), floor);
            tree.up(root.mv);
            let (value, bound) = found?;
            root.found = Some((value, bound));
            if bound == Bound::Exact {
                root.pv.clear();
                root.pv.push(root.mv);
                root.pv.extend_from_slice(tree.pv_below());
                floor = floor.max(if wants_equals { value.below() } else { value });
            }
        }
        Ok(())
    }

    fn ask_bfs<G: Game>(
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
}

/// The decision at the end of a pass: one of the moves with the greatest exact value.
fn decide<G: Game, E: Evaluator<G>>(
    tree: &Tree<'_, G, E>,
    roots: &[Root<G::Move>],
    lot: Lot,
    depth: Depth,
) -> Decision<G::Move> {
    let best = lot.best(roots.iter().map(Root::exact));
    let chosen = &roots[best.unwrap_or(0)];
    Decision {
        score: chosen.exact(),
        depth,
        nodes: tree.budget.nodes(),
        elapsed: tree.budget.elapsed(),
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

impl<G: Game, A: Algorithm, E: Evaluator<G>> Agent<G> for TextbookAgent<A, E> {
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
        if record.ending().is_some() {
            return Err(AgentError::GameOver);
        }
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
            bfs::require_pass(record, A::NAME)?;
        }

        let lot = self.options.ties.draw(&mut self.rng);
        let mut budget = Budget::start(&limits, record.side_to_move(), stop);
        if asks_bfs {
            budget.hold_back();
        }
        let mut tree = Tree::new(record, &self.evaluator, budget);
        let mut moves = Vec::new();
        record.line().generate(&mut moves);
        let roots = |moves: &[G::Move]| -> Vec<_> {
            moves.iter().map(|&mv| Root { mv, found: None, pv: Vec::new() }).collect()
        };
        let (mut present, mut finished) = (roots(&moves), roots(&moves));
        let mut decision: Option<Decision<G::Move>> = None;

        let mut depth = if deepens { Depth(1) } else { horizon };
        loop {
            if self.pass(&mut tree, depth, &mut present).is_err() {
                break;
            }
            let reached = if depth == NO_HORIZON { tree.longest() } else { depth };
            let found = decide(&tree, &present, lot, reached);
            observer.progress(&found);
            let is_settled = !tree.was_cut() || found.score.and_then(Score::decided).is_some();
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
            (Decision { note, ..decide(&tree, &present, lot, Depth(0)) }, present)
        };
        let mut budget = tree.budget;
        if asks_bfs && decision.depth > Depth(0) && decision.score.and_then(Score::decided).is_none() {
            Self::ask_bfs(record, &roots, &mut budget, &mut decision);
        }
        decision.nodes = budget.nodes();
        decision.elapsed = budget.elapsed();
        Ok(decision)
    }
}
