//! The Swiss system: a fixed number of rounds, in each of which agents with similar points play each other.
//!
//! A simplified Dutch system (FIDE handbook C.04.3, <https://handbook.fide.com/chapter/C0403>). Agents are ranked by points, then by
//! their place in the list. The upper half of a score group plays the lower half in order. Rematches are avoided where possible. An agent
//! without an opponent in its group floats down to the next. With an odd number, the lowest agent with the fewest byes gets a bye and the
//! points of a drawn match. In a pairing, the agent that moved first less often moves first.

use super::{PairingBatch, Schedule, Standings};

/// A Swiss tournament.
#[derive(Clone, Debug)]
pub struct Swiss {
    players: usize,
    rounds: u32,
    games: u64,
    given: u32,
    /// The agent with the bye, by round.
    byes: Vec<Option<usize>>,
}

impl Swiss {
    /// `games`: the number of games of each pairing.
    pub fn new(players: usize, rounds: u32, games: u64) -> Self {
        Self { players, rounds, games, given: 0, byes: Vec::new() }
    }

    /// The default number of rounds, that of a knockout: the binary logarithm of the number of agents, rounded up.
    pub fn usual_rounds(players: usize) -> u32 {
        players.next_power_of_two().ilog2().max(1)
    }

    /// Half points, including those of byes.
    fn points(&self, standings: &Standings, player: usize) -> u64 {
        standings.points(player) + self.byes_of(player) as u64 * self.games
    }

    fn byes_of(&self, player: usize) -> usize {
        self.byes.iter().flatten().filter(|&&other| other == player).count()
    }

    /// The agents by points, highest first, then in the order of the list.
    fn ranked(&self, standings: &Standings) -> Vec<usize> {
        let mut ranked: Vec<usize> = (0..self.players).collect();
        ranked.sort_by_key(|&player| std::cmp::Reverse(self.points(standings, player)));
        ranked
    }

    /// Removes and returns the agent with the bye: the lowest of those with the fewest byes.
    fn bye(&self, ranked: &mut Vec<usize>) -> Option<usize> {
        if ranked.len().is_multiple_of(2) {
            return None;
        }
        let fewest = ranked.iter().map(|&player| self.byes_of(player)).min()?;
        let at = ranked.iter().rposition(|&player| self.byes_of(player) == fewest)?;
        Some(ranked.remove(at))
    }

    /// The pairings of a ranked list of even length.
    fn pair(&self, standings: &Standings, ranked: &[usize]) -> Vec<[usize; 2]> {
        // The search for a round without rematches is limited; beyond the limit, rematches are allowed.
        let mut effort = 100_000;
        let wanted = |player: usize| self.preferences(standings, ranked, player);
        let preferences: Vec<Vec<usize>> = ranked.iter().map(|&player| wanted(player)).collect();
        let mut found = Vec::new();
        if !complete(ranked, &preferences, &mut vec![false; self.players], &mut found, &mut effort) {
            found = neighbours(standings, ranked);
        }
        found
            .into_iter()
            .map(|[a, b]| if standings.side_balance(a) > standings.side_balance(b) { [b, a] } else { [a, b] })
            .collect()
    }

    /// The possible opponents of an agent, best first: in its score group those of the other half, then down the list. Earlier opponents
    /// are excluded.
    fn preferences(&self, standings: &Standings, ranked: &[usize], player: usize) -> Vec<usize> {
        let points = |player| self.points(standings, player);
        let group: Vec<usize> = ranked.iter().copied().filter(|&other| points(other) == points(player)).collect();
        let half = group.len() / 2;
        let own = group.iter().position(|&other| other == player).unwrap_or(0);
        let ideal = (own + half) as i64;
        let mut others: Vec<usize> =
            ranked.iter().copied().filter(|&other| other != player && !standings.have_met(player, other)).collect();
        let distance = |other: usize| match group.iter().position(|&member| member == other) {
            Some(at) => (0, (at as i64 - ideal).abs()),
            None => (1, ranked.iter().position(|&member| member == other).unwrap_or(0) as i64),
        };
        // Agents with more points are paired earlier; those left over float down.
        others.sort_by_key(|&other| (points(other) > points(player), distance(other)));
        others
    }
}

/// Pairs the first free agent with its best free opponent, recursively, with backtracking.
fn complete(
    ranked: &[usize],
    preferences: &[Vec<usize>],
    taken: &mut Vec<bool>,
    found: &mut Vec<[usize; 2]>,
    effort: &mut u32,
) -> bool {
    let Some(at) = ranked.iter().position(|&player| !taken[player]) else { return true };
    let player = ranked[at];
    taken[player] = true;
    for &other in &preferences[at] {
        if taken[other] {
            continue;
        }
        *effort = effort.saturating_sub(1);
        if *effort == 0 {
            break;
        }
        taken[other] = true;
        found.push([player, other]);
        if complete(ranked, preferences, taken, found, effort) {
            return true;
        }
        found.pop();
        taken[other] = false;
    }
    taken[player] = false;
    false
}

/// The fallback when no round without rematches was found: down the list, each agent with the next new opponent, or else with the next agent.
fn neighbours(standings: &Standings, ranked: &[usize]) -> Vec<[usize; 2]> {
    let mut left = ranked.to_vec();
    let mut found = Vec::new();
    while left.len() > 1 {
        let player = left.remove(0);
        let at = left.iter().position(|&other| !standings.have_met(player, other)).unwrap_or(0);
        found.push([player, left.remove(at)]);
    }
    found
}

impl Schedule for Swiss {
    fn next_batch(&mut self, standings: &Standings) -> Option<PairingBatch> {
        if self.given == self.rounds {
            return None;
        }
        self.given += 1;
        let mut ranked = self.ranked(standings);
        let bye = self.bye(&mut ranked);
        let pairings = self.pair(standings, &ranked);
        self.byes.push(bye);
        Some(PairingBatch { round: self.given, pairings, games: Some(self.games), games_before: 0 })
    }

    fn games(&self) -> Option<u64> {
        let pairings = self.players as u64 / 2;
        Some(u64::from(self.rounds).saturating_mul(pairings).saturating_mul(self.games))
    }

    /// By points, then by the sum of the opponents' points (Buchholz), then by the place in the list.
    fn ranking(&self, standings: &Standings) -> Option<Vec<usize>> {
        let mut ranked = self.ranked(standings);
        let buchholz = |player| standings.opponents(player).map(|other| self.points(standings, other)).sum::<u64>();
        ranked.sort_by_key(|&player| std::cmp::Reverse((self.points(standings, player), buchholz(player))));
        Some(ranked)
    }
}
