//! One against all others.

use super::{Ledger, Schedule, Wave};

/// One wave: the first agent meets each other one, and these don't meet.
#[derive(Clone, Debug)]
pub struct Gauntlet {
    players: usize,
    games: Option<u64>,
    is_given: bool,
}

impl Gauntlet {
    /// Of so many agents, with so many games each pairing.
    pub fn new(players: usize, games: Option<u64>) -> Self {
        Self { players, games, is_given: false }
    }
}

impl Schedule for Gauntlet {
    fn next_wave(&mut self, _: &Ledger) -> Option<Wave> {
        if std::mem::replace(&mut self.is_given, true) {
            return None;
        }
        let pairings = (1..self.players).map(|other| [0, other]).collect();
        Some(Wave { round: 1, pairings, games: self.games, had: 0 })
    }

    fn games(&self) -> Option<u64> {
        self.games.map(|games| games.saturating_mul(self.players as u64 - 1))
    }
}
