//! What is to be played: a configuration, checked against the games and agents that there are.

mod check;
mod config;
mod deck;
mod values;

use std::sync::Arc;

use serde_json::Value;
use zermelo_core::AgentError;
use zermelo_core::spec::SpecError;
use zermelo_search::derive;

pub use config::{
    AgentConfig, Config, ConfigError, Format, Limits, Model, Openings, Order, RatingConfig, Sides, SprtConfig,
};
pub use deck::{Deck, Draw};
pub use values::{ClockLimit, GameCount, Time};

use crate::Roster;
use crate::job::Terms;
use crate::opening::{self, OpeningError};
use crate::stats::{Hypotheses, HypothesesError};

/// A tournament that can be played.
pub struct Plan {
    /// As it was asked for, with the book of openings in it.
    pub config: Config,
    /// What all its jobs share.
    pub terms: Arc<Terms>,
    /// What stops it early.
    pub sprt: Option<Hypotheses>,
    openings: opening::Openings,
}

/// Why a tournament can't be played.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// The game does not exist.
    #[error("game \"{spec}\": {error}")]
    Game {
        /// Its specification.
        spec: String,
        /// What is wrong with it.
        #[source]
        error: SpecError,
    },
    /// An agent does not exist, or not for this game.
    #[error("agent {number}, \"{spec}\": {error}")]
    Agent {
        /// Which, counted from 1.
        number: usize,
        /// Its specification.
        spec: String,
        /// What is wrong with it.
        #[source]
        error: SpecError,
    },
    /// An agent can't play the game.
    #[error("agent {number}, \"{spec}\": {error}")]
    Unfit {
        /// Which, counted from 1.
        number: usize,
        /// Its specification.
        spec: String,
        /// Why.
        #[source]
        error: AgentError,
    },
    /// Two agents can't be told apart.
    #[error("two agents are called \"{0}\": give one of them a name of its own (name = \"..\", or NAME=SPEC)")]
    SameName(String),
    /// Keys that do not go together, or a number out of range.
    #[error("{0}")]
    Conflict(String),
    /// An opening is refused.
    #[error("openings: {0}")]
    Opening(#[from] OpeningError),
    /// The judge of openings does not exist.
    #[error("openings.judge \"{spec}\": {error}")]
    Judge {
        /// Its specification.
        spec: String,
        /// What is wrong with it.
        #[source]
        error: SpecError,
    },
    /// The test makes no sense.
    #[error("sprt: {0}")]
    Sprt(#[from] HypothesesError),
    /// Deterministic agents would play the same game again and again.
    #[error(
        "{first} and {second} play without chance, and would replay the same games: {wanted} starts are wanted, and there {} \
         {different}. Give openings (openings.plies = 4, a book or a list), let chance play the first moves \
         (random_first = 2), let an agent choose among equal moves (ties=random), or say allow_repeats = true",
        if *.different == 1 { "is" } else { "are" }
    )]
    Repeats {
        /// One of the agents.
        first: String,
        /// The other.
        second: String,
        /// Starts that a pairing wants.
        wanted: String,
        /// Starts that there are.
        different: u64,
    },
}

impl Plan {
    /// Checks a configuration: everything that can be known before the first game.
    pub fn new(config: Config, roster: &dyn Roster) -> Result<Self, PlanError> {
        check::keys(&config)?;
        let sprt = config.sprt.map(|sprt| sprt.hypotheses()).transpose()?;
        let agents = check::agents(&config, roster)?;
        let mut openings = check::openings(&config, roster)?;
        check::repeats(&config, &agents, &mut openings)?;
        let terms = Arc::new(Terms {
            tournament: tournament_id(&config),
            game: agents.game,
            players: agents.players,
            random_first: config.random_first,
            rules: config.adjudication.clone(),
        });
        Ok(Self { config, terms, sprt, openings })
    }

    /// The jobs of the plan, from the first.
    pub fn deck(self) -> Deck {
        Deck::new(&self.config, self.terms, self.openings)
    }

    /// Games at a time.
    pub fn concurrency(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        self.config.concurrency.unwrap_or_else(processors)
    }
}

/// What makes the games of a tournament: its configuration without what decides only how many are played, and when.
pub fn identity(config: &Config) -> Value {
    let config = Config { name: None, concurrency: None, sprt: None, rating: None, ..config.clone() };
    // Every configuration has a form in JSON.
    let mut value = serde_json::to_value(&config).unwrap_or_default();
    let can_be_extended = matches!(config.format, Format::RoundRobin | Format::Gauntlet);
    if let Some(map) = value.as_object_mut().filter(|_| can_be_extended) {
        map.remove("games");
    }
    value
}

/// The number of a tournament: equal for equal identities, on every machine.
pub fn tournament_id(config: &Config) -> u64 {
    derive(opening::hash(&identity(config).to_string()), config.seed)
}

/// Where two tournaments differ, in words; none where they have the same games.
pub fn differences(known: &Config, given: &Config) -> Vec<String> {
    let (known, given) = (identity(known), identity(given));
    let (Some(known), Some(given)) = (known.as_object(), given.as_object()) else { return Vec::new() };
    let mut keys: Vec<&String> = known.keys().chain(given.keys().filter(|key| !known.contains_key(*key))).collect();
    keys.dedup();
    let shown = |value: Option<&Value>| value.map_or("not set".to_owned(), shortened);
    keys.into_iter()
        .filter(|key| known.get(*key) != given.get(*key))
        .map(|key| format!("{key} is {} there and {} here", shown(known.get(key)), shown(given.get(key))))
        .collect()
}

fn shortened(value: &Value) -> String {
    const SHOWN: usize = 200;
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
