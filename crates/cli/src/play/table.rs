//! What the dialogue and the full screen share: how a game is dealt, what an agent may use, what taking back means.

use zermelo_core::erased::{DynAgent, DynRecord};
use zermelo_core::{Ending, Referee, SearchLimits, Side};
use zermelo_search::{Rng, derive};

use super::args::{PlayArgs, Sides};
use super::statistics::Statistics;
use crate::failure::Failure;

/// What a game starts with: who sits where, and its chance.
pub struct Deal {
    /// Which player holds which side, by [`Side::index`].
    pub seats: [usize; 2],
    seed: u64,
    lots: Rng,
}

impl Deal {
    /// The deal of a game, counted from 0, under the seed of all games.
    pub fn new(args: &PlayArgs, seed: u64, number: u64) -> Self {
        let seed = derive(seed, number);
        let mut lots = Rng::new(seed);
        let swapped = args.sides == Sides::Random && lots.below(2) == 1;
        Self { seats: if swapped { [1, 0] } else { [0, 1] }, seed, lots }
    }

    /// The seed of a player's chance in this game.
    pub fn seed_of(&self, player: usize) -> u64 {
        derive(self.seed, player as u64)
    }

    /// Plays the move that chance chose, where it was asked to.
    pub fn open(&mut self, args: &PlayArgs, record: &mut dyn DynRecord) -> Result<(), Failure> {
        if args.random_first {
            let moves = record.legal();
            let lot = &moves[self.lots.below(moves.len())];
            record.play_move(lot, None).map_err(|error| Failure::Refused { what: "--random-first", error })?;
        }
        Ok(())
    }
}

/// What an agent may use for a move: what its specification says, else the time that was given for those that say nothing.
pub fn limits(args: &PlayArgs, agent: &dyn DynAgent) -> SearchLimits {
    if agent.own_limits().is_unlimited() { SearchLimits::time(args.time) } else { SearchLimits::NONE }
}

/// Takes back to a turn of a person: against an agent two moves, against a person one. How many moves went.
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

/// Notes a finished game for both players.
pub fn note_ending(statistics: &mut [Statistics], seats: [usize; 2], ending: Ending) {
    for side in Side::BOTH {
        statistics[seats[side.index()]].note_result(ending.outcome.wdl(side));
    }
}
