//! The strong search: `pvs` and `mtdf`, with a switch for each refinement.

use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};

use zermelo_core::spec::{ParamInfo, ParamKind, Params, SWITCH, SpecError};
use zermelo_core::{Agent, Evaluator, GameRecord, Oracle, Proven};
use zermelo_search::{Method, PvsAgent, PvsOptions, Sharing, Switches, TableUse};
use zermelo_solve::SolverOptions;

use super::{
    AgentInfo, Algorithm, DEPTH, FIRST, NODES, SEED, STRONG_EVAL, THREADS, TIES, TIME, limits, strong_evaluator,
    threads, ties,
};
use crate::games::CatalogGame;

const TABLE: ParamInfo = ParamInfo {
    key: "tt",
    kind: ParamKind::Choice(&["on", "equal-depth", "off"]),
    default: "on",
    help: "the table of positions; equal-depth: values of the same depth alone",
};
const HASH: ParamInfo =
    ParamInfo { key: "hash", kind: ParamKind::Memory, default: "64mb", help: "memory of the table" };
const PARALLEL: ParamInfo = ParamInfo {
    key: "parallel",
    kind: ParamKind::Choice(&["defer", "lazy"]),
    default: "defer",
    help: "with threads: moves that another thread is searching are put off, or each searches for itself",
};
const LINES: ParamInfo = ParamInfo {
    key: "lines",
    kind: ParamKind::Integer { min: 1, max: 1000 },
    default: "1",
    help: "how many of the best moves get an exact value",
};

const fn switch(key: &'static str, help: &'static str) -> ParamInfo {
    ParamInfo { key, kind: SWITCH, default: "on", help }
}

const ASPIRATION: ParamInfo = switch("aspiration", "a narrow window around the value of two depths before");
const NULL_WINDOW: ParamInfo = switch("null-window", "moves after the first are only asked whether they are better");
const THREATS: ParamInfo = switch("threats", "wins in one and forced blocks that the board tells");
const ORDERING: ParamInfo = switch("ordering", "the evaluator's order of moves");
const KILLERS: ParamInfo = switch("killers", "moves that cut off at the same ply first");
const HISTORY: ParamInfo = switch("history", "moves that cut off anywhere first");
const COUNTERMOVES: ParamInfo = switch("countermoves", "moves that cut off after the same move first");
const LMR: ParamInfo = switch("lmr", "late moves are looked at less deep first");
const QUIESCENCE: ParamInfo = switch("quiescence", "captures are followed below the horizon");
/// Off: chains of forced replies take more nodes than they tell.
const EXTENSIONS: ParamInfo = ParamInfo { default: "off", ..switch("extensions", "a forced reply costs no depth") };
const REP2: ParamInfo = switch("rep2", "a position that comes up again in the search is a draw");
const SYMMETRY: ParamInfo = switch("symmetry", "symmetric positions share what is found");
/// Off: with it the search of a solved game is no search any more, and its first game waits for the table.
const ORACLE: ParamInfo =
    ParamInfo { default: "off", ..switch("oracle", "what is solved is looked up: Teeko and boards of few cells") };

/// Those that `mtdf` has not stand at the end.
const PVS: &[ParamInfo] = &[
    DEPTH,
    NODES,
    TIME,
    STRONG_EVAL,
    TABLE,
    HASH,
    THREADS,
    PARALLEL,
    LINES,
    THREATS,
    ORDERING,
    KILLERS,
    HISTORY,
    COUNTERMOVES,
    LMR,
    QUIESCENCE,
    EXTENSIONS,
    REP2,
    SYMMETRY,
    ORACLE,
    TIES,
    FIRST,
    SEED,
    ASPIRATION,
    NULL_WINDOW,
];

/// All its windows are null windows.
const MTDF: &[ParamInfo] = PVS.split_at(PVS.len() - 2).0;

/// Checked options, the table's memory included.
fn options(params: &Params, infos: &[ParamInfo], method: Method) -> Result<PvsOptions, SpecError> {
    let is_on = |info: ParamInfo| infos.contains(&info) && params.is_on(info.key);
    let defaults = PvsOptions::default();
    let options = PvsOptions {
        limits: limits(params, infos),
        ties: ties(params),
        method,
        hash: params.memory(HASH.key).unwrap_or(defaults.hash),
        threads: threads(params),
        sharing: if params.text(PARALLEL.key) == Some("lazy") { Sharing::Lazy } else { Sharing::Defer },
        lines: NonZeroUsize::new(params.required(LINES.key)).unwrap_or(NonZeroUsize::MIN),
        switches: Switches {
            table: match params.text(TABLE.key) {
                Some("off") => TableUse::Off,
                Some("equal-depth") => TableUse::EqualDepth,
                _ => TableUse::On,
            },
            aspiration: is_on(ASPIRATION),
            null_window: is_on(NULL_WINDOW),
            threats: is_on(THREATS),
            ordering: is_on(ORDERING),
            killers: is_on(KILLERS),
            history: is_on(HISTORY),
            countermoves: is_on(COUNTERMOVES),
            lmr: is_on(LMR),
            quiescence: is_on(QUIESCENCE),
            extensions: is_on(EXTENSIONS),
            rep2: is_on(REP2),
            symmetry: is_on(SYMMETRY),
            oracle: is_on(ORACLE),
        },
    };
    options
        .check()
        .map_err(|why| SpecError::Conflict(format!("hash={}: {why}", params.text(HASH.key).unwrap_or_default())))?;
    Ok(options)
}

/// The player with the table of the game, where it has one; the switch tells whether it is asked.
fn asking<G: CatalogGame, E: Evaluator<G>>(agent: PvsAgent<G, E>, game: &G) -> PvsAgent<G, E> {
    if game.looks_up() {
        agent.with_oracle(Arc::new(Table { game: game.clone(), found: OnceLock::new() }))
    } else {
        agent
    }
}

/// The table of a game, found or made before the first game. Where it can't be had, nobody is asked.
struct Table<G: CatalogGame> {
    game: G,
    found: OnceLock<Option<G::Oracle>>,
}

impl<G: CatalogGame> Oracle<G> for Table<G> {
    fn probe(&self, record: &GameRecord<G>) -> Option<Proven> {
        self.found.get()?.as_ref()?.probe(record)
    }

    fn prepare(&self) {
        self.found.get_or_init(|| self.game.oracle(&SolverOptions::default()).and_then(Result::ok));
    }

    fn may_know(&self, _: &G, _: &G::Position) -> bool {
        self.found.get().is_some_and(Option::is_some)
    }
}

pub(super) struct Pvs;

impl Algorithm for Pvs {
    const HAS_TREE: bool = true;
    const INFO: AgentInfo = AgentInfo {
        name: "pvs",
        params: PVS,
        help: "the strong search: principal variations, a table, moves in a good order; each refinement can be switched off",
        example: "pvs:time=1s,hash=128mb,killers=off",
        offer: Some("pvs:time=1s"),
    };

    fn build<G: CatalogGame>(game: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(asking(PvsAgent::new(options(params, PVS, Method::Pvs)?, strong_evaluator::<G>(params)?), game))
    }
}

pub(super) struct Mtdf;

impl Algorithm for Mtdf {
    const HAS_TREE: bool = true;
    const INFO: AgentInfo = AgentInfo {
        name: "mtdf",
        params: MTDF,
        help: "the same search led by null windows alone: MTD(f)",
        example: "mtdf:depth=10",
        offer: None,
    };

    fn build<G: CatalogGame>(game: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(asking(PvsAgent::new(options(params, MTDF, Method::Mtdf)?, strong_evaluator::<G>(params)?), game))
    }
}
