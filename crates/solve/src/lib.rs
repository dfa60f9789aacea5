//! Solvers: proven values of positions, as [`Oracle`](zermelo_core::Oracle)s, and perfect players.
//!
//! [`connect4`] solves Connect Four on boards of any size by search. [`retrograde`] builds endgame tables of whole games: Teeko and games
//! on small boards. [`puzzles`] finds positions with a single winning move, with any oracle. [`SolvableGame`] is the solver of each game.
#![warn(clippy::missing_errors_doc)]

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
pub use solved::{NoSolver, SolvableGame, SolverError, TableVisitor};
