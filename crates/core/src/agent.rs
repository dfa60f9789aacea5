//! The [`Agent`] trait: programs that play.

use std::time::Duration;

use serde::Serialize;

use crate::{Bound, Depth, Game, GameRecord, Score, SearchLimits, SearchTree, StopToken, Termination};

/// A program that plays a game. It returns an error, and never panics, when an external engine crashes or sends an invalid reply,
/// or when the algorithm can't play the game.
pub trait Agent<G: Game>: Send {
    /// Starts a new game: discards everything learned from earlier games. `seed` is the only source of randomness until the next
    /// call: the same seed, records and limits (except time) give the same decisions on every machine.
    fn new_game(&mut self, seed: u64);

    /// The limits in the agent's own settings. The limits of [`choose`](Agent::choose) can only tighten them.
    fn own_limits(&self) -> SearchLimits {
        SearchLimits::NONE
    }

    /// Whether the seed of [`new_game`](Agent::new_game) has no effect: the agent plays the same move for the same record in every
    /// game, unless time limits it. Two such agents repeat the same game, so a match warns about them.
    fn is_deterministic(&self) -> bool {
        false
    }

    /// Chooses an action for the side to move. Returns a legal move within 50 ms of `stop` or of the deadline. Reports progress
    /// to `observer` after each completed depth, or from time to time.
    ///
    /// # Errors
    /// [`AgentError::GameOver`] if the record is over; otherwise why the agent can't choose.
    fn choose(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Decision<G::Move>, AgentError>;

    /// As [`choose`](Agent::choose), and returns the search tree: at most `most` nodes, the largest subtrees first. Decision and
    /// node counts equal those of `choose`; the time does not.
    ///
    /// # Errors
    /// As [`choose`](Agent::choose), and [`AgentError::NoTree`] if the agent does not record its tree (the default).
    fn trace(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        most: usize,
    ) -> Result<TracedDecision<G::Move>, AgentError> {
        let _ = (record, limits, stop, most);
        Err(AgentError::NoTree("it does not record its search".to_owned()))
    }
}

/// A decision and its search tree.
pub type TracedDecision<M> = (Decision<M>, SearchTree<M>);

/// Receives the progress of a search.
pub trait Observer<M> {
    /// Called with the decision that the search would make if it ended now.
    fn progress(&mut self, decision: &Decision<M>);
}

/// An observer that ignores the progress.
pub struct NoObserver;

impl<M> Observer<M> for NoObserver {
    fn progress(&mut self, _: &Decision<M>) {}
}

impl<M, F: FnMut(&Decision<M>)> Observer<M> for F {
    fn progress(&mut self, decision: &Decision<M>) {
        self(decision);
    }
}

/// What a side does on its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Action<M> {
    /// Play a move.
    Play(M),
    /// Play a move and offer a draw.
    OfferDraw(M),
    /// Resign.
    Resign,
}

impl<M> Action<M> {
    /// The move; `None` for a resignation.
    pub fn mv(&self) -> Option<&M> {
        match self {
            Self::Play(mv) | Self::OfferDraw(mv) => Some(mv),
            Self::Resign => None,
        }
    }

    /// Converts the move.
    pub fn map<N>(self, convert: impl FnOnce(M) -> N) -> Action<N> {
        match self {
            Self::Play(mv) => Action::Play(convert(mv)),
            Self::OfferDraw(mv) => Action::OfferDraw(convert(mv)),
            Self::Resign => Action::Resign,
        }
    }
}

/// The result of a search. Scores are from the point of view of the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision<M> {
    /// The chosen action.
    pub action: Action<M>,
    /// The value of the position; `None` for algorithms without a score.
    pub score: Option<Score>,
    /// The mean result of the playouts, 0 to 1; `None` for algorithms without playouts.
    pub share: Option<f64>,
    /// The last completed depth.
    pub depth: Depth,
    /// Moves played below the root, including those of incomplete depths. Moves inside playouts do not count.
    pub nodes: u64,
    /// Playouts.
    pub playouts: u64,
    /// The search time.
    pub elapsed: Duration,
    /// The principal variation; it begins with the chosen move.
    pub pv: Vec<M>,
    /// The values of the root moves, in the order of generation.
    pub moves: Vec<RootMove<M>>,
    /// A note for people, such as "no path to a win: the first legal move".
    pub note: Option<String>,
}

/// The value of one root move, from the point of view of the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its score.
    pub score: Option<Score>,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The mean result of its playouts, 0 to 1.
    pub share: Option<f64>,
    /// Its visits in a Monte-Carlo search.
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

    /// Nodes per second; `None` if the elapsed time is zero.
    pub fn nodes_per_second(&self) -> Option<u64> {
        let seconds = self.elapsed.as_secs_f64();
        (seconds > 0.0).then(|| (self.nodes as f64 / seconds) as u64)
    }
}

/// Why an agent returned no decision.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AgentError {
    /// The game is over.
    #[error("the game is over: there is nothing to choose")]
    GameOver,
    /// An exhaustive search without a limit, in a game in which positions can repeat.
    #[error("in this game positions can repeat, so a search without a limit would not end; set depth, nodes or time")]
    Endless,
    /// The algorithm can't play the game.
    #[error("{agent} can't play {game}: {why}")]
    UnfitGame {
        /// The agent's name.
        agent: String,
        /// The game.
        game: String,
        /// What the algorithm needs.
        why: String,
    },
    /// The agent can't return its search tree.
    #[error("the tree of this search can't be shown: {0}")]
    NoTree(String),
    /// The record is of another game than the agent's.
    #[error("this agent plays {expected}, but was given a game of {found}")]
    OtherGame {
        /// The agent's game.
        expected: String,
        /// The record's game.
        found: String,
    },
    /// The agent chose an illegal move.
    #[error("the agent chose an illegal move: {0}")]
    IllegalMove(String),
    /// The agent's program crashed.
    #[error("the agent crashed: {0}")]
    Crash(String),
    /// The agent's program could not be started or reached, or does not speak the expected protocol.
    #[error("the agent could not be started: {0}")]
    NotStarted(String),
    /// The reply of the agent's program is malformed.
    #[error("the agent's reply is malformed: {0}")]
    Malformed(String),
    /// The agent's program replied with an error.
    #[error("the agent refused: {0}")]
    Refused(String),
    /// The agent's program runs but does not answer.
    #[error("the agent does not answer: {0}")]
    Stall(String),
    /// The connection to the agent's program was lost.
    #[error("the connection to the agent was lost: {0}")]
    Disconnect(String),
}

impl AgentError {
    /// The reason by which the agent loses the game. `None` for an error in the configuration: no game can be played.
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
