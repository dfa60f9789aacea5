//! The options of a check, and why no rule could be checked.

use std::time::Duration;

use zermelo_core::erased::DynGame;
use zermelo_core::spec::SpecError;
use zermelo_core::text::excerpt;

use crate::client::{EngineTimeouts, Protocol};
use crate::connection::launch::Launch;
use crate::protocol::SupportedGames;

/// The engine to check, and how.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// How to start or reach the engine.
    pub launch: Launch,
    /// The protocol that the engine speaks.
    pub protocol: Protocol,
    /// The game to play. By default the first known game that the engine lists, else `default_game`.
    pub game: Option<String>,
    /// The game for an engine that lists no known game.
    pub default_game: String,
    /// The number of positions in which to ask for a move.
    pub positions: u32,
    /// The seed of the random positions.
    pub seed: u64,
    /// How long to wait for the engine.
    pub timeouts: EngineTimeouts,
}

impl CheckOptions {
    /// Twenty positions and the default timeouts, but with a time margin of 2 s and 2 s to exit.
    pub fn new(launch: Launch, protocol: Protocol, default_game: impl Into<String>) -> Self {
        let two = Duration::from_secs(2);
        let timeouts = EngineTimeouts { margin: two, quit: two, ..EngineTimeouts::default() };
        Self { launch, protocol, game: None, default_game: default_game.into(), positions: 20, seed: 0, timeouts }
    }
}

/// Why no rule could be checked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckError {
    /// The engine can't be started or reached.
    #[error("{0}")]
    NotStarted(String),
    /// The game does not exist.
    #[error("game \"{}\": {why}", excerpt(.game))]
    Game {
        /// Its specification.
        game: String,
        #[source]
        #[allow(missing_docs)]
        why: SpecError,
    },
    /// The game is over before it begins.
    #[error("there is no legal move in the initial position of {0}; choose another game")]
    Over(String),
}

/// Creates a game from its specification.
pub type FindGame<'a> = &'a dyn Fn(&str) -> Result<Box<dyn DynGame>, SpecError>;

/// The game to play with an engine that plays `supported`.
pub(super) fn choose_game(
    options: &CheckOptions,
    supported: &SupportedGames,
    find: FindGame<'_>,
) -> Result<Box<dyn DynGame>, CheckError> {
    let named = match supported {
        SupportedGames::Any => None,
        SupportedGames::Listed(games) => games.iter().find(|game| find(game).is_ok()),
    };
    let spec = options.game.as_ref().or(named).unwrap_or(&options.default_game);
    let game = find(spec).map_err(|why| CheckError::Game { game: spec.clone(), why })?;
    if game.new_record().ending().is_some() {
        return Err(CheckError::Over(game.spec()));
    }
    Ok(game)
}
