//! Statistics of a move.

use serde::{Deserialize, Serialize};
use zermelo_core::Score;

/// Statistics of a move. Zero means that the agent did not report the value.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct MoveFigures {
    /// The time for the move, measured by the arena.
    pub nanoseconds: u64,
    /// The nodes of the search.
    #[serde(default)]
    pub nodes: u64,
    /// The playouts of the search.
    #[serde(default)]
    pub playouts: u64,
    /// The last completed depth, in plies.
    #[serde(default)]
    pub depth: u32,
    /// The score, from the point of view of the mover.
    #[serde(default)]
    pub score: Option<Score>,
    /// The mean points of the playouts for the mover, in ten-thousandths.
    #[serde(default)]
    pub share: Option<u16>,
}
