//! What each command does.

pub mod agents;
pub mod analyse;
pub mod arena;
pub mod bench;
pub mod book;
pub mod engine;
pub mod games;
mod listing;
pub mod perft;
pub mod play;
pub mod puzzles;
pub mod serve;
pub mod solve;
pub mod tree;
