//! The strong searches `pvs` and `mtdf`, with a switch for each refinement.

use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};

use zermelo_core::choice;
use zermelo_core::spec::{Choice, Param, ParamInfo, Params, SpecError};
use zermelo_core::{Agent, Evaluator, GameRecord, Oracle, Proven};
use zermelo_search::{Method, PvsAgent, PvsOptions, SmpMethod, Switches, TableUse};
use zermelo_solve::SolverOptions;

use super::factory::{AgentFactory, AgentInfo};
use super::shared::{
    DEPTH, FIRST, HASH, NODES, SEED, STRONG_EVAL, THREADS, TIES, TIME, hash_conflict, limits, strong_evaluator, threads,
};
use crate::games::CatalogGame;

const SWITCHES: Switches = Switches::DEFAULT;

const TABLE: Choice<TableUse> = choice!(
    "tt",
    "the transposition table; equal-depth: only values of the same depth are used",
    "on" => TableUse::On,
    "equal-depth" => TableUse::EqualDepth,
    "off" => TableUse::Off,
);
const PARALLEL: Choice<SmpMethod> = choice!(
    "parallel",
    "with threads: defer moves that another thread is searching, or search independently (lazy SMP)",
    "defer" => SmpMethod::Abdada,
    "lazy" => SmpMethod::LazySmp,
);
const LINES: Param<usize> =
    Param::<usize>::integer("lines", 1..=1000, 1, "the number of best moves with exact values (multi-PV)");

const ASPIRATION: Param<bool> =
    Param::switch("aspiration", SWITCHES.aspiration, "a narrow window around the value of two iterations before");
const NULL_WINDOW: Param<bool> =
    Param::switch("null-window", SWITCHES.null_window, "search moves after the first with a null window");
const THREATS: Param<bool> =
    Param::switch("threats", SWITCHES.threats, "immediate wins and forced blocks, found by pattern");
const ORDERING: Param<bool> = Param::switch("ordering", SWITCHES.ordering, "move ordering by the evaluator");
const KILLERS: Param<bool> =
    Param::switch("killers", SWITCHES.killers, "killer moves: cutoff moves of the same ply first");
const HISTORY: Param<bool> =
    Param::switch("history", SWITCHES.history, "history heuristic: frequent cutoff moves first");
const COUNTERMOVES: Param<bool> =
    Param::switch("countermoves", SWITCHES.countermoves, "countermoves: cutoff replies to the same move first");
const LMR: Param<bool> = Param::switch("lmr", SWITCHES.lmr, "late move reductions");
const QUIESCENCE: Param<bool> = Param::switch("quiescence", SWITCHES.quiescence, "quiescence search of captures");
const EXTENSIONS: Param<bool> = Param::switch("extensions", SWITCHES.extensions, "extend forced replies by one ply");
const REP2: Param<bool> = Param::switch("rep2", SWITCHES.rep2, "a repetition within the search counts as a draw");
const SYMMETRY: Param<bool> = Param::switch("symmetry", SWITCHES.symmetry, "symmetric positions share entries");
/// Off by default. With the oracle a solved game is not searched at all, and the first game waits for the table to be built.
const ORACLE: Param<bool> = Param::switch("oracle", false, "use endgame tables: Teeko and boards of few cells");

/// The parameters that `mtdf` does not have come last.
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

/// MTD(f) uses null windows only.
const MTDF: &[ParamInfo] = PVS.split_at(PVS.len() - 2).0;

/// The options, with the memory of the table checked.
fn options(params: &Params, method: Method) -> Result<PvsOptions, SpecError> {
    // MTD(f) uses null windows only.
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

/// Gives the agent the endgame table of the game, if there is one. The switch `oracle` decides whether it is used.
fn with_table_oracle<G: CatalogGame, E: Evaluator<G>>(agent: PvsAgent<G, E>, game: &G) -> PvsAgent<G, E> {
    if game.has_table_oracle() {
        agent.with_oracle(Arc::new(LazyTableOracle { game: game.clone(), oracle: OnceLock::new() }))
    } else {
        agent
    }
}

/// The oracle of a game, loaded before the first game. It knows nothing if the table is not available.
struct LazyTableOracle<G: CatalogGame> {
    game: G,
    oracle: OnceLock<Option<G::Oracle>>,
}

impl<G: CatalogGame> Oracle<G> for LazyTableOracle<G> {
    fn probe(&self, record: &GameRecord<G>) -> Option<Proven> {
        self.oracle.get()?.as_ref()?.probe(record)
    }

    fn prepare(&self) {
        self.oracle.get_or_init(|| self.game.oracle(&SolverOptions::default()).and_then(Result::ok));
    }

    fn can_probe(&self, _: &G, _: &G::Position) -> bool {
        self.oracle.get().is_some_and(Option::is_some)
    }
}

pub(super) struct PvsFactory;

impl AgentFactory for PvsFactory {
    const HAS_TREE: bool = true;
    const INFO: AgentInfo = AgentInfo {
        name: "pvs",
        params: PVS,
        help: "the strong search: principal variation search with a transposition table; each refinement can be switched off",
        example: "pvs:time=1s,hash=128mb,killers=off",
        offer: Some("pvs:time=1s"),
    };

    fn build<G: CatalogGame>(game: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(with_table_oracle(PvsAgent::new(options(params, Method::Pvs)?, strong_evaluator::<G>(params)?), game))
    }
}

pub(super) struct MtdfFactory;

impl AgentFactory for MtdfFactory {
    const HAS_TREE: bool = true;
    const INFO: AgentInfo = AgentInfo {
        name: "mtdf",
        params: MTDF,
        help: "MTD(f): the same search with null windows only",
        example: "mtdf:depth=10",
        offer: None,
    };

    fn build<G: CatalogGame>(game: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(with_table_oracle(PvsAgent::new(options(params, Method::Mtdf)?, strong_evaluator::<G>(params)?), game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::shared::defaults;

    #[test]
    fn defaults_are_those_of_the_search() {
        // The catalogue turns the oracle off by default.
        let switches = Switches { oracle: false, ..SWITCHES };
        let pvs = PvsOptions { switches, ..PvsOptions::DEFAULT };
        assert_eq!(options(&defaults(&PvsFactory::INFO), Method::Pvs), Ok(pvs));
        let switches = Switches { aspiration: false, null_window: false, ..switches };
        let mtdf = PvsOptions { method: Method::Mtdf, switches, ..PvsOptions::DEFAULT };
        assert_eq!(options(&defaults(&MtdfFactory::INFO), Method::Mtdf), Ok(mtdf));
    }
}
