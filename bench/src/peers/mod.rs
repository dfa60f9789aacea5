//! Other programs, counted as ours are.
//!
//! Leaf by leaf: every leaf is played and asked for its result. In bulk: the moves of a position one ply above the leaves are counted
//! and not played.

pub mod board_game;
pub mod minimax;

/// Counts of one walk: all leaves, and what their results add up to, so that no compiler can leave the question out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Leaves {
    /// All of them.
    pub nodes: u64,
    /// Those that are won.
    pub won: u64,
}
