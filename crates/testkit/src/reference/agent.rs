//! A player without any refinement.

use std::time::Instant;

use zermelo_core::{
    Action, Agent, AgentError, Bound, Decision, Depth, Game, GameRecord, Line, Observer, Ply, Position, RootMove,
    Score, SearchLimits, StopToken,
};

use crate::dice::Dice;

/// Plain negamax without knowledge, deepened ply by ply until a limit is reached; equal moves are chosen among by the seed.
/// It keeps to every rule of [`Agent`], so that arenas, servers and wrappers have someone honest to be tested with.
#[derive(Clone, Debug)]
pub struct SlowAgent {
    dice: Dice,
}

impl Default for SlowAgent {
    fn default() -> Self {
        Self { dice: Dice::new(0) }
    }
}

impl<G: Game> Agent<G> for SlowAgent {
    fn new_game(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
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
            Search { line: record.line().clone(), limits, stop, start: Instant::now(), nodes: 0, cut: false };
        let mut moves = Vec::new();
        search.line.generate(&mut moves);
        // What it plays if not even the first depth is finished.
        let mut decision = Decision::play(self.dice.pick(&moves).expect("an undecided position has a legal move"));
        let deepest = limits.depth.unwrap_or(Depth(u32::MAX));
        for depth in (1..=deepest.0).map(Depth) {
            let Some(scores) = search.root(&moves, depth) else { break };
            let best = scores.iter().copied().max().expect("as many as moves");
            let equal: Vec<G::Move> =
                moves.iter().zip(&scores).filter(|(_, score)| **score == best).map(|(&mv, _)| mv).collect();
            let chosen = self.dice.pick(&equal).expect("the best is among them");
            decision.action = Action::Play(chosen);
            decision.score = Some(best);
            decision.depth = depth;
            decision.nodes = search.nodes;
            decision.elapsed = search.start.elapsed();
            decision.pv = vec![chosen];
            let root = |(&mv, &score)| RootMove { mv, score: Some(score), bound: Bound::Exact, share: None, visits: 0 };
            decision.moves = moves.iter().zip(&scores).map(root).collect();
            observer.progress(&decision);
            if !search.cut {
                // The horizon was nowhere in the way: deeper searches would find the same.
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
    /// Whether the depth being searched cut off an unfinished game.
    cut: bool,
}

impl<G: Game> Search<'_, G> {
    /// The score of each root move; `None` when a limit came first.
    fn root(&mut self, moves: &[G::Move], depth: Depth) -> Option<Vec<Score>> {
        self.cut = false;
        moves.iter().map(|&mv| self.after(mv, Ply(1), depth.less_one())).collect()
    }

    /// The score of a move, played `ply` plies below the root, for the side that plays it.
    fn after(&mut self, mv: G::Move, ply: Ply, depth: Depth) -> Option<Score> {
        if self.is_out_of_bounds() {
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
            self.cut = true;
            return Some(Score::DRAW);
        }
        let mut moves = Vec::new();
        self.line.generate(&mut moves);
        let mut best = Score::MIN;
        for mv in moves {
            best = best.max(self.after(mv, ply.next(), depth.less_one())?);
        }
        Some(best)
    }

    fn is_out_of_bounds(&self) -> bool {
        let late = |time| self.start.elapsed() >= time;
        let clock = self.limits.clock.map(|clock| clock.remaining(self.line.side_to_move()) / 20);
        self.stop.is_stopped()
            || self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes)
            || self.limits.time.is_some_and(late)
            || clock.is_some_and(late)
    }
}
