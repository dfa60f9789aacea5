//! Where the jobs of a run are played: on a [`ThreadPool`](crate::thread_pool::ThreadPool), or by workers on many machines.

use std::time::Duration;

use crate::play::JobError;
use crate::play::job::{Job, JobId, PairResult};

/// Plays jobs. Results come in the order of completion. Each submitted job gives one result or one error.
pub trait JobExecutor {
    /// Appends jobs to the queue.
    fn submit(&mut self, jobs: Vec<Job>);

    /// Waits for the next result; `None` after the timeout.
    fn next(&mut self, timeout: Duration) -> Option<Result<PairResult, ExecutorError>>;

    /// A result that is available without waiting.
    fn ready(&mut self) -> Option<Result<PairResult, ExecutorError>>;

    /// The number of jobs in flight that keeps all workers busy.
    fn min_in_flight(&self) -> usize;

    /// Reports that the first `results` results that this executor returned are committed to the results file.
    fn kept(&mut self, results: u64) {
        let _ = results;
    }

    /// Cancels all unfinished jobs. [`ready`](Self::ready) still returns the earlier results.
    fn close(&mut self);

    /// Called when the results file is closed. `is_over`: the tournament is complete, so its resources can be freed.
    fn leave(&mut self, is_over: bool) {
        let _ = is_over;
    }
}

/// A job without a result, or a failed executor.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ExecutorError {
    /// A job can't be played on this machine.
    #[error("{error}")]
    Job {
        #[allow(missing_docs)]
        job: JobId,
        #[source]
        #[allow(missing_docs)]
        error: JobError,
    },
    /// One job was abandoned; the others continue.
    #[error("{0}")]
    Abandoned(AbandonedJob),
    /// The executor failed, for example by losing its connection.
    #[error("{0}")]
    Failed(String),
}

/// A job that will not be tried again in this run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbandonedJob {
    /// The job.
    pub id: JobId,
    /// Its round, from 1.
    pub round: u32,
    /// Which pair of its pairing, from 0.
    pub pair: u64,
    /// The names of the agents.
    pub agents: [String; 2],
    /// The reason.
    pub why: String,
}

impl AbandonedJob {
    /// Describes a job and the reason.
    pub fn new(job: &Job, why: String) -> Self {
        let name = |at: usize| job.terms.players.get(at).map_or_else(|| at.to_string(), |player| player.name.clone());
        Self { id: job.id, round: job.round, pair: job.pair, agents: job.players.map(name), why }
    }
}

impl std::fmt::Display for AbandonedJob {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [a, b] = &self.agents;
        write!(f, "job {}, pair {} of {a} against {b} in round {}: {}", self.id, self.pair + 1, self.round, self.why)
    }
}

/// The maximum number of jobs to list.
const MAX_LISTED: usize = 10;

/// A list of abandoned jobs, for people.
pub(crate) fn list(jobs: &[AbandonedJob]) -> String {
    let mut lines: Vec<String> = jobs.iter().take(MAX_LISTED).map(|job| format!("\n  {job}")).collect();
    if jobs.len() > MAX_LISTED {
        lines.push(format!("\n  and {} more", jobs.len() - MAX_LISTED));
    }
    lines.concat()
}
