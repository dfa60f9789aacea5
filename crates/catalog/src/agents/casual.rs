//! Opponents for people: `novice`, which makes human errors, and `level`, one of eight strengths.

use std::num::NonZeroUsize;
use std::thread;

use zermelo_core::spec::{Param, Params, Spec, SpecError};
use zermelo_core::{Agent, Depth};
use zermelo_search::{NoviceAgent, NoviceOptions, PvsOptions, TieBreak};

use super::factory::{AgentFactory, AgentInfo};
use super::shared::{
    DEPTH, HASH, NODES, SEED, STRONG_EVAL, THREADS, TIME, hash_conflict, limits, strong_evaluator, threads,
};
use crate::games::CatalogGame;
use crate::levels::{LEVELS, ladder};

/// Smaller than that of the strong search, because many of these agents play at a time.
const SMALL_HASH: Param<u64> = Param::memory(HASH.info.key, 1 << 20, HASH.info.help);
const LAPSES: Param<f64> = Param::real("lapses", 0.0..=1.0, 0.0, "the probability of a shallow search for a move");
const GLANCE: Param<u32> = Param::<u32>::integer(
    "glance",
    1..=1000,
    1,
    "the depth of a shallow search in plies; at 1 it does not see the reply",
);
const OVERLOOKS: Param<f64> =
    Param::real("overlooks", 0.0..=1.0, 0.0, "the probability of overlooking that a move wins");
const NOISE: Param<u32> = Param::<u32>::integer(
    "noise",
    0..=1_000_000,
    0,
    "the largest random error in the value of a move, in the evaluator's units",
);
const LEVEL: Param<usize> = Param::<usize>::integer(
    "n",
    1..=LEVELS,
    4,
    "from 1 (beginner) to 8 (the best play of this machine in about a second)",
);

pub(super) struct NoviceFactory;

impl NoviceFactory {
    fn options(params: &Params) -> Result<NoviceOptions, SpecError> {
        let search = PvsOptions {
            limits: limits(params),
            ties: TieBreak::Random,
            hash: params.get(&SMALL_HASH),
            threads: threads(params),
            ..PvsOptions::DEFAULT
        };
        search.check().map_err(|why| hash_conflict(params, &SMALL_HASH, why))?;
        Ok(NoviceOptions {
            search,
            lapses: params.get(&LAPSES),
            glance: Depth(params.get(&GLANCE)),
            overlooks: params.get(&OVERLOOKS),
            noise: params.get(&NOISE),
        })
    }
}

impl AgentFactory for NoviceFactory {
    const INFO: AgentInfo = AgentInfo {
        name: "novice",
        params: &[
            DEPTH.info,
            NODES.info,
            TIME.info,
            STRONG_EVAL.info,
            SMALL_HASH.info,
            THREADS.info,
            LAPSES.info,
            GLANCE.info,
            OVERLOOKS.info,
            NOISE.info,
            SEED.info,
        ],
        help: "the strong search with human errors: it overlooks replies and wins, and misjudges moves",
        example: "novice:depth=3,lapses=0.3,noise=10",
        offer: None,
    };

    fn build<G: CatalogGame>(_: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(NoviceAgent::<G, _>::new(Self::options(params)?, strong_evaluator::<G>(params)?))
    }
}

pub(super) struct LevelFactory;

impl AgentFactory for LevelFactory {
    const INFO: AgentInfo = AgentInfo {
        name: "level",
        params: &[LEVEL.info, SEED.info],
        help: "one of eight strength levels, calibrated for each game",
        example: "level:n=3",
        offer: None,
    };

    fn build<G: CatalogGame>(game: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        let n = params.get(&LEVEL);
        let spec: Spec = ladder(&game.spec().parse()?).specs[n - 1].parse()?;
        let params = spec.check(NoviceFactory::INFO.params)?;
        let mut options = NoviceFactory::options(&params)?;
        if options.search.limits.time.is_some() {
            options.search.threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        }
        Ok(NoviceAgent::<G, _>::new(options, strong_evaluator::<G>(&params)?))
    }
}
