//! Counting results.

use super::Sample;

/// Counts of trials by their result.
pub trait TrialCounts: Default {
    /// One trial: a game, or a pair of games.
    type Result: Copy;

    /// Counts a trial.
    fn add(&mut self, result: Self::Result);

    /// All trials so far.
    fn sample(&self) -> Sample;
}
