//! The sequential probability ratio test: play until one of two hypotheses is likely enough, and no longer.
//!
//! After each result the [log-likelihood ratio](super::llr) is compared with two bounds (Wald 1945,
//! <https://en.wikipedia.org/wiki/Sequential_probability_ratio_test>):
//!
//! ```text
//! LLR <= ln(beta / (1 - alpha))   H0 is accepted: the player is not stronger by elo1
//! LLR >= ln((1 - beta) / alpha)   H1 is accepted: the player is stronger by more than elo0
//! ```
//!
//! `alpha` is how often H1 is accepted though the truth is `elo0`, `beta` how often H0 is accepted though it is `elo1`. Both hold
//! to the accuracy with which a sum of small steps is a Brownian motion: well for hypotheses that lie a few Elo apart, less well
//! where a handful of results can decide. The Elo of a stopped match is biased away from 0; the test tells the sign, a match of fixed
//! length measures the size.

use super::feed::{Feed, Repeated};
use super::{EloModel, Pentanomial, Sample, log_likelihood_ratio};

/// Results that can be counted one by one.
pub trait Tally: Default {
    /// One trial: a game, or a pair of games.
    type Result: Copy;

    /// Counts a trial.
    fn add(&mut self, result: Self::Result);

    /// All trials so far.
    fn sample(&self) -> Sample;
}

/// Two hypotheses and how often either may be accepted wrongly.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hypotheses {
    model: EloModel,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// Hypotheses that can't be tested.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum HypothesesError {
    /// Elo out of range, or in the wrong order.
    #[error("elo0 = {elo0}, elo1 = {elo1}: elo0 is the smaller one, and both lie from -{MAX_ELO} to {MAX_ELO}")]
    Elo {
        /// What was given for H0.
        elo0: f64,
        /// What was given for H1.
        elo1: f64,
    },
    /// Not a chance of error.
    #[error(
        "alpha = {alpha}, beta = {beta}: each is more than 0, and their sum is less than 1; 0.05 and 0.05 are usual"
    )]
    Chance {
        /// What was given for the chance to accept H1 wrongly.
        alpha: f64,
        /// What was given for the chance to accept H0 wrongly.
        beta: f64,
    },
}

/// The largest Elo of a hypothesis.
const MAX_ELO: f64 = 1000.0;

impl Hypotheses {
    /// H0: the difference is `elo0`. H1: it is `elo1`. With the usual chances of error, 5 % each.
    pub fn new(model: EloModel, elo0: f64, elo1: f64) -> Result<Self, HypothesesError> {
        let fits = |elo: f64| elo.abs() <= MAX_ELO;
        if elo0 < elo1 && fits(elo0) && fits(elo1) {
            Ok(Self { model, elo0, elo1, alpha: 0.05, beta: 0.05 })
        } else {
            Err(HypothesesError::Elo { elo0, elo1 })
        }
    }

    /// The same with other chances of error: `alpha` to accept H1 wrongly, `beta` to accept H0 wrongly.
    pub fn with_errors(self, alpha: f64, beta: f64) -> Result<Self, HypothesesError> {
        if alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0 {
            Ok(Self { alpha, beta, ..self })
        } else {
            Err(HypothesesError::Chance { alpha, beta })
        }
    }

    /// What the Elo of the hypotheses means.
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// The difference by H0.
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The difference by H1.
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// At or below this log-likelihood ratio H0 is accepted. Negative.
    pub fn lower_bound(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// At or above this log-likelihood ratio H1 is accepted. Positive.
    pub fn upper_bound(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// What a log-likelihood ratio decides.
    pub fn verdict(&self, ratio: f64) -> Verdict {
        if ratio >= self.upper_bound() {
            Verdict::H1
        } else if ratio <= self.lower_bound() {
            Verdict::H0
        } else {
            Verdict::Continue
        }
    }
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Verdict {
    /// Not decided: play on.
    #[default]
    Continue,
    /// H0 is accepted.
    H0,
    /// H1 is accepted.
    H1,
}

/// A running test. Once decided it stays so and counts nothing more.
#[derive(Clone, PartialEq, Debug)]
pub struct Sprt<T = Pentanomial> {
    hypotheses: Hypotheses,
    tally: T,
    verdict: Verdict,
}

impl<T: Tally> Sprt<T> {
    /// A test without results.
    pub fn new(hypotheses: Hypotheses) -> Self {
        Self { hypotheses, tally: T::default(), verdict: Verdict::Continue }
    }

    /// Counts a result and looks at the bounds; after the decision it does neither.
    pub fn add(&mut self, result: T::Result) -> Verdict {
        if self.verdict == Verdict::Continue {
            self.tally.add(result);
            self.verdict = self.hypotheses.verdict(self.ratio());
        }
        self.verdict
    }

    /// Where the test stands.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The log-likelihood ratio of the results that count.
    pub fn ratio(&self) -> f64 {
        log_likelihood_ratio(&self.tally.sample(), &self.hypotheses)
    }

    /// The results that count: those up to the decision.
    pub fn tally(&self) -> &T {
        &self.tally
    }

    /// What is tested.
    pub fn hypotheses(&self) -> &Hypotheses {
        &self.hypotheses
    }
}

/// A test whose results carry numbers from 0 and come in any order, as they do when games run side by side. It looks at them in the order
/// of their numbers, so that the decision does not depend on which game ended first; fast games would otherwise be heard before slow
/// ones, and these are not alike.
#[derive(Clone, PartialEq, Debug)]
pub struct OrderedSprt<T: Tally = Pentanomial> {
    sprt: Sprt<T>,
    feed: Feed<T::Result>,
    decided_by: Option<u64>,
}

impl<T: Tally> OrderedSprt<T> {
    /// A test without results.
    pub fn new(hypotheses: Hypotheses) -> Self {
        Self { sprt: Sprt::new(hypotheses), feed: Feed::default(), decided_by: None }
    }

    /// Takes the result of a number; it counts as soon as all smaller numbers are known. After the decision results are dropped.
    pub fn add(&mut self, id: u64, result: T::Result) -> Result<Verdict, Repeated> {
        if self.decided_by.is_none() {
            self.feed.add(id, result)?;
            self.look();
        }
        Ok(self.sprt.verdict())
    }

    /// Says that a number will have no result, so that the later ones need not wait for it.
    pub fn skip(&mut self, id: u64) -> Result<Verdict, Repeated> {
        if self.decided_by.is_none() {
            self.feed.skip(id)?;
            self.look();
        }
        Ok(self.sprt.verdict())
    }

    /// The test over the results that count.
    pub fn sprt(&self) -> &Sprt<T> {
        &self.sprt
    }

    /// The number of the result that decided; those after it don't count.
    pub fn decided_by(&self) -> Option<u64> {
        self.decided_by
    }

    /// How many results wait for a smaller number.
    pub fn waiting(&self) -> usize {
        self.feed.waiting()
    }

    fn look(&mut self) {
        while let Some((id, result)) = self.feed.pop() {
            if self.sprt.add(result) != Verdict::Continue {
                self.decided_by = Some(id);
                self.feed = Feed::default();
                return;
            }
        }
    }
}
