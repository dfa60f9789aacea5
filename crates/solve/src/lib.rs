//! Perfect play: the value of positions, proven, as [`Oracle`](zermelo_core::Oracle)s.
//!
//! [`connect4`] solves Connect Four on boards of any size by search; [`retrograde`] makes tables of all positions of a game: Teeko and small
//! boards. [`puzzles`] finds positions with one winning move, by any oracle. [`Solved`] says which games have a solver of their own.

pub mod connect4;
mod disk;
mod hex;
mod options;
pub mod puzzles;
pub mod retrograde;
mod solved;
mod stones;
mod teeko;

pub use options::SolverOptions;
pub use solved::{NoSolver, Solved, SolverError, TableWork};
