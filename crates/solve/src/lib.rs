//! Perfect play: the value of positions, proven, as [`Oracle`](zermelo_core::Oracle)s.
//!
//! [`connect4`] solves Connect Four on boards of any size. [`Solved`] says which games have a solver of their own.

pub mod connect4;
mod solved;

pub use solved::{NoSolver, Solved};
