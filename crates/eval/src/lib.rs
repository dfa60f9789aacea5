//! Evaluators: static evaluation of positions, one file per family of games.
//!
//! A game names its evaluators by [`Evaluated`]. A family shares one type whose variant is chosen at run time, so that
//! a search is compiled once per game and not once per evaluator.

mod draughts;
mod hex;
mod lines;
mod reversi;
mod shapes;
mod steps;
mod teeko;
mod threats;

use zermelo_core::spec::{Param, ParamInfo, Spec, SpecError};
use zermelo_core::text::excerpt;
use zermelo_core::{Evaluator, Game};

pub use draughts::{DraughtsEvaluator, DraughtsRegions};
pub use hex::{DistanceWeights, HexDistance, HexEvaluator, hex_distance};
pub use lines::{LineEvaluator, LineState, PointOfView, StoneCount};
pub use reversi::{MobilityWeights, ReversiEvaluator};
pub use shapes::ShapeWeights;
pub use steps::centrality;
pub use teeko::{RepetitionPolicy, TeekoEvaluator, TeekoState, alignment, spread};
pub use threats::ThreatWeights;

/// The description of an evaluator.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EvaluatorInfo {
    /// Its name in a specification.
    pub name: &'static str,
    /// Its parameters.
    pub params: &'static [ParamInfo],
    /// What it evaluates, in one sentence.
    pub help: &'static str,
}

/// The parameter of a weight, 0 to 1000.
const fn weight(key: &'static str, default: u16, help: &'static str) -> Param<i32> {
    Param::<i32>::integer(key, 0..=1000, default, help)
}

/// A game with evaluators.
pub trait Evaluated: Game {
    /// All evaluators of the game as one type.
    type Evaluator: Evaluator<Self>;

    /// The evaluators of the game.
    const EVALUATORS: &'static [EvaluatorInfo];

    /// The default of the textbook agents: minimax, negamax, alpha-beta, greedy. Published node counts depend on it.
    const TEXTBOOK: &'static str = Self::EVALUATORS[0].name;

    /// The default of the other agents: the winner of the matches in `docs/evaluators.md`.
    const STRONGEST: &'static str = Self::EVALUATORS[0].name;

    /// The evaluator of a specification.
    ///
    /// # Errors
    /// When the name or a parameter is unknown, or a value is out of range.
    fn evaluator(spec: &Spec) -> Result<Self::Evaluator, SpecError>;
}

/// Finds an evaluator by the name in a specification and checks the parameters.
fn checked_params(spec: &Spec, infos: &'static [EvaluatorInfo]) -> Result<zermelo_core::spec::Params, SpecError> {
    let info = infos.iter().find(|info| info.name == spec.name).ok_or_else(|| SpecError::UnknownName {
        what: "evaluator",
        name: excerpt(&spec.name),
        known: infos.iter().map(|info| info.name).collect(),
    })?;
    spec.check(info.params)
}
