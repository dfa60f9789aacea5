//! The places of a tournament whose format ranks by itself, from its games.

use std::collections::HashSet;

use zermelo_core::Side;

use crate::config::Config;
use crate::play::job::wdl_of;
use crate::results::StoredGame;
use crate::schedule::{Ledger, Schedule, Wave, schedule};

/// How a format ranks its agents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    /// The agents, the best first.
    pub ranking: Vec<usize>,
    /// Whether all games were played.
    pub is_final: bool,
}

/// Goes through the games in their order, and lets the schedule see what it saw when they were played.
pub(super) struct Replay {
    schedule: Box<dyn Schedule>,
    ledger: Ledger,
    wave: Option<Wave>,
    pairings: HashSet<[usize; 2]>,
    /// Games of the wave.
    counted: u64,
    games_a_job: u64,
    is_over: bool,
}

impl Replay {
    /// `None` for a format that does not rank.
    pub(super) fn new(config: &Config) -> Option<Self> {
        let (schedule, ledger) = (schedule(config), Ledger::default());
        schedule.ranking(&ledger)?;
        let games_a_job = if config.pairs { 2 } else { 1 };
        let mut replay =
            Self { schedule, ledger, wave: None, pairings: HashSet::new(), counted: 0, games_a_job, is_over: false };
        replay.advance();
        Some(replay)
    }

    /// Counts a game.
    pub(super) fn add(&mut self, game: &StoredGame) {
        // Waves are played one after the other: a game of a later one says that this one is done.
        while !self.is_over && !self.holds(game) {
            self.advance();
        }
        let wdl = wdl_of(game.pairing[0], game.players, game.outcome);
        let first = game.players[Side::First.index()];
        self.ledger.add_games(game.round, game.pairing, std::iter::once((wdl, first)));
        self.counted += 1;
    }

    /// After the last game.
    pub(super) fn places(mut self) -> Option<Places> {
        while !self.is_over && self.is_done() {
            self.advance();
        }
        let ranking = self.schedule.ranking(&self.ledger)?;
        Some(Places { ranking, is_final: self.is_over })
    }

    fn advance(&mut self) {
        self.wave = self.schedule.next_wave(&self.ledger);
        self.pairings = self.wave.iter().flat_map(|wave| wave.pairings.iter().copied()).collect();
        self.counted = 0;
        self.is_over = self.wave.is_none();
    }

    fn holds(&self, game: &StoredGame) -> bool {
        let Some(wave) = &self.wave else { return false };
        let begin = wave.had.div_ceil(self.games_a_job);
        let end = wave.games.map(|games| begin + games.div_ceil(self.games_a_job));
        wave.round == game.round
            && self.pairings.contains(&game.pairing)
            && game.pair >= begin
            && end.is_none_or(|end| game.pair < end)
    }

    fn is_done(&self) -> bool {
        let all = |wave: &Wave| Some(wave.games?.saturating_mul(wave.pairings.len() as u64));
        self.wave.as_ref().and_then(all).is_some_and(|all| self.counted >= all)
    }
}

impl std::fmt::Debug for Replay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Replay").field("wave", &self.wave).finish_non_exhaustive()
    }
}
