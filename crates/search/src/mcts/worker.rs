//! One searcher: ways down the tree, random games from where they end, and back up with the results.
//!
//! The three steps are apart, because the second needs no tree: threads take it all at a time, and a network is asked about many
//! positions at once.

use zermelo_core::{Depth, Evaluator, Foresight, Line, Outcome, Ply, PolicyAndValue, Searchable, Wdl};

use super::amaf::Amaf;
use super::arena::{Arena, NodeId, Proof};
use super::knowledge::Knowledge;
use super::options::{Expand, MctsOptions};
use super::selection::Bandit;
use super::tree::SearchTree;
use crate::budget::{Budget, Interrupted};
use crate::one_ply;
use crate::playout::{Guide, Playouts, points};
use crate::rng::Rng;

/// A way down the tree.
struct Way<G: Searchable, E: Evaluator<G>> {
    /// The line to where it stands.
    line: Line<G>,
    /// The evaluator's state there.
    state: E::State,
    /// The nodes from the root to there.
    path: Vec<NodeId>,
    end: End,
    /// The children of an opened node that are all played out from.
    children: Vec<(NodeId, G::Move)>,
    samples: Vec<Sample>,
    /// The moves of the last game played out, where somebody asks for them.
    told: Vec<G::Move>,
}

/// What is to be done where a way ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// Nothing: the result was known and has been handed up.
    Known,
    /// Games are played out.
    PlayOut,
    /// Games are played out from each child.
    PlayOutChildren,
    /// The network judges.
    Judge,
}

/// What one visit brought, from the view of the side that moved to the node.
#[derive(Clone, Copy, Debug)]
struct Sample {
    /// Below the end of the way, if not there.
    child: Option<NodeId>,
    share: f64,
    proof: Option<Proof>,
}

/// A searcher with its chance and its share of the budget.
pub(super) struct Worker<'a, G: Searchable, E: Evaluator<G>> {
    options: &'a MctsOptions,
    knowledge: &'a Knowledge<G, E>,
    bandit: Bandit,
    pub(super) rng: Rng,
    pub(super) budget: Budget,
    playouts: Playouts<G>,
    guide: Guide<G, E>,
    ways: Vec<Way<G, E>>,
    root: Ply,
    root_state: E::State,
    moves: Vec<G::Move>,
    sound: Vec<G::Move>,
    opinions: Vec<f32>,
    amaf: Amaf<G::Move>,
    judged: Vec<PolicyAndValue<G::Move>>,
    positions: Vec<G::Position>,
    /// How far below the root the tree may grow, in plies.
    horizon: usize,
    longest: usize,
    /// Whether others go down the same tree while a result is awaited.
    is_shared: bool,
    /// Whether the budget is spent.
    pub(super) is_over: bool,
}

/// How many ways a thread that shares a tree has under way.
const WAYS_OF_A_THREAD: usize = 4;

impl<'a, G: Searchable, E: Evaluator<G>> Worker<'a, G, E> {
    pub(super) fn new(
        options: &'a MctsOptions,
        knowledge: &'a Knowledge<G, E>,
        line: &Line<G>,
        rng: Rng,
        budget: Budget,
        depth: Option<Depth>,
        shares_tree: bool,
    ) -> Self {
        let has_network = knowledge.network.is_some();
        let ways = match (has_network, shares_tree) {
            (true, _) => options.batch.get(),
            (false, true) => WAYS_OF_A_THREAD,
            (false, false) => 1,
        };
        let root_state = knowledge.evaluator.fresh_on(line);
        let way = || Way {
            line: line.clone(),
            state: root_state.clone(),
            path: Vec::new(),
            end: End::Known,
            children: Vec::new(),
            samples: Vec::new(),
            told: Vec::new(),
        };
        Self {
            bandit: Bandit::new(options, has_network),
            ways: (0..ways).map(|_| way()).collect(),
            root: line.ply(),
            root_state,
            playouts: Playouts::new(options.playout_cap),
            guide: Guide::new(options.playout, knowledge.evaluator.clone()),
            options,
            knowledge,
            rng,
            budget,
            moves: Vec::new(),
            sound: Vec::new(),
            opinions: Vec::new(),
            amaf: Amaf::new(options.rave > 0),
            judged: Vec::new(),
            positions: Vec::new(),
            horizon: depth.map_or(usize::MAX, |depth| depth.index().max(1)),
            longest: 0,
            is_shared: shares_tree || ways > 1,
            is_over: false,
        }
    }

    /// Asks at the root, which was opened without asking, what is promising there.
    pub(super) fn prepare(&mut self, tree: &mut SearchTree<G>) {
        if let Some(network) = &self.knowledge.network {
            self.judged.clear();
            network.judge(tree.line.game(), &[*tree.line.position()], &mut self.judged);
            if let Some(judged) = self.judged.first() {
                open_with_priors(&mut tree.arena, tree.root, &tree.line, judged);
            }
        } else if self.options.bias > 0.0 {
            let mut state = self.root_state.clone();
            self.ask_evaluator(&mut tree.arena, tree.root, &tree.line, &mut state);
        }
    }

    /// Waits a moment for others.
    pub(super) fn wait(&mut self) {
        std::thread::yield_now();
        self.is_over |= self.budget.work().is_err();
    }

    /// The length of the longest way down so far, in plies.
    pub(super) fn longest(&self) -> u32 {
        self.longest as u32
    }

    /// Whether the tree is so full that it should give something back before anybody goes down again.
    pub(super) fn wants_recycling(&self, arena: &Arena<G::Move>) -> bool {
        /// Room for the families that the next ways may open.
        const ROOM: usize = 1024;
        let is_full = arena.is_cramped || arena.len() + ROOM.min(arena.most() / 8) > arena.most();
        self.options.recycle && is_full && arena.len() > arena.recycle_from
    }

    /// Gives the least visited half of the tree back. Nobody may be under way.
    pub(super) fn recycle(&mut self, tree: &mut SearchTree<G>) {
        let most = tree.arena.most();
        tree.arena.recycle(tree.root, most / 2, &mut self.budget);
        tree.arena.recycle_from = tree.arena.len() + most / 8;
    }

    /// Goes down the tree as often as it has ways; what is known at their ends is handed up at once. The root is open.
    pub(super) fn go_down(&mut self, tree: &mut SearchTree<G>) {
        let mut ways = std::mem::take(&mut self.ways);
        for way in &mut ways {
            way.end = End::Known;
            way.samples.clear();
            way.path.clear();
            if self.is_over || tree.arena[tree.root].proof().is_some() {
                continue;
            }
            way.path.push(tree.root);
            if self.is_shared {
                tree.arena[tree.root].add(1, 0.0);
            }
            if self.descend(&mut tree.arena, way).is_err() {
                self.is_over = true;
                self.lift(&mut tree.arena, way);
                way.path.clear();
                way.end = End::Known;
            } else if way.end == End::Known {
                self.hand_up(&mut tree.arena, way);
            }
        }
        self.ways = ways;
    }

    /// Finds out what the ends of the ways are worth. Interrupted, it leaves out what is not finished.
    pub(super) fn evaluate(&mut self) {
        let mut ways = std::mem::take(&mut self.ways);
        for way in &mut ways {
            let result = match way.end {
                End::PlayOut => self.play_out(way, None, true),
                End::PlayOutChildren => self.play_out_children(way),
                End::Known | End::Judge => Ok(()),
            };
            self.is_over |= result.is_err();
        }
        if let Some(network) = &self.knowledge.network {
            let judge = |way: &&Way<G, E>| way.end == End::Judge;
            self.positions.clear();
            self.positions.extend(ways.iter().filter(judge).map(|way| *way.line.position()));
            self.judged.clear();
            if let Some(way) = ways.iter().find(judge) {
                network.judge(way.line.game(), &self.positions, &mut self.judged);
            }
        }
        self.ways = ways;
    }

    /// Hands the results up the tree.
    pub(super) fn settle(&mut self, tree: &mut SearchTree<G>) {
        let mut ways = std::mem::take(&mut self.ways);
        let mut judged = std::mem::take(&mut self.judged).into_iter();
        for way in &mut ways {
            match way.end {
                End::Judge => {
                    if let Some(opinion) = judged.next() {
                        self.take_in(&mut tree.arena, way, &opinion);
                    }
                    self.hand_up(&mut tree.arena, way);
                }
                End::PlayOut | End::PlayOutChildren => self.hand_up(&mut tree.arena, way),
                End::Known => {}
            }
            while way.line.ply() > self.root {
                way.line.pop();
            }
            if self.options.bias > 0.0 {
                way.state.clone_from(&self.root_state);
            }
        }
        self.ways = ways;
    }

    fn descend(&mut self, arena: &mut Arena<G::Move>, way: &mut Way<G, E>) -> Result<(), Interrupted> {
        loop {
            let at = here(way);
            if let Some(proof) = arena[at].proof() {
                self.budget.playout()?;
                way.samples.push(Sample { child: None, share: proof.share(), proof: None });
                return Ok(());
            }
            let at_horizon = way.path.len() > self.horizon;
            if at_horizon || !arena[at].is_open() {
                if let Some(outcome) = way.line.outcome() {
                    self.budget.playout()?;
                    way.samples.push(self.ended(&way.line, outcome, None));
                    return Ok(());
                }
                if self.knowledge.network.is_some() {
                    self.budget.playout()?;
                    way.end = End::Judge;
                    return Ok(());
                }
                // Who is under way has counted himself.
                let is_new = arena[at].visits() == u32::from(self.is_shared);
                if is_new || at_horizon || !self.open(arena, way)? {
                    self.budget.playout()?;
                    way.end = End::PlayOut;
                    return Ok(());
                }
                if arena[at].proof().is_some() {
                    continue;
                }
                if self.options.expand == Expand::All {
                    way.children.clear();
                    way.children.extend(arena.children(at).map(|child| (child, arena.mv(child))));
                    way.end = End::PlayOutChildren;
                    return Ok(());
                }
            }
            let child = self.bandit.select(arena, at);
            self.budget.node()?;
            if self.is_shared {
                arena[child].add(1, 0.0);
            }
            way.path.push(child);
            self.play(way, arena.mv(child));
            self.longest = self.longest.max(way.path.len() - 1);
        }
    }

    fn play(&self, way: &mut Way<G, E>, mv: G::Move) {
        if self.options.bias > 0.0 {
            let before = *way.line.position();
            way.line.push(mv);
            self.knowledge.evaluator.update(way.line.game(), &mut way.state, &before, mv, way.line.position());
        } else {
            way.line.push(mv);
        }
    }

    /// Gives the node its children; whether there was room for them. Where one of them wins at once, it is the only one; where the
    /// board tells which ones let the opponent win at once, they are left out: they lose in two, sooner than any other.
    fn open(&mut self, arena: &mut Arena<G::Move>, way: &mut Way<G, E>) -> Result<bool, Interrupted> {
        let at = here(way);
        self.moves.clear();
        let mut win = None;
        if self.options.decisive {
            self.sound.clear();
            match way.line.game().foresee(way.line.position(), &mut self.sound) {
                Foresight::Win(mv) => win = Some(mv),
                Foresight::Lost if self.options.solver => {
                    arena[at].prove(Some(Proof::ended(Wdl::Win).one_up().one_up()));
                    return Ok(true);
                }
                Foresight::Lost => way.line.generate(&mut self.moves),
                Foresight::Sound => self.moves.extend_from_slice(&self.sound),
                Foresight::Unknown => {
                    way.line.generate(&mut self.moves);
                    win = self.win_in_one(&way.line)?;
                }
            }
        } else {
            way.line.generate(&mut self.moves);
        }
        if let Some(mv) = win {
            self.moves.clear();
            self.moves.push(mv);
        }
        self.rng.shuffle(&mut self.moves);
        if !arena.open(at, &self.moves) {
            return Ok(false);
        }
        if win.is_some() && self.options.solver {
            let child = arena.child(at, 0);
            arena[child].prove(Some(Proof::ended(Wdl::Win)));
            let proof = arena.proof_by_children(at);
            arena[at].prove(proof);
        } else if self.options.bias > 0.0 {
            self.ask_evaluator(arena, at, &way.line, &mut way.state);
        }
        Ok(true)
    }

    /// Notes what the evaluator thinks of the children of a node.
    pub(super) fn ask_evaluator(
        &mut self,
        arena: &mut Arena<G::Move>,
        at: NodeId,
        line: &Line<G>,
        state: &mut E::State,
    ) {
        self.moves.clear();
        self.moves.extend(arena.children(at).map(|child| arena.mv(child)));
        self.knowledge.opinions(line.game(), state, line.position(), &self.moves, &mut self.opinions);
        for (child, &opinion) in arena.children(at).zip(&self.opinions) {
            if let Some(extra) = arena.extra_mut(child) {
                extra.prior = opinion;
            }
        }
    }

    fn win_in_one(&mut self, line: &Line<G>) -> Result<Option<G::Move>, Interrupted> {
        for &mv in &self.moves {
            self.budget.node()?;
            if one_ply::wins(line.game(), line.position(), mv) {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// The game is over here. A draw by history hangs on the way that led here: it counts, but proves nothing.
    fn ended(&self, line: &Line<G>, outcome: Outcome, child: Option<NodeId>) -> Sample {
        let mover = line.side_to_move().opponent();
        let by_board = line.game().outcome(line.position()).is_some();
        let proof = (self.options.solver && by_board).then(|| Proof::ended(outcome.wdl(mover)));
        Sample { child, share: points(outcome, mover, 0.5), proof }
    }

    /// Random games from where the line stands; their mean is one sample. Interrupted after the first of them, those that were
    /// finished count. `is_paid`: the budget was asked for the first.
    fn play_out(&mut self, way: &mut Way<G, E>, child: Option<NodeId>, is_paid: bool) -> Result<(), Interrupted> {
        let mover = way.line.side_to_move().opponent();
        let all = self.options.rollouts.max(1);
        let mut sum = 0.0;
        let mut result = Ok(());
        let mut games = 0;
        while games < all {
            match self.one_game(way, is_paid && games == 0) {
                Ok(outcome) => sum += points(outcome, mover, 0.5),
                Err(interrupted) => {
                    result = Err(interrupted);
                    break;
                }
            }
            games += 1;
        }
        if games > 0 {
            way.samples.push(Sample { child, share: sum / f64::from(games), proof: None });
        }
        result
    }

    fn one_game(&mut self, way: &mut Way<G, E>, is_paid: bool) -> Result<Outcome, Interrupted> {
        if !is_paid {
            self.budget.playout()?;
        }
        let (rng, budget) = (&mut self.rng, &mut self.budget);
        if self.options.rave == 0 {
            return self.playouts.run_guided(&mut self.guide, &way.line, rng, budget, &mut |_| ());
        }
        let told = &mut way.told;
        told.clear();
        self.playouts.run_guided(&mut self.guide, &way.line, rng, budget, &mut |mv| told.push(mv))
    }

    /// Random games from each child of a node that was opened just now.
    fn play_out_children(&mut self, way: &mut Way<G, E>) -> Result<(), Interrupted> {
        for at in 0..way.children.len() {
            let (child, mv) = way.children[at];
            self.budget.node()?;
            way.line.push(mv);
            self.longest = self.longest.max(way.path.len());
            let result = match way.line.outcome() {
                Some(outcome) => self.budget.playout().map(|()| {
                    let sample = self.ended(&way.line, outcome, Some(child));
                    way.samples.push(sample);
                }),
                None => self.play_out(way, Some(child), false),
            };
            way.line.pop();
            result?;
            let won = |sample: &Sample| sample.proof.is_some_and(|proof| proof.result == Wdl::Win);
            if way.samples.last().is_some_and(won) {
                break;
            }
        }
        Ok(())
    }

    /// Takes a network's judgement in: children with their priors, and a sample.
    fn take_in(&mut self, arena: &mut Arena<G::Move>, way: &mut Way<G, E>, judged: &PolicyAndValue<G::Move>) {
        // From the side to move to the side that moved here, from -1..1 to 0..1.
        let share = 0.5 - 0.5 * f64::from(judged.value).clamp(-1.0, 1.0);
        way.samples.push(Sample { child: None, share, proof: None });
        if way.path.len() <= self.horizon {
            open_with_priors(arena, here(way), &way.line, judged);
        }
    }

    /// What was added on the way down is taken off.
    fn lift(&self, arena: &mut Arena<G::Move>, way: &Way<G, E>) {
        if self.is_shared {
            for &at in &way.path {
                arena[at].lift();
            }
        }
    }

    fn hand_up(&mut self, arena: &mut Arena<G::Move>, way: &mut Way<G, E>) {
        self.lift(arena, way);
        for index in 0..way.samples.len() {
            let sample = way.samples[index];
            way.path.extend(sample.child);
            if sample.proof.is_some() {
                arena[here(way)].prove(sample.proof);
            }
            self.settle_path(arena, &way.path, sample.share);
            if self.options.rave > 0 {
                let is_game = way.end != End::Known && sample.proof.is_none();
                self.settle_amaf(arena, &way.path, if is_game { &way.told } else { &[] }, sample.share);
            }
            if sample.child.is_some() {
                way.path.pop();
            }
        }
    }

    /// Hands a share of points up the path, each node's from the view of the side that moved there, and with it what is
    /// proven.
    fn settle_path(&self, arena: &mut Arena<G::Move>, path: &[NodeId], share: f64) {
        let mut share = share;
        for &at in path.iter().rev() {
            arena[at].add(1, share);
            if self.bandit.asks_squares()
                && let Some(extra) = arena.extra_mut(at)
            {
                extra.squares += share * share;
            }
            share = 1.0 - share;
        }
        if !self.options.solver {
            return;
        }
        for step in path.windows(2).rev() {
            let [parent, child] = [step[0], step[1]];
            if arena[child].proof().is_none() || arena[parent].proof().is_some() {
                break;
            }
            let proof = arena.proof_by_children(parent);
            arena[parent].prove(proof);
        }
    }

    /// Tells the brothers of the path which of their moves were played later, and what came of it. `share` is that of the last node.
    fn settle_amaf(&mut self, arena: &mut Arena<G::Move>, path: &[NodeId], told: &[G::Move], share: f64) {
        self.amaf.begin();
        let on_path = path[1..].iter().map(|&at| arena.mv(at));
        for (ply, mv) in on_path.chain(told.iter().copied()).enumerate() {
            self.amaf.note(mv, ply);
        }
        // The children of the node at ply `p` are of the side that moves there; the last node's own mover moves before.
        let mut share = 1.0 - share;
        for (ply, &at) in path.iter().enumerate().rev() {
            for child in arena.children(at) {
                if self.amaf.is_played(arena.mv(child), ply)
                    && let Some(extra) = arena.extra_mut(child)
                {
                    extra.amaf_visits += 1;
                    extra.amaf_points += share;
                }
            }
            share = 1.0 - share;
        }
    }
}

fn here<G: Searchable, E: Evaluator<G>>(way: &Way<G, E>) -> NodeId {
    // The root is always on the path.
    way.path[way.path.len() - 1]
}

/// Opens a node that is not open yet, its children in the order of generation with the priors that the network gave them; a legal move
/// that it does not name has none.
pub(super) fn open_with_priors<G: Searchable>(
    arena: &mut Arena<G::Move>,
    at: NodeId,
    line: &Line<G>,
    judged: &PolicyAndValue<G::Move>,
) {
    if !arena[at].is_open() {
        let mut moves = Vec::new();
        line.generate(&mut moves);
        if moves.is_empty() || !arena.open(at, &moves) {
            return;
        }
    }
    for child in arena.children(at) {
        let mv = arena.mv(child);
        let prior = judged.policy.iter().find(|(known, _)| *known == mv).map_or(0.0, |&(_, prior)| prior);
        if let Some(extra) = arena.extra_mut(child) {
            extra.prior = prior;
        }
    }
}
