//! Tracks whether the writer succeeds, and detects stalled commits.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use tokio::sync::watch;
use tokio::time::timeout;

use crate::Health;
use crate::sql_error::{self, TransientError};

/// A commit that takes longer is reported as stalled.
pub(crate) const STALL_AFTER: Duration = Duration::from_secs(5);

/// The interval of the checks.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// Tracks whether the writer succeeds. The writer reports failures and recoveries; [`watch_commits`](Self::watch_commits) detects stalls.
pub(crate) struct HealthMonitor {
    health: watch::Sender<Health>,
    /// The start of the commit in progress.
    commit: Mutex<Option<Instant>>,
}

impl HealthMonitor {
    pub(crate) fn new(health: watch::Sender<Health>) -> Self {
        Self { health, commit: Mutex::new(None) }
    }

    /// Sets or clears the start of the commit in progress.
    pub(crate) fn set_commit_start(&self, since: Option<Instant>) {
        *self.commit.lock().unwrap_or_else(PoisonError::into_inner) = since;
    }

    fn is_stalled(&self) -> bool {
        let commit = *self.commit.lock().unwrap_or_else(PoisonError::into_inner);
        commit.is_some_and(|since| since.elapsed() > STALL_AFTER)
    }

    /// Reports a failure. Logged once, and again when the error changes.
    pub(crate) fn report_failure(&self, error: &TransientError) {
        self.report_failure_if(error, || true);
    }

    fn report_failure_if(
        &self,
        TransientError { code, why }: &TransientError,
        is_still_failing: impl FnOnce() -> bool,
    ) {
        let is_news = self.health.send_if_modified(|health| {
            let since = match health {
                Health::Failing { code: known, .. } if known == code => return false,
                Health::Failing { since, .. } => *since,
                Health::Ok => SystemTime::now(),
            };
            // Checked under the lock: a commit that outcome_sender now reports its recovery afterwards.
            let is_changed = is_still_failing();
            if is_changed {
                *health = Health::Failing { since, code, why: why.clone() };
            }
            is_changed
        });
        if is_news {
            tracing::error!(code, why, "the store can't write; new writes stay in memory and are retried");
        }
    }

    /// Reports a successful commit.
    pub(crate) fn report_recovery(&self) {
        let Health::Failing { since, .. } = *self.health.borrow() else { return };
        let seconds = since.elapsed().unwrap_or_default().as_secs_f32();
        self.health.send_replace(Health::Ok);
        tracing::info!(seconds, "the store writes again; nothing was lost");
    }

    /// Reports commits that take too long, because the blocked writer can't report them itself. Returns when the writer has ended.
    pub(crate) async fn watch_commits<T>(&self, mut outcome: watch::Receiver<Option<T>>) {
        let why = format!("a commit takes longer than {} s: is the disk overloaded?", STALL_AFTER.as_secs());
        let error = TransientError { code: sql_error::STALLED, why };
        while timeout(CHECK_INTERVAL, outcome.wait_for(Option::is_some)).await.is_err() {
            if self.is_stalled() {
                self.report_failure_if(&error, || self.is_stalled());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_stalled_commit_is_reported() {
        let (sender, mut health) = watch::channel(Health::Ok);
        let monitor = Arc::new(HealthMonitor::new(sender));
        monitor.set_commit_start(Some(Instant::now()));
        assert!(!monitor.is_stalled());
        monitor.set_commit_start(Instant::now().checked_sub(STALL_AFTER * 2));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        runtime.block_on(async {
            let (outcome_sender, outcome) = watch::channel(None);
            let watched = Arc::clone(&monitor);
            let watching = tokio::spawn(async move { watched.watch_commits(outcome).await });
            let failure = health.wait_for(|health| !health.is_ok()).await.expect("it is watched").clone();
            assert!(matches!(failure, Health::Failing { code: sql_error::STALLED, .. }), "{failure:?}");
            outcome_sender.send_replace(Some(()));
            watching.await.expect("it outcome_sender with the writer");
        });
        monitor.set_commit_start(None);
        monitor.report_recovery();
        assert!(health.borrow().is_ok());
        let late = TransientError { code: sql_error::STALLED, why: String::new() };
        monitor.report_failure_if(&late, || monitor.is_stalled());
        assert!(health.borrow().is_ok(), "a finished commit is not reported");
    }
}
