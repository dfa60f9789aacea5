//! What the writer has done since the store was opened.

use std::time::Duration;

/// What the writer has done since the store was opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// Commits.
    pub batches: u64,
    /// Writes that are stored.
    pub writes: u64,
    /// Events that are stored.
    pub events: u64,
    /// Writes that can't ever be stored.
    pub refused: u64,
    /// Commits that failed and were tried again.
    pub retries: u64,
    /// The time that commits took, those that failed too.
    pub committing: Duration,
}
