//! The results that schedules depend on.

use std::collections::BTreeMap;

use zermelo_core::Wdl;

use crate::play::job::PairResult;

/// Points and opponents of all agents.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standings {
    /// Half points of both agents, by round and pairing.
    matches: BTreeMap<(u32, [usize; 2]), [u64; 2]>,
    /// Games as the first side, by agent.
    firsts: BTreeMap<usize, u64>,
    /// Games, by agent.
    games: BTreeMap<usize, u64>,
}

impl Standings {
    /// Counts the games of a pair.
    pub fn add(&mut self, result: &PairResult) {
        self.add_games(
            result.round,
            result.players,
            result.wdls().zip(&result.games).map(|(wdl, game)| (wdl, game.players[0])),
        );
    }

    /// Counts games of a pairing: each result for its first agent, and the agent that moved first.
    pub fn add_games(&mut self, round: u32, players: [usize; 2], games: impl Iterator<Item = (Wdl, usize)>) {
        for (wdl, first) in games {
            let points = self.matches.entry((round, players)).or_default();
            let own = match wdl {
                Wdl::Win => 2,
                Wdl::Draw => 1,
                Wdl::Loss => 0,
            };
            points[0] += own;
            points[1] += 2 - own;
            *self.firsts.entry(first).or_default() += 1;
            for player in players {
                *self.games.entry(player).or_default() += 1;
            }
        }
    }

    /// The half points of both agents of a pairing in a round.
    pub fn of_match(&self, round: u32, players: [usize; 2]) -> [u64; 2] {
        self.matches.get(&(round, players)).copied().unwrap_or_default()
    }

    /// The half points of an agent in all games.
    pub fn points(&self, player: usize) -> u64 {
        let own = |(&(_, players), points): (&(u32, [usize; 2]), &[u64; 2])| {
            players.iter().position(|&other| other == player).map(|at| points[at])
        };
        self.matches.iter().filter_map(own).sum()
    }

    /// All opponents of an agent so far, one for each match.
    pub fn opponents(&self, player: usize) -> impl Iterator<Item = usize> {
        self.matches.keys().filter_map(move |&(_, [a, b])| match player {
            _ if player == a => Some(b),
            _ if player == b => Some(a),
            _ => None,
        })
    }

    /// Whether two agents have met.
    pub fn have_met(&self, a: usize, b: usize) -> bool {
        self.opponents(a).any(|other| other == b)
    }

    /// Games as the first side minus games as the second side.
    pub fn side_balance(&self, player: usize) -> i64 {
        let count = |counts: &BTreeMap<usize, u64>| counts.get(&player).copied().unwrap_or(0) as i64;
        2 * count(&self.firsts) - count(&self.games)
    }
}
