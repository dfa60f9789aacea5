//! How the writer fares, as it says itself and as those see who watch it.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use tokio::sync::watch;
use tokio::time::timeout;

use crate::Health;
use crate::fault::{self, Trouble};

/// A commit that takes longer is a trouble that people want to know of.
pub(crate) const STALL: Duration = Duration::from_secs(5);

/// How often the writer is looked after.
const LOOK: Duration = Duration::from_secs(1);

/// How the writer fares.
pub(crate) struct Vitals {
    health: watch::Sender<Health>,
    /// Since when a commit is under way.
    commit: Mutex<Option<Instant>>,
}

impl Vitals {
    pub(crate) fn new(health: watch::Sender<Health>) -> Self {
        Self { health, commit: Mutex::new(None) }
    }

    /// A commit begins, or is over.
    pub(crate) fn commits(&self, since: Option<Instant>) {
        *self.commit.lock().unwrap_or_else(PoisonError::into_inner) = since;
    }

    fn stalls(&self) -> bool {
        let commit = *self.commit.lock().unwrap_or_else(PoisonError::into_inner);
        commit.is_some_and(|since| since.elapsed() > STALL)
    }

    /// Said once when it begins, and once for each new trouble.
    pub(crate) fn fails(&self, trouble: &Trouble) {
        self.fails_while(trouble, || true);
    }

    fn fails_while(&self, Trouble { code, why }: &Trouble, still: impl FnOnce() -> bool) {
        let is_news = self.health.send_if_modified(|health| {
            let since = match health {
                Health::Failing { code: known, .. } if known == code => return false,
                Health::Failing { since, .. } => *since,
                Health::Ok => SystemTime::now(),
            };
            // Asked while nobody else can say how it is: whoever ends the commit says so afterwards.
            let is_so = still();
            if is_so {
                *health = Health::Failing { since, code, why: why.clone() };
            }
            is_so
        });
        if is_news {
            tracing::error!(code, why, "nothing can be stored; what comes is kept in memory and tried again");
        }
    }

    /// Something was stored.
    pub(crate) fn recovered(&self) {
        let Health::Failing { since, .. } = *self.health.borrow() else { return };
        let seconds = since.elapsed().unwrap_or_default().as_secs_f32();
        self.health.send_replace(Health::Ok);
        tracing::info!(seconds, "things are stored again; nothing was lost");
    }

    /// Says so where a commit takes long: the writer waits for the disk then, and can say nothing. Ends when the writer has said what it
    /// leaves, or is gone.
    pub(crate) async fn watch<T>(&self, mut left: watch::Receiver<Option<T>>) {
        let why = format!("a commit takes longer than {} s: is the disk overloaded?", STALL.as_secs());
        let trouble = Trouble { code: fault::STALLED, why };
        while timeout(LOOK, left.wait_for(Option::is_some)).await.is_err() {
            if self.stalls() {
                self.fails_while(&trouble, || self.stalls());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_commit_that_takes_long_is_told_until_it_is_over() {
        let (says, mut health) = watch::channel(Health::Ok);
        let vitals = Arc::new(Vitals::new(says));
        vitals.commits(Some(Instant::now()));
        assert!(!vitals.stalls());
        vitals.commits(Instant::now().checked_sub(STALL * 2));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        runtime.block_on(async {
            let (ends, left) = watch::channel(None);
            let watched = Arc::clone(&vitals);
            let watching = tokio::spawn(async move { watched.watch(left).await });
            let told = health.wait_for(|health| !health.is_ok()).await.expect("it is watched").clone();
            assert!(matches!(told, Health::Failing { code: fault::STALLED, .. }), "{told:?}");
            ends.send_replace(Some(()));
            watching.await.expect("it ends with the writer");
        });
        vitals.commits(None);
        vitals.recovered();
        assert!(health.borrow().is_ok());
        let late = Trouble { code: fault::STALLED, why: String::new() };
        vitals.fails_while(&late, || vitals.stalls());
        assert!(health.borrow().is_ok(), "what is over is not told");
    }
}
