//! Monte-Carlo tree search (MCTS): UCT and its refinements.
//!
//! Coulom, "Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search", 2006; Kocsis and Szepesvári,
//! "Bandit Based Monte-Carlo Planning", 2006; Browne and others, "A Survey of Monte Carlo Tree Search Methods", 2012.
//!
//! ```text
//! worker        one thread: selection, expansion, simulation, backpropagation
//! parallel      several threads: on one tree with virtual loss, or a tree each
//! selection     the tree policy: UCB1, UCB1-tuned, RAVE, progressive bias, PUCT
//! amaf          the moves of a simulation, for RAVE
//! knowledge     an evaluator, a policy-value network
//! node_pool     the nodes of a tree, and proven results (MCTS-Solver)
//! free_list     free blocks of the node pool
//! recycle       node recycling
//! tree          the tree of one game, reused from decision to decision
//! decisive      decisive and anti-decisive moves at the root
//! report        the final move and the report
//! trace         the tree, for display
//! flat_mc       flat Monte-Carlo
//! ```

mod amaf;
mod decisive;
pub mod flat_mc;
mod free_list;
mod knowledge;
mod node_pool;
mod options;
mod parallel;
mod recycle;
mod report;
mod selection;
mod trace;
mod tree;
mod worker;

use std::sync::Arc;

use zermelo_core::{
    Agent, AgentError, Bound, Decision, Depth, Evaluator, GameRecord, NoEvaluator, NoObserver, Observer, Ply,
    PolicyValue, RootMove, Score, SearchLimits, Searchable, StopToken, TracedDecision, Wdl,
};

use self::decisive::RootCheck;
use self::knowledge::DomainKnowledge;
use self::node_pool::Proof;
pub use self::options::{Expand, FinalMoveRule, MctsOptions, Parallel, Selection};
use self::parallel::SearchTask;
use self::report::SearchCounts;
use self::selection::TreePolicy;
use self::tree::MctsTree;
use crate::budget::Budget;
use crate::preconditions::require_turns;
use crate::rng::Rng;

/// The number of playouts if nothing limits the agent.
const DEFAULT_PLAYOUTS: u64 = 10_000;

/// A player that decides by Monte-Carlo tree search.
///
/// It reports a mean result for each move, and a score only where one is proven: a win in `n` plies (the forced line
/// that was found; [`RootMove::bound`] tells whether a shorter one may exist), a loss in `n` plies likewise, or 0 for a
/// proven draw. The search ends when the root is proven. [`Decision::depth`] is the length of the longest path in the
/// tree. A simulation that ends inside the tree counts as a playout too.
///
/// With a network ([`with_network`](MctsAgent::with_network)) there are no playouts: the network's value of a leaf is
/// the result, its policy gives the priors of the selection (PUCT), and it evaluates [`MctsOptions::batch`] leaves per
/// call.
#[derive(Clone, Debug)]
pub struct MctsAgent<G: Searchable, E = NoEvaluator> {
    options: MctsOptions,
    knowledge: DomainKnowledge<G, E>,
    rng: Rng,
    /// The trees of the previous decision.
    kept: Vec<MctsTree<G>>,
}

impl<G: Searchable> MctsAgent<G> {
    /// A player with its options.
    pub fn new(options: MctsOptions) -> Self {
        Self::with_evaluator(options, NoEvaluator)
    }

    /// A player that evaluates leaves by a network instead of playouts.
    pub fn with_network(options: MctsOptions, network: Arc<dyn PolicyValue<G>>) -> Self {
        let mut agent = Self::new(options);
        agent.knowledge.network = Some(network);
        agent
    }
}

impl<G: Searchable, E: Evaluator<G>> MctsAgent<G, E> {
    /// A player with an evaluator, for [`MctsOptions::bias`] and [`PlayoutPolicy::Greedy`](crate::playout::PlayoutPolicy::Greedy).
    pub fn with_evaluator(options: MctsOptions, evaluator: E) -> Self {
        let knowledge = DomainKnowledge { evaluator, network: None };
        Self { options, knowledge, rng: Rng::new(0), kept: Vec::new() }
    }

    /// The trees for this decision, with expanded roots: the subtrees of the previous trees where the game followed
    /// them, else new trees.
    fn trees_for(&mut self, record: &GameRecord<G>, legal: &[G::Move], budget: &mut Budget) -> Vec<MctsTree<G>> {
        let has_extra_stats = TreePolicy::new(&self.options, self.knowledge.network.is_some()).needs_extra_stats();
        let mut kept = std::mem::take(&mut self.kept).into_iter();
        let count = parallel::trees(&self.options).get();
        let max_nodes = self.options.max_nodes as usize / count;
        let trees = (0..count).map(|_| {
            let kept = kept.next().and_then(|tree| tree.advance_to(record)).and_then(|mut tree| {
                tree.recycle_if_half_full(budget);
                tree.with_root_expanded(legal, &mut self.rng)
            });
            kept.unwrap_or_else(|| {
                let mut fresh = MctsTree::new(record, has_extra_stats, max_nodes);
                let mut moves = legal.to_vec();
                self.rng.shuffle(&mut moves);
                fresh.pool.expand_root(fresh.root, &moves);
                fresh
            })
        });
        trees.collect()
    }

    fn search(
        &mut self,
        record: &GameRecord<G>,
        legal: &[G::Move],
        lost: &[G::Move],
        depth: Option<Depth>,
        mut budget: Budget,
        observer: &mut dyn Observer<G::Move>,
    ) -> Decision<G::Move> {
        /// The first progress report is after this many playouts; each following interval is a quarter of the playouts
        /// so far.
        const FIRST_REPORT: u64 = 1000;
        let mut trees = self.trees_for(record, legal, &mut budget);
        for tree in &mut trees {
            for child in lost.iter().filter_map(|&mv| tree.pool.child_with_move(tree.root, mv)).collect::<Vec<_>>() {
                tree.pool[child].prove(Some(Proof::terminal(Wdl::Win).for_parent()));
            }
        }
        let choice = self.options.choice;
        let mut next_report = FIRST_REPORT;
        let clock = budget.clone();
        let mut progress = |tree: &MctsTree<G>, counts: SearchCounts, longest_path: u32| {
            if counts.playouts >= next_report {
                next_report = counts.playouts * 5 / 4;
                let decision = report::decide(std::slice::from_ref(tree), legal, choice, counts, longest_path);
                observer.progress(&Decision { elapsed: clock.elapsed(), ..decision });
            }
        };
        let task = SearchTask { options: &self.options, knowledge: &self.knowledge, depth };
        let (budget, longest_path) = task.search(&mut trees, &mut self.rng, budget, &mut progress);
        let decision = report::decide(&trees, legal, choice, SearchCounts::of(&budget), longest_path);
        if self.options.reuse {
            self.kept = trees;
        }
        Decision { elapsed: budget.elapsed(), ..decision }
    }
}

impl<G: Searchable> Default for MctsAgent<G> {
    fn default() -> Self {
        Self::new(MctsOptions::default())
    }
}

/// A decision without a search.
fn at_once<M: Copy + Eq>(mv: M, score: Option<Score>, note: &str, legal: &[M], budget: &Budget) -> Decision<M> {
    let moves = legal
        .iter()
        .map(|&root| RootMove {
            mv: root,
            score: if root == mv { score } else { None },
            bound: Bound::Exact,
            share: None,
            visits: 0,
        })
        .collect();
    Decision {
        score,
        nodes: budget.nodes(),
        elapsed: budget.elapsed(),
        pv: vec![mv],
        moves,
        note: Some(note.to_owned()),
        ..Decision::play(mv)
    }
}

impl<G: Searchable, E: Evaluator<G>> Agent<G> for MctsAgent<G, E> {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.kept.clear();
    }

    fn own_limits(&self) -> SearchLimits {
        self.options.limits
    }

    fn choose(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        require_turns(record, "mcts")?;
        let mut limits = limits.tightened(self.options.limits);
        if limits.playouts.or(limits.nodes).is_none() && limits.time.is_none() && limits.clock.is_none() {
            limits.playouts = Some(DEFAULT_PLAYOUTS);
        }
        let mut budget = Budget::start(&limits, record.side_to_move(), stop);
        let mut legal = Vec::new();
        record.line().generate(&mut legal);

        let decision = if self.options.single && legal.len() == 1 {
            at_once(legal[0], None, "the only legal move", &legal, &budget)
        } else {
            let root_check = if self.options.decisive {
                decisive::check_root(record, &legal, &mut budget).unwrap_or(RootCheck::Open(Vec::new()))
            } else {
                RootCheck::Open(Vec::new())
            };
            match root_check {
                RootCheck::Win(mv) => at_once(mv, Some(Score::win_in(Ply(1))), "wins at once", &legal, &budget),
                RootCheck::Lost(mv) => {
                    let note = "every move lets the opponent win at once";
                    at_once(mv, Some(Score::loss_in(Ply(2))), note, &legal, &budget)
                }
                RootCheck::Forced(mv) => at_once(mv, None, "every other move loses at once", &legal, &budget),
                RootCheck::Open(lost) => self.search(record, &legal, &lost, limits.depth, budget, observer),
            }
        };
        observer.progress(&decision);
        Ok(decision)
    }

    fn trace(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        max_nodes: usize,
    ) -> Result<TracedDecision<G::Move>, AgentError> {
        if parallel::trees(&self.options).get() > 1 {
            return Err(AgentError::NoTree("each thread has one of its own; leave parallel=root out".to_owned()));
        }
        // Keep the tree of this decision, as for the next one.
        let reuse = std::mem::replace(&mut self.options.reuse, true);
        self.kept.clear();
        let decision = self.choose(record, limits, stop, &mut NoObserver);
        self.options.reuse = reuse;
        let decision = decision?;
        let tree_policy = TreePolicy::new(&self.options, self.knowledge.network.is_some());
        let tree = match self.kept.first() {
            Some(tree) => trace::shown(tree, &tree_policy, max_nodes),
            None => trace::at_once(record, &decision),
        };
        Ok((decision, tree))
    }
}
