//! The final ranking of a Swiss tournament or a knockout, from its games.

use std::collections::HashSet;

use zermelo_core::Side;

use crate::config::TournamentConfig;
use crate::play::job::wdl_of;
use crate::results::StoredGame;
use crate::schedule::{PairingBatch, Schedule, Standings, schedule};

/// The ranking by the format of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinalRanking {
    /// The agents, best first.
    pub ranking: Vec<usize>,
    /// Whether all games were played.
    pub is_final: bool,
}

/// Replays the schedule from the games in their order.
pub(super) struct ScheduleReplay {
    schedule: Box<dyn Schedule>,
    standings: Standings,
    batch: Option<PairingBatch>,
    pairings: HashSet<[usize; 2]>,
    /// Games of the batch.
    counted: u64,
    games_a_job: u64,
    is_over: bool,
}

impl ScheduleReplay {
    /// `None` for a format without its own ranking.
    pub(super) fn new(config: &TournamentConfig) -> Option<Self> {
        let (schedule, standings) = (schedule(config), Standings::default());
        schedule.ranking(&standings)?;
        let games_a_job = if config.pairs { 2 } else { 1 };
        let mut replay = Self {
            schedule,
            standings,
            batch: None,
            pairings: HashSet::new(),
            counted: 0,
            games_a_job,
            is_over: false,
        };
        replay.advance();
        Some(replay)
    }

    /// Counts a game.
    pub(super) fn add(&mut self, game: &StoredGame) {
        // Batches are played one after the other: a game of a later batch means that this one is finished.
        while !self.is_over && !self.holds(game) {
            self.advance();
        }
        let wdl = wdl_of(game.pairing[0], game.players, game.outcome);
        let first = game.players[Side::First.index()];
        self.standings.add_games(game.round, game.pairing, std::iter::once((wdl, first)));
        self.counted += 1;
    }

    /// The ranking after the last game.
    pub(super) fn ranking(mut self) -> Option<FinalRanking> {
        while !self.is_over && self.is_done() {
            self.advance();
        }
        let ranking = self.schedule.ranking(&self.standings)?;
        Some(FinalRanking { ranking, is_final: self.is_over })
    }

    fn advance(&mut self) {
        self.batch = self.schedule.next_batch(&self.standings);
        self.pairings = self.batch.iter().flat_map(|batch| batch.pairings.iter().copied()).collect();
        self.counted = 0;
        self.is_over = self.batch.is_none();
    }

    fn holds(&self, game: &StoredGame) -> bool {
        let Some(batch) = &self.batch else { return false };
        let begin = batch.games_before.div_ceil(self.games_a_job);
        let end = batch.games.map(|games| begin + games.div_ceil(self.games_a_job));
        batch.round == game.round
            && self.pairings.contains(&game.pairing)
            && game.pair >= begin
            && end.is_none_or(|end| game.pair < end)
    }

    fn is_done(&self) -> bool {
        let all = |batch: &PairingBatch| Some(batch.games?.saturating_mul(batch.pairings.len() as u64));
        self.batch.as_ref().and_then(all).is_some_and(|all| self.counted >= all)
    }
}

impl std::fmt::Debug for ScheduleReplay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ScheduleReplay").field("batch", &self.batch).finish_non_exhaustive()
    }
}
