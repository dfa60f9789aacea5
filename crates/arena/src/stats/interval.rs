//! Confidence intervals of a score.
//!
//! There are two kinds; each figure documents which it uses. The *normal* one takes the observed variance, so draws make it narrower;
//! it is what fastchess and fishtest print, and it fails where few trials all ended alike. *Wilson's*
//! (<https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval#Wilson_score_interval>) takes the largest variance that
//! the score allows, as if there were no draws: it never fails, and is too wide with many draws.

use statrs::distribution::{ContinuousCDF, Normal};

use super::Sample;

/// The confidence level of an interval, between 0 and 1.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Confidence(f64);

/// An invalid confidence level.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
#[error("a confidence of {0}: it is more than 0 and less than 1, such as 0.95")]
pub struct ConfidenceError(
    /// What was given.
    pub f64,
);

impl Confidence {
    /// 95 %.
    pub const P95: Self = Self(0.95);

    /// A level between 0 and 1, both excluded.
    pub fn new(level: f64) -> Result<Self, ConfidenceError> {
        if level > 0.0 && level < 1.0 { Ok(Self(level)) } else { Err(ConfidenceError(level)) }
    }

    /// The confidence level.
    pub fn level(self) -> f64 {
        self.0
    }

    /// Half the width of the interval in standard deviations of a normal distribution: 1.96 for 95 %.
    pub fn deviations(self) -> f64 {
        // Seen from below, a level next to 1 does not round up to it.
        -Normal::standard().inverse_cdf((1.0 - self.0) / 2.0)
    }
}

impl Default for Confidence {
    fn default() -> Self {
        Self::P95
    }
}

/// From `low` to `high`, both included; either may be infinite where a function says so.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The interval of the score by the observed variance, cut off at 0 and 1; `None` without a trial. It has no width where all
/// trials ended alike.
pub fn normal_interval(sample: &Sample, confidence: Confidence) -> Option<Interval> {
    let (mean, half) = (sample.mean()?, confidence.deviations() * sample.variance_of_mean()?.sqrt());
    Some(Interval { low: (mean - half).max(0.0), high: (mean + half).min(1.0) })
}

/// Wilson's interval of the score; `None` without a trial. Right for trials that are won or lost, too wide with draws.
pub fn wilson_interval(sample: &Sample, confidence: Confidence) -> Option<Interval> {
    let (mean, trials) = (sample.mean()?, sample.total());
    let squared = confidence.deviations().powi(2) / trials;
    let middle = (mean + squared / 2.0) / (1.0 + squared);
    let half = (squared * (mean * (1.0 - mean) + squared / 4.0)).sqrt() / (1.0 + squared);
    // At 0 and 1 the ends are exact, whatever the rounding.
    let low = if mean <= 0.0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if mean >= 1.0 { 1.0 } else { (middle + half).min(1.0) };
    Some(Interval { low, high })
}

/// The interval that error bars are made of: [`normal_interval`], and [`wilson_interval`] where all trials ended alike, because
/// a run of equal results does not prove that nothing else can happen. `None` without a trial.
pub fn score_interval(sample: &Sample, confidence: Confidence) -> Option<Interval> {
    if sample.variance()? > 0.0 { normal_interval(sample, confidence) } else { wilson_interval(sample, confidence) }
}
