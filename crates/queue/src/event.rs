//! What there is to tell while jobs are spread and played.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::message::Version;

/// Told as it happens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A worker is ready.
    Ready {
        /// The server.
        queue: String,
        /// Games at a time.
        concurrency: usize,
    },
    /// The connection is lost. It is made again as soon as the server can be reached.
    Disconnected,
    /// The connection is there again.
    Reconnected,
    /// A worker begins to serve a tournament.
    Tournament {
        /// The run.
        run: String,
        /// What is played.
        title: String,
    },
    /// A worker has a pair before it.
    Pair {
        /// The job.
        job: String,
        /// The run.
        run: String,
        /// Workers that were lost with it.
        lost: u64,
    },
    /// A pair was given up.
    GivenUp {
        /// The job.
        job: String,
        /// Why.
        why: String,
    },
    /// The tournament has ended or was stopped, and its queue is gone.
    Over {
        /// The run.
        run: String,
    },
    /// The jobs of a tournament are not for this program.
    OtherVersion {
        /// The run.
        run: String,
        /// Its version.
        theirs: Version,
        /// This program's.
        ours: Version,
    },
    /// This machine can't play a tournament. It leaves it to others.
    Unfit {
        /// The run.
        run: String,
        /// Why.
        why: String,
    },
    /// A message that no program of this version wrote.
    Unreadable {
        /// Where it was.
        subject: String,
        /// What is wrong.
        why: String,
    },
    /// Jobs and their results are not on the server any more. They are published again.
    Republished {
        /// How many.
        jobs: usize,
    },
    /// The server could not be told that a run has left.
    NotRemoved {
        /// The run.
        run: String,
        /// Why.
        why: String,
    },
}

/// Who hears of it, on any thread.
pub type Say = Arc<dyn Fn(&Event) + Send + Sync>;

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ready { queue, concurrency } => {
                let games = if *concurrency == 1 { "one game".to_owned() } else { format!("{concurrency} games") };
                write!(f, "waiting for jobs at {queue}; {games} at a time")
            }
            Self::Disconnected => f.write_str("the connection to the queue is lost; trying again"),
            Self::Reconnected => f.write_str("connected to the queue again"),
            Self::Tournament { run, title } => write!(f, "plays {title} (run {run})"),
            Self::Pair { job, run, lost: 0 } => write!(f, "pair {job} of run {run}"),
            Self::Pair { job, run, lost } => write!(f, "pair {job} of run {run}, with which {lost} workers were lost"),
            Self::GivenUp { job, why } => write!(f, "pair {job} is given up: {why}"),
            Self::Over { run } => write!(f, "run {run} is over"),
            Self::OtherVersion { run, theirs, ours } => write!(
                f,
                "run {run} is left alone: its jobs are from {theirs}, and this is {ours}; use the same program on all machines"
            ),
            Self::Unfit { run, why } => write!(f, "this machine can't play run {run} and leaves it to others: {why}"),
            Self::Unreadable { subject, why } => write!(f, "a message on {subject} can't be read: {why}"),
            Self::Republished { jobs } => write!(f, "the server has lost {jobs} jobs; they are published again"),
            Self::NotRemoved { run, why } => write!(f, "the queue of run {run} is left on the server: {why}"),
        }
    }
}
