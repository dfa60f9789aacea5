//! A player with a person's faults: it looks ahead as the strong search does, but sometimes looks at a move and not at the reply, and
//! is not sure of what it sees.
//!
//! It makes no move at random: it takes the one that seems best to it. A win that it sees it takes, but it may overlook one.

use zermelo_core::{
    Action, Agent, AgentError, Decision, Depth, Evaluator, GameRecord, Observer, Score, SearchLimits, Searchable,
    Silent, StopToken, Wdl,
};

use super::{PvsAgent, PvsOptions};
use crate::rng::{Rng, derive};

/// How a player with faults is set up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NoviceOptions {
    /// How it looks ahead.
    pub search: PvsOptions,
    /// How often, from 0 to 1, it looks less far.
    pub lapses: f64,
    /// How far it looks then, without following captures. At 1 it sees its own threats and not what the other side will answer.
    pub glance: Depth,
    /// How often, from 0 to 1, it overlooks that a move wins, for each such move; it goes by a guess then as for any other.
    pub overlooks: f64,
    /// How far off its guess of a move's value may be, in the evaluator's units. Wins and losses that it sees are certain.
    pub noise: u32,
}

/// A player with a person's faults: [`PvsAgent`] with lapses, oversights and noise. Without them it is that player.
#[derive(Debug)]
pub struct NoviceAgent<G: Searchable, E> {
    options: NoviceOptions,
    careful: PvsAgent<G, E>,
    hasty: PvsAgent<G, E>,
    rng: Rng,
}

impl<G: Searchable, E: Clone> NoviceAgent<G, E> {
    /// A player with an evaluator.
    pub fn new(options: NoviceOptions, evaluator: E) -> Self {
        let mut search = options.search;
        if options.wavers() {
            // Every move needs a value of its own.
            search.lines = std::num::NonZeroUsize::MAX;
        }
        let mut glance = search;
        glance.limits.depth = Some(options.glance);
        glance.switches.threats = false;
        glance.switches.quiescence = false;
        let [careful, hasty] = [search, glance].map(|search| PvsAgent::new(search, evaluator.clone()));
        Self { options, careful, hasty, rng: Rng::new(0) }
    }
}

impl NoviceOptions {
    /// Whether it chooses by its own guesses.
    fn wavers(&self) -> bool {
        self.noise > 0 || self.overlooks > 0.0
    }
}

impl<G: Searchable, E> NoviceAgent<G, E> {
    /// What it takes a move's value for. The sum of two even chances: small errors are more frequent than large ones.
    fn guess(&mut self, score: Score) -> Score {
        let score = match score.decided() {
            Some((Wdl::Win, _)) if self.options.overlooks > 0.0 && self.rng.chance() < self.options.overlooks => {
                Score::estimate(0)
            }
            Some(_) => return score,
            None => score,
        };
        let noise = self.options.noise as usize;
        let error = self.rng.below(noise + 1) as i32 - self.rng.below(noise + 1) as i32;
        Score::estimate(score.value().saturating_add(error))
    }

    /// Chooses anew among the moves, by what it takes their values for.
    fn waver(&mut self, decision: &mut Decision<G::Move>) {
        let mut best: Option<(Score, usize)> = None;
        for place in 0..decision.moves.len() {
            let Some(score) = decision.moves[place].score else { continue };
            let score = self.guess(score);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, place));
            }
        }
        let Some((_, place)) = best else { return };
        let chosen = &decision.moves[place];
        if decision.action.mv() != Some(&chosen.mv) {
            decision.action = Action::Play(chosen.mv);
            decision.score = chosen.score;
            decision.pv = vec![chosen.mv];
        }
    }
}

impl<G: Searchable, E: Evaluator<G>> Agent<G> for NoviceAgent<G, E> {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.careful.new_game(derive(seed, 1));
        self.hasty.new_game(derive(seed, 2));
    }

    fn own_limits(&self) -> SearchLimits {
        self.careful.own_limits()
    }

    fn is_deterministic(&self) -> bool {
        !self.options.wavers() && self.options.lapses <= 0.0 && self.careful.is_deterministic()
    }

    fn choose(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let lapses = self.options.lapses > 0.0 && self.rng.chance() < self.options.lapses;
        let player = if lapses { &mut self.hasty } else { &mut self.careful };
        if !self.options.wavers() {
            return player.choose(record, limits, stop, observer);
        }
        let mut decision = player.choose(record, limits, stop, &mut Silent)?;
        self.waver(&mut decision);
        observer.progress(&decision);
        Ok(decision)
    }
}
