//! What is known of a move beside the move.

use serde::{Deserialize, Serialize};
use zermelo_core::Score;

/// What is known of a move beside the move. Zero stands for what the agent does not tell.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct MoveFigures {
    /// What it took, by the arena's clock.
    pub nanoseconds: u64,
    /// Moves played in the search.
    #[serde(default)]
    pub nodes: u64,
    /// Games played out.
    #[serde(default)]
    pub playouts: u64,
    /// The last depth that was finished.
    #[serde(default)]
    pub depth: u32,
    /// What the mover thought of the position, from its own view.
    #[serde(default)]
    pub score: Option<Score>,
    /// The share of points that playouts brought it, in ten-thousandths.
    #[serde(default)]
    pub share: Option<u16>,
}
