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

use super::reorder::{DuplicateResultError, ReorderBuffer};
use super::{Hypotheses, Pentanomial, SprtVerdict, TrialCounts, log_likelihood_ratio};

/// A running test. After its decision it ignores further results.
#[derive(Clone, PartialEq, Debug)]
pub struct Sprt<T = Pentanomial> {
    hypotheses: Hypotheses,
    tally: T,
    verdict: SprtVerdict,
}

impl<T: TrialCounts> Sprt<T> {
    /// A test without results.
    pub fn new(hypotheses: Hypotheses) -> Self {
        Self { hypotheses, tally: T::default(), verdict: SprtVerdict::Continue }
    }

    /// Counts a result and looks at the bounds; after the decision it does neither.
    pub fn add(&mut self, result: T::Result) -> SprtVerdict {
        if self.verdict == SprtVerdict::Continue {
            self.tally.add(result);
            self.verdict = self.hypotheses.verdict(self.ratio());
        }
        self.verdict
    }

    /// The state of the test.
    pub fn verdict(&self) -> SprtVerdict {
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

    /// The hypotheses.
    pub fn hypotheses(&self) -> &Hypotheses {
        &self.hypotheses
    }
}

/// A test whose results carry numbers from 0 and come in any order, as they do when games run side by side. It looks at them in the order
/// of their numbers, so that the decision does not depend on which game ended first; fast games would otherwise be heard before slow
/// ones, and these are not alike.
#[derive(Clone, PartialEq, Debug)]
pub struct OrderedSprt<T: TrialCounts = Pentanomial> {
    sprt: Sprt<T>,
    reorder: ReorderBuffer<T::Result>,
    decided_by: Option<u64>,
}

impl<T: TrialCounts> OrderedSprt<T> {
    /// A test without results.
    pub fn new(hypotheses: Hypotheses) -> Self {
        Self { sprt: Sprt::new(hypotheses), reorder: ReorderBuffer::default(), decided_by: None }
    }

    /// Takes the result of a number; it counts as soon as all smaller numbers are known. After the decision results are dropped.
    pub fn add(&mut self, id: u64, result: T::Result) -> Result<SprtVerdict, DuplicateResultError> {
        if self.decided_by.is_none() {
            self.reorder.add(id, result)?;
            self.look();
        }
        Ok(self.sprt.verdict())
    }

    /// Says that a number will have no result, so that the later ones need not wait for it.
    pub fn skip(&mut self, id: u64) -> Result<SprtVerdict, DuplicateResultError> {
        if self.decided_by.is_none() {
            self.reorder.skip(id)?;
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
        self.reorder.waiting()
    }

    fn look(&mut self) {
        while let Some((id, result)) = self.reorder.pop() {
            if self.sprt.add(result) != SprtVerdict::Continue {
                self.decided_by = Some(id);
                self.reorder = ReorderBuffer::default();
                return;
            }
        }
    }
}
