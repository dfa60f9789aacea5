//! Iterative deepening, and the decision.

use zermelo_core::{Bound, Decision, Depth, Evaluator, Foresight, RootMove, Score, Searchable};

use super::options::Method;
use super::root::{DepthIteration, PvsRootMove, root_moves};
use super::timeman::TimeManager;
use super::worker::PvsWorker;
use crate::budget::InterruptedError;
use crate::rng::Rng;
use crate::short_sort::sort_short_by_key;
use crate::tie_break::TieBreak;
use crate::trace::{NoTrace, Trace};

/// An iteratively deepening search, which can be suspended and resumed between two depths.
pub(super) struct IterativeDeepening<'a, G: Searchable, E: Evaluator<G>, T = NoTrace> {
    pub(super) worker: PvsWorker<'a, G, E, T>,
    root_moves: Vec<PvsRootMove<G::Move>>,
    method: Method,
    lines: usize,
    time_manager: TimeManager,
    /// The depth to search next.
    next: Depth,
    /// The scores of the lines at the last three depths, the newest first.
    previous_scores: [Vec<Score>; 3],
    decision: Option<Decision<G::Move>>,
    is_done: bool,
}

/// Called after each finished depth.
pub(super) type OnDepth<'r, M> = &'r mut dyn FnMut(&Decision<M>);

impl<'a, G: Searchable, E: Evaluator<G>, T: Trace<G::Move>> IterativeDeepening<'a, G, E, T> {
    pub(super) fn new(
        mut worker: PvsWorker<'a, G, E, T>,
        method: Method,
        lines: usize,
        time_manager: TimeManager,
    ) -> Self {
        let root_moves = root_moves(&mut worker);
        let lines = lines.clamp(1, root_moves.len().max(1));
        let next = Depth(1);
        Self {
            worker,
            root_moves,
            method,
            lines,
            time_manager,
            next,
            previous_scores: Default::default(),
            decision: None,
            is_done: false,
        }
    }

    /// Shuffles the root moves, so that chance decides which of several best moves comes first.
    pub(super) fn shuffle(&mut self, ties: TieBreak, rng: &mut Rng) {
        if ties == TieBreak::Random {
            rng.shuffle(&mut self.root_moves);
        }
    }

    /// Starts at another depth than the main thread (lazy SMP).
    pub(super) fn start_at(&mut self, depth: Depth) {
        self.next = depth;
    }

    /// Whether there is a single legal move and a clock is running.
    pub(super) fn has_no_choice(&self) -> bool {
        self.root_moves.len() == 1 && self.time_manager.has_clock()
    }

    /// Searches the depths up to and including `max_depth`. Returns whether the search is over.
    pub(super) fn run(&mut self, max_depth: Depth, report: OnDepth<'_, G::Move>) -> bool {
        while !self.is_done && self.next <= max_depth {
            let depth = self.next;
            let mut pass = DepthIteration {
                root_moves: &mut self.root_moves,
                depth,
                lines: self.lines,
                previous_scores: &self.previous_scores,
                has_new_best: false,
            };
            let result = pass.run(&mut self.worker, self.method);
            let has_new_best = pass.has_new_best;
            if result == Err(InterruptedError) {
                self.interrupted(has_new_best);
                self.is_done = true;
                break;
            }
            self.finished(depth, report);
            self.next = Depth(depth.0 + 1);
        }
        self.is_done
    }

    fn finished(&mut self, depth: Depth, report: OnDepth<'_, G::Move>) {
        self.extend_pvs(depth);
        self.previous_scores.rotate_right(1);
        self.previous_scores[0] = self.root_moves[..self.lines].iter().filter_map(PvsRootMove::exact).collect();
        let found = self.decide(depth);
        report(&found);
        let is_same = self.decision.as_ref().is_some_and(|previous_scores| previous_scores.action == found.action);
        self.decision = Some(found);
        let is_settled = !self.worker.dependence.hit_horizon || self.is_decided(depth);
        self.is_done = is_settled || !self.time_manager.should_deepen(is_same, self.worker.budget.elapsed());
    }

    /// Whether all lines are proven wins and losses, and none can get shorter or longer. Reductions could hide a
    /// shorter one, so this also switches reductions off for the depths to come.
    fn is_decided(&mut self, depth: Depth) -> bool {
        let distances: Vec<u32> =
            self.previous_scores[0].iter().filter_map(|score| score.decided()).map(|(_, plies)| plies.0).collect();
        if distances.len() < self.lines {
            return false;
        }
        let reduced = std::mem::replace(&mut self.worker.reduces, false);
        !reduced && distances.iter().all(|&plies| plies <= depth.0)
    }

    /// Takes over a better move that the interrupted depth has found.
    fn interrupted(&mut self, has_new_best: bool) {
        let Some(decision) = &mut self.decision else {
            return;
        };
        // A move comes first only by being better.
        let first = &self.root_moves[0];
        if !has_new_best || decision.action.mv() == Some(&first.mv) {
            return;
        }
        let (Some(score), index) = (first.exact(), first.index) else { return };
        decision.action = zermelo_core::Action::Play(first.mv);
        decision.score = Some(score);
        decision.pv.clone_from(&first.pv);
        if let Some(root) = decision.moves.get_mut(index) {
            (root.score, root.bound) = (Some(score), Bound::Exact);
        }
        // The best move of the previous depth is now known to be worth at most as much.
        for root in &mut decision.moves {
            if root.mv != first.mv && root.score > Some(score) {
                (root.score, root.bound) = (Some(score), Bound::Upper);
            }
        }
    }

    /// Extends the principal variations by moves from the transposition table and the board, where the search cut them
    /// short.
    fn extend_pvs(&mut self, depth: Depth) {
        for line in 0..self.lines {
            let mut pv = std::mem::take(&mut self.root_moves[line].pv);
            let mut positions = Vec::with_capacity(pv.len() + 1);
            let mut position = self.worker.root;
            for &mv in &pv {
                positions.push(position);
                self.worker.game.play_unchecked(&mut position, mv);
            }
            let score = self.root_moves[line].exact().and_then(Score::decided);
            let most = score.map_or(depth.0, |(_, plies)| plies.0);
            while (pv.len() as u32) < most
                && !positions.contains(&position)
                && let Some(mv) = self.next_pv_move(&position, Depth(depth.0.saturating_sub(pv.len() as u32)))
            {
                positions.push(position);
                self.worker.game.play_unchecked(&mut position, mv);
                pv.push(mv);
            }
            self.root_moves[line].pv = pv;
        }
    }

    fn next_pv_move(&mut self, position: &G::Position, depth: Depth) -> Option<G::Move> {
        let game = self.worker.game;
        if !game.is_acyclic() || game.outcome(position).is_some() {
            // Moves that repeat positions can lead to a draw that the table does not know.
            return None;
        }
        let mut sound = Vec::new();
        match game.foresee(position, &mut sound) {
            Foresight::Win(mv) => Some(mv),
            Foresight::Lost => {
                game.generate(position, &mut sound);
                sound.first().copied()
            }
            Foresight::Sound | Foresight::Unknown => self.worker.table_move(position, depth),
        }
    }

    /// The decision after a finished depth.
    fn decide(&self, depth: Depth) -> Decision<G::Move> {
        let chosen = &self.root_moves[0];
        let mut moves: Vec<RootMove<G::Move>> = Vec::with_capacity(self.root_moves.len());
        let mut sorted: Vec<&PvsRootMove<G::Move>> = self.root_moves.iter().collect();
        sort_short_by_key(&mut sorted, |root| root.index);
        moves.extend(sorted.into_iter().map(|root| RootMove {
            mv: root.mv,
            score: root.result.map(|(score, _)| score),
            bound: root.result.map_or(Bound::Exact, |(_, bound)| bound),
            share: None,
            visits: 0,
        }));
        Decision {
            score: chosen.exact(),
            depth,
            nodes: self.worker.budget.nodes(),
            elapsed: self.worker.budget.elapsed(),
            pv: chosen.pv.clone(),
            moves,
            ..Decision::play(chosen.mv)
        }
    }

    /// The final decision, and the tracer.
    pub(super) fn into_decision(self) -> (Decision<G::Move>, T) {
        let note = Some("interrupted before any depth was finished".to_owned());
        let nodes = self.worker.budget.nodes();
        let elapsed = self.worker.budget.elapsed();
        let decision = match &self.decision {
            Some(decision) => decision.clone(),
            None => Decision { note, score: None, pv: vec![self.root_moves[0].mv], ..self.decide(Depth(0)) },
        };
        (Decision { nodes, elapsed, ..decision }, self.worker.tracer)
    }
}
