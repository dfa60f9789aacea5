//! Counts of equal and independent trials, as the other figures take them.

/// How often each possible score of a trial came up.
///
/// A trial is a game (three scores: 0, 1/2, 1) or a pair of games (five: 0, 1/4, 1/2, 3/4, 1, the mean of its two games).
/// Everything that has a mean and a variance is computed from here, so that games and pairs go the same way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The lowest score first; those beyond `scores` are zero.
    counts: [u64; 5],
    scores: usize,
}

impl Sample {
    /// Single games: losses, draws, wins.
    pub fn of_games(counts: [u64; 3]) -> Self {
        let [losses, draws, wins] = counts;
        Self { counts: [losses, draws, wins, 0, 0], scores: 3 }
    }

    /// Pairs of games, by half points from none to four.
    pub fn of_pairs(counts: [u64; 5]) -> Self {
        Self { counts, scores: 5 }
    }

    /// How often each score came up, the lowest first.
    pub fn counts(&self) -> &[u64] {
        &self.counts[..self.scores]
    }

    /// The scores that a trial can have, the lowest first, from 0 to 1.
    pub fn scores(&self) -> impl Iterator<Item = f64> + use<> {
        let highest = (self.scores - 1) as f64;
        (0..self.scores).map(move |at| at as f64 / highest)
    }

    /// All trials, at most [`u64::MAX`].
    pub fn trials(&self) -> u64 {
        self.counts().iter().fold(0, |sum: u64, &count| sum.saturating_add(count))
    }

    /// Games in a trial: 1 or 2.
    pub fn games_per_trial(&self) -> u32 {
        if self.scores == 3 { 1 } else { 2 }
    }

    /// The mean score of a trial, from 0 to 1; `None` without a trial.
    pub fn mean(&self) -> Option<f64> {
        let trials = self.total();
        (trials > 0.0).then(|| self.weighted(|score| score) / trials)
    }

    /// The variance of the score of one trial, as observed (not corrected for the degree of freedom that the mean takes, as
    /// fastchess and fishtest do it); `None` without a trial. Exactly zero where all trials had the same score.
    pub fn variance(&self) -> Option<f64> {
        if self.counts().iter().filter(|&&count| count > 0).count() == 1 {
            return Some(0.0);
        }
        let mean = self.mean()?;
        Some(self.weighted(|score| (score - mean) * (score - mean)) / self.total())
    }

    /// The variance of the mean score; `None` without a trial.
    pub fn variance_of_mean(&self) -> Option<f64> {
        Some(self.variance()? / self.total())
    }

    /// The trials as a number to divide by, which does not saturate.
    pub(crate) fn total(&self) -> f64 {
        self.weighted(|_| 1.0)
    }

    fn weighted(&self, value: impl Fn(f64) -> f64) -> f64 {
        self.counts().iter().zip(self.scores()).map(|(&count, score)| count as f64 * value(score)).sum()
    }
}
