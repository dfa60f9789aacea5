//! How a proof-number search is set up.

use zermelo_core::SearchLimits;

use crate::memory::{self, TooLarge};

/// How a proof-number search is set up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DfpnOptions {
    /// Its own limits: depth, nodes, time (playouts mean nothing here). None by default. A depth asks for wins and losses of at most so
    /// many plies, and then no draw is proven.
    pub limits: SearchLimits,
    /// Memory of the table in bytes: 64 MiB by default.
    pub hash: u64,
    /// Whether the shortest win is looked for once there is one (the longest loss): more work, exact distances. Off by default.
    pub shortest: bool,
    /// How far a move is followed beyond the number of the next best one: 0 changes to the better one at once, 0.25 (the default) goes on
    /// until it is worse by a quarter.
    pub epsilon: f32,
    /// How the numbers of moves that all have to be dealt with add up; where positions can come back, always [`Adding::Weak`].
    pub adding: Adding,
    /// Whether symmetric positions share what is found. On by default.
    pub symmetry: bool,
}

/// How the numbers of moves that all have to be dealt with add up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Adding {
    /// The sum, as Allis defined it. Where many orders of moves lead to the same positions, those count many times.
    Sum,
    /// The greatest number, and one for each other move that is open (Ueda and others, "Weak Proof-Number Search", 2008).
    #[default]
    Weak,
}

impl Default for DfpnOptions {
    fn default() -> Self {
        Self {
            limits: SearchLimits::NONE,
            hash: 64 << 20,
            shortest: false,
            epsilon: 0.25,
            adding: Adding::default(),
            symmetry: true,
        }
    }
}

impl DfpnOptions {
    /// Refuses a table that the machine has no room for.
    pub fn check(&self) -> Result<(), TooLarge> {
        memory::check(self.hash)
    }
}
