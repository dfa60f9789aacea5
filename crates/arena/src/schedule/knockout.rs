//! Knockout: the loser of a match is eliminated.
//!
//! The list of agents is the order of the seeds in a standard bracket: the first and the second seed can meet only in the last round. If the
//! number of agents is not a power of two, the first seeds have a bye in the first round. A tied match is extended by pairs of games; if it
//! is still tied, the agent listed first advances.

use super::{PairingBatch, Schedule, Standings};

/// A knockout tournament.
#[derive(Clone, Debug)]
pub struct Knockout {
    players: usize,
    games: u64,
    extra_pairs: u32,
    round: u32,
    /// The remaining agents in the order of the bracket: neighbours play each other. `None` is a bye.
    bracket: Vec<Option<usize>>,
    /// The tie-break pairs played in this round.
    extra: u32,
    /// The eliminated agents, the last one at the end.
    out: Vec<usize>,
}

impl Knockout {
    /// The default maximum of tie-break pairs.
    pub const EXTRA_PAIRS: u32 = 4;

    /// `games`: the number of games of each match; `extra_pairs`: the maximum of tie-break pairs.
    pub fn new(players: usize, games: u64, extra_pairs: u32) -> Self {
        let size = players.next_power_of_two();
        let bracket = seeds(size).into_iter().map(|seed| (seed < players).then_some(seed)).collect();
        Self { players, games, extra_pairs, round: 0, bracket, extra: 0, out: Vec::new() }
    }

    /// The matches of the current round.
    fn matches(&self) -> Vec<[usize; 2]> {
        let both = |pair: &[Option<usize>]| match *pair {
            [Some(a), Some(b)] => Some([a.min(b), a.max(b)]),
            _ => None,
        };
        self.bracket.chunks(2).filter_map(both).collect()
    }

    /// Eliminates the losers of the round.
    fn advance(&mut self, standings: &Standings) {
        let mut losers = Vec::new();
        let winner = |pair: &[Option<usize>]| match *pair {
            [Some(a), Some(b)] => {
                let [a, b] = [a.min(b), a.max(b)];
                let [own, other] = standings.of_match(self.round, [a, b]);
                let (winner, loser) = if own >= other { (a, b) } else { (b, a) };
                losers.push(loser);
                Some(winner)
            }
            [a, b] => a.or(b),
            _ => None,
        };
        self.bracket = self.bracket.chunks(2).map(winner).collect();
        losers.sort_unstable_by(|a, b| b.cmp(a));
        self.out.extend(losers);
    }
}

/// The seeds of a bracket in its order: 0 and 1 at opposite ends, and so on in each half.
fn seeds(size: usize) -> Vec<usize> {
    let mut seeds = vec![0];
    while seeds.len() < size {
        let doubled = 2 * seeds.len();
        seeds = seeds.into_iter().flat_map(|seed| [seed, doubled - 1 - seed]).collect();
    }
    seeds
}

impl Schedule for Knockout {
    fn next_batch(&mut self, standings: &Standings) -> Option<PairingBatch> {
        if self.round > 0 {
            let tied: Vec<[usize; 2]> = self
                .matches()
                .into_iter()
                .filter(|players| {
                    let [own, other] = standings.of_match(self.round, *players);
                    own == other
                })
                .collect();
            if !tied.is_empty() && self.extra < self.extra_pairs {
                let games_before = self.games + 2 * u64::from(self.extra);
                self.extra += 1;
                return Some(PairingBatch { round: self.round, pairings: tied, games: Some(2), games_before });
            }
            self.advance(standings);
        }
        if self.bracket.len() < 2 {
            return None;
        }
        (self.round, self.extra) = (self.round + 1, 0);
        Some(PairingBatch { round: self.round, pairings: self.matches(), games: Some(self.games), games_before: 0 })
    }

    /// Without tie-break games.
    fn games(&self) -> Option<u64> {
        Some(self.games.saturating_mul(self.players as u64 - 1))
    }

    /// The winner, then the others by the round in which they were eliminated.
    fn ranking(&self, _: &Standings) -> Option<Vec<usize>> {
        let left = self.bracket.iter().flatten().copied();
        Some(left.chain(self.out.iter().rev().copied()).collect())
    }
}
