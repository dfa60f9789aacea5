//! Parameters shared by several agents.

use std::num::NonZeroUsize;
use std::time::Duration;

use zermelo_core::choice;
use zermelo_core::spec::{Choice, Param, Params, SpecError, TextParam};
use zermelo_core::{Depth, SearchLimits};
use zermelo_search::{FlatMcOptions, PvsOptions, TieBreak};

use crate::games::CatalogGame;

pub(super) const DEPTH: Param<Option<u32>> =
    Param::<Option<u32>>::optional("depth", 1..=1000, "search depth in plies; unlimited by default");
pub(super) const NODES: Param<Option<u64>> =
    Param::<Option<u64>>::optional("nodes", 1..=u64::MAX, "nodes to search per move");
pub(super) const PLAYOUTS: Param<Option<u64>> =
    Param::<Option<u64>>::optional("playouts", 1..=u64::MAX, "playouts per move");
pub(super) const TIME: Param<Option<Duration>> = Param::optional_duration("time", "time per move");
pub(super) const SEED: Param<Option<u64>> =
    Param::<Option<u64>>::optional("seed", 0..=u64::MAX, "the random seed, the same for every game");
pub(super) const FIRST: TextParam = TextParam::file(
    "first",
    "a file of first moves with scores (`arena export --format first-moves`); the agent opens with the best legal one",
);
/// The evaluator of a textbook agent.
pub(super) const EVAL: TextParam = TextParam::spec("eval", "the evaluator; by default the game's textbook evaluator");
/// The evaluator of a strong agent.
pub(super) const STRONG_EVAL: TextParam =
    TextParam::spec("eval", "the evaluator; by default the game's strongest evaluator");
pub(super) const TIES: Choice<TieBreak> = choice!(
    "ties",
    "which of several best moves to play",
    "first" => TieBreak::First,
    "random" => TieBreak::Random,
);
pub(super) const PLAYOUT_CAP: Param<u32> = Param::<u32>::integer(
    "playout-cap",
    1..=1_000_000,
    FlatMcOptions::DEFAULT.playout_cap.0,
    "plies after which a playout counts as a draw",
);
pub(super) const THREADS: Param<usize> = Param::<usize>::integer("threads", 1..=256, 1, "search threads");
pub(super) const HASH: Param<u64> =
    Param::memory("hash", PvsOptions::DEFAULT.hash, "memory of the transposition table");

/// The limits of a spec. An agent without a parameter has no such limit.
pub(super) fn limits(params: &Params) -> SearchLimits {
    SearchLimits {
        depth: params.get(&DEPTH).map(Depth),
        nodes: params.get(&NODES),
        playouts: params.get(&PLAYOUTS),
        time: params.get(&TIME),
        clock: None,
    }
}

/// The number of threads of a spec.
pub(super) fn threads(params: &Params) -> NonZeroUsize {
    NonZeroUsize::new(params.get(&THREADS)).unwrap_or(NonZeroUsize::MIN)
}

/// The evaluator of a spec, by default that of textbook agents.
pub(super) fn textbook_evaluator<G: CatalogGame>(params: &Params) -> Result<G::Evaluator, SpecError> {
    G::evaluator(&params.text(&EVAL).unwrap_or(G::TEXTBOOK).parse()?)
}

/// The evaluator of a spec, by default that of strong agents.
pub(super) fn strong_evaluator<G: CatalogGame>(params: &Params) -> Result<G::Evaluator, SpecError> {
    G::evaluator(&params.text(&STRONG_EVAL).unwrap_or(G::STRONGEST).parse()?)
}

/// The error of a table size.
pub(super) fn hash_conflict(params: &Params, param: &Param<u64>, why: impl std::fmt::Display) -> SpecError {
    SpecError::Conflict(format!("{}={}: {why}", param.info.key, params.written(&param.info)))
}

/// The default parameters of an agent.
#[cfg(test)]
pub(super) fn defaults(info: &super::factory::AgentInfo) -> Params {
    let spec = zermelo_core::spec::Spec { name: info.name.to_owned(), pairs: Vec::new() };
    spec.check(info.params).expect("no parameters to reject")
}
