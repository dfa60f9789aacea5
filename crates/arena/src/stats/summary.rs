//! Time, nodes and depth of moves, summed up while they come. The memory does not grow with the number of moves.

use std::time::Duration;

use hdrhistogram::Histogram;

/// Mean, greatest and percentiles of whole numbers, one by one.
///
/// Count, mean and greatest are exact. Percentiles come from a histogram with three significant digits (`HdrHistogram`,
/// <https://hdrhistogram.github.io/HdrHistogram/>): exact up to 2047, and above that too high by at most a thousandth.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    histogram: Histogram<u64>,
    /// Beside the histogram, which knows its values to three digits.
    sum: u128,
    greatest: u64,
}

impl Summary {
    /// Values up to here differ; larger ones count as it. As nanoseconds it is 104 days.
    const CEILING: u64 = (1 << 53) - 1;

    /// Nothing yet.
    #[expect(clippy::missing_panics_doc, reason = "a constant is right or wrong for ever")]
    pub fn new() -> Self {
        // It grows with the largest value, up to some 350 KiB at the ceiling. Three digits are at most five: the constructor can't fail.
        let histogram = Histogram::new(3).expect("a constant number of digits");
        Self { histogram, sum: 0, greatest: 0 }
    }

    /// Nothing yet, for percentiles with one significant digit: exact up to 31, and above that too high by at most a sixteenth. It takes 4
    /// KiB at most, so there can be many.
    #[expect(clippy::missing_panics_doc, reason = "a constant is right or wrong for ever")]
    pub fn coarse() -> Self {
        let histogram = Histogram::new(1).expect("a constant number of digits");
        Self { histogram, sum: 0, greatest: 0 }
    }

    /// Counts a value; one beyond 2^53 - 1 counts as that.
    #[expect(clippy::missing_panics_doc, reason = "the table grows to 350 KiB at most")]
    pub fn add(&mut self, value: u64) {
        let value = value.min(Self::CEILING);
        self.histogram.record(value).expect("a table for values below the ceiling fits the memory");
        self.sum += u128::from(value);
        self.greatest = self.greatest.max(value);
    }

    /// Counts all values of another summary.
    #[expect(clippy::missing_panics_doc, reason = "the table grows to 350 KiB at most")]
    pub fn merge(&mut self, other: &Self) {
        self.histogram.add(&other.histogram).expect("a table for values below the ceiling fits the memory");
        self.sum += other.sum;
        self.greatest = self.greatest.max(other.greatest);
    }

    /// How many values there were.
    pub fn count(&self) -> u64 {
        self.histogram.len()
    }

    /// The mean; `None` without a value.
    pub fn mean(&self) -> Option<f64> {
        let count = self.count();
        (count > 0).then(|| self.sum as f64 / count as f64)
    }

    /// The greatest value; `None` without one.
    pub fn greatest(&self) -> Option<u64> {
        (self.count() > 0).then_some(self.greatest)
    }

    /// The smallest value that a share of all values, from 0 to 1, does not exceed: 0.95 for the 95th percentile. `None` without a
    /// value, or for a share that is none.
    pub fn quantile(&self, share: f64) -> Option<u64> {
        if self.count() == 0 || !(0.0..=1.0).contains(&share) {
            return None;
        }
        Some(self.histogram.value_at_quantile(share).min(self.greatest))
    }

    /// The 95th percentile; `None` without a value.
    pub fn p95(&self) -> Option<u64> {
        self.quantile(0.95)
    }
}

impl Default for Summary {
    fn default() -> Self {
        Self::new()
    }
}

/// What an agent's moves took.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MoveSummary {
    /// Nanoseconds a move.
    pub nanoseconds: Summary,
    /// Nodes a move, of the moves that say so.
    pub nodes: Summary,
    /// Plies of depth reached, of the moves that say so.
    pub depth: Summary,
}

impl MoveSummary {
    /// Counts a move. `None` for what the agent does not tell.
    pub fn add(&mut self, time: Duration, nodes: Option<u64>, depth: Option<u32>) {
        self.nanoseconds.add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
        if let Some(nodes) = nodes {
            self.nodes.add(nodes);
        }
        if let Some(depth) = depth {
            self.depth.add(u64::from(depth));
        }
    }

    /// Counts all moves of another summary.
    pub fn merge(&mut self, other: &Self) {
        self.nanoseconds.merge(&other.nanoseconds);
        self.nodes.merge(&other.nodes);
        self.depth.merge(&other.depth);
    }

    /// The mean time of a move; `None` without a move.
    pub fn mean_time(&self) -> Option<Duration> {
        self.nanoseconds.mean().map(|mean| Duration::from_nanos(mean.round() as u64))
    }

    /// The 95th percentile of the time of a move; `None` without a move.
    pub fn p95_time(&self) -> Option<Duration> {
        self.nanoseconds.p95().map(Duration::from_nanos)
    }
}
