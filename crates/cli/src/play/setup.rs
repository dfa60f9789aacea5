//! What plain and full-screen mode share: the setup of a game, the limits of agents, takebacks.

use zermelo_core::erased::{DynAgent, DynRecord};
use zermelo_core::{Ending, Referee, SearchLimits, Side};
use zermelo_search::{Rng, derive};

use super::args::{PlayArgs, Sides};
use super::statistics::Statistics;
use crate::error::CliError;

/// The setup of a game: the assignment of sides, and its random numbers.
pub struct GameSetup {
    /// The player of each side, by [`Side::index`].
    pub seats: [usize; 2],
    seed: u64,
    rng: Rng,
}

impl GameSetup {
    /// The setup of game `number`, counted from 0, derived from the seed of the series.
    pub fn new(args: &PlayArgs, seed: u64, number: u64) -> Self {
        let seed = derive(seed, number);
        let mut rng = Rng::new(seed);
        let swapped = args.sides == Sides::Random && rng.below(2) == 1;
        Self { seats: if swapped { [1, 0] } else { [0, 1] }, seed, rng }
    }

    /// The random seed of a player in this game.
    pub fn player_seed(&self, player: usize) -> u64 {
        derive(self.seed, player as u64)
    }

    /// Plays a random first move, with `--random-first`.
    pub fn play_random_first(&mut self, args: &PlayArgs, record: &mut dyn DynRecord) -> Result<(), CliError> {
        if args.random_first {
            let moves = record.legal();
            let mv = &moves[self.rng.below(moves.len())];
            record.play_move(mv, None).map_err(|error| CliError::Refused { what: "--random-first", error })?;
        }
        Ok(())
    }
}

/// The limits of an agent's move: those of its specification, else `--time`.
pub fn limits(args: &PlayArgs, agent: &dyn DynAgent) -> SearchLimits {
    if agent.own_limits().is_unlimited() { SearchLimits::time(args.time) } else { SearchLimits::NONE }
}

/// Takes moves back until a person is to move: two against an agent, one against a person. Returns the number of plies taken back.
pub fn take_back(referee: &mut Referee, is_human: impl Fn(Side) -> bool) -> u32 {
    let mut taken = 0;
    while referee.take_back() {
        taken += 1;
        if is_human(referee.side_to_move()) {
            break;
        }
    }
    taken
}

/// Adds a finished game to the statistics of both players.
pub fn add_result(statistics: &mut [Statistics], seats: [usize; 2], ending: Ending) {
    for side in Side::BOTH {
        statistics[seats[side.index()]].add_result(ending.outcome.wdl(side));
    }
}
