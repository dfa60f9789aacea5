//! Validating a tournament configuration.

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

/// A valid tournament.
pub struct Plan {
    /// The configuration, including the lines of the opening book.
    pub config: TournamentConfig,
    /// The settings that all jobs share.
    pub terms: Arc<TournamentTerms>,
    /// The hypotheses of the sequential test.
    pub sprt: Option<Hypotheses>,
    openings: opening::OpeningSource,
}

impl Plan {
    /// Validates a configuration before the first game.
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

    /// A scheduler for all jobs of the plan.
    pub fn scheduler(self) -> Scheduler {
        Scheduler::new(&self.config, self.terms, self.openings)
    }

    /// The number of concurrent games.
    pub fn concurrency(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        self.config.concurrency.unwrap_or_else(processors)
    }
}

/// The part of a configuration that determines the games, as JSON. It excludes what changes only the number of games or when they are
/// played.
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

/// The id of a tournament: a hash of its [`identity`], the same on every machine.
pub fn tournament_id(config: &TournamentConfig) -> u64 {
    derive(opening::hash(&identity(config).to_string()), config.seed)
}

/// The differences between two tournaments, for people; empty if they have the same games.
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
