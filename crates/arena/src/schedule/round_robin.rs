//! Round robin: all agents play each other.

use super::{PairingBatch, Schedule, Standings};

/// One batch of all pairings. With alternating sides, each agent moves first in about half of its first games (by parity, as in Berger
/// tables). Otherwise the agent listed first moves first.
#[derive(Clone, Debug)]
pub struct RoundRobin {
    players: usize,
    games: Option<u64>,
    balances_sides: bool,
    is_given: bool,
}

impl RoundRobin {
    /// `games`: the number of games of each pairing; `None` for an endless tournament.
    pub fn new(players: usize, games: Option<u64>, balances_sides: bool) -> Self {
        Self { players, games, balances_sides, is_given: false }
    }
}

impl Schedule for RoundRobin {
    fn next_batch(&mut self, _: &Standings) -> Option<PairingBatch> {
        if std::mem::replace(&mut self.is_given, true) {
            return None;
        }
        let mut pairings = Vec::new();
        for a in 0..self.players {
            for b in a + 1..self.players {
                pairings.push(if self.balances_sides && (a + b) % 2 == 0 { [b, a] } else { [a, b] });
            }
        }
        Some(PairingBatch { round: 1, pairings, games: self.games, games_before: 0 })
    }

    fn games(&self) -> Option<u64> {
        let pairings = self.players as u64 * (self.players as u64 - 1) / 2;
        self.games.map(|games| games.saturating_mul(pairings))
    }
}
