//! What an agent may spend.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use zermelo_core::{SearchLimits, TimeControl};

/// What an agent may spend, as far as the arena looks after it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Allowance {
    /// What the agent is told with each move; without the clock.
    pub limits: SearchLimits,
    /// Its clock.
    pub clock: TimeControl,
    /// How much later than its time an answer may come.
    pub margin: Duration,
    /// How long an answer may take where time is not limited.
    pub hang: Duration,
}

impl Allowance {
    /// The time that an answer may take, with the margin: the shorter of move and clock, whose deadline has the margin already.
    /// `None`: time is not limited.
    pub fn deadline(&self, clock: Option<Duration>) -> Option<Duration> {
        let time = self.limits.time.map(|time| time.saturating_add(self.margin));
        match (time, clock) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shorter_time_counts() {
        let ms = Duration::from_millis;
        let allowance = Allowance {
            limits: SearchLimits::time(ms(50)),
            clock: TimeControl::None,
            margin: ms(10),
            hang: Duration::from_secs(1),
        };
        assert_eq!(allowance.deadline(Some(ms(30))), Some(ms(30)));
        assert_eq!(allowance.deadline(None), Some(ms(60)));
        assert_eq!(Allowance { limits: SearchLimits::NONE, ..allowance }.deadline(None), None);
    }
}
