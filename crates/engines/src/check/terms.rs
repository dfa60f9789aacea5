//! What is looked at, and why nothing could be.

use std::time::Duration;

use zermelo_core::erased::DynGame;
use zermelo_core::spec::SpecError;
use zermelo_core::text::excerpt;

use crate::client::{Patience, Protocol};
use crate::link::launch::Launch;
use crate::protocol::Games;

/// What is looked at, and how long.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Where the program is.
    pub launch: Launch,
    /// What it is to speak.
    pub protocol: Protocol,
    /// The game that it is asked to play; if not given, the first of those that it names and that are known, else the usual one.
    pub game: Option<String>,
    /// The game for a program that plays any.
    pub usual: String,
    /// Positions in which it is asked for a move.
    pub positions: u32,
    /// The seed of the positions.
    pub seed: u64,
    /// How long it is waited for.
    pub patience: Patience,
}

impl Terms {
    /// Twenty positions, and the patience of a game; but time is looked at closely, and the end is waited for.
    pub fn new(launch: Launch, protocol: Protocol, usual: impl Into<String>) -> Self {
        let two = Duration::from_secs(2);
        let patience = Patience { margin: two, quit: two, ..Patience::default() };
        Self { launch, protocol, game: None, usual: usual.into(), positions: 20, seed: 0, patience }
    }
}

/// Why nothing could be looked at.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckError {
    /// It does not run.
    #[error("{0}")]
    NotStarted(String),
    /// The game that it is to play is not known here.
    #[error("game \"{}\": {why}", excerpt(.game))]
    Game {
        /// Its text.
        game: String,
        /// Why.
        #[source]
        why: SpecError,
    },
    /// The game is over before it begins.
    #[error("nobody can move in {0}; choose a game in which there is something to play")]
    Over(String),
}

/// Makes a game of its specification.
pub type FindGame<'a> = &'a dyn Fn(&str) -> Result<Box<dyn DynGame>, SpecError>;

/// The game to play with a program that says that it plays these.
pub(super) fn choose_game(terms: &Terms, plays: &Games, find: FindGame<'_>) -> Result<Box<dyn DynGame>, CheckError> {
    let named = match plays {
        Games::Any => None,
        Games::These(games) => games.iter().find(|game| find(game).is_ok()),
    };
    let spec = terms.game.as_ref().or(named).unwrap_or(&terms.usual);
    let game = find(spec).map_err(|why| CheckError::Game { game: spec.clone(), why })?;
    if game.new_record().ending().is_some() {
        return Err(CheckError::Over(game.spec()));
    }
    Ok(game)
}
