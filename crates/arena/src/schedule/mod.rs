//! Who meets whom.
//!
//! A schedule gives *waves*: pairings that don't depend on each other, each with the same number of games. A round robin is one wave;
//! a Swiss tournament and a knockout need the results of a wave before they give the next. A wave looks at results only through the
//! [`Ledger`], which does not tell in which order they came: so no schedule depends on how many games are played at once.

mod gauntlet;
mod knockout;
mod round_robin;
mod swiss;

use std::collections::BTreeMap;

pub use gauntlet::Gauntlet;
pub use knockout::Knockout;
pub use round_robin::RoundRobin;
pub use swiss::Swiss;

use zermelo_core::Wdl;

use crate::job::PairResult;
use crate::plan::{Config, Format, Sides};

/// Pairings that can be played at the same time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wave {
    /// The round, from 1.
    pub round: u32,
    /// Who meets whom. The first agent of a pairing begins its first game.
    pub pairings: Vec<[usize; 2]>,
    /// Games of each pairing; `None`: without end.
    pub games: Option<u64>,
    /// Games that each pairing has had in this round: more than 0 where a match is played on.
    pub had: u64,
}

/// Gives waves until a tournament is over.
pub trait Schedule: Send {
    /// The next wave. All games of the waves before are in the ledger.
    fn next_wave(&mut self, ledger: &Ledger) -> Option<Wave>;

    /// How many games there will be in all; `None` where it is not known.
    fn games(&self) -> Option<u64>;

    /// How the agents are ranked at the end, the best first, where the format ranks them by itself.
    fn ranking(&self, ledger: &Ledger) -> Option<Vec<usize>> {
        let _ = ledger;
        None
    }
}

/// The schedule of a configuration.
pub fn schedule(config: &Config) -> Box<dyn Schedule> {
    let players = config.agents.len();
    let games = config.games.number();
    match config.format {
        Format::RoundRobin => Box::new(RoundRobin::new(players, games, config.sides == Sides::Both)),
        Format::Gauntlet => Box::new(Gauntlet::new(players, games)),
        Format::Swiss => {
            let rounds = config.rounds.unwrap_or_else(|| Swiss::usual_rounds(players));
            Box::new(Swiss::new(players, rounds, games.unwrap_or(2)))
        }
        Format::Knockout => {
            let extra = config.extra_pairs.unwrap_or(Knockout::EXTRA_PAIRS);
            Box::new(Knockout::new(players, games.unwrap_or(2), extra))
        }
    }
}

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
