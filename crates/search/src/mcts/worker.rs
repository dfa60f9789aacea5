//! One search thread: selection, simulation and backpropagation.
//!
//! The three steps are separate, because the second does not touch the tree: threads run it in parallel, and a network
//! evaluates several leaves per call.

use zermelo_core::{Depth, Evaluator, Foresight, Line, Outcome, Ply, PolicyAndValue, Searchable, Wdl};

use super::amaf::Amaf;
use super::knowledge::DomainKnowledge;
use super::node_pool::{NodeId, NodePool, Proof};
use super::options::{Expand, MctsOptions};
use super::selection::TreePolicy;
use super::tree::MctsTree;
use crate::budget::{Budget, InterruptedError};
use crate::one_ply;
use crate::playout::{PlayoutGuide, Playouts, points};
use crate::rng::Rng;

/// A simulation in progress.
struct Simulation<G: Searchable, E: Evaluator<G>> {
    /// The line to the selected leaf.
    line: Line<G>,
    /// The evaluator's state there.
    state: E::State,
    /// The nodes from the root to the leaf.
    path: Vec<NodeId>,
    action: LeafAction,
    /// The new children of the leaf, if each of them gets a playout.
    children: Vec<(NodeId, G::Move)>,
    results: Vec<SimulationResult>,
    /// The moves of the last playout, recorded for RAVE.
    playout_moves: Vec<G::Move>,
}

/// What happens at the selected leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LeafAction {
    /// The result is known and has been backpropagated.
    Known,
    /// A playout.
    PlayOut,
    /// A playout from each child.
    PlayOutChildren,
    /// An evaluation by the network.
    EvaluateByNetwork,
}

/// The result of one visit, from the view of the side that moved to the node.
#[derive(Clone, Copy, Debug)]
struct SimulationResult {
    /// The child of the leaf that was visited, if not the leaf itself.
    child: Option<NodeId>,
    reward: f64,
    proof: Option<Proof>,
}

/// A search thread with its random numbers and its share of the budget.
pub(super) struct MctsWorker<'a, G: Searchable, E: Evaluator<G>> {
    options: &'a MctsOptions,
    knowledge: &'a DomainKnowledge<G, E>,
    tree_policy: TreePolicy,
    pub(super) rng: Rng,
    pub(super) budget: Budget,
    playouts: Playouts<G>,
    guide: PlayoutGuide<G, E>,
    simulations: Vec<Simulation<G, E>>,
    root: Ply,
    root_state: E::State,
    moves: Vec<G::Move>,
    sound: Vec<G::Move>,
    move_values: Vec<f32>,
    amaf: Amaf<G::Move>,
    network_outputs: Vec<PolicyAndValue<G::Move>>,
    positions: Vec<G::Position>,
    /// The depth limit of the tree below the root, in plies.
    horizon: usize,
    longest_path: usize,
    /// Whether several simulations are in progress at a time, so that virtual losses are needed.
    is_shared: bool,
    /// Whether the budget is spent.
    pub(super) is_finished: bool,
}

/// Simulations in progress at a time for each thread that shares a tree.
const SIMULATIONS_PER_THREAD: usize = 4;

impl<'a, G: Searchable, E: Evaluator<G>> MctsWorker<'a, G, E> {
    pub(super) fn new(
        options: &'a MctsOptions,
        knowledge: &'a DomainKnowledge<G, E>,
        line: &Line<G>,
        rng: Rng,
        budget: Budget,
        depth: Option<Depth>,
        shares_tree: bool,
    ) -> Self {
        let has_network = knowledge.network.is_some();
        let simulations = match (has_network, shares_tree) {
            (true, _) => options.batch.get(),
            (false, true) => SIMULATIONS_PER_THREAD,
            (false, false) => 1,
        };
        let root_state = knowledge.evaluator.fresh_on(line);
        let simulation = || Simulation {
            line: line.clone(),
            state: root_state.clone(),
            path: Vec::new(),
            action: LeafAction::Known,
            children: Vec::new(),
            results: Vec::new(),
            playout_moves: Vec::new(),
        };
        Self {
            tree_policy: TreePolicy::new(options, has_network),
            simulations: (0..simulations).map(|_| simulation()).collect(),
            root: line.ply(),
            root_state,
            playouts: Playouts::new(options.playout_cap),
            guide: PlayoutGuide::new(options.playout, knowledge.evaluator.clone()),
            options,
            knowledge,
            rng,
            budget,
            moves: Vec::new(),
            sound: Vec::new(),
            move_values: Vec::new(),
            amaf: Amaf::new(options.rave > 0),
            network_outputs: Vec::new(),
            positions: Vec::new(),
            horizon: depth.map_or(usize::MAX, |depth| depth.index().max(1)),
            longest_path: 0,
            is_shared: shares_tree || simulations > 1,
            is_finished: false,
        }
    }

    /// Sets the priors of the root's children, since the root was expanded without them.
    pub(super) fn prepare(&mut self, tree: &mut MctsTree<G>) {
        if let Some(network) = &self.knowledge.network {
            self.network_outputs.clear();
            network.evaluate_batch(tree.line.game(), &[*tree.line.position()], &mut self.network_outputs);
            if let Some(output) = self.network_outputs.first() {
                expand_with_priors(&mut tree.pool, tree.root, &tree.line, output);
            }
        } else if self.options.bias > 0.0 {
            let mut state = self.root_state.clone();
            self.ask_evaluator(&mut tree.pool, tree.root, &tree.line, &mut state);
        }
    }

    /// Yields to the other threads.
    pub(super) fn wait(&mut self) {
        std::thread::yield_now();
        self.is_finished |= self.budget.tick().is_err();
    }

    /// The length of the longest path so far, in plies.
    pub(super) fn longest_path(&self) -> u32 {
        self.longest_path as u32
    }

    /// Whether the tree is full and should be recycled before the next simulation.
    pub(super) fn wants_recycling(&self, pool: &NodePool<G::Move>) -> bool {
        /// Room for the children that the next simulations may add.
        const ROOM: usize = 1024;
        let is_full = pool.allocation_failed || pool.len() + ROOM.min(pool.max_nodes() / 8) > pool.max_nodes();
        self.options.recycle && is_full && pool.len() > pool.recycle_from
    }

    /// Frees the least visited half of the tree. No simulation may be in progress.
    pub(super) fn recycle(&mut self, tree: &mut MctsTree<G>) {
        let max_nodes = tree.pool.max_nodes();
        tree.pool.recycle(tree.root, max_nodes / 2, &mut self.budget);
        tree.pool.recycle_from = tree.pool.len() + max_nodes / 8;
    }

    /// Selection: selects a leaf for each simulation, and backpropagates the results that are known already. The root
    /// is expanded.
    pub(super) fn select_leaves(&mut self, tree: &mut MctsTree<G>) {
        let mut simulations = std::mem::take(&mut self.simulations);
        for simulation in &mut simulations {
            simulation.action = LeafAction::Known;
            simulation.results.clear();
            simulation.path.clear();
            if self.is_finished || tree.pool[tree.root].proof().is_some() {
                continue;
            }
            simulation.path.push(tree.root);
            if self.is_shared {
                tree.pool[tree.root].add(1, 0.0);
            }
            if self.select(&mut tree.pool, simulation).is_err() {
                self.is_finished = true;
                self.remove_virtual_loss(&mut tree.pool, simulation);
                simulation.path.clear();
                simulation.action = LeafAction::Known;
            } else if simulation.action == LeafAction::Known {
                self.backpropagate(&mut tree.pool, simulation);
            }
        }
        self.simulations = simulations;
    }

    /// Simulation: evaluates the selected leaves. Leaves that an interruption leaves unfinished have no result.
    pub(super) fn evaluate(&mut self) {
        let mut simulations = std::mem::take(&mut self.simulations);
        for simulation in &mut simulations {
            let result = match simulation.action {
                LeafAction::PlayOut => self.play_out(simulation, None, true),
                LeafAction::PlayOutChildren => self.play_out_children(simulation),
                LeafAction::Known | LeafAction::EvaluateByNetwork => Ok(()),
            };
            self.is_finished |= result.is_err();
        }
        if let Some(network) = &self.knowledge.network {
            let needs_network = |simulation: &&Simulation<G, E>| simulation.action == LeafAction::EvaluateByNetwork;
            self.positions.clear();
            self.positions
                .extend(simulations.iter().filter(needs_network).map(|simulation| *simulation.line.position()));
            self.network_outputs.clear();
            if let Some(simulation) = simulations.iter().find(needs_network) {
                network.evaluate_batch(simulation.line.game(), &self.positions, &mut self.network_outputs);
            }
        }
        self.simulations = simulations;
    }

    /// Backpropagation of all results.
    pub(super) fn backpropagate_all(&mut self, tree: &mut MctsTree<G>) {
        let mut simulations = std::mem::take(&mut self.simulations);
        let mut network_outputs = std::mem::take(&mut self.network_outputs).into_iter();
        for simulation in &mut simulations {
            match simulation.action {
                LeafAction::EvaluateByNetwork => {
                    if let Some(output) = network_outputs.next() {
                        self.expand_from_network(&mut tree.pool, simulation, &output);
                    }
                    self.backpropagate(&mut tree.pool, simulation);
                }
                LeafAction::PlayOut | LeafAction::PlayOutChildren => self.backpropagate(&mut tree.pool, simulation),
                LeafAction::Known => {}
            }
            while simulation.line.ply() > self.root {
                simulation.line.pop();
            }
            if self.options.bias > 0.0 {
                simulation.state.clone_from(&self.root_state);
            }
        }
        self.simulations = simulations;
    }

    fn select(
        &mut self,
        pool: &mut NodePool<G::Move>,
        simulation: &mut Simulation<G, E>,
    ) -> Result<(), InterruptedError> {
        loop {
            let at = leaf_node(simulation);
            if let Some(proof) = pool[at].proof() {
                self.budget.count_playout()?;
                simulation.results.push(SimulationResult { child: None, reward: proof.mean(), proof: None });
                return Ok(());
            }
            let at_horizon = simulation.path.len() > self.horizon;
            if at_horizon || !pool[at].is_expanded() {
                if let Some(outcome) = simulation.line.outcome() {
                    self.budget.count_playout()?;
                    simulation.results.push(self.terminal_result(&simulation.line, outcome, None));
                    return Ok(());
                }
                if self.knowledge.network.is_some() {
                    self.budget.count_playout()?;
                    simulation.action = LeafAction::EvaluateByNetwork;
                    return Ok(());
                }
                // A simulation in progress has already counted its visit (virtual loss).
                let is_new = pool[at].visits() == u32::from(self.is_shared);
                if is_new || at_horizon || !self.expand(pool, simulation)? {
                    self.budget.count_playout()?;
                    simulation.action = LeafAction::PlayOut;
                    return Ok(());
                }
                if pool[at].proof().is_some() {
                    continue;
                }
                if self.options.expand == Expand::All {
                    simulation.children.clear();
                    simulation.children.extend(pool.children(at).map(|child| (child, pool.mv(child))));
                    simulation.action = LeafAction::PlayOutChildren;
                    return Ok(());
                }
            }
            let child = self.tree_policy.select(pool, at);
            self.budget.count_node()?;
            if self.is_shared {
                pool[child].add(1, 0.0);
            }
            simulation.path.push(child);
            self.play(simulation, pool.mv(child));
            self.longest_path = self.longest_path.max(simulation.path.len() - 1);
        }
    }

    fn play(&self, simulation: &mut Simulation<G, E>, mv: G::Move) {
        if self.options.bias > 0.0 {
            let before = *simulation.line.position();
            simulation.line.push(mv);
            self.knowledge.evaluator.update(
                simulation.line.game(),
                &mut simulation.state,
                &before,
                mv,
                simulation.line.position(),
            );
        } else {
            simulation.line.push(mv);
        }
    }

    /// Expands the leaf; returns whether there was room. If a move wins at once, it becomes the only child. Where the
    /// game can tell which moves let the opponent win at once, they get no child: they lose in two plies, sooner than
    /// any other.
    fn expand(
        &mut self,
        pool: &mut NodePool<G::Move>,
        simulation: &mut Simulation<G, E>,
    ) -> Result<bool, InterruptedError> {
        let at = leaf_node(simulation);
        self.moves.clear();
        let mut win = None;
        if self.options.decisive {
            self.sound.clear();
            match simulation.line.game().foresee(simulation.line.position(), &mut self.sound) {
                Foresight::Win(mv) => win = Some(mv),
                Foresight::Lost if self.options.solver => {
                    pool[at].prove(Some(Proof::terminal(Wdl::Win).for_parent().for_parent()));
                    return Ok(true);
                }
                Foresight::Lost => simulation.line.generate(&mut self.moves),
                Foresight::Sound => self.moves.extend_from_slice(&self.sound),
                Foresight::Unknown => {
                    simulation.line.generate(&mut self.moves);
                    win = self.winning_move(&simulation.line)?;
                }
            }
        } else {
            simulation.line.generate(&mut self.moves);
        }
        if let Some(mv) = win {
            self.moves.clear();
            self.moves.push(mv);
        }
        self.rng.shuffle(&mut self.moves);
        if !pool.expand(at, &self.moves) {
            return Ok(false);
        }
        if win.is_some() && self.options.solver {
            let child = pool.child(at, 0);
            pool[child].prove(Some(Proof::terminal(Wdl::Win)));
            let proof = pool.proof_from_children(at);
            pool[at].prove(proof);
        } else if self.options.bias > 0.0 {
            self.ask_evaluator(pool, at, &simulation.line, &mut simulation.state);
        }
        Ok(true)
    }

    /// Sets the evaluator's priors for the children of a node.
    pub(super) fn ask_evaluator(
        &mut self,
        pool: &mut NodePool<G::Move>,
        at: NodeId,
        line: &Line<G>,
        state: &mut E::State,
    ) {
        self.moves.clear();
        self.moves.extend(pool.children(at).map(|child| pool.mv(child)));
        self.knowledge.move_values(line.game(), state, line.position(), &self.moves, &mut self.move_values);
        for (child, &value) in pool.children(at).zip(&self.move_values) {
            if let Some(extra_stats) = pool.extra_stats_mut(child) {
                extra_stats.prior = value;
            }
        }
    }

    fn winning_move(&mut self, line: &Line<G>) -> Result<Option<G::Move>, InterruptedError> {
        for &mv in &self.moves {
            self.budget.count_node()?;
            if one_ply::is_winning_move(line.game(), line.position(), mv) {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// The result of a finished game. A draw by history depends on the path: it counts but proves nothing.
    fn terminal_result(&self, line: &Line<G>, outcome: Outcome, child: Option<NodeId>) -> SimulationResult {
        let mover = line.side_to_move().opponent();
        let by_board = line.game().outcome(line.position()).is_some();
        let proof = (self.options.solver && by_board).then(|| Proof::terminal(outcome.wdl(mover)));
        SimulationResult { child, reward: points(outcome, mover, 0.5), proof }
    }

    /// Plays the playouts of one visit; their mean is the result. If interrupted, the finished playouts count.
    /// `is_first_counted`: the budget has counted the first one already.
    fn play_out(
        &mut self,
        simulation: &mut Simulation<G, E>,
        child: Option<NodeId>,
        is_first_counted: bool,
    ) -> Result<(), InterruptedError> {
        let mover = simulation.line.side_to_move().opponent();
        let all = self.options.rollouts.max(1);
        let mut sum = 0.0;
        let mut result = Ok(());
        let mut games = 0;
        while games < all {
            match self.play_one(simulation, is_first_counted && games == 0) {
                Ok(outcome) => sum += points(outcome, mover, 0.5),
                Err(interrupted) => {
                    result = Err(interrupted);
                    break;
                }
            }
            games += 1;
        }
        if games > 0 {
            simulation.results.push(SimulationResult { child, reward: sum / f64::from(games), proof: None });
        }
        result
    }

    fn play_one(
        &mut self,
        simulation: &mut Simulation<G, E>,
        is_first_counted: bool,
    ) -> Result<Outcome, InterruptedError> {
        if !is_first_counted {
            self.budget.count_playout()?;
        }
        let (rng, budget) = (&mut self.rng, &mut self.budget);
        if self.options.rave == 0 {
            return self.playouts.run_guided(&mut self.guide, &simulation.line, rng, budget, &mut |_| ());
        }
        let playout_moves = &mut simulation.playout_moves;
        playout_moves.clear();
        self.playouts.run_guided(&mut self.guide, &simulation.line, rng, budget, &mut |mv| playout_moves.push(mv))
    }

    /// Playouts from each child of a leaf that was just expanded.
    fn play_out_children(&mut self, simulation: &mut Simulation<G, E>) -> Result<(), InterruptedError> {
        for at in 0..simulation.children.len() {
            let (child, mv) = simulation.children[at];
            self.budget.count_node()?;
            simulation.line.push(mv);
            self.longest_path = self.longest_path.max(simulation.path.len());
            let result = match simulation.line.outcome() {
                Some(outcome) => self.budget.count_playout().map(|()| {
                    let result = self.terminal_result(&simulation.line, outcome, Some(child));
                    simulation.results.push(result);
                }),
                None => self.play_out(simulation, Some(child), false),
            };
            simulation.line.pop();
            result?;
            let won = |result: &SimulationResult| result.proof.is_some_and(|proof| proof.result == Wdl::Win);
            if simulation.results.last().is_some_and(won) {
                break;
            }
        }
        Ok(())
    }

    /// Applies the network's output: the children with their priors, and the value as the result.
    fn expand_from_network(
        &mut self,
        pool: &mut NodePool<G::Move>,
        simulation: &mut Simulation<G, E>,
        output: &PolicyAndValue<G::Move>,
    ) {
        // From -1..1 for the side to move to 0..1 for the side that moved here.
        let reward = 0.5 - 0.5 * f64::from(output.value).clamp(-1.0, 1.0);
        simulation.results.push(SimulationResult { child: None, reward, proof: None });
        if simulation.path.len() <= self.horizon {
            expand_with_priors(pool, leaf_node(simulation), &simulation.line, output);
        }
    }

    /// Removes the virtual losses of the selection.
    fn remove_virtual_loss(&self, pool: &mut NodePool<G::Move>, simulation: &Simulation<G, E>) {
        if self.is_shared {
            for &at in &simulation.path {
                pool[at].remove_virtual_loss();
            }
        }
    }

    fn backpropagate(&mut self, pool: &mut NodePool<G::Move>, simulation: &mut Simulation<G, E>) {
        self.remove_virtual_loss(pool, simulation);
        for index in 0..simulation.results.len() {
            let result = simulation.results[index];
            simulation.path.extend(result.child);
            if result.proof.is_some() {
                pool[leaf_node(simulation)].prove(result.proof);
            }
            self.backpropagate_path(pool, &simulation.path, result.reward);
            if self.options.rave > 0 {
                let is_game = simulation.action != LeafAction::Known && result.proof.is_none();
                self.update_amaf(
                    pool,
                    &simulation.path,
                    if is_game { &simulation.playout_moves } else { &[] },
                    result.reward,
                );
            }
            if result.child.is_some() {
                simulation.path.pop();
            }
        }
    }

    /// Backpropagates a result along the path, alternating the view, and then what is proven (MCTS-Solver).
    fn backpropagate_path(&self, pool: &mut NodePool<G::Move>, path: &[NodeId], reward: f64) {
        let mut reward = reward;
        for &at in path.iter().rev() {
            pool[at].add(1, reward);
            if self.tree_policy.needs_squares()
                && let Some(extra_stats) = pool.extra_stats_mut(at)
            {
                extra_stats.squares += reward * reward;
            }
            reward = 1.0 - reward;
        }
        if !self.options.solver {
            return;
        }
        for step in path.windows(2).rev() {
            let [parent, child] = [step[0], step[1]];
            if pool[child].proof().is_none() || pool[parent].proof().is_some() {
                break;
            }
            let proof = pool.proof_from_children(parent);
            pool[parent].prove(proof);
        }
    }

    /// Updates the AMAF statistics of all children of the path's nodes. `reward` is the result from the view of the last
    /// node.
    fn update_amaf(&mut self, pool: &mut NodePool<G::Move>, path: &[NodeId], playout_moves: &[G::Move], reward: f64) {
        self.amaf.begin();
        let on_path = path[1..].iter().map(|&at| pool.mv(at));
        for (ply, mv) in on_path.chain(playout_moves.iter().copied()).enumerate() {
            self.amaf.note(mv, ply);
        }
        // The children of the node at ply `p` belong to the side to move there, which is the opponent of the last
        // node's mover.
        let mut reward = 1.0 - reward;
        for (ply, &at) in path.iter().enumerate().rev() {
            for child in pool.children(at) {
                if self.amaf.is_played(pool.mv(child), ply)
                    && let Some(extra_stats) = pool.extra_stats_mut(child)
                {
                    extra_stats.amaf_visits += 1;
                    extra_stats.amaf_points += reward;
                }
            }
            reward = 1.0 - reward;
        }
    }
}

fn leaf_node<G: Searchable, E: Evaluator<G>>(simulation: &Simulation<G, E>) -> NodeId {
    // The path always contains the root.
    simulation.path[simulation.path.len() - 1]
}

/// Expands a node if necessary, with children in the order of generation, and sets the priors that the network gives. A
/// legal move that the network does not name has the prior 0.
pub(super) fn expand_with_priors<G: Searchable>(
    pool: &mut NodePool<G::Move>,
    at: NodeId,
    line: &Line<G>,
    output: &PolicyAndValue<G::Move>,
) {
    if !pool[at].is_expanded() {
        let mut moves = Vec::new();
        line.generate(&mut moves);
        if moves.is_empty() || !pool.expand(at, &moves) {
            return;
        }
    }
    for child in pool.children(at) {
        let mv = pool.mv(child);
        let prior = output.policy.iter().find(|(known, _)| *known == mv).map_or(0.0, |&(_, prior)| prior);
        if let Some(extra_stats) = pool.extra_stats_mut(child) {
            extra_stats.prior = prior;
        }
    }
}
