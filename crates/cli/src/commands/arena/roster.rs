//! The catalogue's games and agents, for the arena.

use zermelo_arena::Roster;
use zermelo_core::erased::{DynAgent, DynGame, DynOracle};
use zermelo_core::spec::SpecError;

/// Everything that the catalogue lists.
pub struct Catalogue;

impl Roster for Catalogue {
    fn game(&self, spec: &str) -> Result<Box<dyn DynGame>, SpecError> {
        zermelo_catalog::game(spec)
    }

    fn agent(&self, spec: &str, game: &str) -> Result<Box<dyn DynAgent>, SpecError> {
        zermelo_catalog::agent(spec, game)
    }

    fn oracle(&self, game: &str) -> Option<Box<dyn DynOracle>> {
        zermelo_catalog::solver(game)
    }

    /// Looks far enough to see what a few plies decide, with the game's own evaluator.
    fn judge(&self, _: &str) -> Option<String> {
        Some("alphabeta:depth=6".to_owned())
    }
}
