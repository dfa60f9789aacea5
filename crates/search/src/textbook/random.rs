//! The random player.

use zermelo_core::{Agent, AgentError, Decision, Game, GameRecord, Observer, SearchLimits, StopToken};

use crate::preconditions::require_open;
use crate::rng::Rng;

/// Plays a uniformly random legal move.
#[derive(Clone, Debug)]
pub struct RandomAgent {
    rng: Rng,
}

impl RandomAgent {
    /// A player with the seed 0 until [`new_game`](Agent::new_game) sets another.
    pub fn new() -> Self {
        Self { rng: Rng::new(0) }
    }
}

impl Default for RandomAgent {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Agent<G> for RandomAgent {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn choose(
        &mut self,
        record: &GameRecord<G>,
        _: &SearchLimits,
        _: &StopToken,
        _: &mut dyn Observer<G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        require_open(record)?;
        let mut moves = Vec::new();
        record.line().generate(&mut moves);
        let mv = moves[self.rng.below(moves.len())];
        Ok(Decision { pv: vec![mv], ..Decision::play(mv) })
    }
}
