//! Where the arena gets its games and players from.

use zermelo_core::erased::{DynAgent, DynGame, DynOracle};
use zermelo_core::spec::SpecError;

/// Makes games and agents by their specifications. The catalogue implements it in the program; a test hands in its own.
pub trait Roster: Send + Sync {
    /// The game that a text names.
    fn game(&self, spec: &str) -> Result<Box<dyn DynGame>, SpecError>;

    /// The agent that a text names, for the game that another text names.
    fn agent(&self, spec: &str, game: &str) -> Result<Box<dyn DynAgent>, SpecError>;

    /// Who knows the true value of the game's positions; `None` where nobody does.
    fn oracle(&self, game: &str) -> Option<Box<dyn DynOracle>> {
        let _ = game;
        None
    }

    /// The agent that tells balanced openings where a plan names none and there is no oracle.
    fn judge(&self, game: &str) -> Option<String> {
        let _ = game;
        None
    }
}
