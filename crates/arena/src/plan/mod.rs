//! What is to be played: a configuration, checked against the games and agents that there are.

mod check;
mod error;
mod scheduler;

use std::sync::Arc;

use serde_json::Value;
use zermelo_search::derive;

pub use crate::config::{
    AgentConfig, ConfigError, LimitsConfig, OpeningOrder, OpeningsConfig, RatingConfig, Sides, SprtConfig, SprtModel,
    TournamentConfig, TournamentFormat,
};
pub use crate::values::{GameCount, Time};
pub use error::PlanError;
pub use scheduler::{NextJob, Scheduler};

use crate::Roster;
use crate::opening;
use crate::play::job::TournamentTerms;
use crate::stats::Hypotheses;

/// A tournament that can be played.
pub struct Plan {
    /// As it was asked for, with the book of openings in it.
    pub config: TournamentConfig,
    /// What all its jobs share.
    pub terms: Arc<TournamentTerms>,
    /// What stops it early.
    pub sprt: Option<Hypotheses>,
    openings: opening::OpeningSource,
}

impl Plan {
    /// Checks a configuration: everything that can be known before the first game.
    pub fn new(config: TournamentConfig, roster: &dyn Roster) -> Result<Self, PlanError> {
        check::keys(&config)?;
        let sprt = config.sprt.map(|sprt| sprt.hypotheses()).transpose()?;
        let agents = check::agents(&config, roster)?;
        let mut openings = check::openings(&config, roster)?;
        check::repeats(&config, &agents, &mut openings)?;
        let terms = Arc::new(TournamentTerms {
            tournament: tournament_id(&config),
            game: agents.game,
            players: agents.players,
            random_first: config.random_first,
            rules: config.adjudication.clone(),
        });
        Ok(Self { config, terms, sprt, openings })
    }

    /// The jobs of the plan, from the first.
    pub fn scheduler(self) -> Scheduler {
        Scheduler::new(&self.config, self.terms, self.openings)
    }

    /// Games at a time.
    pub fn concurrency(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        self.config.concurrency.unwrap_or_else(processors)
    }
}

/// What makes the games of a tournament: its configuration without what decides only how many are played, and when.
pub fn identity(config: &TournamentConfig) -> Value {
    let config = TournamentConfig { name: None, concurrency: None, sprt: None, rating: None, ..config.clone() };
    // Every configuration has a form in JSON.
    let mut value = serde_json::to_value(&config).unwrap_or_default();
    let can_be_extended = matches!(config.format, TournamentFormat::RoundRobin | TournamentFormat::Gauntlet);
    if let Some(map) = value.as_object_mut().filter(|_| can_be_extended) {
        map.remove("games");
    }
    value
}

/// The number of a tournament: equal for equal identities, on every machine.
pub fn tournament_id(config: &TournamentConfig) -> u64 {
    derive(opening::hash(&identity(config).to_string()), config.seed)
}

/// Where two tournaments differ, in words; none where they have the same games.
pub fn differences(known: &TournamentConfig, given: &TournamentConfig) -> Vec<String> {
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
