//! Players for people: `novice`, which errs as people do, and `level`, which stands for one of eight strengths.

use std::num::NonZeroUsize;
use std::thread;

use zermelo_core::spec::{ParamInfo, ParamKind, Params, Spec, SpecError};
use zermelo_core::{Agent, Depth};
use zermelo_search::{NoviceAgent, NoviceOptions, PvsOptions, Ties};

use super::{AgentInfo, Algorithm, DEPTH, NODES, SEED, STRONG_EVAL, THREADS, TIME, limits, strong_evaluator, threads};
use crate::games::CatalogGame;
use crate::levels::{LEVELS, ladder};

const HASH: ParamInfo = ParamInfo { key: "hash", kind: ParamKind::Memory, default: "1mb", help: "memory of the table" };

pub(super) struct Novice;

impl Novice {
    fn options(params: &Params) -> Result<NoviceOptions, SpecError> {
        let defaults = PvsOptions::default();
        let search = PvsOptions {
            limits: limits(params, Self::INFO.params),
            ties: Ties::Random,
            hash: params.memory(HASH.key).unwrap_or(defaults.hash),
            threads: threads(params),
            ..defaults
        };
        search
            .check()
            .map_err(|why| SpecError::Conflict(format!("hash={}: {why}", params.text(HASH.key).unwrap_or_default())))?;
        Ok(NoviceOptions {
            search,
            lapses: params.real("lapses").unwrap_or_default(),
            glance: Depth(params.required("glance")),
            overlooks: params.real("overlooks").unwrap_or_default(),
            noise: params.required("noise"),
        })
    }
}

impl Algorithm for Novice {
    const INFO: AgentInfo = AgentInfo {
        name: "novice",
        params: &[
            DEPTH,
            NODES,
            TIME,
            STRONG_EVAL,
            HASH,
            THREADS,
            ParamInfo {
                key: "lapses",
                kind: ParamKind::Real { min: 0.0, max: 1.0 },
                default: "0",
                help: "how often it looks less far",
            },
            ParamInfo {
                key: "glance",
                kind: ParamKind::Integer { min: 1, max: 1000 },
                default: "1",
                help: "plies that it looks ahead then; 1: it does not see the reply",
            },
            ParamInfo {
                key: "overlooks",
                kind: ParamKind::Real { min: 0.0, max: 1.0 },
                default: "0",
                help: "how often it does not see that a move wins",
            },
            ParamInfo {
                key: "noise",
                kind: ParamKind::Integer { min: 0, max: 1_000_000 },
                default: "0",
                help: "how far off its guess of a move may be, in the evaluator's units",
            },
            SEED,
        ],
        help: "the strong search with a person's faults: it overlooks replies and wins and is not sure of what it sees",
        example: "novice:depth=3,lapses=0.3,noise=10",
        offer: None,
    };

    fn build<G: CatalogGame>(_: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(NoviceAgent::<G, _>::new(Self::options(params)?, strong_evaluator::<G>(params)?))
    }
}

pub(super) struct Level;

impl Algorithm for Level {
    const INFO: AgentInfo = AgentInfo {
        name: "level",
        params: &[
            ParamInfo {
                key: "n",
                kind: ParamKind::Integer { min: 1, max: LEVELS as u64 },
                default: "4",
                help: "from 1, a beginner, to 8, the best that this machine can do in about a second",
            },
            SEED,
        ],
        help: "one of eight strengths, each game with steps of its own",
        example: "level:n=3",
        offer: None,
    };

    fn build<G: CatalogGame>(game: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        let n: usize = params.required("n");
        let spec: Spec = ladder(&game.spec().parse()?).specs[n - 1].parse()?;
        let params = spec.check(Novice::INFO.params)?;
        let mut options = Novice::options(&params)?;
        if options.search.limits.time.is_some() {
            options.search.threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        }
        Ok(NoviceAgent::<G, _>::new(options, strong_evaluator::<G>(&params)?))
    }
}
