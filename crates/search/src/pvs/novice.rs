//! A weakened player with human faults: it searches like [`PvsAgent`], but sometimes overlooks the reply to a move, and
//! misjudges what it sees.
//!
//! It plays no random moves: it plays the move that seems best to it. It takes a win that it sees, but may overlook
//! one.

use zermelo_core::{
    Action, Agent, AgentError, Decision, Depth, Evaluator, GameRecord, NoObserver, Observer, Score, SearchLimits,
    Searchable, StopToken, Wdl,
};

use super::{PvsAgent, PvsOptions};
use crate::rng::{Rng, derive};

/// Configuration of [`NoviceAgent`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NoviceOptions {
    /// The options of its search.
    pub search: PvsOptions,
    /// The probability of a shallow search, 0 to 1.
    pub lapses: f64,
    /// The depth of a shallow search, which has no quiescence search. At 1 it sees its own threats but no reply.
    pub glance: Depth,
    /// The probability of overlooking that a move wins, 0 to 1, for each such move. Then the move's score is a noisy
    /// estimate.
    pub overlooks: f64,
    /// The largest error of a move's score, in the evaluator's units. Wins and losses have no error.
    pub noise: u32,
}

/// A player with human faults: [`PvsAgent`] with lapses, oversights and noise. With all three at zero it plays like
/// [`PvsAgent`].
#[derive(Debug)]
pub struct NoviceAgent<G: Searchable, E> {
    options: NoviceOptions,
    full_search: PvsAgent<G, E>,
    shallow_search: PvsAgent<G, E>,
    rng: Rng,
}

impl<G: Searchable, E: Clone> NoviceAgent<G, E> {
    /// A player with an evaluator.
    pub fn new(options: NoviceOptions, evaluator: E) -> Self {
        let mut search = options.search;
        if options.has_noise() {
            // Every move needs an exact score.
            search.lines = std::num::NonZeroUsize::MAX;
        }
        let mut glance = search;
        glance.limits.depth = Some(options.glance);
        glance.switches.threats = false;
        glance.switches.quiescence = false;
        let [full_search, shallow_search] = [search, glance].map(|search| PvsAgent::new(search, evaluator.clone()));
        Self { options, full_search, shallow_search, rng: Rng::new(0) }
    }
}

impl NoviceOptions {
    /// Whether it chooses by noisy scores.
    fn has_noise(&self) -> bool {
        self.noise > 0 || self.overlooks > 0.0
    }
}

impl<G: Searchable, E> NoviceAgent<G, E> {
    /// The score of a move as this player sees it. The error is the difference of two uniform numbers: small errors are
    /// more frequent than large ones.
    fn noisy_score(&mut self, score: Score) -> Score {
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

    /// Chooses the move with the best noisy score.
    fn choose_by_noisy_score(&mut self, decision: &mut Decision<G::Move>) {
        let mut best: Option<(Score, usize)> = None;
        for place in 0..decision.moves.len() {
            let Some(score) = decision.moves[place].score else { continue };
            let score = self.noisy_score(score);
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
        self.full_search.new_game(derive(seed, 1));
        self.shallow_search.new_game(derive(seed, 2));
    }

    fn own_limits(&self) -> SearchLimits {
        self.full_search.own_limits()
    }

    fn is_deterministic(&self) -> bool {
        !self.options.has_noise() && self.options.lapses <= 0.0 && self.full_search.is_deterministic()
    }

    fn choose(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let lapses = self.options.lapses > 0.0 && self.rng.chance() < self.options.lapses;
        let player = if lapses { &mut self.shallow_search } else { &mut self.full_search };
        if !self.options.has_noise() {
            return player.choose(record, limits, stop, observer);
        }
        let mut decision = player.choose(record, limits, stop, &mut NoObserver)?;
        self.choose_by_noisy_score(&mut decision);
        observer.progress(&decision);
        Ok(decision)
    }
}
