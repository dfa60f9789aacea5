//! How solvers are set up.

use zermelo_core::SearchLimits;
use zermelo_search::memory::{self, TableTooLargeError};

/// What a solver may use. One that has a table of the whole game looks everything up there and needs none of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolverOptions {
    /// Its own limits: nodes and time (depth and playouts mean nothing here). None by default.
    pub limits: SearchLimits,
    /// Memory of the table of a search, in bytes: 64 MiB by default.
    pub hash: u64,
    /// Threads that search.
    pub threads: usize,
}

impl SolverOptions {
    /// What holds where nothing else is said.
    pub const DEFAULT: Self = Self { limits: SearchLimits::NONE, hash: 64 << 20, threads: 1 };
}

impl Default for SolverOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl SolverOptions {
    /// Refuses a table that the machine has no room for.
    pub fn check(&self) -> Result<(), TableTooLargeError> {
        memory::check(self.hash)
    }
}
