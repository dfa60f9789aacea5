//! A solver for Connect Four on boards of any size: the outcome and the number of moves to it.
//!
//! ```text
//! solver       the solver of one board: opening books, then the search
//! solver_bits  selects the search code of a board size
//! question     questions and answers
//! book         opening books
//! board        bitboards, of sizes fixed at compile time or not
//! node         a position in the search; forced replies
//! strategy     upper bounds from simple strategies (claimeven, zugzwang)
//! table        the transposition table
//! search       alpha-beta
//! root         null windows at the root; threads
//! score        scores and distances
//! oracle       the solver as an oracle
//! agent        the solver as a player
//! ```
//!
//! Based on James D. Allen, "A Note on the Computer Solution of Connect-Four", and Victor Allis, "A Knowledge-Based Approach of
//! Connect-Four", both 1988, and Pascal Pons, <http://blog.gamesolver.org>. `docs/games/connect4.md` describes the method.
#![expect(
    clippy::inline_always,
    reason = "functions called for every move of a node are inlined into the search, for speed"
)]

mod agent;
mod board;
pub mod book;
mod book_builder;
mod node;
mod oracle;
mod question;
mod root;
mod score;
mod search;
mod solver;
mod solver_bits;
mod strategy;
mod table;
#[cfg(test)]
mod tests;

pub use self::agent::SolverAgent;
pub use self::oracle::SolverOracle;
pub use self::question::{ScoreBounds, ScoreQuestion, SolveLimits, SolverAnswer};
pub use self::solver::Solver;
pub use self::solver_bits::SolverBits;
