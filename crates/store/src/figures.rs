//! What the writer has done since the store was opened.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// What the writer has done since the store was opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// Writes that are not answered yet.
    pub pending: u64,
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

/// The same, as it is counted.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    pub(crate) pending: AtomicU64,
    pub(crate) batches: AtomicU64,
    pub(crate) writes: AtomicU64,
    pub(crate) events: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) retries: AtomicU64,
    pub(crate) nanoseconds: AtomicU64,
}

impl Counters {
    pub(crate) fn figures(&self) -> Figures {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Figures {
            pending: read(&self.pending),
            batches: read(&self.batches),
            writes: read(&self.writes),
            events: read(&self.events),
            refused: read(&self.refused),
            retries: read(&self.retries),
            committing: Duration::from_nanos(read(&self.nanoseconds)),
        }
    }
}

/// Counts more.
pub(crate) fn count(counter: &AtomicU64, more: u64) {
    counter.fetch_add(more, Ordering::Relaxed);
}
