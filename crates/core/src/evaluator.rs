//! Contracts of what guesses a position's value: hand-made evaluators and learned networks.

use std::fmt::Debug;

use crate::{Game, Line, Score};

/// Guesses the value of undecided positions, from the view of the side to move. It is never asked about a finished one.
///
/// It may keep a state that follows the moves of a search, so that a guess costs what changed and not the whole board:
/// [`fresh_on`](Evaluator::fresh_on) at the root, then [`update`](Evaluator::update) and [`revert`](Evaluator::revert) in pairs.
pub trait Evaluator<G: Game>: Clone + Debug + Send + Sync + 'static {
    /// What is kept from move to move; `()` for an evaluator that looks at the position alone.
    type State: Clone + Debug + Send;

    /// The state at the root of a search. The side to move there is the one that the search plays for.
    fn fresh(&self, game: &G, root: &G::Position) -> Self::State;

    /// As [`fresh`](Evaluator::fresh), for a root that a line of play has led to: what searches ask for. Only an evaluator that
    /// minds what came before, such as positions that come back, has to know more than the line's last position.
    fn fresh_on(&self, line: &Line<G>) -> Self::State {
        self.fresh(line.game(), line.position())
    }

    /// Follows a move. Does nothing unless it is written: for a state that stays the same on the whole board.
    fn update(&self, game: &G, state: &mut Self::State, before: &G::Position, mv: G::Move, after: &G::Position) {
        let _ = (game, state, before, mv, after);
    }

    /// Takes back what [`update`](Evaluator::update) did with the same arguments.
    fn revert(&self, game: &G, state: &mut Self::State, before: &G::Position, mv: G::Move, after: &G::Position) {
        let _ = (game, state, before, mv, after);
    }

    /// The guess, from the view of the side to move.
    fn evaluate(&self, game: &G, state: &Self::State, position: &G::Position) -> Score;

    /// How promising a legal move looks before it is played: the greater, the sooner a search tries it. From -1000 to 1000.
    fn rank(&self, game: &G, state: &Self::State, position: &G::Position, mv: G::Move) -> i32 {
        let _ = (game, state, position, mv);
        0
    }
}

/// No knowledge: every undecided position counts as a draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEvaluator;

impl<G: Game> Evaluator<G> for NoEvaluator {
    type State = ();

    fn fresh(&self, _: &G, _: &G::Position) {}

    fn evaluate(&self, _: &G, (): &(), _: &G::Position) -> Score {
        Score::DRAW
    }
}

/// What a policy-and-value network says of one position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PolicyAndValue<M> {
    /// Expected result for the side to move, -1 (loss) to 1 (win).
    pub value: f32,
    /// Each legal move with its prior; the priors sum to 1.
    pub policy: Vec<(M, f32)>,
}

/// A policy-and-value network, asked for many positions at a time.
pub trait PolicyValue<G: Game>: Send + Sync {
    /// Judges undecided positions; `out` gets one entry for each, in their order.
    fn judge(&self, game: &G, positions: &[G::Position], out: &mut Vec<PolicyAndValue<G::Move>>);
}
