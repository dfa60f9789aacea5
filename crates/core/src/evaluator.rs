//! Static evaluation: handwritten evaluators and policy-and-value networks.

use std::fmt::Debug;

use crate::{Game, Line, Score};

/// Estimates the value of undecided positions, from the side to move's point of view. Never called for a finished position.
///
/// It may keep a state that a search updates with each move, so that an evaluation costs only what changed:
/// [`fresh_on`](Evaluator::fresh_on) at the root, then [`update`](Evaluator::update) and [`revert`](Evaluator::revert) in pairs.
pub trait Evaluator<G: Game>: Clone + Debug + Send + Sync + 'static {
    /// The incrementally updated state; `()` for an evaluator that uses only the position.
    type State: Clone + Debug + Send;

    /// The state at the root of a search. The search plays for the side to move at the root.
    fn fresh(&self, game: &G, root: &G::Position) -> Self::State;

    /// As [`fresh`](Evaluator::fresh), for the last position of a line. Searches call this one. Override it only for an evaluator
    /// that depends on earlier positions, such as repetitions.
    fn fresh_on(&self, line: &Line<G>) -> Self::State {
        self.fresh(line.game(), line.position())
    }

    /// Updates the state after a move. The default does nothing.
    fn update(&self, game: &G, state: &mut Self::State, before: &G::Position, mv: G::Move, after: &G::Position) {
        let _ = (game, state, before, mv, after);
    }

    /// Reverts [`update`](Evaluator::update) with the same arguments.
    fn revert(&self, game: &G, state: &mut Self::State, before: &G::Position, mv: G::Move, after: &G::Position) {
        let _ = (game, state, before, mv, after);
    }

    /// The estimate, from the side to move's point of view.
    fn evaluate(&self, game: &G, state: &Self::State, position: &G::Position) -> Score;

    /// A score for move ordering, from -1000 to 1000: a search tries moves with a greater score first.
    fn rank(&self, game: &G, state: &Self::State, position: &G::Position, mv: G::Move) -> i32 {
        let _ = (game, state, position, mv);
        0
    }
}

/// Evaluates every position as a draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEvaluator;

impl<G: Game> Evaluator<G> for NoEvaluator {
    type State = ();

    fn fresh(&self, _: &G, _: &G::Position) {}

    fn evaluate(&self, _: &G, (): &(), _: &G::Position) -> Score {
        Score::DRAW
    }
}

/// The output of a policy-and-value network for one position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PolicyAndValue<M> {
    /// Expected result for the side to move, -1 (loss) to 1 (win).
    pub value: f32,
    /// Each legal move with its prior; the priors sum to 1.
    pub policy: Vec<(M, f32)>,
}

/// A policy-and-value network, evaluated in batches.
pub trait PolicyValue<G: Game>: Send + Sync {
    /// Evaluates a batch of undecided positions. Appends one output per position to `out`, in order.
    fn evaluate_batch(&self, game: &G, positions: &[G::Position], out: &mut Vec<PolicyAndValue<G::Move>>);
}
