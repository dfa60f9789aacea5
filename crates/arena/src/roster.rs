//! The source of games and agents.

use zermelo_core::erased::{DynAgent, DynGame, DynOracle};
use zermelo_core::spec::SpecError;

/// Creates games and agents from their specifications. The command line implements it with the catalogue.
pub trait Roster: Send + Sync {
    /// Creates a game.
    fn game(&self, spec: &str) -> Result<Box<dyn DynGame>, SpecError>;

    /// Creates an agent for a game.
    fn agent(&self, spec: &str, game: &str) -> Result<Box<dyn DynAgent>, SpecError>;

    /// A solver of the game, if there is one.
    fn oracle(&self, game: &str) -> Option<Box<dyn DynOracle>> {
        let _ = game;
        None
    }

    /// The default judge of balanced openings, for games without an oracle.
    fn judge(&self, game: &str) -> Option<String> {
        let _ = game;
        None
    }
}
