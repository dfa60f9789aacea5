//! The list of agents.

mod casual;
mod external;
mod factory;
mod first_moves;
mod monte_carlo;
mod perfect;
mod proof;
mod shared;
mod strong;

use zermelo_core::choice;
use zermelo_core::erased::{DynAgent, ErasedAgent};
use zermelo_core::spec::{Choice, Param, ParamInfo, Params, Spec, SpecError};
use zermelo_core::text::excerpt;
use zermelo_core::{
    Agent, AgentError, Decision, Game, GameRecord, Observer, Ply, SearchLimits, StopToken, TracedDecision,
};
use zermelo_search::{
    AlphaBetaAgent, BfsAgent, BfsOptions, Fallback, FlatMcAgent, FlatMcOptions, GreedyAgent, GreedyOptions,
    MinimaxAgent, NegamaxAgent, RandomAgent, TextbookOptions,
};

use crate::games::{CatalogGame, GameVisitor, with_game};
use crate::levels::{LADDERS, Ladder};
use casual::{LevelFactory, NoviceFactory};
use external::ExternalFactory;
use factory::AgentFactory;
pub use factory::AgentInfo;
use first_moves::FirstMoves;
use monte_carlo::MctsFactory;
use perfect::SolverFactory;
use proof::DfpnFactory;
use shared::{
    DEPTH, EVAL, FIRST, NODES, PLAYOUT_CAP, PLAYOUTS, SEED, THREADS, TIES, TIME, limits, textbook_evaluator, threads,
};
use strong::{MtdfFactory, PvsFactory};

impl AgentInfo {
    /// Whether the agent is another program.
    pub fn is_external(&self) -> bool {
        self.name == ExternalFactory::INFO.name
    }

    /// The levels in each game; empty for agents without levels.
    pub fn ladders(&self) -> &'static [Ladder] {
        if self.name == LevelFactory::INFO.name { LADDERS } else { &[] }
    }
}

macro_rules! agents {
    ($($factory:ident),* $(,)?) => {
        /// Every agent.
        pub const AGENTS: &[AgentInfo] = &[$($factory::INFO),*];

        /// The names of the agents that can record their search tree.
        pub fn agents_with_tree() -> Vec<&'static str> {
            [$(($factory::INFO.name, $factory::HAS_TREE)),*].iter().filter(|(_, has)| *has).map(|(name, _)| *name).collect()
        }

        impl GameVisitor for BuildAgent<'_> {
            type Output = Result<Box<dyn DynAgent>, SpecError>;

            fn visit<G: CatalogGame>(self, game: G) -> Self::Output {
                let name = self.0.name.as_str();
                $(if name == $factory::INFO.name {
                    let params = self.0.check($factory::INFO.params)?;
                    let agent = Box::new($factory::build(&game, &params)?);
                    return erase_agent(game, name, &params, agent);
                })*
                Err(SpecError::UnknownName {
                    what: "agent",
                    name: excerpt(name),
                    known: AGENTS.iter().map(|info| info.name).collect(),
                })
            }
        }
    };
}

agents!(
    RandomFactory,
    GreedyFactory,
    MinimaxFactory,
    NegamaxFactory,
    AlphaBetaFactory,
    PvsFactory,
    MtdfFactory,
    FlatMcFactory,
    MctsFactory,
    DfpnFactory,
    SolverFactory,
    BfsFactory,
    NoviceFactory,
    LevelFactory,
    ExternalFactory
);

struct BuildAgent<'a>(&'a Spec);

/// The agent of a spec, for the game of a spec.
///
/// # Errors
/// One of the specs is invalid, or the agent does not play the game.
pub fn agent(spec: &str, game: &str) -> Result<Box<dyn DynAgent>, SpecError> {
    with_game(&game.parse()?, BuildAgent(&spec.parse()?))?
}

/// Adds `lines` to an agent spec, so that exact values of that many moves can be shown, if the agent has the parameter and it is not set.
pub fn with_lines(agent: &str, lines: u32) -> String {
    const LINES: &str = "lines";
    // An invalid spec is reported when the agent is built.
    let Ok(mut spec) = agent.parse::<Spec>() else { return agent.to_owned() };
    let has_lines =
        AGENTS.iter().any(|info| info.name == spec.name && info.params.iter().any(|param| param.key == LINES));
    if lines == 0 || !has_lines || spec.pairs.iter().any(|(key, _)| key == LINES) {
        return agent.to_owned();
    }
    spec.pairs.push((LINES.to_owned(), lines.to_string()));
    spec.to_string()
}

const FALLBACK: Choice<Fallback> = choice!(
    "fallback",
    "the search to use if this one finds neither a win nor a loss",
    "none" => Fallback::None,
    "bfs" => Fallback::Bfs,
);

const TEXTBOOK: &[ParamInfo] =
    &[DEPTH.info, NODES.info, TIME.info, EVAL.info, TIES.info, FALLBACK.info, THREADS.info, FIRST.info, SEED.info];

fn textbook(params: &Params) -> TextbookOptions {
    TextbookOptions {
        limits: limits(params),
        ties: params.get(&TIES),
        fallback: params.get(&FALLBACK),
        threads: threads(params),
    }
}

struct RandomFactory;

impl AgentFactory for RandomFactory {
    const INFO: AgentInfo = AgentInfo {
        name: "random",
        params: &[SEED.info],
        help: "any legal move",
        example: "random:seed=7",
        offer: Some("random"),
    };

    fn build<G: CatalogGame>(_: &G, _: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(RandomAgent::new())
    }
}

struct GreedyFactory;

impl AgentFactory for GreedyFactory {
    const INFO: AgentInfo = AgentInfo {
        name: "greedy",
        params: &[EVAL.info, TIES.info, FIRST.info, SEED.info],
        help: "looks one ply ahead",
        example: "greedy:eval=combinations",
        offer: None,
    };

    fn build<G: CatalogGame>(_: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(GreedyAgent::new(GreedyOptions { ties: params.get(&TIES) }, textbook_evaluator::<G>(params)?))
    }
}

struct MinimaxFactory;

impl AgentFactory for MinimaxFactory {
    const HAS_TREE: bool = true;
    const INFO: AgentInfo = AgentInfo {
        name: "minimax",
        params: TEXTBOOK,
        help: "textbook minimax: the full tree, one side maximises, the other minimises",
        example: "minimax:depth=3",
        offer: Some("minimax:depth=3"),
    };

    fn build<G: CatalogGame>(_: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(MinimaxAgent::new(textbook(params), textbook_evaluator::<G>(params)?))
    }
}

struct NegamaxFactory;

impl AgentFactory for NegamaxFactory {
    const HAS_TREE: bool = true;
    const INFO: AgentInfo = AgentInfo {
        name: "negamax",
        params: TEXTBOOK,
        help: "the same value with one rule for both sides: the maximum of the negated values",
        example: "negamax:depth=3",
        offer: None,
    };

    fn build<G: CatalogGame>(_: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(NegamaxAgent::new(textbook(params), textbook_evaluator::<G>(params)?))
    }
}

struct AlphaBetaFactory;

impl AgentFactory for AlphaBetaFactory {
    const HAS_TREE: bool = true;
    const INFO: AgentInfo = AgentInfo {
        name: "alphabeta",
        params: TEXTBOOK,
        help: "the same value and move as minimax, with alpha-beta pruning",
        example: "alphabeta:depth=4,eval=(alignments:count=runs,view=own)",
        offer: Some("alphabeta:depth=4"),
    };

    fn build<G: CatalogGame>(_: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(AlphaBetaAgent::new(textbook(params), textbook_evaluator::<G>(params)?))
    }
}

const DRAWS: Choice<f64> = choice!("draws", "the value of a draw; a win counts 1", "0" => 0.0, "0.5" => 0.5);

struct FlatMcFactory;

impl AgentFactory for FlatMcFactory {
    const INFO: AgentInfo = AgentInfo {
        name: "flat-mc",
        params: &[
            PLAYOUTS.info,
            TIME.info,
            DRAWS.info,
            TIES.info,
            THREADS.info,
            PLAYOUT_CAP.info,
            FIRST.info,
            SEED.info,
        ],
        help: "flat Monte Carlo: the same number of random playouts for each move; plays the move with the best result",
        example: "flat-mc:playouts=3000,draws=0.5",
        offer: Some("flat-mc:playouts=1000"),
    };

    fn build<G: CatalogGame>(_: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(FlatMcAgent::new(FlatMcOptions {
            limits: limits(params),
            draws: params.get(&DRAWS),
            ties: params.get(&TIES),
            playout_cap: Ply(params.get(&PLAYOUT_CAP)),
            threads: threads(params),
        }))
    }
}

const MAX_POSITIONS: Param<usize> = Param::<usize>::integer(
    "max-positions",
    1000..=100_000_000,
    BfsOptions::DEFAULT.max_positions,
    "positions to store; the search gives up beyond them",
);

struct BfsFactory;

impl AgentFactory for BfsFactory {
    const INFO: AgentInfo = AgentInfo {
        name: "bfs",
        params: &[NODES.info, TIME.info, MAX_POSITIONS.info, SEED.info],
        help: "breadth-first search for the fewest own moves to a win if the opponent passes",
        example: "bfs",
        offer: None,
    };

    fn build<G: CatalogGame>(_: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(BfsAgent::new(BfsOptions { limits: limits(params), max_positions: params.get(&MAX_POSITIONS) }))
    }
}

/// Adds the seed and the first moves of its parameters to an agent and type-erases it. The agent is boxed before, so that this code
/// is compiled once for each game and not for each agent.
fn erase_agent<G: CatalogGame>(
    game: G,
    name: &str,
    params: &Params,
    agent: Box<dyn Agent<G>>,
) -> Result<Box<dyn DynAgent>, SpecError> {
    let first = first_moves::read(&game, params)?;
    let agent = SeededAgent { agent, seed: params.get(&SEED), first };
    Ok(Box::new(ErasedAgent::new(game, params.canonical(name), agent)))
}

/// An agent with the seed and the first moves of its spec.
struct SeededAgent<G: Game> {
    agent: Box<dyn Agent<G>>,
    seed: Option<u64>,
    first: Option<FirstMoves<G>>,
}

impl<G: Game> Agent<G> for SeededAgent<G> {
    fn new_game(&mut self, seed: u64) {
        self.agent.new_game(self.seed.unwrap_or(seed));
    }

    fn own_limits(&self) -> SearchLimits {
        self.agent.own_limits()
    }

    fn is_deterministic(&self) -> bool {
        self.seed.is_some() || self.agent.is_deterministic()
    }

    fn choose(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        match self.first.as_ref().and_then(|first| first.best(record)) {
            Some(mv) => {
                let note = Some("its first move comes from a file".to_owned());
                Ok(Decision { pv: vec![mv], note, ..Decision::play(mv) })
            }
            None => self.agent.choose(record, limits, stop, observer),
        }
    }

    fn trace(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        most: usize,
    ) -> Result<TracedDecision<G::Move>, AgentError> {
        if self.first.as_ref().and_then(|first| first.best(record)).is_some() {
            return Err(AgentError::NoTree("its first move comes from a file".to_owned()));
        }
        self.agent.trace(record, limits, stop, most)
    }
}
