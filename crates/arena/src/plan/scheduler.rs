//! Generates the jobs of a tournament.

use std::sync::Arc;

use zermelo_core::Wdl;
use zermelo_search::derive;

use crate::config::{Sides, TournamentConfig};
use crate::opening::OpeningSource;
use crate::play::job::{Job, JobId, PairResult, TournamentTerms};
use crate::schedule::{PairingBatch, Schedule, Standings, schedule};

/// Generates the jobs of a tournament in order, and keeps the standings that its schedule depends on.
pub struct Scheduler {
    terms: Arc<TournamentTerms>,
    openings: OpeningSource,
    schedule: Box<dyn Schedule>,
    standings: Standings,
    sides: Sides,
    pairs: bool,
    seed: u64,
    batch: Option<PairingBatch>,
    /// Jobs of the batch that were generated.
    given: u64,
    /// Jobs of the batch that are finished.
    done: u64,
    /// The number of the next job.
    number: u64,
    /// Whether the schedule is complete.
    is_over: bool,
}

/// The result of [`Scheduler::next_job`].
#[derive(Debug)]
pub enum NextJob {
    /// The next job.
    Ready(Box<Job>),
    /// The next pairings depend on results that are still missing.
    Blocked,
    /// All jobs were generated.
    Finished,
}

impl Scheduler {
    pub(super) fn new(config: &TournamentConfig, terms: Arc<TournamentTerms>, openings: OpeningSource) -> Self {
        Self {
            terms,
            openings,
            schedule: schedule(config),
            standings: Standings::default(),
            sides: config.sides,
            pairs: config.pairs,
            seed: config.seed,
            batch: None,
            given: 0,
            done: 0,
            number: 0,
            is_over: false,
        }
    }

    /// The settings that all jobs share.
    pub fn terms(&self) -> &Arc<TournamentTerms> {
        &self.terms
    }

    /// The total number of games, if it is known.
    pub fn games(&self) -> Option<u64> {
        self.schedule.games()
    }

    /// The agents, best first, if the format has its own ranking.
    pub fn ranking(&self) -> Option<Vec<usize>> {
        self.schedule.ranking(&self.standings)
    }

    /// The next job.
    pub fn next_job(&mut self) -> NextJob {
        loop {
            if self.is_over {
                return NextJob::Finished;
            }
            if let Some(batch) = &self.batch {
                let all = self.jobs_in(batch);
                if all.is_none_or(|all| self.given < all) {
                    return NextJob::Ready(Box::new(self.build_job()));
                }
                if all.is_some_and(|all| self.done < all) {
                    return NextJob::Blocked;
                }
            }
            self.batch = self.schedule.next_batch(&self.standings);
            (self.given, self.done) = (0, 0);
            self.is_over = self.batch.is_none();
        }
    }

    /// Counts the result of a job.
    pub fn note(&mut self, result: &PairResult) {
        self.standings.add(result);
        self.done += 1;
    }

    /// Counts the games of a job from an earlier run: each result for the first agent of the pairing, and the agent that moved first.
    pub(crate) fn record_known_games(&mut self, job: &Job, games: &[(Wdl, usize)]) {
        self.standings.add_games(job.round, job.players, games.iter().copied());
        self.done += 1;
    }

    fn jobs_in(&self, batch: &PairingBatch) -> Option<u64> {
        let a_pairing = batch.games?.div_ceil(self.games_a_job());
        Some(a_pairing.saturating_mul(batch.pairings.len() as u64))
    }

    fn games_a_job(&self) -> u64 {
        if self.pairs { 2 } else { 1 }
    }

    /// The next job of the current batch. Pairings take turns, so that all have about the same number of games at any time.
    fn build_job(&mut self) -> Job {
        let a_job = self.games_a_job();
        let (round, players, games, games_before) = match &self.batch {
            Some(batch) => {
                let pairings = batch.pairings.len() as u64;
                let players = batch.pairings[(self.given % pairings) as usize];
                let turn = self.given / pairings;
                let left = batch.games.map_or(a_job, |games| games - turn * a_job);
                (batch.round, players, left.min(a_job) as u8, batch.games_before.div_ceil(a_job) + turn)
            }
            None => (0, [0, 0], 0, 0),
        };
        let pair = games_before;
        let id = JobId::new(self.terms.tournament, round, players, pair);
        let swapped = match self.sides {
            Sides::Both => !self.pairs && !pair.is_multiple_of(2),
            Sides::Fixed => false,
            Sides::Random => id.0 & 1 == 1,
        };
        // Without pairs, two consecutive games with swapped sides still share an opening.
        let start = if self.pairs || self.sides != Sides::Both { pair } else { pair / 2 };
        let job = Job {
            id,
            number: self.number,
            round,
            players,
            pair,
            games,
            swapped,
            opening: self.openings.get(start),
            seed: derive(self.seed, id.0),
            terms: Arc::clone(&self.terms),
        };
        self.number += 1;
        self.given += 1;
        job
    }
}
