//! Tournament schedules.
//!
//! A schedule returns *batches* of independent pairings with the same number of games each. A round robin is one batch; a Swiss tournament
//! and a knockout need the results of a batch before the next. A schedule sees results only through the
//! [`Standings`], which do not depend on the order of the results, so no schedule depends on the concurrency.

mod batch;
mod gauntlet;
mod knockout;
mod round_robin;
mod standings;
mod swiss;

pub use batch::{PairingBatch, Schedule};
pub use gauntlet::Gauntlet;
pub use knockout::Knockout;
pub use round_robin::RoundRobin;
pub use standings::Standings;
pub use swiss::Swiss;

use crate::config::{Sides, TournamentConfig, TournamentFormat};

/// The schedule of a configuration.
pub fn schedule(config: &TournamentConfig) -> Box<dyn Schedule> {
    let players = config.agents.len();
    let games = config.games.number();
    match config.format {
        TournamentFormat::RoundRobin => Box::new(RoundRobin::new(players, games, config.sides == Sides::Both)),
        TournamentFormat::Gauntlet => Box::new(Gauntlet::new(players, games)),
        TournamentFormat::Swiss => {
            let rounds = config.rounds.unwrap_or_else(|| Swiss::usual_rounds(players));
            Box::new(Swiss::new(players, rounds, games.unwrap_or(2)))
        }
        TournamentFormat::Knockout => {
            let extra = config.extra_pairs.unwrap_or(Knockout::EXTRA_PAIRS);
            Box::new(Knockout::new(players, games.unwrap_or(2), extra))
        }
    }
}
