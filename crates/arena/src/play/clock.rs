//! The limits of an agent.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use zermelo_core::{SearchLimits, TimeControl};

/// The limits of an agent in a tournament.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct AgentLimits {
    /// The limits that are passed to the agent with each move, without the clock.
    pub limits: SearchLimits,
    /// Its time control.
    pub clock: TimeControl,
    /// The time margin: how far the agent may exceed its time.
    pub margin: Duration,
    /// The timeout for a move without a time limit.
    pub hang: Duration,
}

impl AgentLimits {
    /// The maximum time for a move, with the margin: the smaller of the time for a move and the time on the clock. `clock` includes the
    /// margin already. `None`: time is not limited.
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
        let allowance = AgentLimits {
            limits: SearchLimits::time(ms(50)),
            clock: TimeControl::None,
            margin: ms(10),
            hang: Duration::from_secs(1),
        };
        assert_eq!(allowance.deadline(Some(ms(30))), Some(ms(30)));
        assert_eq!(allowance.deadline(None), Some(ms(60)));
        assert_eq!(AgentLimits { limits: SearchLimits::NONE, ..allowance }.deadline(None), None);
    }
}
