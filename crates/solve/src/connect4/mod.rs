//! Connect Four on a board of any size, solved: who wins, and by how many stones.
//!
//! ```text
//! solver    the solver of one board: books, then the search
//! question  what is asked and answered
//! book      positions of the opening, solved before
//! board     squares and lines, for sizes known when the program is compiled and for any other
//! node      a position in a search; chains of forced replies
//! strategy  scores that a simple strategy holds
//! table     what is remembered
//! search    alpha-beta
//! root      the windows that settle a score; threads
//! score     stones that the winner has left
//! oracle    the solver as an oracle
//! agent     the solver as a player
//! ```
//!
//! After James D. Allen, "A Note on the Computer Solution of Connect-Four", and Victor Allis, "A Knowledge-Based Approach of
//! Connect-Four", both 1988, and Pascal Pons, <http://blog.gamesolver.org>. `docs/games/connect4.md` tells how it works.
#![expect(
    clippy::inline_always,
    reason = "a node of the search is one stretch of code: what it calls for each move is part of it"
)]

mod agent;
mod board;
pub mod book;
mod bookmaking;
mod node;
mod oracle;
mod question;
mod root;
mod score;
mod search;
mod sizes;
mod solver;
mod strategy;
mod table;
#[cfg(test)]
mod tests;

pub use self::agent::SolverAgent;
pub use self::oracle::SolverOracle;
pub use self::question::{Answer, Bounds, Effort, Question};
pub use self::sizes::Sizes;
pub use self::solver::Solver;
