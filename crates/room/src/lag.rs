//! Lag compensation: how much of the network's delay is not charged to a player's clock.

use std::time::Duration;

use zermelo_protocol::TimeControl;

/// The lag quota of one player. Each move adds to it and uses at most the measured lag. A short delay in every move or a long one now and
/// then is compensated in full; a deliberate delay gains little. The figures are those of lichess (scalachess, `LagTracker`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LagQuota {
    quota: Duration,
    gain: Duration,
}

/// The network's delay varies: a move may arrive this much later than the measured lag.
const SLACK: Duration = Duration::from_millis(140);

/// The largest gain of one move.
const MAX_GAIN: Duration = Duration::from_secs(1);

impl LagQuota {
    /// The initial quota of a game with this time control.
    pub fn new(control: TimeControl) -> Self {
        let gain = match control.estimate() {
            None => Duration::ZERO,
            Some(game) => (game / 250).saturating_add(Duration::from_millis(150)).min(MAX_GAIN),
        };
        Self { quota: gain * 3, gain }
    }

    /// The longest delay for which a move that arrives now can be compensated, given the measured lag.
    pub fn max_compensation(&self, measured: Duration) -> Duration {
        measured.saturating_add(SLACK).min(self.quota)
    }

    /// Uses the quota for a move that took `took` by the server's clock. Returns the part of it that is not charged.
    pub fn compensate(&mut self, measured: Duration, took: Duration) -> Duration {
        let compensation = measured.min(self.max_compensation(measured)).min(took);
        self.quota = self.quota.saturating_sub(compensation).saturating_add(self.gain).min(self.gain * 7);
        compensation
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_usual_delay_is_compensated_in_full_and_a_long_one_in_part() {
        // A minute for the game: each move gains 0.24 s and 0.15 s.
        let mut lag = LagQuota::new("60+0".parse().expect("a clock"));
        for _ in 0..100 {
            assert_eq!(lag.compensate(ms(200), ms(1000)), ms(200));
        }
        // The quota holds seven gains.
        let compensated: Vec<Duration> = (0..4).map(|_| lag.compensate(ms(5000), ms(9000))).collect();
        assert_eq!(compensated, [ms(2730), ms(390), ms(390), ms(390)]);
    }

    #[test]
    fn no_more_than_the_time_of_the_move_is_compensated() {
        let mut lag = LagQuota::new("60+0".parse().expect("a clock"));
        assert_eq!(lag.compensate(ms(300), ms(50)), ms(50));
        assert_eq!(LagQuota::new(TimeControl::None).compensate(ms(300), ms(500)), Duration::ZERO);
    }
}
