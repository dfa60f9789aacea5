//! Monte-Carlo tree search: random games, steered by what the games before brought (UCT).
//!
//! Coulom, "Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search", 2006; Kocsis and Szepesvári, "Bandit Based
//! Monte-Carlo Planning", 2006; Browne and others, "A Survey of Monte Carlo Tree Search Methods", 2012.
//!
//! ```text
//! worker        select a child .. until a leaf; grow there; play out; hand the result up
//! crew          one worker, or a thread each
//! selection     which child
//! amaf          the moves of a game, for RAVE
//! knowledge     an evaluator, a network
//! arena         the nodes and what is proven of them
//! recycle       memory that is used again
//! tree          the tree of one game, from decision to decision
//! decisive      wins in one, and the opponent's
//! report        which move plays, and what is told
//! trace         the tree, for people to look at
//! ```

mod amaf;
mod arena;
mod crew;
mod decisive;
pub mod flat_mc;
mod free_list;
mod knowledge;
mod options;
mod recycle;
mod report;
mod selection;
mod trace;
mod tree;
mod worker;

use std::sync::Arc;

use zermelo_core::{
    Agent, AgentError, Bound, Decision, Depth, Evaluator, GameRecord, NoEvaluator, Observer, Ply, PolicyValue,
    RootMove, Score, SearchLimits, Searchable, Silent, StopToken, Traced, Wdl,
};

use self::arena::Proof;
use self::crew::Task;
use self::decisive::Look;
use self::knowledge::Knowledge;
pub use self::options::{Choice, Expand, MctsOptions, Parallel, Selection};
use self::report::Spent;
use self::selection::Bandit;
use self::tree::SearchTree;
use crate::budget::Budget;
use crate::preconditions::require_turns;
use crate::rng::Rng;

/// The playouts where nothing limits the player.
const DEFAULT_PLAYOUTS: u64 = 10_000;

/// A player that decides by Monte-Carlo tree search.
///
/// It reports a share of points for each move, and a score only where one is proven: `win in n` (a forced win of `n` plies
/// was found; there may be a shorter one, which [`RootMove::bound`] says), `loss in n` likewise, or 0 for a proven draw. The
/// search ends when the root is proven. [`Decision::depth`] is the length of the longest way down the tree. A simulation that
/// meets the end of the game inside the tree counts as a playout too.
///
/// With a network ([`with_network`](MctsAgent::with_network)) no games are played out: its value of a leaf counts, its policy steers
/// the selection (PUCT), and it is asked about [`MctsOptions::batch`] leaves at a time.
#[derive(Clone, Debug)]
pub struct MctsAgent<G: Searchable, E = NoEvaluator> {
    options: MctsOptions,
    knowledge: Knowledge<G, E>,
    rng: Rng,
    /// The trees of the decision before.
    kept: Vec<SearchTree<G>>,
}

impl<G: Searchable> MctsAgent<G> {
    /// A player with its options.
    pub fn new(options: MctsOptions) -> Self {
        Self::with_evaluator(options, NoEvaluator)
    }

    /// A player that asks a network instead of playing games out.
    pub fn with_network(options: MctsOptions, network: Arc<dyn PolicyValue<G>>) -> Self {
        let mut agent = Self::new(options);
        agent.knowledge.network = Some(network);
        agent
    }
}

impl<G: Searchable, E: Evaluator<G>> MctsAgent<G, E> {
    /// A player with an evaluator, for [`MctsOptions::bias`] and [`PlayoutPolicy::Greedy`](crate::playout::PlayoutPolicy::Greedy).
    pub fn with_evaluator(options: MctsOptions, evaluator: E) -> Self {
        let knowledge = Knowledge { evaluator, network: None };
        Self { options, knowledge, rng: Rng::new(0), kept: Vec::new() }
    }

    /// The trees for this decision, their roots open: the kept ones as far as the game went on in them, else fresh ones.
    fn trees_for(&mut self, record: &GameRecord<G>, legal: &[G::Move], budget: &mut Budget) -> Vec<SearchTree<G>> {
        let has_extras = Bandit::new(&self.options, self.knowledge.network.is_some()).asks_extras();
        let mut kept = std::mem::take(&mut self.kept).into_iter();
        let count = crew::trees(&self.options).get();
        let most = self.options.max_nodes as usize / count;
        let trees = (0..count).map(|_| {
            let kept = kept.next().and_then(|tree| tree.follow(record)).and_then(|mut tree| {
                tree.make_room(budget);
                tree.with_root_open(legal, &mut self.rng)
            });
            kept.unwrap_or_else(|| {
                let mut fresh = SearchTree::new(record, has_extras, most);
                let mut moves = legal.to_vec();
                self.rng.shuffle(&mut moves);
                fresh.arena.open_root(fresh.root, &moves);
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
        /// Progress is told after this many playouts, then after a quarter as many again each time.
        const FIRST_REPORT: u64 = 1000;
        let mut trees = self.trees_for(record, legal, &mut budget);
        for tree in &mut trees {
            for child in lost.iter().filter_map(|&mv| tree.arena.child_by(tree.root, mv)).collect::<Vec<_>>() {
                tree.arena[child].prove(Some(Proof::ended(Wdl::Win).one_up()));
            }
        }
        let choice = self.options.choice;
        let mut next_report = FIRST_REPORT;
        let clock = budget.clone();
        let mut progress = |tree: &SearchTree<G>, spent: Spent, longest: u32| {
            if spent.playouts >= next_report {
                next_report = spent.playouts * 5 / 4;
                let decision = report::decide(std::slice::from_ref(tree), legal, choice, spent, longest);
                observer.progress(&Decision { elapsed: clock.elapsed(), ..decision });
            }
        };
        let task = Task { options: &self.options, knowledge: &self.knowledge, depth };
        let (budget, longest) = task.search(&mut trees, &mut self.rng, budget, &mut progress);
        let decision = report::decide(&trees, legal, choice, Spent::of(&budget), longest);
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

/// A decision that needed no search.
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
            let look = if self.options.decisive {
                decisive::look(record, &legal, &mut budget).unwrap_or(Look::Open(Vec::new()))
            } else {
                Look::Open(Vec::new())
            };
            match look {
                Look::Win(mv) => at_once(mv, Some(Score::win_in(Ply(1))), "wins at once", &legal, &budget),
                Look::Lost(mv) => {
                    let note = "every move lets the opponent win at once";
                    at_once(mv, Some(Score::loss_in(Ply(2))), note, &legal, &budget)
                }
                Look::Forced(mv) => at_once(mv, None, "every other move loses at once", &legal, &budget),
                Look::Open(lost) => self.search(record, &legal, &lost, limits.depth, budget, observer),
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
        most: usize,
    ) -> Result<Traced<G::Move>, AgentError> {
        if crew::trees(&self.options).get() > 1 {
            return Err(AgentError::NoTree("each thread has one of its own; leave parallel=root out".to_owned()));
        }
        // The tree that the next decision could go on from is the one of this decision.
        let reuse = std::mem::replace(&mut self.options.reuse, true);
        self.kept.clear();
        let decision = self.choose(record, limits, stop, &mut Silent);
        self.options.reuse = reuse;
        let decision = decision?;
        let bandit = Bandit::new(&self.options, self.knowledge.network.is_some());
        let tree = match self.kept.first() {
            Some(tree) => trace::shown(tree, &bandit, most),
            None => trace::at_once(record, &decision),
        };
        Ok((decision, tree))
    }
}
