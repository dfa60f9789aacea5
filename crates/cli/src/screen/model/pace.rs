//! The speed of games of agents.

/// The delays between moves, in milliseconds.
pub const PACES: [u64; 7] = [0, 100, 250, 500, 1000, 2000, 5000];

/// The index of the default delay.
pub const USUAL_PACE: usize = 3;
