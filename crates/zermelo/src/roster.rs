//! The catalogue as the arena's source of games and agents.

use zermelo_arena::Roster;
use zermelo_core::erased::{DynAgent, DynGame, DynOracle};
use zermelo_core::spec::SpecError;

/// All games and agents of the catalogue.
pub struct CatalogRoster;

impl Roster for CatalogRoster {
    fn game(&self, spec: &str) -> Result<Box<dyn DynGame>, SpecError> {
        zermelo_catalog::game(spec)
    }

    fn agent(&self, spec: &str, game: &str) -> Result<Box<dyn DynAgent>, SpecError> {
        zermelo_catalog::agent(spec, game)
    }

    fn oracle(&self, game: &str) -> Option<Box<dyn DynOracle>> {
        zermelo_catalog::solver(game)
    }

    /// An alpha-beta search of depth 6 with the game's default evaluator, deep enough to see tactics of a few plies.
    fn judge(&self, _: &str) -> Option<String> {
        Some("alphabeta:depth=6".to_owned())
    }
}
