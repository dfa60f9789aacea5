//! The greedy player: a one-ply search.

use zermelo_core::{
    Agent, AgentError, Bound, Decision, Depth, Evaluator, Game, GameRecord, Observer, RootMove, Score, SearchLimits,
    StopToken,
};

use crate::budget::Budget;
use crate::preconditions::require_turns;
use crate::rng::Rng;
use crate::tie_break::TieBreak;
use crate::tree_walker::TreeWalker;

/// Configuration of [`GreedyAgent`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GreedyOptions {
    /// Which of several best moves is played.
    pub ties: TieBreak,
}

/// Plays the move with the best static evaluation of the position after it; a move that wins at once is better than any
/// other. Without an evaluator it is a random (or first-move) player that takes a win.
#[derive(Clone, Debug)]
pub struct GreedyAgent<E> {
    options: GreedyOptions,
    evaluator: E,
    rng: Rng,
}

impl<E> GreedyAgent<E> {
    /// A player with an evaluator.
    pub fn new(options: GreedyOptions, evaluator: E) -> Self {
        Self { options, evaluator, rng: Rng::new(0) }
    }
}

impl<G: Game, E: Evaluator<G>> Agent<G> for GreedyAgent<E> {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn is_deterministic(&self) -> bool {
        self.options.ties == TieBreak::First
    }

    fn choose(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        require_turns(record, "greedy")?;
        let tie_draw = self.options.ties.draw(&mut self.rng);
        let mut tree = TreeWalker::new(record, &self.evaluator, Budget::start(limits, record.side_to_move(), stop));
        let moves = tree.generate();
        let mut roots: Vec<RootMove<G::Move>> = moves
            .map(|at| RootMove { mv: tree.move_at(at), score: None, bound: Bound::Exact, share: None, visits: 0 })
            .collect();
        let mut note = None;
        for root in &mut roots {
            if tree.make_move(root.mv).is_err() {
                note = Some("interrupted before every move was evaluated".to_owned());
                break;
            }
            root.score = tree.leaf(Depth(0)).map(|value| -value);
            tree.unmake_move(root.mv);
        }
        let scores: Vec<Option<Score>> = roots.iter().map(|root| root.score).collect();
        let best = &roots[tie_draw.best(&scores).unwrap_or(0)];
        let decision = Decision {
            score: best.score,
            depth: Depth(u32::from(note.is_none())),
            nodes: tree.budget.nodes(),
            elapsed: tree.budget.elapsed(),
            pv: vec![best.mv],
            note,
            ..Decision::play(best.mv)
        };
        let decision = Decision { moves: roots, ..decision };
        observer.progress(&decision);
        Ok(decision)
    }
}
