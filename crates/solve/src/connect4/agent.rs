//! The solver as a player.

use std::cmp::Reverse;
use std::fmt;

use zermelo_core::{
    Agent, AgentError, Bound, Column, Decision, GameRecord, Notation, Observer, Ply, Position, RootMove, Score,
    SearchLimits, Silent, StopToken,
};
use zermelo_games::connect4::Connect4;
use zermelo_games::stones::Stones;
use zermelo_search::SharedBudget;

use super::oracle::{Child, children, from_centre, why_endless};
use super::question::{Answer, Bounds, Effort, Question};
use super::sizes::Sizes;
use super::solver::Solver;
use crate::SolverOptions;

/// A player that makes no mistake: it wins as soon as it can, and loses as late as it can.
///
/// Of several moves that draw, or that lose equally late, it plays the one after which most replies are mistakes: replies after which its own
/// score is better than the position's. Of those that are still equal, the one nearest to the centre, then the left one.
///
/// A limit leaves it with bounds; then it plays the move with the best of them and says in its note what is known. Half of a limit is for the
/// position, the rest for its moves. On a board out of reach it plays with a limit alone.
pub struct SolverAgent<S> {
    options: SolverOptions,
    solver: Option<Solver<S>>,
}

impl<S: Sizes> SolverAgent<S> {
    /// A player with its options.
    pub fn new(options: SolverOptions) -> Self {
        Self { options, solver: None }
    }
}

impl<S> fmt::Debug for SolverAgent<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolverAgent").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<S: Sizes> Agent<Connect4<S>> for SolverAgent<S> {
    fn new_game(&mut self, _: u64) {
        self.solver = None;
    }

    fn own_limits(&self) -> SearchLimits {
        self.options.limits
    }

    /// With several threads a limit of nodes is reached now here, now there.
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
        let purse = SharedBudget::new(limits.tightened(self.options.limits), position.side_to_move());
        if !purse.is_limited()
            && let Some(why) = why_endless(game, position)
        {
            let why = format!("{why}; set nodes or time");
            return Err(AgentError::UnfitGame { agent: "solver".to_owned(), game: game.spec(), why });
        }
        let solver = match self.solver.take() {
            Some(solver) => solver,
            None => Solver::of(game, self.options.hash).map_err(|why| AgentError::NotStarted(why.to_string()))?,
        };
        let solver = self.solver.insert(solver);
        let mut thought = Thought::new(game, position, solver, self.options.threads, purse, stop);
        let decision = thought.decided_before().unwrap_or_else(|| {
            thought.settle_position(observer);
            thought.settle_moves(observer);
            thought.last_word()
        });
        observer.progress(&decision);
        Ok(decision)
    }
}

/// The move that the player chooses where nothing limits it, and the score of the position, which is not over. `None` when it was stopped.
pub(super) fn own_move<S: Sizes>(
    game: &Connect4<S>,
    position: &Stones<S>,
    solver: &Solver<S>,
    stop: &StopToken,
) -> Option<(Column, i32)> {
    let purse = SharedBudget::new(SearchLimits::NONE, position.side_to_move());
    let mut thought = Thought::new(game, position, solver, 1, purse, stop);
    thought.settle_position(&mut Silent);
    let score = thought.bounds.score()?;
    for at in 0..thought.moves.len() {
        thought.known[at] = if let Some(twin) = thought.moves[at].twin {
            thought.known[twin]
        } else {
            let after = thought.moves[at].position;
            let holds = thought.ask(&after, Question::Above(-score), 1, &mut |_| {}).upper <= -score;
            // How much worse the others are makes no difference.
            Bounds::exactly(if holds { score } else { score - 1 })
        };
    }
    let best = thought.trap().unwrap_or_else(|| thought.best());
    (!stop.is_stopped()).then(|| (thought.moves[best].mv, score))
}

/// A decision in the making.
struct Thought<'a, S> {
    game: &'a Connect4<S>,
    position: &'a Stones<S>,
    solver: &'a Solver<S>,
    threads: usize,
    purse: SharedBudget,
    stop: &'a StopToken,
    /// What is known of the position.
    bounds: Bounds,
    moves: Vec<Child<S>>,
    /// What is known of each move, seen by the side that plays it.
    known: Vec<Bounds>,
}

impl<'a, S: Sizes> Thought<'a, S> {
    fn new(
        game: &'a Connect4<S>,
        position: &'a Stones<S>,
        solver: &'a Solver<S>,
        threads: usize,
        purse: SharedBudget,
        stop: &'a StopToken,
    ) -> Self {
        let moves = children(game, position);
        let known = vec![Bounds::ALL; moves.len()];
        Self { game, position, solver, threads, purse, stop, bounds: Bounds::ALL, moves, known }
    }

    fn ask(
        &mut self,
        position: &Stones<S>,
        question: Question,
        parts: u32,
        progress: &mut dyn FnMut(Bounds),
    ) -> Bounds {
        let effort = Effort { limits: self.purse.part(parts), threads: self.threads, stop: self.stop.clone() };
        let Answer { bounds, nodes } = self.solver.solve(position, question, &effort, progress);
        self.purse.spend(nodes);
        bounds
    }

    /// The decision that was made before the program was: with the moves whose scores need no search, and no line.
    fn decided_before(&mut self) -> Option<Decision<Column>> {
        let (score, mv) = self.solver.own_move(self.position)?;
        let best = self.moves.iter().position(|child| child.mv == mv)?;
        self.bounds = Bounds::exactly(score);
        for (child, known) in self.moves.iter().zip(&mut self.known) {
            *known = match self.solver.looked_up(&child.position) {
                Some(score) => Bounds::exactly(-score),
                None if child.mv == mv => self.bounds,
                None => Bounds { upper: score, ..Bounds::ALL },
            };
        }
        Some(self.decision(best, None))
    }

    fn settle_position(&mut self, observer: &mut dyn Observer<Column>) {
        let parts = if self.purse.is_limited() { 2 } else { 1 };
        let position = *self.position;
        let so_far = self.decision(self.best(), None);
        let mut hear = |bounds| {
            let note = words(bounds).map(str::to_owned);
            observer.progress(&Decision { score: self.score(bounds), note, ..so_far.clone() });
        };
        let effort = Effort { limits: self.purse.part(parts), threads: self.threads, stop: self.stop.clone() };
        let Answer { bounds, nodes } = self.solver.solve(&position, Question::Score, &effort, &mut hear);
        self.purse.spend(nodes);
        self.bounds = bounds;
    }

    /// The moves, the one nearest to the centre first: each gets an equal part of what is left.
    fn settle_moves(&mut self, observer: &mut dyn Observer<Column>) {
        let mut order: Vec<usize> = (0..self.moves.len()).filter(|&at| self.moves[at].twin.is_none()).collect();
        order.sort_by_key(|&at| from_centre(self.game, self.moves[at].mv));
        for (done, &at) in order.iter().enumerate() {
            let after = self.moves[at].position;
            let parts = (order.len() - done) as u32;
            let found = self.ask(&after, Question::Score, parts, &mut |_| {}).reversed();
            let found = Bounds { upper: found.upper.min(self.bounds.upper), ..found };
            self.known[at] = found;
            for twin in (0..self.moves.len()).filter(|&twin| self.moves[twin].twin == Some(at)) {
                self.known[twin] = found;
            }
            self.bounds.lower = self.bounds.lower.max(found.lower);
            observer.progress(&self.decision(self.best(), None));
        }
        if let Some(most) = self.known.iter().map(|known| known.upper).max() {
            self.bounds.upper = self.bounds.upper.min(most);
        }
    }

    /// The place of the move with the best bounds; of equals the one nearest to the centre.
    fn best(&self) -> usize {
        let worth = |at: usize| {
            let Bounds { lower, upper } = self.known[at];
            (lower, upper, Reverse(from_centre(self.game, self.moves[at].mv)), Reverse(at))
        };
        (0..self.moves.len()).max_by_key(|&at| worth(at)).unwrap_or(0)
    }

    /// The decision, with the line to the end where all of it is proven.
    fn last_word(&mut self) -> Decision<Column> {
        let best = self.trap().unwrap_or_else(|| self.best());
        let line = self.bounds.score().map(|score| self.line(best, score));
        self.decision(best, line)
    }

    /// Of several best moves that do not win, the one after which most replies are mistakes. `None` where there are not several or the
    /// search ended before all replies were known.
    fn trap(&mut self) -> Option<usize> {
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
            let mistakes = match self.moves[at].twin {
                Some(_) => continue,
                None => self.mistakes(at, score)?,
            };
            if most.is_none_or(|(count, _)| mistakes > count) {
                most = Some((mistakes, at));
            }
        }
        most.map(|(_, at)| at)
    }

    /// How many replies to a move leave the side to move with more than this score.
    fn mistakes(&mut self, at: usize, score: i32) -> Option<u32> {
        let mut count = 0;
        for reply in children(self.game, &self.moves[at].position) {
            let bounds = self.ask(&reply.position, Question::Above(score), 1, &mut |_| {});
            if bounds.lower > score {
                count += 1;
            } else if bounds.upper > score {
                return None;
            }
        }
        Some(count)
    }

    /// A line of best moves to the end, as far as the limits allow.
    fn line(&mut self, first: usize, mut score: i32) -> Vec<Column> {
        let mut line = vec![self.moves[first].mv];
        let mut position = self.moves[first].position;
        score = -score;
        loop {
            let mut replies = children(self.game, &position);
            replies.sort_by_key(|reply| from_centre(self.game, reply.mv));
            let holds =
                |reply: &Child<S>| self.ask(&reply.position, Question::Above(-score), 1, &mut |_| {}).upper <= -score;
            let Some(reply) = replies.into_iter().find(holds) else { return line };
            line.push(reply.mv);
            (position, score) = (reply.position, -score);
        }
    }

    /// What would be decided with what is known now.
    fn decision(&self, best: usize, line: Option<Vec<Column>>) -> Decision<Column> {
        let mv = self.moves[best].mv;
        Decision {
            score: self.score(self.bounds),
            nodes: self.purse.spent(),
            elapsed: self.purse.elapsed(),
            pv: line.unwrap_or_else(|| vec![mv]),
            moves: (0..self.moves.len()).map(|at| self.root_move(at)).collect(),
            note: words(self.bounds).map(str::to_owned),
            ..Decision::play(mv)
        }
    }

    /// The position's score, where it is known who wins.
    fn score(&self, bounds: Bounds) -> Option<Score> {
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
        // One ply more, and seen by the other side.
        let score = bound.map(|_| -after.from_node(Ply(1)));
        RootMove { mv: self.moves[at].mv, score, bound: bound.unwrap_or_default(), share: None, visits: 0 }
    }
}

/// The score within bounds that promises and threatens the least.
fn nearest_to_a_draw(Bounds { lower, upper }: Bounds) -> i32 {
    if lower > 0 {
        lower
    } else if upper < 0 {
        upper
    } else {
        0
    }
}

/// What is not proven.
fn words(bounds: Bounds) -> Option<&'static str> {
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
