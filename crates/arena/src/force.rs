//! Who plays the jobs of a run: threads of this machine ([`Crew`](crate::pool::Crew)), or workers on many.

use std::time::Duration;

use crate::play::Broken;
use crate::play::job::{Job, JobId, PairResult};

/// A work force. Results come in the order in which they end; each job that was submitted gives one result or one fault.
pub trait Force {
    /// Puts jobs behind those that wait.
    fn submit(&mut self, jobs: Vec<Job>);

    /// The next result; `None` when none came within the time.
    fn next(&mut self, timeout: Duration) -> Option<Result<PairResult, Fault>>;

    /// A result that is there already.
    fn ready(&mut self) -> Option<Result<PairResult, Fault>>;

    /// How many jobs should wait or be played at least, so that nobody is idle.
    fn appetite(&self) -> usize;

    /// Of the results that were handed out, so many, counted from the first, are in the results file for good.
    fn kept(&mut self, results: u64) {
        let _ = results;
    }

    /// Ends the work: jobs that are not done are left. Results that came before are still given by [`ready`](Self::ready).
    fn close(&mut self);

    /// The results file is closed. Where the tournament is over, nobody will ask for anything of it again.
    fn leave(&mut self, is_over: bool) {
        let _ = is_over;
    }
}

/// Why there is no result.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Fault {
    /// A job can't be played here.
    #[error("{error}")]
    Broken {
        /// The job.
        job: JobId,
        /// Why.
        #[source]
        error: Broken,
    },
    /// One job was given up; the others go on.
    #[error("{0}")]
    GivenUp(GivenUp),
    /// The work force itself is lost.
    #[error("{0}")]
    Failed(String),
}

/// A job that nobody plays any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenUp {
    /// The job.
    pub id: JobId,
    /// Its round, from 1.
    pub round: u32,
    /// Which pair of its pairing, from 0.
    pub pair: u64,
    /// The names of the agents.
    pub agents: [String; 2],
    /// Why.
    pub why: String,
}

impl GivenUp {
    /// A job, and why it was given up.
    pub fn new(job: &Job, why: String) -> Self {
        let name = |at: usize| job.terms.players.get(at).map_or_else(|| at.to_string(), |player| player.name.clone());
        Self { id: job.id, round: job.round, pair: job.pair, agents: job.players.map(name), why }
    }
}

impl std::fmt::Display for GivenUp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [a, b] = &self.agents;
        write!(f, "job {}, pair {} of {a} against {b} in round {}: {}", self.id, self.pair + 1, self.round, self.why)
    }
}

/// So many are named one by one.
const NAMED: usize = 10;

/// The list of those that were given up, for people.
pub(crate) fn list(jobs: &[GivenUp]) -> String {
    let mut lines: Vec<String> = jobs.iter().take(NAMED).map(|job| format!("\n  {job}")).collect();
    if jobs.len() > NAMED {
        lines.push(format!("\n  and {} more", jobs.len() - NAMED));
    }
    lines.concat()
}
