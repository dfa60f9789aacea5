//! Monte-Carlo tree search: random games, steered by what the games before brought (UCT).
//!
//! Coulom, "Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search", 2006; Kocsis and Szepesvári, "Bandit Based
//! Monte-Carlo Planning", 2006; Browne and others, "A Survey of Monte Carlo Tree Search Methods", 2012.
//!
//! ```text
//! simulation    select a child by UCB1 .. until a leaf; grow there; play out; hand the result up
//! selection     which child
//! arena         the nodes and what is proven of them
//! tree          the tree of one game, from decision to decision
//! decisive      wins in one, and the opponent's
//! report        which move plays, and what is told
//! ```

mod arena;
mod decisive;
mod options;
mod report;
mod selection;
mod simulation;
mod tree;

use zermelo_core::{
    Agent, AgentError, Bound, Decision, Depth, Game, GameRecord, Observer, Ply, RootMove, Score, SearchLimits,
    StopToken, Wdl,
};

use self::arena::Proof;
use self::decisive::Look;
pub use self::options::{Choice, Expand, MctsOptions};
use self::simulation::Simulator;
use self::tree::SearchTree;
use crate::budget::Budget;
use crate::rng::Rng;

/// The playouts where nothing limits the player.
const DEFAULT_PLAYOUTS: u64 = 10_000;

/// A player that decides by Monte-Carlo tree search.
///
/// It reports a share of points for each move, and a score only where one is proven: `win in n` (a forced win of `n` plies
/// was found; there may be a shorter one, which [`RootMove::bound`] says), `loss in n` likewise, or 0 for a proven draw. The
/// search ends when the root is proven. [`Decision::depth`] is the length of the longest way down the tree. A simulation that
/// meets the end of the game inside the tree counts as a playout too.
#[derive(Clone, Debug)]
pub struct MctsAgent<G: Game> {
    options: MctsOptions,
    rng: Rng,
    kept: Option<SearchTree<G>>,
}

impl<G: Game> MctsAgent<G> {
    /// A player with its options.
    pub fn new(options: MctsOptions) -> Self {
        Self { options, rng: Rng::new(0), kept: None }
    }

    /// The tree for this decision, its root open: the kept one as far as the game went on in it, else a fresh one.
    fn tree_for(&mut self, record: &GameRecord<G>, legal: &[G::Move], budget: &mut Budget) -> SearchTree<G> {
        let kept = self.kept.take().and_then(|tree| tree.follow(record)).and_then(|mut tree| {
            tree.make_room(self.options.max_nodes, budget);
            tree.with_root_open(legal, &mut self.rng)
        });
        kept.unwrap_or_else(|| {
            let mut fresh = SearchTree::new(record);
            let mut moves = legal.to_vec();
            self.rng.shuffle(&mut moves);
            fresh.arena.open(fresh.root, &moves);
            fresh
        })
    }

    fn search(
        &mut self,
        record: &GameRecord<G>,
        legal: &[G::Move],
        lost: &[G::Move],
        depth: Option<Depth>,
        budget: &mut Budget,
        observer: &mut dyn Observer<G::Move>,
    ) -> Decision<G::Move> {
        /// Progress is told after this many playouts, then after a quarter as many again each time.
        const FIRST_REPORT: u64 = 1000;
        let mut tree = self.tree_for(record, legal, budget);
        for &mv in lost {
            if let Some(child) = tree.arena.child_by(tree.root, mv) {
                tree.arena[child].proof = Some(Proof::ended(Wdl::Win).one_up());
            }
        }
        let choice = self.options.choice;
        let mut next_report = FIRST_REPORT;
        let mut simulator = Simulator::new(&self.options, &mut tree, &mut self.rng, budget, depth);
        while simulator.tree.arena[simulator.tree.root].proof.is_none() && simulator.run().is_ok() {
            if simulator.budget.playouts() >= next_report {
                next_report = simulator.budget.playouts() * 5 / 4;
                let longest = simulator.longest();
                observer.progress(&report::decide(simulator.tree, legal, choice, simulator.budget, longest));
            }
        }
        let longest = simulator.longest();
        let decision = report::decide(&tree, legal, choice, budget, longest);
        if self.options.reuse {
            self.kept = Some(tree);
        }
        decision
    }
}

impl<G: Game> Default for MctsAgent<G> {
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

impl<G: Game> Agent<G> for MctsAgent<G> {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.kept = None;
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
        if record.ending().is_some() {
            return Err(AgentError::GameOver);
        }
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
                Look::Open(lost) => self.search(record, &legal, &lost, limits.depth, &mut budget, observer),
            }
        };
        observer.progress(&decision);
        Ok(decision)
    }
}
