//! Who meets whom.
//!
//! A schedule gives *waves*: pairings that don't depend on each other, each with the same number of games. A round robin is one wave;
//! a Swiss tournament and a knockout need the results of a wave before they give the next. A wave looks at results only through the
//! [`Ledger`], which does not tell in which order they came: so no schedule depends on how many games are played at once.

mod gauntlet;
mod knockout;
mod ledger;
mod round_robin;
mod swiss;
mod wave;

pub use gauntlet::Gauntlet;
pub use knockout::Knockout;
pub use ledger::Ledger;
pub use round_robin::RoundRobin;
pub use swiss::Swiss;
pub use wave::{Schedule, Wave};

use crate::config::{Config, Format, Sides};

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
