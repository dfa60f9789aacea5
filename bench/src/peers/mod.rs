//! Other programs.
//!
//! Leaf by leaf: every leaf is played and its result computed. In bulk: the moves of a position one ply above the leaves are counted
//! and not played.

pub mod board_game;
pub mod connect4;
pub mod minimax;
pub mod moby_dam;
pub mod open_spiel;
