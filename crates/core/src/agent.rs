//! The contract of a player that is a program.

use std::time::Duration;

use serde::Serialize;

use crate::{Bound, Depth, Game, GameRecord, Score, SearchLimits, SearchTree, StopToken, Termination};

/// A player that is a program. It may fail: an outside engine crashes or answers nonsense, an algorithm is asked about a game
/// that it can't play. That is an error, never a panic.
pub trait Agent<G: Game>: Send {
    /// Forgets the game before. `seed` is the only source of chance until the next call: the same seed, games, records and
    /// limits (time apart) give the same decisions on every machine.
    fn new_game(&mut self, seed: u64);

    /// The limits that the agent was set up with; those of [`choose`](Agent::choose) can only tighten them.
    fn own_limits(&self) -> SearchLimits {
        SearchLimits::NONE
    }

    /// Whether the seed of [`new_game`](Agent::new_game) changes nothing: the same record is answered with the same move in every
    /// game (as far as time does not limit it). Two such agents play the same game again and again; a match asks before it starts.
    fn is_deterministic(&self) -> bool {
        false
    }

    /// Chooses for the side to move. The record must not be over. Returns within 50 ms of `stop` or of the deadline, with a
    /// legal move.
    ///
    /// `observer` hears of progress: after each finished depth, or now and then.
    fn choose(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Decision<G::Move>, AgentError>;

    /// As [`choose`](Agent::choose), and keeps the tree of the search: at most `most` nodes of it, the largest first. Decision and
    /// counts are those of `choose`; the time is not. Refused with [`AgentError::NoTree`] unless it is written.
    fn trace(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        most: usize,
    ) -> Result<Traced<G::Move>, AgentError> {
        let _ = (record, limits, stop, most);
        Err(AgentError::NoTree("it keeps no account of its search".to_owned()))
    }
}

/// A decision and the tree that it came from.
pub type Traced<M> = (Decision<M>, SearchTree<M>);

/// Hears of a search's progress.
pub trait Observer<M> {
    /// What the search would decide if it ended now.
    fn progress(&mut self, decision: &Decision<M>);
}

/// An observer that does not listen.
pub struct Silent;

impl<M> Observer<M> for Silent {
    fn progress(&mut self, _: &Decision<M>) {}
}

impl<M, F: FnMut(&Decision<M>)> Observer<M> for F {
    fn progress(&mut self, decision: &Decision<M>) {
        self(decision);
    }
}

/// What to do with one's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Action<M> {
    /// Play a move.
    Play(M),
    /// Play a move and offer a draw.
    OfferDraw(M),
    /// Give up.
    Resign,
}

impl<M> Action<M> {
    /// The move that goes with it, if one does.
    pub fn mv(&self) -> Option<&M> {
        match self {
            Self::Play(mv) | Self::OfferDraw(mv) => Some(mv),
            Self::Resign => None,
        }
    }

    /// The same action with another form of its move.
    pub fn map<N>(self, form: impl FnOnce(M) -> N) -> Action<N> {
        match self {
            Self::Play(mv) => Action::Play(form(mv)),
            Self::OfferDraw(mv) => Action::OfferDraw(form(mv)),
            Self::Resign => Action::Resign,
        }
    }
}

/// A choice and what was found out on the way. Scores are from the view of the side that decides.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision<M> {
    /// What to do.
    pub action: Action<M>,
    /// What the position is worth, in algorithms that give a score.
    pub score: Option<Score>,
    /// The share of points that playouts brought, 0 to 1, in algorithms that play out.
    pub share: Option<f64>,
    /// The last depth that was searched to its end.
    pub depth: Depth,
    /// The moves played below the root, those of unfinished depths included; the moves inside playouts are not counted.
    pub nodes: u64,
    /// The games played out.
    pub playouts: u64,
    /// The time it took.
    pub elapsed: Duration,
    /// The expected line, this decision's move first.
    pub pv: Vec<M>,
    /// What each move at the root is worth, in the order of generation.
    pub moves: Vec<RootMove<M>>,
    /// Something that a person should know ("no path to a win: the first legal move").
    pub note: Option<String>,
}

/// What one move at the root is worth, from the view of the side that decides.
#[derive(Clone, PartialEq, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its score; what it says is in `bound`.
    pub score: Option<Score>,
    /// Whether the score is exact.
    pub bound: Bound,
    /// The share of points that playouts brought, 0 to 1.
    pub share: Option<f64>,
    /// How often a Monte-Carlo search went there.
    pub visits: u64,
}

impl<M> Decision<M> {
    /// A move without any figures.
    pub fn play(mv: M) -> Self {
        Self {
            action: Action::Play(mv),
            score: None,
            share: None,
            depth: Depth(0),
            nodes: 0,
            playouts: 0,
            elapsed: Duration::ZERO,
            pv: Vec::new(),
            moves: Vec::new(),
            note: None,
        }
    }

    /// Nodes per second; `None` when no time passed.
    pub fn nodes_per_second(&self) -> Option<u64> {
        let seconds = self.elapsed.as_secs_f64();
        (seconds > 0.0).then(|| (self.nodes as f64 / seconds) as u64)
    }
}

/// Why an agent gave no decision.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AgentError {
    /// The game is over: there is nothing to choose.
    #[error("the game is over: there is nothing to choose")]
    GameOver,
    /// An exhaustive search of a game in which positions can come back would not end.
    #[error(
        "in this game positions can come back, so a search without a limit would not end; set depth, nodes or time"
    )]
    Endless,
    /// The algorithm does not fit the game.
    #[error("{agent} can't play {game}: {why}")]
    UnfitGame {
        /// The agent's name.
        agent: String,
        /// The game.
        game: String,
        /// What the algorithm needs.
        why: String,
    },
    /// It can't show the tree of its search.
    #[error("the tree of this search can't be shown: {0}")]
    NoTree(String),
    /// An agent of one game was handed a record of another.
    #[error("this agent plays {expected}, but was given a game of {found}")]
    OtherGame {
        /// What the agent plays.
        expected: String,
        /// What it was given.
        found: String,
    },
    /// The agent chose a move that the rules refuse.
    #[error("the agent chose an illegal move: {0}")]
    IllegalMove(String),
    /// The agent's program broke down.
    #[error("the agent broke down: {0}")]
    Crash(String),
    /// The agent's program could not be started or reached, or does not speak as was asked.
    #[error("the agent could not be started: {0}")]
    NotStarted(String),
    /// The agent's program answered with something that can't be read.
    #[error("the agent's answer can't be read: {0}")]
    Malformed(String),
    /// The agent's program answered that it can't.
    #[error("the agent refused: {0}")]
    Refused(String),
    /// The agent's program runs, and does not answer.
    #[error("the agent does not answer: {0}")]
    Stall(String),
    /// The connection to the agent's program was lost.
    #[error("the connection to the agent was lost: {0}")]
    Disconnect(String),
}

impl AgentError {
    /// How a game ends in which an agent fails so: it loses by this. `None` where no game can be played, because the fault is in the
    /// set-up.
    pub fn termination(&self) -> Option<Termination> {
        match self {
            Self::GameOver
            | Self::Endless
            | Self::UnfitGame { .. }
            | Self::NoTree(_)
            | Self::OtherGame { .. }
            | Self::NotStarted(_) => None,
            Self::IllegalMove(_) | Self::Malformed(_) => Some(Termination::IllegalMove),
            Self::Crash(_) | Self::Refused(_) => Some(Termination::Crash),
            Self::Stall(_) => Some(Termination::Stall),
            Self::Disconnect(_) => Some(Termination::Disconnect),
        }
    }

    /// A stable code for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "agent/game-over",
            Self::Endless => "agent/endless",
            Self::UnfitGame { .. } => "agent/unfit-game",
            Self::NoTree(_) => "agent/no-tree",
            Self::OtherGame { .. } => "agent/other-game",
            Self::IllegalMove(_) => "agent/illegal-move",
            Self::Crash(_) => "agent/crash",
            Self::NotStarted(_) => "agent/not-started",
            Self::Malformed(_) => "agent/malformed",
            Self::Refused(_) => "agent/refused",
            Self::Stall(_) => "agent/stall",
            Self::Disconnect(_) => "agent/disconnect",
        }
    }
}
