//! Parameters that several agents have, and what they mean.

use std::num::NonZeroUsize;
use std::time::Duration;

use zermelo_core::choice;
use zermelo_core::spec::{Choice, Param, Params, SpecError, TextParam};
use zermelo_core::{Depth, SearchLimits};
use zermelo_search::{FlatMcOptions, PvsOptions, TieBreak};

use crate::games::CatalogGame;

pub(super) const DEPTH: Param<Option<u32>> = Param::<Option<u32>>::optional(
    "depth",
    1..=1000,
    "plies to look ahead; to the end of the game if nothing limits it",
);
pub(super) const NODES: Param<Option<u64>> =
    Param::<Option<u64>>::optional("nodes", 1..=u64::MAX, "moves to play in the search");
pub(super) const PLAYOUTS: Param<Option<u64>> =
    Param::<Option<u64>>::optional("playouts", 1..=u64::MAX, "games to play out");
pub(super) const TIME: Param<Option<Duration>> = Param::optional_duration("time", "time for a move");
pub(super) const SEED: Param<Option<u64>> =
    Param::<Option<u64>>::optional("seed", 0..=u64::MAX, "the seed of its chance, the same for every game");
pub(super) const FIRST: TextParam = TextParam::file(
    "first",
    "a file of first moves with scores (`arena export --format first-moves`); the best that is free is its first move",
);
/// The evaluator of a textbook player.
pub(super) const EVAL: TextParam =
    TextParam::spec("eval", "what guesses the value of a position; the game's textbook evaluator if not given");
/// The evaluator of a strong player.
pub(super) const STRONG_EVAL: TextParam =
    TextParam::spec("eval", "what guesses the value of a position; the game's strongest evaluator if not given");
pub(super) const TIES: Choice<TieBreak> = choice!(
    "ties",
    "which of several best moves plays",
    "first" => TieBreak::First,
    "random" => TieBreak::Random,
);
pub(super) const PLAYOUT_CAP: Param<u32> = Param::<u32>::integer(
    "playout-cap",
    1..=1_000_000,
    FlatMcOptions::DEFAULT.playout_cap.0,
    "plies after which a game that is played out counts as a draw",
);
pub(super) const THREADS: Param<usize> =
    Param::<usize>::integer("threads", 1..=256, 1, "threads that search at a time");
pub(super) const HASH: Param<u64> = Param::memory("hash", PvsOptions::DEFAULT.hash, "memory of the table");

/// The limits that a specification sets; an agent without one of these parameters is never given it.
pub(super) fn limits(params: &Params) -> SearchLimits {
    SearchLimits {
        depth: params.get(&DEPTH).map(Depth),
        nodes: params.get(&NODES),
        playouts: params.get(&PLAYOUTS),
        time: params.get(&TIME),
        clock: None,
    }
}

/// The threads that a specification sets.
pub(super) fn threads(params: &Params) -> NonZeroUsize {
    NonZeroUsize::new(params.get(&THREADS)).unwrap_or(NonZeroUsize::MIN)
}

/// The evaluator that a specification names, else that of textbook players.
pub(super) fn textbook_evaluator<G: CatalogGame>(params: &Params) -> Result<G::Evaluator, SpecError> {
    G::evaluator(&params.text(&EVAL).unwrap_or(G::TEXTBOOK).parse()?)
}

/// The evaluator that a specification names, else that of strong players.
pub(super) fn strong_evaluator<G: CatalogGame>(params: &Params) -> Result<G::Evaluator, SpecError> {
    G::evaluator(&params.text(&STRONG_EVAL).unwrap_or(G::STRONGEST).parse()?)
}

/// What is wrong with the size of a table.
pub(super) fn hash_conflict(params: &Params, param: &Param<u64>, why: impl std::fmt::Display) -> SpecError {
    SpecError::Conflict(format!("{}={}: {why}", param.info.key, params.written(&param.info)))
}

/// The parameters of an agent that is given none.
#[cfg(test)]
pub(super) fn bare(info: &super::algorithm::AgentInfo) -> Params {
    let spec = zermelo_core::spec::Spec { name: info.name.to_owned(), pairs: Vec::new() };
    spec.check(info.params).expect("nothing is wrong with nothing")
}
