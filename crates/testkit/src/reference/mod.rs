//! Reference implementations: slow, plain rules and searches that the fast ones must equal.
//!
//! They share no code and no methods with the fast implementations: the board is an array, a line is found by trying
//! every cell and direction, a value by trying every move.

mod agent;
mod minimax;
mod retrograde;
mod slow_box;
pub mod slow_draughts;
mod slow_hex;
mod slow_teeko;
mod solver;

pub use agent::SlowAgent;
pub use minimax::{SlowMinimaxResult, slow_minimax};
pub use retrograde::SlowRetrograde;
pub use slow_box::{SlowBox, SlowMove, SlowMoveError, SlowPosition, SlowPositionError};
pub use slow_hex::{SlowHex, SlowHexMove, SlowHexMoveError, SlowHexPosition};
pub use slow_teeko::{SlowTeeko, SlowTeekoMove, SlowTeekoMoveError, SlowTeekoPosition};
pub use solver::{SlowOracle, SlowSolver};
