//! `mcts`: Monte Carlo tree search.

use zermelo_core::choice;
use zermelo_core::spec::{Choice, Param, Params, SpecError};
use zermelo_core::{Agent, Ply};
use zermelo_search::{self as search, Expand, MctsAgent, MctsOptions, Parallel, PlayoutPolicy, Selection};

use super::factory::{AgentFactory, AgentInfo};
use super::shared::{
    FIRST, NODES, PLAYOUT_CAP, PLAYOUTS, SEED, STRONG_EVAL, THREADS, TIME, limits, strong_evaluator, threads,
};
use crate::games::CatalogGame;

const DEFAULTS: MctsOptions = MctsOptions::DEFAULT;

const C: Param<f64> = Param::real("c", 0.0..=1000.0, DEFAULTS.c, "the exploration constant (UCT)");
const EXPAND: Choice<Expand> = choice!(
    "expand",
    "how many children to add to a leaf at a time",
    "one" => Expand::One,
    "all" => Expand::All,
);
const ROLLOUTS: Param<u32> =
    Param::<u32>::integer("rollouts", 1..=1_000_000, DEFAULTS.rollouts, "playouts from each new leaf");
const CHOICE: Choice<search::FinalMoveRule> = choice!(
    "choice",
    "the move to play: the most visited one or the one with the best score",
    "visits" => search::FinalMoveRule::Visits,
    "score" => search::FinalMoveRule::Score,
);
const DECISIVE: Param<bool> =
    Param::switch("decisive", DEFAULTS.decisive, "play immediate wins and forced blocks without a search");
const SINGLE: Param<bool> = Param::switch("single", DEFAULTS.single, "no search when one move is legal");
const REUSE: Param<bool> = Param::switch("reuse", DEFAULTS.reuse, "keep the tree between moves");
const SOLVER: Param<bool> = Param::switch("solver", DEFAULTS.solver, "backpropagate proven results (MCTS-Solver)");
const MAX_NODES: Param<u32> = Param::<u32>::integer(
    "max-nodes",
    1000..=100_000_000,
    DEFAULTS.max_nodes,
    "the greatest number of nodes in the tree",
);
const RECYCLE: Param<bool> =
    Param::switch("recycle", DEFAULTS.recycle, "a full tree gives back what was visited least; off: it grows no more");
const SELECTION: Choice<Selection> = choice!(
    "selection",
    "the selection policy; ucb1-tuned takes the variance of results into account",
    "uct" => Selection::Uct,
    "ucb1-tuned" => Selection::Tuned,
);
const RAVE: Param<u32> = Param::<u32>::integer(
    "rave",
    0..=1_000_000,
    DEFAULTS.rave,
    "visits at which AMAF values count half (RAVE); 0: off",
);
const BIAS: Param<f64> = Param::real(
    "bias",
    0.0..=1000.0,
    DEFAULTS.bias,
    "the weight of the evaluator for moves with few visits (progressive bias); 0: off",
);
const EPSILON: Param<f64> =
    Param::real("epsilon", 0.0..=1.0, 0.1, "the probability of a random move with playout=greedy");
/// The policies without their parameters, which [`playout`] adds.
const PLAYOUT: Choice<PlayoutPolicy> = choice!(
    "playout",
    "the playout policy: uniformly random; immediate wins and blocks first; best by the evaluator",
    "uniform" => PlayoutPolicy::Uniform,
    "wins" => PlayoutPolicy::Wins,
    "greedy" => PlayoutPolicy::Greedy { epsilon: 0.0 },
);
const PARALLEL: Choice<Parallel> = choice!(
    "parallel",
    "threads share a tree, or search separate trees whose roots are added",
    "tree" => Parallel::Tree,
    "root" => Parallel::Root,
);

pub(super) struct MctsFactory;

impl AgentFactory for MctsFactory {
    const HAS_TREE: bool = true;
    const INFO: AgentInfo = AgentInfo {
        name: "mcts",
        params: &[
            PLAYOUTS.info,
            NODES.info,
            TIME.info,
            C.info,
            EXPAND.info,
            ROLLOUTS.info,
            CHOICE.info,
            DECISIVE.info,
            SINGLE.info,
            REUSE.info,
            SOLVER.info,
            MAX_NODES.info,
            RECYCLE.info,
            SELECTION.info,
            RAVE.info,
            BIAS.info,
            PLAYOUT.info,
            EPSILON.info,
            STRONG_EVAL.info,
            THREADS.info,
            PARALLEL.info,
            PLAYOUT_CAP.info,
            FIRST.info,
            SEED.info,
        ],
        help: "Monte Carlo tree search (UCT)",
        example: "mcts:time=1s",
        offer: Some("mcts:playouts=1000"),
    };

    fn build<G: CatalogGame>(_: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(MctsAgent::with_evaluator(options(params), strong_evaluator::<G>(params)?))
    }
}

fn playout(params: &Params) -> PlayoutPolicy {
    match params.get(&PLAYOUT) {
        PlayoutPolicy::Greedy { .. } => PlayoutPolicy::Greedy { epsilon: params.get(&EPSILON) },
        other => other,
    }
}

/// The options from checked parameters.
fn options(params: &Params) -> MctsOptions {
    MctsOptions {
        limits: limits(params),
        c: params.get(&C),
        expand: params.get(&EXPAND),
        rollouts: params.get(&ROLLOUTS),
        choice: params.get(&CHOICE),
        decisive: params.get(&DECISIVE),
        single: params.get(&SINGLE),
        reuse: params.get(&REUSE),
        solver: params.get(&SOLVER),
        max_nodes: params.get(&MAX_NODES),
        recycle: params.get(&RECYCLE),
        selection: params.get(&SELECTION),
        rave: params.get(&RAVE),
        bias: params.get(&BIAS),
        playout: playout(params),
        playout_cap: Ply(params.get(&PLAYOUT_CAP)),
        threads: threads(params),
        parallel: params.get(&PARALLEL),
        batch: DEFAULTS.batch,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::shared::defaults;

    #[test]
    fn defaults_are_those_of_the_search() {
        assert_eq!(options(&defaults(&MctsFactory::INFO)), DEFAULTS);
    }
}
