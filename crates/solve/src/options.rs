//! The options of solvers.

use zermelo_core::SearchLimits;
use zermelo_search::memory::{self, TableTooLargeError};

/// The resources of a search solver. A solver with an endgame table ignores them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolverOptions {
    /// Limits of nodes and time; depth and playouts are ignored. No limits by default.
    pub limits: SearchLimits,
    /// Memory of the transposition table in bytes; 64 MiB by default.
    pub hash: u64,
    /// Search threads.
    pub threads: usize,
}

impl SolverOptions {
    /// The default options.
    pub const DEFAULT: Self = Self { limits: SearchLimits::NONE, hash: 64 << 20, threads: 1 };
}

impl Default for SolverOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl SolverOptions {
    /// Checks that the transposition table fits into memory.
    ///
    /// # Errors
    /// It does not.
    pub fn check(&self) -> Result<(), TableTooLargeError> {
        memory::check(self.hash)
    }
}
