//! Differences in strength, in logistic and in normalised Elo.
//!
//! *Logistic* Elo is the usual one: a difference of `d` means an expected score of `1 / (1 + 10^(-d/400))`. It depends on how
//! often games are drawn: the same improvement counts for less where draws are many.
//!
//! *Normalised* Elo measures the score in standard deviations of a game, `(score - 1/2) / sigma`, times `800 / ln 10` so that it
//! equals logistic Elo for small differences without draws. It says how many games it takes to see the difference, whatever the
//! share of draws (Van den Bergh, <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>). With pairs, the variance of a
//! game is taken as twice the variance of a pair's mean score.

use std::f64::consts::LN_10;

use super::interval::{Confidence, score_interval};
use super::{Interval, Sample};

/// Normalised Elo of a score one standard deviation above 1/2: 347.4.
pub(crate) const NORMALIZED_SCALE: f64 = 800.0 / LN_10;

/// A figure with its error bars. Any of the three may be infinite, and none is NaN.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Where it lies by the asked confidence. Not centred on the value where the scale bends.
    pub interval: Interval,
}

impl Estimate {
    /// Half the width of the interval, as it is printed behind "+/-"; `None` where an end is infinite.
    pub fn error(&self) -> Option<f64> {
        let width = self.interval.high - self.interval.low;
        width.is_finite().then_some(width / 2.0)
    }

    fn map(value: f64, interval: Interval, scale: impl Fn(f64) -> f64) -> Self {
        Self { value: scale(value), interval: Interval { low: scale(interval.low), high: scale(interval.high) } }
    }
}

/// The difference in Elo at which a score is expected; infinite at 0 and at 1, and a score beyond these counts as them.
pub fn score_to_elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // In this form an even score is 0 and not -0.
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The score that a difference in Elo lets expect, from 0 to 1.
pub fn elo_to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Logistic Elo of the score, with error bars from [`score_interval`]; `None` without a trial. All points won or lost is an
/// infinite value with one finite end.
pub fn elo(sample: &Sample, confidence: Confidence) -> Option<Estimate> {
    Some(Estimate::map(sample.mean()?, score_interval(sample, confidence)?, score_to_elo))
}

/// Normalised Elo; `None` without a trial or where all trials ended alike: there is nothing to measure it by.
///
/// The error bars treat the variance as known, as fastchess does; they depend on the number of games alone.
pub fn normalized_elo(sample: &Sample, confidence: Confidence) -> Option<Estimate> {
    let (mean, variance) = (sample.mean()?, sample.variance()?);
    if variance <= 0.0 {
        return None;
    }
    let half = confidence.deviations() * sample.variance_of_mean()?.sqrt();
    let deviation = (f64::from(sample.games_per_trial()) * variance).sqrt();
    let interval = Interval { low: mean - half, high: mean + half };
    Some(Estimate::map(mean, interval, |score| (score - 0.5) / deviation * NORMALIZED_SCALE))
}
