//! The list of agents.

mod algorithm;
mod casual;
mod external;
mod first;
mod monte_carlo;
mod perfect;
mod proof;
mod shared;
mod strong;

use zermelo_core::choice;
use zermelo_core::erased::{DynAgent, ErasedAgent};
use zermelo_core::spec::{Choice, Param, ParamInfo, Params, Spec, SpecError};
use zermelo_core::text::excerpt;
use zermelo_core::{Agent, AgentError, Decision, Game, GameRecord, Observer, Ply, SearchLimits, StopToken, Traced};
use zermelo_search::{
    AlphaBetaAgent, BfsAgent, BfsOptions, Fallback, FlatMcAgent, FlatMcOptions, GreedyAgent, GreedyOptions,
    MinimaxAgent, NegamaxAgent, RandomAgent, TextbookOptions,
};

use crate::games::{CatalogGame, GameVisitor, with_game};
use crate::levels::{LADDERS, Ladder};
pub use algorithm::AgentInfo;
use algorithm::Algorithm;
use casual::{Level, Novice};
use external::External;
use first::FirstMoves;
use monte_carlo::Mcts;
use perfect::Perfect;
use proof::Dfpn;
use shared::{
    DEPTH, EVAL, FIRST, NODES, PLAYOUT_CAP, PLAYOUTS, SEED, THREADS, TIES, TIME, limits, textbook_evaluator, threads,
};
use strong::{Mtdf, Pvs};

impl AgentInfo {
    /// Whether it starts or calls a program of somebody else.
    pub fn is_external(&self) -> bool {
        self.name == External::INFO.name
    }

    /// What its levels stand for in each game; nothing for an agent without levels.
    pub fn ladders(&self) -> &'static [Ladder] {
        if self.name == Level::INFO.name { LADDERS } else { &[] }
    }
}

macro_rules! agents {
    ($($algorithm:ident),* $(,)?) => {
        /// Every agent.
        pub const AGENTS: &[AgentInfo] = &[$($algorithm::INFO),*];

        /// The names of the agents that can show the tree of their search.
        pub fn agents_with_tree() -> Vec<&'static str> {
            [$(($algorithm::INFO.name, $algorithm::HAS_TREE)),*].iter().filter(|(_, has)| *has).map(|(name, _)| *name).collect()
        }

        impl GameVisitor for Build<'_> {
            type Output = Result<Box<dyn DynAgent>, SpecError>;

            fn visit<G: CatalogGame>(self, game: G) -> Self::Output {
                let name = self.0.name.as_str();
                $(if name == $algorithm::INFO.name {
                    let params = self.0.check($algorithm::INFO.params)?;
                    let first = first::read(&game, &params)?;
                    let agent = Seeded { agent: $algorithm::build(&game, &params)?, seed: params.get(&SEED), first };
                    return Ok(Box::new(ErasedAgent::new(game, params.canonical(name), agent)));
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
    Random, Greedy, Minimax, Negamax, AlphaBeta, Pvs, Mtdf, FlatMc, Mcts, Dfpn, Perfect, Bfs, Novice, Level, External
);

struct Build<'a>(&'a Spec);

/// The agent that a text names, for the game that another text names.
pub fn agent(spec: &str, game: &str) -> Result<Box<dyn DynAgent>, SpecError> {
    with_game(&game.parse()?, Build(&spec.parse()?))?
}

/// The agent that a text names, told to search as many moves exactly as are shown, if it can and its specification does not say otherwise.
pub fn with_lines(agent: &str, lines: u32) -> String {
    const LINES: &str = "lines";
    // What can't be read is refused where the agent is made.
    let Ok(mut spec) = agent.parse::<Spec>() else { return agent.to_owned() };
    let can = AGENTS.iter().any(|info| info.name == spec.name && info.params.iter().any(|param| param.key == LINES));
    if lines == 0 || !can || spec.pairs.iter().any(|(key, _)| key == LINES) {
        return agent.to_owned();
    }
    spec.pairs.push((LINES.to_owned(), lines.to_string()));
    spec.to_string()
}

const FALLBACK: Choice<Fallback> = choice!(
    "fallback",
    "who is asked when the search finds neither win nor loss",
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

struct Random;

impl Algorithm for Random {
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

struct Greedy;

impl Algorithm for Greedy {
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

struct Minimax;

impl Algorithm for Minimax {
    const HAS_TREE: bool = true;
    const INFO: AgentInfo = AgentInfo {
        name: "minimax",
        params: TEXTBOOK,
        help: "textbook minimax: the whole tree, one side maximises, the other minimises",
        example: "minimax:depth=3",
        offer: Some("minimax:depth=3"),
    };

    fn build<G: CatalogGame>(_: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(MinimaxAgent::new(textbook(params), textbook_evaluator::<G>(params)?))
    }
}

struct Negamax;

impl Algorithm for Negamax {
    const HAS_TREE: bool = true;
    const INFO: AgentInfo = AgentInfo {
        name: "negamax",
        params: TEXTBOOK,
        help: "the same value by one rule for both sides: the best of the negated values",
        example: "negamax:depth=3",
        offer: None,
    };

    fn build<G: CatalogGame>(_: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(NegamaxAgent::new(textbook(params), textbook_evaluator::<G>(params)?))
    }
}

struct AlphaBeta;

impl Algorithm for AlphaBeta {
    const HAS_TREE: bool = true;
    const INFO: AgentInfo = AgentInfo {
        name: "alphabeta",
        params: TEXTBOOK,
        help: "the same value and move as minimax, without the branches that can't matter",
        example: "alphabeta:depth=4,eval=(alignments:count=runs,view=own)",
        offer: Some("alphabeta:depth=4"),
    };

    fn build<G: CatalogGame>(_: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(AlphaBetaAgent::new(textbook(params), textbook_evaluator::<G>(params)?))
    }
}

const DRAWS: Choice<f64> = choice!("draws", "what a drawn game counts; a won one counts 1", "0" => 0.0, "0.5" => 0.5);

struct FlatMc;

impl Algorithm for FlatMc {
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
        help: "plays out games at random, as many for each move, and takes the move that won most",
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
    "positions that are kept; beyond them it gives up looking",
);

struct Bfs;

impl Algorithm for Bfs {
    const INFO: AgentInfo = AgentInfo {
        name: "bfs",
        params: &[NODES.info, TIME.info, MAX_POSITIONS.info, SEED.info],
        help: "the fewest own moves to a win while the opponent stands still",
        example: "bfs",
        offer: None,
    };

    fn build<G: CatalogGame>(_: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(BfsAgent::new(BfsOptions { limits: limits(params), max_positions: params.get(&MAX_POSITIONS) }))
    }
}

/// An agent whose seed and whose first moves its specification may fix.
struct Seeded<G: Game, A> {
    agent: A,
    seed: Option<u64>,
    first: Option<FirstMoves<G>>,
}

impl<G: Game, A: Agent<G>> Agent<G> for Seeded<G, A> {
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
                let note = Some("its first move is that of its file".to_owned());
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
    ) -> Result<Traced<G::Move>, AgentError> {
        if self.first.as_ref().and_then(|first| first.best(record)).is_some() {
            return Err(AgentError::NoTree("its first move is that of its file".to_owned()));
        }
        self.agent.trace(record, limits, stop, most)
    }
}
