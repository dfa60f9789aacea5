//! The strong search: `pvs` and `mtdf`, with a switch for each refinement.

use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};

use zermelo_core::choice;
use zermelo_core::spec::{Choice, Param, ParamInfo, Params, SpecError};
use zermelo_core::{Agent, Evaluator, GameRecord, Oracle, Proven};
use zermelo_search::{Method, PvsAgent, PvsOptions, SmpMethod, Switches, TableUse};
use zermelo_solve::SolverOptions;

use super::algorithm::{AgentInfo, Algorithm};
use super::shared::{
    DEPTH, FIRST, HASH, NODES, SEED, STRONG_EVAL, THREADS, TIES, TIME, hash_conflict, limits, strong_evaluator, threads,
};
use crate::games::CatalogGame;

const SWITCHES: Switches = Switches::DEFAULT;

const TABLE: Choice<TableUse> = choice!(
    "tt",
    "the table of positions; equal-depth: values of the same depth alone",
    "on" => TableUse::On,
    "equal-depth" => TableUse::EqualDepth,
    "off" => TableUse::Off,
);
const PARALLEL: Choice<SmpMethod> = choice!(
    "parallel",
    "with threads: moves that another thread is searching are put off, or each searches for itself",
    "defer" => SmpMethod::Abdada,
    "lazy" => SmpMethod::LazySmp,
);
const LINES: Param<usize> =
    Param::<usize>::integer("lines", 1..=1000, 1, "how many of the best moves get an exact value");

const ASPIRATION: Param<bool> =
    Param::switch("aspiration", SWITCHES.aspiration, "a narrow window around the value of two depths before");
const NULL_WINDOW: Param<bool> =
    Param::switch("null-window", SWITCHES.null_window, "moves after the first are only asked whether they are better");
const THREATS: Param<bool> =
    Param::switch("threats", SWITCHES.threats, "wins in one and forced blocks that the board tells");
const ORDERING: Param<bool> = Param::switch("ordering", SWITCHES.ordering, "the evaluator's order of moves");
const KILLERS: Param<bool> = Param::switch("killers", SWITCHES.killers, "moves that cut off at the same ply first");
const HISTORY: Param<bool> = Param::switch("history", SWITCHES.history, "moves that cut off anywhere first");
const COUNTERMOVES: Param<bool> =
    Param::switch("countermoves", SWITCHES.countermoves, "moves that cut off after the same move first");
const LMR: Param<bool> = Param::switch("lmr", SWITCHES.lmr, "late moves are looked at less deep first");
const QUIESCENCE: Param<bool> =
    Param::switch("quiescence", SWITCHES.quiescence, "captures are followed below the horizon");
const EXTENSIONS: Param<bool> = Param::switch("extensions", SWITCHES.extensions, "a forced reply costs no depth");
const REP2: Param<bool> =
    Param::switch("rep2", SWITCHES.rep2, "a position that comes up again in the search is a draw");
const SYMMETRY: Param<bool> = Param::switch("symmetry", SWITCHES.symmetry, "symmetric positions share what is found");
/// Off, though the search asks an oracle that it has: with it the search of a solved game is no search any more, and its first game waits
/// for the table.
const ORACLE: Param<bool> =
    Param::switch("oracle", false, "what is solved is looked up: Teeko and boards of few cells");

/// Those that `mtdf` has not stand at the end.
const PVS: &[ParamInfo] = &[
    DEPTH.info,
    NODES.info,
    TIME.info,
    STRONG_EVAL.info,
    TABLE.info,
    HASH.info,
    THREADS.info,
    PARALLEL.info,
    LINES.info,
    THREATS.info,
    ORDERING.info,
    KILLERS.info,
    HISTORY.info,
    COUNTERMOVES.info,
    LMR.info,
    QUIESCENCE.info,
    EXTENSIONS.info,
    REP2.info,
    SYMMETRY.info,
    ORACLE.info,
    TIES.info,
    FIRST.info,
    SEED.info,
    ASPIRATION.info,
    NULL_WINDOW.info,
];

/// All its windows are null windows.
const MTDF: &[ParamInfo] = PVS.split_at(PVS.len() - 2).0;

/// Checked options, the table's memory included.
fn options(params: &Params, method: Method) -> Result<PvsOptions, SpecError> {
    // All windows of MTD(f) are null windows.
    let has_windows = method == Method::Pvs;
    let options = PvsOptions {
        limits: limits(params),
        ties: params.get(&TIES),
        method,
        hash: params.get(&HASH),
        threads: threads(params),
        sharing: params.get(&PARALLEL),
        lines: NonZeroUsize::new(params.get(&LINES)).unwrap_or(NonZeroUsize::MIN),
        switches: Switches {
            table: params.get(&TABLE),
            aspiration: has_windows && params.get(&ASPIRATION),
            null_window: has_windows && params.get(&NULL_WINDOW),
            threats: params.get(&THREATS),
            ordering: params.get(&ORDERING),
            killers: params.get(&KILLERS),
            history: params.get(&HISTORY),
            countermoves: params.get(&COUNTERMOVES),
            lmr: params.get(&LMR),
            quiescence: params.get(&QUIESCENCE),
            extensions: params.get(&EXTENSIONS),
            rep2: params.get(&REP2),
            symmetry: params.get(&SYMMETRY),
            oracle: params.get(&ORACLE),
        },
    };
    options.check().map_err(|why| hash_conflict(params, &HASH, why))?;
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
        Ok(asking(PvsAgent::new(options(params, Method::Pvs)?, strong_evaluator::<G>(params)?), game))
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
        Ok(asking(PvsAgent::new(options(params, Method::Mtdf)?, strong_evaluator::<G>(params)?), game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::shared::bare;

    #[test]
    fn defaults_are_those_of_the_search() {
        // A player is given an oracle only where the table is asked for.
        let switches = Switches { oracle: false, ..SWITCHES };
        let pvs = PvsOptions { switches, ..PvsOptions::DEFAULT };
        assert_eq!(options(&bare(&Pvs::INFO), Method::Pvs), Ok(pvs));
        let switches = Switches { aspiration: false, null_window: false, ..switches };
        let mtdf = PvsOptions { method: Method::Mtdf, switches, ..PvsOptions::DEFAULT };
        assert_eq!(options(&bare(&Mtdf::INFO), Method::Mtdf), Ok(mtdf));
    }
}
