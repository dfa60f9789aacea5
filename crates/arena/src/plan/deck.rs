//! The jobs of a plan, one after the other.

use std::sync::Arc;

use zermelo_core::Wdl;
use zermelo_search::derive;

use crate::config::{Config, Sides};
use crate::opening::Openings;
use crate::play::job::{Job, JobId, PairResult, Terms};
use crate::schedule::{Ledger, Schedule, Wave, schedule};

/// Gives out the jobs of a tournament, in their order, and keeps the account that its schedule goes by.
pub struct Deck {
    terms: Arc<Terms>,
    openings: Openings,
    schedule: Box<dyn Schedule>,
    ledger: Ledger,
    sides: Sides,
    pairs: bool,
    seed: u64,
    wave: Option<Wave>,
    /// Jobs of the wave that were given out.
    given: u64,
    /// Jobs of the wave that are done.
    done: u64,
    /// The number of the next job.
    number: u64,
    /// No wave is left.
    is_over: bool,
}

/// What there is to do.
#[derive(Debug)]
pub enum Draw {
    /// A job.
    Job(Box<Job>),
    /// What comes next depends on results that are not there yet.
    Wait,
    /// Nothing any more.
    Over,
}

impl Deck {
    pub(super) fn new(config: &Config, terms: Arc<Terms>, openings: Openings) -> Self {
        Self {
            terms,
            openings,
            schedule: schedule(config),
            ledger: Ledger::default(),
            sides: config.sides,
            pairs: config.pairs,
            seed: config.seed,
            wave: None,
            given: 0,
            done: 0,
            number: 0,
            is_over: false,
        }
    }

    /// What all jobs share.
    pub fn terms(&self) -> &Arc<Terms> {
        &self.terms
    }

    /// Games in all, as far as that is known.
    pub fn games(&self) -> Option<u64> {
        self.schedule.games()
    }

    /// The agents, the best first, where the format ranks them by itself.
    pub fn ranking(&self) -> Option<Vec<usize>> {
        self.schedule.ranking(&self.ledger)
    }

    /// The next job.
    pub fn draw(&mut self) -> Draw {
        loop {
            if self.is_over {
                return Draw::Over;
            }
            if let Some(wave) = &self.wave {
                let all = self.jobs_in(wave);
                if all.is_none_or(|all| self.given < all) {
                    return Draw::Job(Box::new(self.deal()));
                }
                if all.is_some_and(|all| self.done < all) {
                    return Draw::Wait;
                }
            }
            self.wave = self.schedule.next_wave(&self.ledger);
            (self.given, self.done) = (0, 0);
            self.is_over = self.wave.is_none();
        }
    }

    /// Counts the result of a job.
    pub fn note(&mut self, result: &PairResult) {
        self.ledger.add(result);
        self.done += 1;
    }

    /// Counts the games of a job that were played before: how each ended for the first agent of the pairing, and who began.
    pub(crate) fn note_wdls(&mut self, job: &Job, games: &[(Wdl, usize)]) {
        self.ledger.add_games(job.round, job.players, games.iter().copied());
        self.done += 1;
    }

    fn jobs_in(&self, wave: &Wave) -> Option<u64> {
        let a_pairing = wave.games?.div_ceil(self.games_a_job());
        Some(a_pairing.saturating_mul(wave.pairings.len() as u64))
    }

    fn games_a_job(&self) -> u64 {
        if self.pairs { 2 } else { 1 }
    }

    /// The next job of the present wave: all pairings in turn, so that an unfinished tournament is an even one.
    fn deal(&mut self) -> Job {
        let a_job = self.games_a_job();
        let (round, players, games, had) = match &self.wave {
            Some(wave) => {
                let pairings = wave.pairings.len() as u64;
                let players = wave.pairings[(self.given % pairings) as usize];
                let turn = self.given / pairings;
                let left = wave.games.map_or(a_job, |games| games - turn * a_job);
                (wave.round, players, left.min(a_job) as u8, wave.had.div_ceil(a_job) + turn)
            }
            None => (0, [0, 0], 0, 0),
        };
        let pair = had;
        let id = JobId::new(self.terms.tournament, round, players, pair);
        let swapped = match self.sides {
            Sides::Both => !self.pairs && !pair.is_multiple_of(2),
            Sides::Fixed => false,
            Sides::Random => id.0 & 1 == 1,
        };
        // Where the sides are swapped game by game, two games share an opening all the same.
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
