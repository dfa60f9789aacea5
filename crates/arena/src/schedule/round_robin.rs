//! Everybody meets everybody.

use super::{Ledger, Schedule, Wave};

/// One wave of all pairings. Where both sides are played in turn, who begins the first game is spread evenly: by the parity of both
/// numbers, as Berger's tables do it; otherwise the one listed first begins.
#[derive(Clone, Debug)]
pub struct RoundRobin {
    players: usize,
    games: Option<u64>,
    spreads: bool,
    is_given: bool,
}

impl RoundRobin {
    /// Of so many agents, with so many games each pairing.
    pub fn new(players: usize, games: Option<u64>, spreads: bool) -> Self {
        Self { players, games, spreads, is_given: false }
    }
}

impl Schedule for RoundRobin {
    fn next_wave(&mut self, _: &Ledger) -> Option<Wave> {
        if std::mem::replace(&mut self.is_given, true) {
            return None;
        }
        let mut pairings = Vec::new();
        for a in 0..self.players {
            for b in a + 1..self.players {
                pairings.push(if self.spreads && (a + b) % 2 == 0 { [b, a] } else { [a, b] });
            }
        }
        Some(Wave { round: 1, pairings, games: self.games, had: 0 })
    }

    fn games(&self) -> Option<u64> {
        let pairings = self.players as u64 * (self.players as u64 - 1) / 2;
        self.games.map(|games| games.saturating_mul(pairings))
    }
}
