//! The list of agents.

mod casual;
mod external;
mod first;
mod monte_carlo;
mod perfect;
mod proof;
mod strong;

use std::num::NonZeroUsize;

use zermelo_core::erased::{DynAgent, ErasedAgent};
use zermelo_core::spec::{ParamInfo, ParamKind, Params, Spec, SpecError};
use zermelo_core::text::excerpt;
use zermelo_core::{
    Agent, AgentError, Decision, Depth, Game, GameRecord, Observer, Ply, SearchLimits, StopToken, Traced,
};
use zermelo_search::{
    AlphaBetaAgent, BfsAgent, BfsOptions, Fallback, FlatMcAgent, FlatMcOptions, GreedyAgent, GreedyOptions,
    MinimaxAgent, NegamaxAgent, RandomAgent, TextbookOptions, Ties,
};

use crate::games::{CatalogGame, GameVisitor, with_game};
use crate::levels::{LADDERS, Ladder};
use casual::{Level, Novice};
use external::External;
use first::FirstMoves;
use monte_carlo::Mcts;
use perfect::Perfect;
use proof::Dfpn;
use strong::{Mtdf, Pvs};

/// An agent, as people choose it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AgentInfo {
    /// Its name in a specification.
    pub name: &'static str,
    /// Its parameters.
    pub params: &'static [ParamInfo],
    /// What it does, in a sentence.
    pub help: &'static str,
    /// A specification that shows its parameters.
    pub example: &'static str,
    /// The specification that people are offered who look for an opponent; `None`: only who asks for it by name gets it.
    pub offer: Option<&'static str>,
}

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

/// A name of the list with the agent behind it.
trait Algorithm {
    const INFO: AgentInfo;
    /// Whether it can show the tree of its search.
    const HAS_TREE: bool = false;

    /// The agent that checked parameters name, for a game.
    fn build<G: CatalogGame>(game: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError>;
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
                    let infos = $algorithm::INFO.params;
                    let first = first::read(&game, &params, infos)?;
                    let agent = Seeded { agent: $algorithm::build(&game, &params)?, seed: seed(&params, infos), first };
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

const COUNT: ParamKind = ParamKind::Integer { min: 1, max: u64::MAX };

const DEPTH: ParamInfo = ParamInfo {
    key: "depth",
    kind: ParamKind::Integer { min: 1, max: 1000 },
    default: "",
    help: "plies to look ahead; to the end of the game if nothing limits it",
};
const NODES: ParamInfo = ParamInfo { key: "nodes", kind: COUNT, default: "", help: "moves to play in the search" };
const PLAYOUTS: ParamInfo = ParamInfo { key: "playouts", kind: COUNT, default: "", help: "games to play out" };
const TIME: ParamInfo = ParamInfo { key: "time", kind: ParamKind::Duration, default: "", help: "time for a move" };
const SEED: ParamInfo = ParamInfo {
    key: "seed",
    kind: ParamKind::Integer { min: 0, max: u64::MAX },
    default: "",
    help: "the seed of its chance, the same for every game",
};
const FIRST: ParamInfo = ParamInfo {
    key: "first",
    kind: ParamKind::File,
    default: "",
    help: "a file of first moves with scores (`arena export --format first-moves`); the best that is free is its first move",
};
const EVAL: ParamInfo = ParamInfo {
    key: "eval",
    kind: ParamKind::Spec,
    default: "",
    help: "what guesses the value of a position; the game's textbook evaluator if not given",
};
/// The same parameter of the strong players.
const STRONG_EVAL: ParamInfo =
    ParamInfo { help: "what guesses the value of a position; the game's strongest evaluator if not given", ..EVAL };
const TIES: ParamInfo = ParamInfo {
    key: "ties",
    kind: ParamKind::Choice(&["first", "random"]),
    default: "first",
    help: "which of several best moves plays",
};
const FALLBACK: ParamInfo = ParamInfo {
    key: "fallback",
    kind: ParamKind::Choice(&["none", "bfs"]),
    default: "none",
    help: "who is asked when the search finds neither win nor loss",
};
const PLAYOUT_CAP: ParamInfo = ParamInfo {
    key: "playout-cap",
    kind: ParamKind::Integer { min: 1, max: 1_000_000 },
    default: "1000",
    help: "plies after which a game that is played out counts as a draw",
};

const THREADS: ParamInfo = ParamInfo {
    key: "threads",
    kind: ParamKind::Integer { min: 1, max: 256 },
    default: "1",
    help: "threads that search at a time",
};

const TEXTBOOK: &[ParamInfo] = &[DEPTH, NODES, TIME, EVAL, TIES, FALLBACK, THREADS, FIRST, SEED];

/// The limits that a specification sets.
fn limits(params: &Params, infos: &[ParamInfo]) -> SearchLimits {
    let has = |key: &str| infos.iter().any(|info| info.key == key);
    let integer = |key: &str| has(key).then(|| params.integer(key)).flatten();
    SearchLimits {
        depth: integer("depth").map(|plies| Depth(plies as u32)),
        nodes: integer("nodes"),
        playouts: integer("playouts"),
        time: has("time").then(|| params.duration("time")).flatten(),
        clock: None,
    }
}

/// The seed that a specification fixes; an agent whose chance is its own affair has none.
fn seed(params: &Params, infos: &[ParamInfo]) -> Option<u64> {
    infos.contains(&SEED).then(|| params.integer(SEED.key)).flatten()
}

/// The evaluator that a specification names, else that of textbook players.
fn textbook_evaluator<G: CatalogGame>(params: &Params) -> Result<G::Evaluator, SpecError> {
    G::evaluator(&params.text("eval").unwrap_or(G::TEXTBOOK).parse()?)
}

/// The evaluator that a specification names, else that of strong players.
fn strong_evaluator<G: CatalogGame>(params: &Params) -> Result<G::Evaluator, SpecError> {
    G::evaluator(&params.text("eval").unwrap_or(G::STRONGEST).parse()?)
}

fn ties(params: &Params) -> Ties {
    if params.text("ties") == Some("random") { Ties::Random } else { Ties::First }
}

fn threads(params: &Params) -> NonZeroUsize {
    params.integer("threads").and_then(|threads| NonZeroUsize::new(threads as usize)).unwrap_or(NonZeroUsize::MIN)
}

fn textbook(params: &Params) -> TextbookOptions {
    TextbookOptions {
        limits: limits(params, TEXTBOOK),
        ties: ties(params),
        fallback: if params.text("fallback") == Some("bfs") { Fallback::Bfs } else { Fallback::None },
        threads: threads(params),
    }
}

struct Random;

impl Algorithm for Random {
    const INFO: AgentInfo = AgentInfo {
        name: "random",
        params: &[SEED],
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
        params: &[EVAL, TIES, FIRST, SEED],
        help: "looks one ply ahead",
        example: "greedy:eval=combinations",
        offer: None,
    };

    fn build<G: CatalogGame>(_: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(GreedyAgent::new(GreedyOptions { ties: ties(params) }, textbook_evaluator::<G>(params)?))
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

struct FlatMc;

impl Algorithm for FlatMc {
    const INFO: AgentInfo = AgentInfo {
        name: "flat-mc",
        params: &[
            PLAYOUTS,
            TIME,
            ParamInfo {
                key: "draws",
                kind: ParamKind::Choice(&["0", "0.5"]),
                default: "0",
                help: "what a drawn game counts; a won one counts 1",
            },
            TIES,
            THREADS,
            PLAYOUT_CAP,
            FIRST,
            SEED,
        ],
        help: "plays out games at random, as many for each move, and takes the move that won most",
        example: "flat-mc:playouts=3000,draws=0.5",
        offer: Some("flat-mc:playouts=1000"),
    };

    fn build<G: CatalogGame>(_: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(FlatMcAgent::new(FlatMcOptions {
            limits: limits(params, Self::INFO.params),
            draws: params.real("draws").unwrap_or(0.0),
            ties: ties(params),
            playout_cap: Ply(params.required("playout-cap")),
            threads: threads(params),
        }))
    }
}

struct Bfs;

impl Algorithm for Bfs {
    const INFO: AgentInfo = AgentInfo {
        name: "bfs",
        params: &[
            NODES,
            TIME,
            ParamInfo {
                key: "max-positions",
                kind: ParamKind::Integer { min: 1000, max: 100_000_000 },
                default: "1000000",
                help: "positions that are kept; beyond them it gives up looking",
            },
            SEED,
        ],
        help: "the fewest own moves to a win while the opponent stands still",
        example: "bfs",
        offer: None,
    };

    fn build<G: CatalogGame>(_: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(BfsAgent::new(BfsOptions {
            limits: limits(params, Self::INFO.params),
            max_positions: params.required("max-positions"),
        }))
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
