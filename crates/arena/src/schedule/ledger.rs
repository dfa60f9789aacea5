//! The results, as far as schedules look at them.

use std::collections::BTreeMap;

use zermelo_core::Wdl;

use crate::play::job::PairResult;

/// What schedules know of the results.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ledger {
    /// By round and pairing as it was given: half points of both.
    matches: BTreeMap<(u32, [usize; 2]), [u64; 2]>,
    /// By agent: games as the first side.
    firsts: BTreeMap<usize, u64>,
    /// By agent: games.
    games: BTreeMap<usize, u64>,
}

impl Ledger {
    /// Counts the games of a pair.
    pub fn add(&mut self, result: &PairResult) {
        self.add_games(
            result.round,
            result.players,
            result.wdls().zip(&result.games).map(|(wdl, game)| (wdl, game.players[0])),
        );
    }

    /// Counts games of a pairing: how each ended for the first agent of it, and who began.
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

    /// Half points of a pairing in a round.
    pub fn of_match(&self, round: u32, players: [usize; 2]) -> [u64; 2] {
        self.matches.get(&(round, players)).copied().unwrap_or_default()
    }

    /// Half points of an agent in all games.
    pub fn points(&self, player: usize) -> u64 {
        let own = |(&(_, players), points): (&(u32, [usize; 2]), &[u64; 2])| {
            players.iter().position(|&other| other == player).map(|at| points[at])
        };
        self.matches.iter().filter_map(own).sum()
    }

    /// Everybody whom an agent has met.
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

    /// Games as the first side less games as the second.
    pub fn lead(&self, player: usize) -> i64 {
        let count = |counts: &BTreeMap<usize, u64>| counts.get(&player).copied().unwrap_or(0) as i64;
        2 * count(&self.firsts) - count(&self.games)
    }
}
