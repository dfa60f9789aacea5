//! The generalised log-likelihood ratio of two hypotheses about the strength of a player.
//!
//! Each hypothesis fixes one number (the expected score, or the score in standard deviations) and leaves the rest of the
//! distribution free. The ratio compares the most likely distribution under each:
//!
//! ```text
//! LLR = sum of count_i * ln(p1_i / p0_i),   pH = the most likely distribution that H allows
//! ```
//!
//! For an expected score `s`, `p_i = f_i / (1 + x (a_i - s))` with `f_i` the observed share of the score `a_i`, and `x` the one root
//! of `sum of f_i (a_i - s) / (1 + x (a_i - s))` that leaves all shares positive (Van den Bergh,
//! <https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf>, proposition 1.1). For normalised Elo the condition is not linear; it
//! is solved by a few linear ones (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>, section 4.1). fishtest and
//! fastchess compute the same; like them, a score that never came up counts as a thousandth of a trial.

use super::elo::{NORMALIZED_SCALE, elo_to_score};
use super::{EloModel, Hypotheses, Sample};

/// A count of zero becomes this.
const NEVER_SEEN: f64 = 1e-3;

/// How much more likely the results are under H1 than under H0, as a natural logarithm. 0 without a trial; always finite.
pub fn log_likelihood_ratio(sample: &Sample, hypotheses: &Hypotheses) -> f64 {
    if sample.trials() == 0 {
        return 0.0;
    }
    let observed = Observed::new(sample);
    match hypotheses.model() {
        EloModel::Logistic => {
            let fit = |elo| observed.divisors_of_score(elo_to_score(elo));
            match (fit(hypotheses.elo0()), fit(hypotheses.elo1())) {
                (Some(h0), Some(h1)) => observed.ratio(&h0, &h1),
                // An expected score within (0, 1) has a root; only rounding could lose it.
                _ => 0.0,
            }
        }
        EloModel::Normalized => {
            let [t0, t1] = [hypotheses.elo0(), hypotheses.elo1()].map(|elo| elo / NORMALIZED_SCALE);
            let scale = observed.games_per_trial.sqrt();
            match (observed.divisors_of_t(t0 * scale), observed.divisors_of_t(t1 * scale)) {
                (Some(h0), Some(h1)) => observed.ratio(&h0, &h1),
                _ => observed.approximate_ratio(t0, t1),
            }
        }
    }
}

/// Five numbers, of which a sample of games uses three.
type ScoreRow = [f64; 5];

/// The observed distribution, every score made possible.
struct Observed {
    scores: ScoreRow,
    shares: ScoreRow,
    /// How many of the rows count; the shares beyond are zero.
    len: usize,
    trials: f64,
    games_per_trial: f64,
}

impl Observed {
    fn new(sample: &Sample) -> Self {
        let (mut scores, mut shares) = ([0.0; 5], [0.0; 5]);
        for (at, (score, &count)) in sample.scores().zip(sample.counts()).enumerate() {
            scores[at] = score;
            shares[at] = if count == 0 { NEVER_SEEN } else { count as f64 };
        }
        let trials: f64 = shares.iter().sum();
        let shares = shares.map(|share| share / trials);
        let games_per_trial = f64::from(sample.games_per_trial());
        Self { scores, shares, len: sample.counts().len(), trials, games_per_trial }
    }

    /// `f_i / p_i` for the most likely distribution with this expected score.
    fn divisors_of_score(&self, score: f64) -> Option<ScoreRow> {
        self.divisors(&self.scores.map(|a| a - score))
    }

    /// `f_i / p_i` for the most likely distribution with this expected score in standard deviations above 1/2. `None` where the
    /// steps don't lead to one, which happens far outside the data alone.
    fn divisors_of_t(&self, t: f64) -> Option<ScoreRow> {
        const STEPS: usize = 100;
        const STILL: f64 = 1e-11;
        let mut shares = [1.0 / self.len as f64; 5];
        let mut divisors = shares;
        for _ in 0..STEPS {
            let (mean, variance) = self.moments(&shares);
            let deviation = variance.sqrt();
            let tangent = |a: f64| {
                let standard = (a - mean) / deviation;
                a - 0.5 - t * deviation * (1.0 + standard * standard) / 2.0
            };
            divisors = self.divisors(&self.scores.map(tangent))?;
            let mut moved: f64 = 0.0;
            for at in 0..self.len {
                let share = self.shares[at] / divisors[at];
                moved = moved.max((share - shares[at]).abs());
                shares[at] = share;
            }
            if moved < STILL {
                break;
            }
        }
        let (mean, variance) = self.moments(&shares);
        let reached = (mean - 0.5) / variance.sqrt();
        ((reached - t).abs() < 1e-6).then_some(divisors)
    }

    /// Mean and variance of the score under other shares.
    fn moments(&self, shares: &ScoreRow) -> (f64, f64) {
        let mean = self.sum(|at| shares[at] * self.scores[at]);
        (mean, self.sum(|at| shares[at] * (self.scores[at] - mean).powi(2)))
    }

    /// `1 + x v_i` where the shares `f_i / (1 + x v_i)` give `v` the mean 0; `None` where they can't.
    ///
    /// A share that is next to nothing puts `x` next to the pole `-1 / v_i`. So `x` is measured from the pole `-1 / v` on its
    /// side of 0, as `x = -1 / v + y sign(v)`, and every divisor is a sum without cancellation.
    fn divisors(&self, values: &ScoreRow) -> Option<ScoreRow> {
        let (values, shares) = (&values[..self.len], &self.shares[..self.len]);
        let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if !(lowest < 0.0 && highest > 0.0) {
            return None;
        }
        let mean: f64 = values.iter().zip(shares).map(|(value, share)| value * share).sum();
        let pole = if mean > 0.0 { lowest } else { highest };
        let sign = pole.signum();
        let divisor = |value: f64, y: f64| (pole - value) / pole + y * value * sign;
        let y = falling_root(1.0 / pole.abs(), |y| {
            values.iter().zip(shares).fold((0.0, 0.0), |(sum, slope), (&value, share)| {
                let part = value / divisor(value, y);
                (sum + sign * share * part, slope - share * part * part)
            })
        });
        let mut divisors = [1.0; 5];
        for (at, &value) in values.iter().enumerate() {
            divisors[at] = divisor(value, y);
        }
        divisors.iter().all(|divisor| *divisor > 0.0).then_some(divisors)
    }

    fn ratio(&self, h0: &ScoreRow, h1: &ScoreRow) -> f64 {
        self.trials * self.sum(|at| self.shares[at] * (h0[at] / h1[at]).ln())
    }

    /// The ratio for hypotheses so far from the data that the exact one can't be had: as for a normal distribution whose variance
    /// is free (section 4.2 of the paper).
    fn approximate_ratio(&self, t0: f64, t1: f64) -> f64 {
        let (mean, variance) = self.moments(&self.shares);
        let t = (mean - 0.5) / (self.games_per_trial * variance).sqrt();
        let games = self.games_per_trial * self.trials;
        games / 2.0 * ((1.0 + (t - t0).powi(2)) / (1.0 + (t - t1).powi(2))).ln()
    }

    fn sum(&self, term: impl Fn(usize) -> f64) -> f64 {
        (0..self.len).map(term).sum()
    }
}

/// The root of a function that falls from infinity at 0 and is not positive at `high`: Newton's steps from `high`, halving where
/// one leaves the bracket or gains little. `f` gives value and slope.
fn falling_root(mut high: f64, f: impl Fn(f64) -> (f64, f64)) -> f64 {
    const STEPS: usize = 200;
    let (mut low, mut y, mut last) = (0.0, high, high);
    for _ in 0..STEPS {
        let (value, slope) = f(y);
        if value > 0.0 {
            low = y;
        } else {
            high = y;
        }
        let newton = y - value / slope;
        let gains = newton > low && newton <= high && (newton - y).abs() <= last / 2.0;
        let next = if gains { newton } else { f64::midpoint(low, high) };
        last = (next - y).abs();
        y = next;
        if last <= f64::EPSILON * y {
            break;
        }
    }
    y
}
