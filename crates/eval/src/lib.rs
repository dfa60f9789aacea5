//! What a player knows of one game: evaluators, a file a family of games.
//!
//! A game names its evaluators by [`Evaluated`]; a family shares one type whose variants are chosen once, so that a search is
//! compiled once for a game and not once for each evaluator.

mod draughts;
mod lines;
mod shapes;
mod teeko;
mod threats;

use zermelo_core::spec::{ParamInfo, ParamKind, Spec, SpecError};
use zermelo_core::text::excerpt;
use zermelo_core::{Evaluator, Game};

pub use draughts::{DraughtsEvaluator, Regions};
pub use lines::{Count, LineEvaluator, LineState, PointOfView};
pub use shapes::ShapeWeights;
pub use teeko::{Repetition, TeekoEvaluator, TeekoState, alignment, centrality, spread};
pub use threats::ThreatWeights;

/// An evaluator, as people choose it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EvaluatorInfo {
    /// Its name in a specification.
    pub name: &'static str,
    /// Its parameters.
    pub params: &'static [ParamInfo],
    /// What it does, in a sentence.
    pub help: &'static str,
}

/// A parameter that says what something weighs.
const fn weight(key: &'static str, default: &'static str, help: &'static str) -> ParamInfo {
    ParamInfo { key, kind: ParamKind::Integer { min: 0, max: 1000 }, default, help }
}

/// A game with evaluators.
pub trait Evaluated: Game {
    /// All of them as one type.
    type Evaluator: Evaluator<Self>;

    /// What there is.
    const EVALUATORS: &'static [EvaluatorInfo];

    /// The one that the textbook players take by default: minimax, negamax, alpha-beta, greedy. Node counts in books and in `docs` rest on it.
    const TEXTBOOK: &'static str = Self::EVALUATORS[0].name;

    /// The one that the strong players take by default: the winner of the matches in `docs/evaluators.md`.
    const STRONGEST: &'static str = Self::EVALUATORS[0].name;

    /// The evaluator that a specification names.
    fn evaluator(spec: &Spec) -> Result<Self::Evaluator, SpecError>;
}

/// Finds a name in a list of evaluators and checks its parameters.
fn checked(spec: &Spec, infos: &'static [EvaluatorInfo]) -> Result<zermelo_core::spec::Params, SpecError> {
    let info = infos.iter().find(|info| info.name == spec.name).ok_or_else(|| SpecError::UnknownName {
        what: "evaluator",
        name: excerpt(&spec.name),
        known: infos.iter().map(|info| info.name).collect(),
    })?;
    spec.check(info.params)
}
