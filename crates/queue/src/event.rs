//! Events of collectors and workers, for logs.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::message::Version;

/// An event of a collector or a worker. `run` is the key of the run, `job` the id of the job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum QueueEvent {
    /// A worker is connected to the server `queue` and plays `concurrency` games at a time.
    Ready { queue: String, concurrency: usize },
    /// The connection is lost; the client reconnects by itself.
    Disconnected,
    /// The connection is restored.
    Reconnected,
    /// A worker subscribed to a tournament.
    Tournament { run: String, title: String },
    /// A worker received a job; `lost` workers have disappeared with it before.
    Pair { job: String, run: String, lost: u64 },
    /// A job was moved to the dead letters.
    GivenUp { job: String, why: String },
    /// The tournament was finished or stopped, and its streams are deleted.
    Over { run: String },
    /// The jobs of a run have another version; this worker skips the run.
    OtherVersion { run: String, theirs: Version, ours: Version },
    /// This machine can't play the run and skips it.
    Unfit { run: String, why: String },
    /// A message is malformed.
    Unreadable { subject: String, why: String },
    /// The server lost `jobs` jobs or their results; the collector published them again.
    Republished { jobs: usize },
    /// The streams of a run could not be deleted.
    NotRemoved { run: String, why: String },
}

/// Receives events, on any thread.
pub type EventListener = Arc<dyn Fn(&QueueEvent) + Send + Sync>;

impl fmt::Display for QueueEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ready { queue, concurrency } => {
                let games = if *concurrency == 1 { "one game".to_owned() } else { format!("{concurrency} games") };
                write!(f, "waiting for jobs at {queue}; {games} at a time")
            }
            Self::Disconnected => f.write_str("the connection to the queue is lost; reconnecting"),
            Self::Reconnected => f.write_str("reconnected to the queue"),
            Self::Tournament { run, title } => write!(f, "playing {title} (run {run})"),
            Self::Pair { job, run, lost: 0 } => write!(f, "pair {job} of run {run}"),
            Self::Pair { job, run, lost } => write!(f, "pair {job} of run {run}, with which {lost} workers were lost"),
            Self::GivenUp { job, why } => write!(f, "pair {job} is given up: {why}"),
            Self::Over { run } => write!(f, "run {run} is over"),
            Self::OtherVersion { run, theirs, ours } => write!(
                f,
                "run {run} is skipped: its jobs are from {theirs}, and this is {ours}; use the same program on all machines"
            ),
            Self::Unfit { run, why } => write!(f, "run {run} is skipped: this machine can't play it: {why}"),
            Self::Unreadable { subject, why } => write!(f, "malformed message on {subject}: {why}"),
            Self::Republished { jobs } => write!(f, "the server has lost {jobs} jobs; they are published again"),
            Self::NotRemoved { run, why } => write!(f, "the streams of run {run} are left on the server: {why}"),
        }
    }
}
