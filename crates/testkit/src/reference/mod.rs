//! Rules and searches that are slow and obvious, to compare the fast ones with.
//!
//! Nothing here shares code or ideas with what it is compared to: the board is an array, a line is found by looking
//! everywhere, a value by trying everything.

mod agent;
mod minimax;
mod retrograde;
mod slow_box;
pub mod slow_draughts;
mod slow_hex;
mod slow_teeko;
mod solver;

pub use agent::SlowAgent;
pub use minimax::{SlowValue, slow_minimax};
pub use retrograde::SlowRetrograde;
pub use slow_box::{SlowBox, SlowIllegal, SlowMove, SlowPosition, SlowTextError};
pub use slow_hex::{SlowHex, SlowHexIllegal, SlowHexMove, SlowHexPosition};
pub use slow_teeko::{SlowTeeko, SlowTeekoIllegal, SlowTeekoMove, SlowTeekoPosition};
pub use solver::{SlowOracle, SlowSolver};
