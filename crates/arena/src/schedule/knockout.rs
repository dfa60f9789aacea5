//! The loser of a match is out.
//!
//! The bracket is the usual one: the agents in the order of the list are the seeds, the first and the second can only meet in the last
//! round, and where their number is no power of two, the first ones have nobody to play against in the first round. A tied
//! match is played on, a pair of games at a time; if it is still tied then, the one listed first goes on.

use super::{PairingBatch, Schedule, Standings};

/// A knockout.
#[derive(Clone, Debug)]
pub struct Knockout {
    players: usize,
    games: u64,
    extra_pairs: u32,
    round: u32,
    /// Who is still in, in the order of the bracket: neighbours meet. `None` stands for nobody.
    bracket: Vec<Option<usize>>,
    /// Pairs that were played on in this round.
    extra: u32,
    /// Who went out, the last one at the end.
    out: Vec<usize>,
}

impl Knockout {
    /// How often a tied match is played on, if a plan does not say.
    pub const EXTRA_PAIRS: u32 = 4;

    /// Of so many agents, with so many games a match, of which a tied one is played on so often.
    pub fn new(players: usize, games: u64, extra_pairs: u32) -> Self {
        let size = players.next_power_of_two();
        let bracket = seeds(size).into_iter().map(|seed| (seed < players).then_some(seed)).collect();
        Self { players, games, extra_pairs, round: 0, bracket, extra: 0, out: Vec::new() }
    }

    /// The matches of the present round.
    fn matches(&self) -> Vec<[usize; 2]> {
        let both = |pair: &[Option<usize>]| match *pair {
            [Some(a), Some(b)] => Some([a.min(b), a.max(b)]),
            _ => None,
        };
        self.bracket.chunks(2).filter_map(both).collect()
    }

    /// Sends the losers of the round home.
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

    /// Without those that tied matches take.
    fn games(&self) -> Option<u64> {
        Some(self.games.saturating_mul(self.players as u64 - 1))
    }

    /// The winner, then by the round in which they went out.
    fn ranking(&self, _: &Standings) -> Option<Vec<usize>> {
        let left = self.bracket.iter().flatten().copied();
        Some(left.chain(self.out.iter().rev().copied()).collect())
    }
}
