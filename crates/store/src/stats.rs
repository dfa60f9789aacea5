//! Counters of the writer.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Counters of the writer since the store was opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StoreStats {
    /// Writes that are queued or in progress.
    pub pending: u64,
    /// Commits.
    pub batches: u64,
    /// Stored writes.
    pub writes: u64,
    /// Stored events.
    pub events: u64,
    /// Writes that can never be stored.
    pub refused: u64,
    /// Failed commits that were retried.
    pub retries: u64,
    /// The total time of all commits, including failed ones.
    pub committing: Duration,
}

/// The same counters, shared with the writer.
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
    pub(crate) fn stats(&self) -> StoreStats {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        StoreStats {
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

/// Adds to a counter.
pub(crate) fn count(counter: &AtomicU64, more: u64) {
    counter.fetch_add(more, Ordering::Relaxed);
}
