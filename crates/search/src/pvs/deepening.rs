//! Depth after depth, and the decision.

use zermelo_core::{Bound, Decision, Depth, Evaluator, Foresight, RootMove, Score, Searchable};

use super::options::Method;
use super::root::{Pass, Root, roots};
use super::timeman::TimePlan;
use super::worker::Worker;
use crate::budget::Interrupted;
use crate::rng::Rng;
use crate::ties::Ties;
use crate::trace::{NoTrace, Trace};

/// A search that goes deeper and deeper, and can be left and taken up again between two depths.
pub(super) struct Deepening<'a, G: Searchable, E: Evaluator<G>, T = NoTrace> {
    pub(super) worker: Worker<'a, G, E, T>,
    roots: Vec<Root<G::Move>>,
    method: Method,
    lines: usize,
    plan: TimePlan,
    /// The depth to be searched next.
    next: Depth,
    /// The values of the lines at the last depths, the last one first.
    before: [Vec<Score>; 3],
    decision: Option<Decision<G::Move>>,
    is_done: bool,
}

/// Hears of each finished depth.
pub(super) type Report<'r, M> = &'r mut dyn FnMut(&Decision<M>);

impl<'a, G: Searchable, E: Evaluator<G>, T: Trace<G::Move>> Deepening<'a, G, E, T> {
    pub(super) fn new(mut worker: Worker<'a, G, E, T>, method: Method, lines: usize, plan: TimePlan) -> Self {
        let roots = roots(&mut worker);
        let lines = lines.clamp(1, roots.len().max(1));
        let next = Depth(1);
        Self { worker, roots, method, lines, plan, next, before: Default::default(), decision: None, is_done: false }
    }

    /// Another order of the moves, by the game's seed: which of several best ones comes first is a matter of chance.
    pub(super) fn shuffle(&mut self, ties: Ties, rng: &mut Rng) {
        if ties == Ties::Random {
            rng.shuffle(&mut self.roots);
        }
    }

    /// A thread of the crew begins elsewhere than the others.
    pub(super) fn begin_at(&mut self, depth: Depth) {
        self.next = depth;
    }

    /// A side with one legal move has nothing to think over while its clock runs.
    pub(super) fn has_no_choice(&self) -> bool {
        self.roots.len() == 1 && self.plan.is_on_clock()
    }

    /// Searches the depths up to one, included. Whether the search is over.
    pub(super) fn run(&mut self, until: Depth, report: Report<'_, G::Move>) -> bool {
        while !self.is_done && self.next <= until {
            let depth = self.next;
            let mut pass =
                Pass { roots: &mut self.roots, depth, lines: self.lines, before: &self.before, leads: false };
            let result = pass.run(&mut self.worker, self.method);
            let leads = pass.leads;
            if result == Err(Interrupted) {
                self.interrupted(leads);
                self.is_done = true;
                break;
            }
            self.finished(depth, report);
            self.next = Depth(depth.0 + 1);
        }
        self.is_done
    }

    fn finished(&mut self, depth: Depth, report: Report<'_, G::Move>) {
        self.complete_line(depth);
        self.before.rotate_right(1);
        self.before[0] = self.roots[..self.lines].iter().filter_map(Root::exact).collect();
        let found = self.decide(depth);
        report(&found);
        let is_same = self.decision.as_ref().is_some_and(|before| before.action == found.action);
        self.decision = Some(found);
        let is_settled = !self.worker.flow.was_cut || self.is_decided(depth);
        self.is_done = is_settled || !self.plan.goes_on(is_same, self.worker.budget.elapsed());
    }

    /// Whether the values of all lines are wins and losses of which no shorter or longer one is left to be found. While moves are
    /// looked at less deep one can be missed: from now on they are not.
    fn is_decided(&mut self, depth: Depth) -> bool {
        let distances: Vec<u32> =
            self.before[0].iter().filter_map(|score| score.decided()).map(|(_, plies)| plies.0).collect();
        if distances.len() < self.lines {
            return false;
        }
        let reduced = std::mem::replace(&mut self.worker.reduces, false);
        !reduced && distances.iter().all(|&plies| plies <= depth.0)
    }

    /// The depth that was interrupted may have found a better move.
    fn interrupted(&mut self, leads: bool) {
        let Some(decision) = &mut self.decision else {
            return;
        };
        // The moves in front have changed places only for better ones.
        let first = &self.roots[0];
        if !leads || decision.action.mv() == Some(&first.mv) {
            return;
        }
        let (Some(score), place) = (first.exact(), first.place) else { return };
        decision.action = zermelo_core::Action::Play(first.mv);
        decision.score = Some(score);
        decision.pv.clone_from(&first.pv);
        if let Some(root) = decision.moves.get_mut(place) {
            (root.score, root.bound) = (Some(score), Bound::Exact);
        }
        // What the depth before held for best is worth at most as much.
        for root in &mut decision.moves {
            if root.mv != first.mv && root.score > Some(score) {
                (root.score, root.bound) = (Some(score), Bound::Upper);
            }
        }
    }

    /// Goes on with the best lines by what the table and the board tell, where the search cut them short.
    fn complete_line(&mut self, depth: Depth) {
        for line in 0..self.lines {
            let mut pv = std::mem::take(&mut self.roots[line].pv);
            let mut positions = Vec::with_capacity(pv.len() + 1);
            let mut position = self.worker.root;
            for &mv in &pv {
                positions.push(position);
                self.worker.game.play_unchecked(&mut position, mv);
            }
            let score = self.roots[line].exact().and_then(Score::decided);
            let most = score.map_or(depth.0, |(_, plies)| plies.0);
            while (pv.len() as u32) < most
                && !positions.contains(&position)
                && let Some(mv) = self.next_of_line(&position, Depth(depth.0.saturating_sub(pv.len() as u32)))
            {
                positions.push(position);
                self.worker.game.play_unchecked(&mut position, mv);
                pv.push(mv);
            }
            self.roots[line].pv = pv;
        }
    }

    fn next_of_line(&mut self, position: &G::Position, depth: Depth) -> Option<G::Move> {
        let game = self.worker.game;
        if !game.is_acyclic() || game.outcome(position).is_some() {
            // A line of moves that come back may end in a draw that the table does not see.
            return None;
        }
        let mut sound = Vec::new();
        match game.foresee(position, &mut sound) {
            Foresight::Win(mv) => Some(mv),
            Foresight::Lost => {
                game.generate(position, &mut sound);
                sound.first().copied()
            }
            Foresight::Sound | Foresight::Unknown => self.worker.known_move(position, depth),
        }
    }

    /// The decision at the end of a depth.
    fn decide(&self, depth: Depth) -> Decision<G::Move> {
        let chosen = &self.roots[0];
        let mut moves: Vec<RootMove<G::Move>> = Vec::with_capacity(self.roots.len());
        let mut sorted: Vec<&Root<G::Move>> = self.roots.iter().collect();
        sorted.sort_by_key(|root| root.place);
        moves.extend(sorted.into_iter().map(|root| RootMove {
            mv: root.mv,
            score: root.found.map(|(score, _)| score),
            bound: root.found.map_or(Bound::Exact, |(_, bound)| bound),
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

    /// The last word, and who heard.
    pub(super) fn into_decision(self) -> (Decision<G::Move>, T) {
        let note = Some("interrupted before any depth was finished".to_owned());
        let nodes = self.worker.budget.nodes();
        let elapsed = self.worker.budget.elapsed();
        let decision = match &self.decision {
            Some(decision) => decision.clone(),
            None => Decision { note, score: None, pv: vec![self.roots[0].mv], ..self.decide(Depth(0)) },
        };
        (Decision { nodes, elapsed, ..decision }, self.worker.tracer)
    }
}
