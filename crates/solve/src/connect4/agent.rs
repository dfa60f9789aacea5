//! The solver as a player.

use std::cmp::Reverse;
use std::fmt;

use zermelo_core::{
    Agent, AgentError, Bound, Column, Decision, GameRecord, NoObserver, Notation, Observer, Ply, Position, RootMove,
    Score, SearchLimits, StopToken,
};
use zermelo_games::connect4::Connect4;
use zermelo_games::stones::Stones;
use zermelo_search::SharedBudget;

use super::oracle::{SolverChild, children, endless_reason, from_centre};
use super::question::{ScoreBounds, ScoreQuestion, SolveLimits, SolverAnswer};
use super::solver::Solver;
use super::solver_bits::SolverBits;
use crate::SolverOptions;

/// A perfect player: it wins as early and loses as late as possible.
///
/// Of several moves that draw, or lose equally late, it plays the one with the most mistakes among the replies. A mistake is a reply that
/// improves the agent's score. Remaining ties go to the move nearest to the centre, then to the left one.
///
/// With a limit, half of it is spent on the position and the rest on its moves. If only bounds are known at the end, the agent plays the
/// move with the best bounds and says so in its note. Boards that are too large to solve need a limit.
pub struct SolverAgent<S> {
    options: SolverOptions,
    solver: Option<Solver<S>>,
}

impl<S: SolverBits> SolverAgent<S> {
    /// An agent with these options.
    pub fn new(options: SolverOptions) -> Self {
        Self { options, solver: None }
    }
}

impl<S> fmt::Debug for SolverAgent<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolverAgent").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<S: SolverBits> Agent<Connect4<S>> for SolverAgent<S> {
    fn new_game(&mut self, _: u64) {
        self.solver = None;
    }

    fn own_limits(&self) -> SearchLimits {
        self.options.limits
    }

    /// With several threads a node limit ends the search at different points.
    fn is_deterministic(&self) -> bool {
        self.options.threads <= 1
    }

    fn choose(
        &mut self,
        record: &GameRecord<Connect4<S>>,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<Column>,
    ) -> Result<Decision<Column>, AgentError> {
        if record.ending().is_some() {
            return Err(AgentError::GameOver);
        }
        let (game, position) = (record.game(), record.position());
        let budget = SharedBudget::new(limits.tightened(self.options.limits), position.side_to_move());
        if !budget.is_limited()
            && let Some(why) = endless_reason(game, position)
        {
            let why = format!("{why}; set nodes or time");
            return Err(AgentError::UnfitGame { agent: "solver".to_owned(), game: game.spec(), why });
        }
        let solver = match self.solver.take() {
            Some(solver) => solver,
            None => Solver::of(game, self.options.hash).map_err(|why| AgentError::NotStarted(why.to_string()))?,
        };
        let solver = self.solver.insert(solver);
        let mut chooser = SolverMoveChooser::new(game, position, solver, self.options.threads, budget, stop);
        let decision = chooser.book_decision().unwrap_or_else(|| {
            chooser.solve_position(observer);
            chooser.solve_moves(observer);
            chooser.final_decision()
        });
        observer.progress(&decision);
        Ok(decision)
    }
}

/// The move that the agent chooses without limits, and the score of the position, which must not be over. `None` if stopped.
pub(super) fn choose_unlimited<S: SolverBits>(
    game: &Connect4<S>,
    position: &Stones<S>,
    solver: &Solver<S>,
    stop: &StopToken,
) -> Option<(Column, i32)> {
    let budget = SharedBudget::new(SearchLimits::NONE, position.side_to_move());
    let mut chooser = SolverMoveChooser::new(game, position, solver, 1, budget, stop);
    chooser.solve_position(&mut NoObserver);
    let score = chooser.bounds.score()?;
    for at in 0..chooser.moves.len() {
        chooser.known[at] = if let Some(earlier) = chooser.moves[at].mirror_of {
            chooser.known[earlier]
        } else {
            let after = chooser.moves[at].position;
            let holds = chooser.ask(&after, ScoreQuestion::Above(-score), 1, &mut |_| {}).upper <= -score;
            // It does not matter how much worse the other moves are.
            ScoreBounds::exactly(if holds { score } else { score - 1 })
        };
    }
    let best = chooser.most_difficult().unwrap_or_else(|| chooser.best());
    (!stop.is_stopped()).then(|| (chooser.moves[best].mv, score))
}

/// Chooses a move with the solver.
struct SolverMoveChooser<'a, S> {
    game: &'a Connect4<S>,
    position: &'a Stones<S>,
    solver: &'a Solver<S>,
    threads: usize,
    budget: SharedBudget,
    stop: &'a StopToken,
    /// The known bounds of the position.
    bounds: ScoreBounds,
    moves: Vec<SolverChild<S>>,
    /// The known bounds of each move, for the side that plays it.
    known: Vec<ScoreBounds>,
}

impl<'a, S: SolverBits> SolverMoveChooser<'a, S> {
    fn new(
        game: &'a Connect4<S>,
        position: &'a Stones<S>,
        solver: &'a Solver<S>,
        threads: usize,
        budget: SharedBudget,
        stop: &'a StopToken,
    ) -> Self {
        let moves = children(game, position);
        let known = vec![ScoreBounds::ALL; moves.len()];
        Self { game, position, solver, threads, budget, stop, bounds: ScoreBounds::ALL, moves, known }
    }

    fn ask(
        &mut self,
        position: &Stones<S>,
        question: ScoreQuestion,
        parts: u32,
        progress: &mut dyn FnMut(ScoreBounds),
    ) -> ScoreBounds {
        let limits = SolveLimits { limits: self.budget.part(parts), threads: self.threads, stop: self.stop.clone() };
        let SolverAnswer { bounds, nodes } = self.solver.solve(position, question, &limits, progress);
        self.budget.spend(nodes);
        bounds
    }

    /// The decision by the policy book, without a principal variation. Move scores are those that need no search.
    fn book_decision(&mut self) -> Option<Decision<Column>> {
        let (score, mv) = self.solver.policy_move(self.position)?;
        let best = self.moves.iter().position(|child| child.mv == mv)?;
        self.bounds = ScoreBounds::exactly(score);
        for (child, known) in self.moves.iter().zip(&mut self.known) {
            *known = match self.solver.look_up(&child.position) {
                Some(score) => ScoreBounds::exactly(-score),
                None if child.mv == mv => self.bounds,
                None => ScoreBounds { upper: score, ..ScoreBounds::ALL },
            };
        }
        Some(self.decision(best, None))
    }

    fn solve_position(&mut self, observer: &mut dyn Observer<Column>) {
        let parts = if self.budget.is_limited() { 2 } else { 1 };
        let position = *self.position;
        let so_far = self.decision(self.best(), None);
        let mut report = |bounds| {
            let note = bounds_note(bounds).map(str::to_owned);
            observer.progress(&Decision { score: self.score(bounds), note, ..so_far.clone() });
        };
        let limits = SolveLimits { limits: self.budget.part(parts), threads: self.threads, stop: self.stop.clone() };
        let SolverAnswer { bounds, nodes } = self.solver.solve(&position, ScoreQuestion::Score, &limits, &mut report);
        self.budget.spend(nodes);
        self.bounds = bounds;
    }

    /// Solves the moves, the one nearest to the centre first. Each gets an equal part of the remaining limit.
    fn solve_moves(&mut self, observer: &mut dyn Observer<Column>) {
        let mut order: Vec<usize> = (0..self.moves.len()).filter(|&at| self.moves[at].mirror_of.is_none()).collect();
        order.sort_by_key(|&at| from_centre(self.game, self.moves[at].mv));
        for (done, &at) in order.iter().enumerate() {
            let after = self.moves[at].position;
            let parts = (order.len() - done) as u32;
            let found = self.ask(&after, ScoreQuestion::Score, parts, &mut |_| {}).reversed();
            let found = ScoreBounds { upper: found.upper.min(self.bounds.upper), ..found };
            self.known[at] = found;
            for mirror in (0..self.moves.len()).filter(|&other| self.moves[other].mirror_of == Some(at)) {
                self.known[mirror] = found;
            }
            self.bounds.lower = self.bounds.lower.max(found.lower);
            observer.progress(&self.decision(self.best(), None));
        }
        if let Some(most) = self.known.iter().map(|known| known.upper).max() {
            self.bounds.upper = self.bounds.upper.min(most);
        }
    }

    /// The index of the move with the best bounds; ties go to the one nearest to the centre.
    fn best(&self) -> usize {
        let worth = |at: usize| {
            let ScoreBounds { lower, upper } = self.known[at];
            (lower, upper, Reverse(from_centre(self.game, self.moves[at].mv)), Reverse(at))
        };
        (0..self.moves.len()).max_by_key(|&at| worth(at)).unwrap_or(0)
    }

    /// The decision, with the principal variation to the end if the score is exact.
    fn final_decision(&mut self) -> Decision<Column> {
        let best = self.most_difficult().unwrap_or_else(|| self.best());
        let line = self.bounds.score().map(|score| self.principal_variation(best, score));
        self.decision(best, line)
    }

    /// Of several best moves that do not win, the one with the most mistakes among the replies. `None` if there is only one, or if the
    /// replies are not all solved.
    fn most_difficult(&mut self) -> Option<usize> {
        let score = self.bounds.score().filter(|&score| score <= 0)?;
        if self.known.iter().any(|known| known.score().is_none()) {
            return None;
        }
        let mut best: Vec<usize> = (0..self.moves.len()).filter(|&at| self.known[at].score() == Some(score)).collect();
        best.sort_by_key(|&at| (from_centre(self.game, self.moves[at].mv), at));
        if best.len() < 2 {
            return None;
        }
        let mut most = None;
        for at in best {
            let mistakes = match self.moves[at].mirror_of {
                Some(_) => continue,
                None => self.mistakes(at, score)?,
            };
            if most.is_none_or(|(count, _)| mistakes > count) {
                most = Some((mistakes, at));
            }
        }
        most.map(|(_, at)| at)
    }

    /// The number of replies to a move after which the side to move has more than this score.
    fn mistakes(&mut self, at: usize, score: i32) -> Option<u32> {
        let mut count = 0;
        for reply in children(self.game, &self.moves[at].position) {
            let bounds = self.ask(&reply.position, ScoreQuestion::Above(score), 1, &mut |_| {});
            if bounds.lower > score {
                count += 1;
            } else if bounds.upper > score {
                return None;
            }
        }
        Some(count)
    }

    /// The principal variation to the end, as far as the limits allow.
    fn principal_variation(&mut self, first: usize, mut score: i32) -> Vec<Column> {
        let mut line = vec![self.moves[first].mv];
        let mut position = self.moves[first].position;
        score = -score;
        loop {
            let mut replies = children(self.game, &position);
            replies.sort_by_key(|reply| from_centre(self.game, reply.mv));
            let holds = |reply: &SolverChild<S>| {
                self.ask(&reply.position, ScoreQuestion::Above(-score), 1, &mut |_| {}).upper <= -score
            };
            let Some(reply) = replies.into_iter().find(holds) else { return line };
            line.push(reply.mv);
            (position, score) = (reply.position, -score);
        }
    }

    /// The decision by the bounds known now.
    fn decision(&self, best: usize, line: Option<Vec<Column>>) -> Decision<Column> {
        let mv = self.moves[best].mv;
        Decision {
            score: self.score(self.bounds),
            nodes: self.budget.spent(),
            elapsed: self.budget.elapsed(),
            pv: line.unwrap_or_else(|| vec![mv]),
            moves: (0..self.moves.len()).map(|at| self.root_move(at)).collect(),
            note: bounds_note(self.bounds).map(str::to_owned),
            ..Decision::play(mv)
        }
    }

    /// The score of the position, if the outcome is known.
    fn score(&self, bounds: ScoreBounds) -> Option<Score> {
        bounds.wdl().map(|_| self.solver.score(self.position, nearest_to_a_draw(bounds)))
    }

    fn root_move(&self, at: usize) -> RootMove<Column> {
        let known = self.known[at];
        let bound = match known.score() {
            Some(_) => Some(Bound::Exact),
            None if known.lower >= 0 => Some(Bound::Lower),
            None if known.upper <= 0 => Some(Bound::Upper),
            None => None,
        };
        let after = self.solver.score(&self.moves[at].position, -nearest_to_a_draw(known));
        // One ply more, for the other side.
        let score = bound.map(|_| -after.from_node(Ply(1)));
        RootMove { mv: self.moves[at].mv, score, bound: bound.unwrap_or_default(), share: None, visits: 0 }
    }
}

/// The score within the bounds that is closest to a draw.
fn nearest_to_a_draw(ScoreBounds { lower, upper }: ScoreBounds) -> i32 {
    if lower > 0 {
        lower
    } else if upper < 0 {
        upper
    } else {
        0
    }
}

/// A note on what is not proven.
fn bounds_note(bounds: ScoreBounds) -> Option<&'static str> {
    if bounds.score().is_some() {
        return None;
    }
    Some(match (bounds.lower, bounds.upper) {
        (1.., _) => "a proven win, which may be shorter",
        (_, ..0) => "a proven loss, which may be longer",
        (0, _) => "at least a draw; a win is not ruled out",
        (_, 0) => "at most a draw; a loss is not ruled out",
        _ => "neither a win nor a loss is ruled out",
    })
}
