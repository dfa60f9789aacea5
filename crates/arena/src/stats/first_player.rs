//! The advantage of moving first.

use super::{Confidence, Counts, CrossTable, Estimate, Interval, TrialCounts, elo, score_interval};

/// The first side's results over a pool. Fair where every two players met equally often with either of them first; elsewhere
/// the advantage fitted with the ratings ([`Advantage::Fitted`](super::Advantage::Fitted)) is the one to trust.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirstPlayer {
    /// Games as the first player sees them.
    pub counts: Counts,
}

impl FirstPlayer {
    /// The first side of all games of a table, games of a player against itself included.
    pub fn of(table: &CrossTable) -> Self {
        Self { counts: table.all() }
    }

    /// The first side's score, from 0 to 1; `None` without a game.
    pub fn score(&self) -> Option<f64> {
        self.counts.score()
    }

    /// The interval of the score; see [`score_interval`].
    pub fn interval(&self, confidence: Confidence) -> Option<Interval> {
        score_interval(&self.counts.sample(), confidence)
    }

    /// The advantage of the first side in Elo; `None` without a game.
    pub fn elo(&self, confidence: Confidence) -> Option<Estimate> {
        elo(&self.counts.sample(), confidence)
    }
}
