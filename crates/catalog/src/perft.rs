//! Perft of any game.

use zermelo_core::spec::SpecError;
use zermelo_core::{Depth, PerftLeaves, PerftTotals, TreeTooLargeError, divide, perft, perft_leaves, totals};

use crate::games::{CatalogGame, GameVisitor, with_game};

/// A position of any game whose game tree can be counted.
pub trait DynPerft {
    /// The number of leaves; see [`zermelo_core::perft`].
    fn perft(&self, depth: Depth) -> u64;

    /// The leaves by result; see [`zermelo_core::perft_leaves`].
    fn leaves(&self, depth: Depth) -> PerftLeaves;

    /// The number of leaves below each move; see [`zermelo_core::divide`].
    fn divide(&self, depth: Depth) -> Vec<(String, u64)>;

    /// The counts of the whole tree; see [`zermelo_core::totals`].
    ///
    /// # Errors
    /// The tree has more than `limit` nodes.
    fn totals(&self, depth: Depth, limit: u64) -> Result<PerftTotals, TreeTooLargeError>;
}

struct ErasedPerft<G: CatalogGame> {
    game: G,
    position: G::Position,
}

impl<G: CatalogGame> DynPerft for ErasedPerft<G> {
    fn perft(&self, depth: Depth) -> u64 {
        perft(&self.game, &self.position, depth)
    }

    fn leaves(&self, depth: Depth) -> PerftLeaves {
        perft_leaves(&self.game, &self.position, depth)
    }

    fn divide(&self, depth: Depth) -> Vec<(String, u64)> {
        let counts = divide(&self.game, &self.position, depth).into_iter();
        counts.map(|(mv, nodes)| (self.game.move_text(&self.position, mv), nodes)).collect()
    }

    fn totals(&self, depth: Depth, limit: u64) -> Result<PerftTotals, TreeTooLargeError> {
        totals(&self.game, &self.position, depth, limit)
    }
}

/// The position of a game spec, to be counted.
///
/// # Errors
/// The spec or the position is invalid.
pub fn perft_position(game: &str, position: &str) -> Result<Box<dyn DynPerft>, SpecError> {
    struct ErasePosition<'a>(&'a str);

    impl GameVisitor for ErasePosition<'_> {
        type Output = Result<Box<dyn DynPerft>, SpecError>;

        fn visit<G: CatalogGame>(self, game: G) -> Self::Output {
            let position = game.parse_position(self.0).map_err(|why| SpecError::Conflict(why.to_string()))?;
            Ok(Box::new(ErasedPerft { game, position }))
        }
    }

    with_game(&game.parse()?, ErasePosition(position))?
}
