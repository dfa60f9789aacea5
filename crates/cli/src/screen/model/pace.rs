//! How fast agents play each other.

/// The times from move to move of agents that play each other, in milliseconds.
pub const PACES: [u64; 7] = [0, 100, 250, 500, 1000, 2000, 5000];

/// The one to begin with.
pub const USUAL_PACE: usize = 3;
