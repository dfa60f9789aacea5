//! Monte-Carlo tree search, with a name for each of its options.

use zermelo_core::spec::{ParamInfo, ParamKind, Params, SWITCH, SpecError};
use zermelo_core::{Agent, Ply};
use zermelo_search::{Choice, Expand, MctsAgent, MctsOptions, Parallel, PlayoutPolicy, Selection};

use super::{
    AgentInfo, Algorithm, FIRST, NODES, PLAYOUT_CAP, PLAYOUTS, SEED, STRONG_EVAL, THREADS, TIME, limits,
    strong_evaluator, threads,
};
use crate::games::CatalogGame;

pub(super) struct Mcts;

impl Algorithm for Mcts {
    const HAS_TREE: bool = true;
    const INFO: AgentInfo = AgentInfo {
        name: "mcts",
        params: &[
            PLAYOUTS,
            NODES,
            TIME,
            ParamInfo {
                key: "c",
                kind: ParamKind::Real { min: 0.0, max: 1000.0 },
                default: "0.5",
                help: "how much moves that were tried little are favoured (UCT)",
            },
            ParamInfo {
                key: "expand",
                kind: ParamKind::Choice(&["one", "all"]),
                default: "one",
                help: "how many children a leaf gets at a time",
            },
            ParamInfo {
                key: "rollouts",
                kind: ParamKind::Integer { min: 1, max: 1_000_000 },
                default: "1",
                help: "games played out from each new leaf",
            },
            ParamInfo {
                key: "choice",
                kind: ParamKind::Choice(&["visits", "score"]),
                default: "visits",
                help: "which move plays: the most visited or the one with the best share of points",
            },
            ParamInfo { key: "decisive", kind: SWITCH, default: "on", help: "wins and forced blocks found at once" },
            ParamInfo { key: "single", kind: SWITCH, default: "on", help: "no search when one move is legal" },
            ParamInfo { key: "reuse", kind: SWITCH, default: "on", help: "the tree is kept between moves" },
            ParamInfo { key: "solver", kind: SWITCH, default: "on", help: "proven results are handed up the tree" },
            ParamInfo {
                key: "max-nodes",
                kind: ParamKind::Integer { min: 1000, max: 100_000_000 },
                default: "4000000",
                help: "nodes that are kept at most",
            },
            ParamInfo {
                key: "recycle",
                kind: SWITCH,
                default: "on",
                help: "a full tree gives back what was visited least; off: it grows no more",
            },
            ParamInfo {
                key: "selection",
                kind: ParamKind::Choice(&["uct", "ucb1-tuned"]),
                default: "uct",
                help: "how the next move to try is chosen; ucb1-tuned: those whose results differ more often",
            },
            ParamInfo {
                key: "rave",
                kind: ParamKind::Integer { min: 0, max: 1_000_000 },
                default: "0",
                help: "visits at which what a move brought later in games (AMAF) counts half; 0: never",
            },
            ParamInfo {
                key: "bias",
                kind: ParamKind::Real { min: 0.0, max: 1000.0 },
                default: "0",
                help: "how much the evaluator's opinion favours moves that were tried little; 0: it is not asked",
            },
            ParamInfo {
                key: "playout",
                kind: ParamKind::Choice(&["uniform", "wins", "greedy"]),
                default: "uniform",
                help: "moves of playouts: any; wins in one and blocks first; what the evaluator likes best",
            },
            ParamInfo {
                key: "epsilon",
                kind: ParamKind::Real { min: 0.0, max: 1.0 },
                default: "0.1",
                help: "how often playout=greedy plays any move",
            },
            STRONG_EVAL,
            THREADS,
            ParamInfo {
                key: "parallel",
                kind: ParamKind::Choice(&["tree", "root"]),
                default: "tree",
                help: "whether threads share a tree, or add up the roots of their own",
            },
            PLAYOUT_CAP,
            FIRST,
            SEED,
        ],
        help: "Monte-Carlo tree search (UCT): plays out games, more often where they go well",
        example: "mcts:time=1s",
        offer: Some("mcts:playouts=1000"),
    };

    fn build<G: CatalogGame>(_: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        let defaults = MctsOptions::default();
        let options = MctsOptions {
            limits: limits(params, Self::INFO.params),
            c: params.real("c").unwrap_or(defaults.c),
            expand: if params.text("expand") == Some("all") { Expand::All } else { Expand::One },
            rollouts: params.required("rollouts"),
            choice: if params.text("choice") == Some("score") { Choice::Score } else { Choice::Visits },
            decisive: params.is_on("decisive"),
            single: params.is_on("single"),
            reuse: params.is_on("reuse"),
            solver: params.is_on("solver"),
            max_nodes: params.required("max-nodes"),
            recycle: params.is_on("recycle"),
            selection: if params.text("selection") == Some("ucb1-tuned") { Selection::Tuned } else { Selection::Uct },
            rave: params.required("rave"),
            bias: params.real("bias").unwrap_or(defaults.bias),
            playout: playout(params),
            playout_cap: Ply(params.required("playout-cap")),
            threads: threads(params),
            parallel: if params.text("parallel") == Some("root") { Parallel::Root } else { Parallel::Tree },
            batch: defaults.batch,
        };
        Ok(MctsAgent::with_evaluator(options, strong_evaluator::<G>(params)?))
    }
}

fn playout(params: &Params) -> PlayoutPolicy {
    match params.text("playout") {
        Some("wins") => PlayoutPolicy::Wins,
        Some("greedy") => PlayoutPolicy::Greedy { epsilon: params.real("epsilon").unwrap_or_default() },
        _ => PlayoutPolicy::Uniform,
    }
}
