//! Gauntlet: the first agent plays all others.

use super::{PairingBatch, Schedule, Standings};

/// One batch: the first agent plays each other agent.
#[derive(Clone, Debug)]
pub struct Gauntlet {
    players: usize,
    games: Option<u64>,
    is_given: bool,
}

impl Gauntlet {
    /// `games`: the number of games of each pairing; `None` for an endless tournament.
    pub fn new(players: usize, games: Option<u64>) -> Self {
        Self { players, games, is_given: false }
    }
}

impl Schedule for Gauntlet {
    fn next_batch(&mut self, _: &Standings) -> Option<PairingBatch> {
        if std::mem::replace(&mut self.is_given, true) {
            return None;
        }
        let pairings = (1..self.players).map(|other| [0, other]).collect();
        Some(PairingBatch { round: 1, pairings, games: self.games, games_before: 0 })
    }

    fn games(&self) -> Option<u64> {
        self.games.map(|games| games.saturating_mul(self.players as u64 - 1))
    }
}
