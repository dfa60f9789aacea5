//! A plain agent.

use std::time::Instant;

use zermelo_core::{
    Action, Agent, AgentError, Bound, Decision, Depth, Game, GameRecord, Line, Observer, Ply, Position, RootMove,
    Score, SearchLimits, StopToken,
};

use crate::rng::TestRng;

/// Plain negamax without evaluation, with iterative deepening until a limit is reached. The seed decides between equal
/// moves. It keeps the contract of [`Agent`], so that arenas, servers and wrappers can be tested with it.
#[derive(Clone, Debug)]
pub struct SlowAgent {
    rng: TestRng,
}

impl Default for SlowAgent {
    fn default() -> Self {
        Self { rng: TestRng::new(0) }
    }
}

impl<G: Game> Agent<G> for SlowAgent {
    fn new_game(&mut self, seed: u64) {
        self.rng = TestRng::new(seed);
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
        if limits.is_unlimited() && !record.game().is_acyclic() {
            return Err(AgentError::Endless);
        }
        let mut search =
            Search { line: record.line().clone(), limits, stop, start: Instant::now(), nodes: 0, is_cut: false };
        let mut moves = Vec::new();
        search.line.generate(&mut moves);
        // The move if the limit is reached during the first depth.
        let mut decision = Decision::play(self.rng.pick(&moves).expect("an undecided position has a legal move"));
        let deepest = limits.depth.unwrap_or(Depth(u32::MAX));
        for depth in (1..=deepest.0).map(Depth) {
            let Some(scores) = search.root(&moves, depth) else { break };
            let best = scores.iter().copied().max().expect("there is a score for each move");
            let equal: Vec<G::Move> =
                moves.iter().zip(&scores).filter(|(_, score)| **score == best).map(|(&mv, _)| mv).collect();
            let chosen = self.rng.pick(&equal).expect("a move has the best score");
            decision.action = Action::Play(chosen);
            decision.score = Some(best);
            decision.depth = depth;
            decision.nodes = search.nodes;
            decision.elapsed = search.start.elapsed();
            decision.pv = vec![chosen];
            let root = |(&mv, &score)| RootMove { mv, score: Some(score), bound: Bound::Exact, share: None, visits: 0 };
            decision.moves = moves.iter().zip(&scores).map(root).collect();
            observer.progress(&decision);
            if !search.is_cut {
                // The whole tree was searched: a deeper search would find the same.
                break;
            }
        }
        decision.nodes = search.nodes;
        decision.elapsed = search.start.elapsed();
        Ok(decision)
    }
}

struct Search<'a, G: Game> {
    line: Line<G>,
    limits: &'a SearchLimits,
    stop: &'a StopToken,
    start: Instant,
    nodes: u64,
    /// Whether the current iteration stopped at an undecided position.
    is_cut: bool,
}

impl<G: Game> Search<'_, G> {
    /// The score of each root move; `None` when a limit was reached.
    fn root(&mut self, moves: &[G::Move], depth: Depth) -> Option<Vec<Score>> {
        self.is_cut = false;
        moves.iter().map(|&mv| self.score_of_move(mv, Ply(1), depth.less_one())).collect()
    }

    /// The score of a move for the side that plays it. The position after the move is `ply` plies below the root.
    fn score_of_move(&mut self, mv: G::Move, ply: Ply, depth: Depth) -> Option<Score> {
        if self.is_limit_reached() {
            return None;
        }
        self.line.push(mv);
        self.nodes += 1;
        let score = self.value(ply, depth);
        self.line.pop();
        score.map(|score| -score)
    }

    fn value(&mut self, ply: Ply, depth: Depth) -> Option<Score> {
        if let Some(outcome) = self.line.outcome() {
            return Some(Score::finished(outcome.wdl(self.line.position().side_to_move()), ply));
        }
        if depth.0 == 0 {
            self.is_cut = true;
            return Some(Score::DRAW);
        }
        let mut moves = Vec::new();
        self.line.generate(&mut moves);
        let mut best = Score::MIN;
        for mv in moves {
            best = best.max(self.score_of_move(mv, ply.next(), depth.less_one())?);
        }
        Some(best)
    }

    fn is_limit_reached(&self) -> bool {
        let is_late = |time| self.start.elapsed() >= time;
        let clock = self.limits.clock.map(|clock| clock.remaining(self.line.side_to_move()) / 20);
        self.stop.is_stopped()
            || self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes)
            || self.limits.time.is_some_and(is_late)
            || clock.is_some_and(is_late)
    }
}
