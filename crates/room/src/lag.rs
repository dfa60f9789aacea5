//! How much of the time that the network took is given back.

use std::time::Duration;

use zermelo_protocol::TimeControl;

/// What one player has of it. Each move earns some and spends at most what the network takes, so that a short delay in every move, or a
/// long one now and then, costs nothing, and a delay made at will gains little. The figures are lichess's (scalachess, `LagTracker`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lag {
    quota: Duration,
    gain: Duration,
}

/// The network's time varies: this much more than was measured is believed.
const SLACK: Duration = Duration::from_millis(140);

/// The most that one move earns.
const MOST: Duration = Duration::from_secs(1);

impl Lag {
    /// A full quota for a game with this clock.
    pub fn new(control: TimeControl) -> Self {
        let gain = match control.estimate() {
            None => Duration::ZERO,
            Some(game) => (game / 250).saturating_add(Duration::from_millis(150)).min(MOST),
        };
        Self { quota: gain * 3, gain }
    }

    /// The most that a move which comes now would be given, by the delay that was measured.
    pub fn most(&self, measured: Duration) -> Duration {
        measured.saturating_add(SLACK).min(self.quota)
    }

    /// What is given to a move that took this long by the server's clock; it is spent.
    pub fn given(&mut self, measured: Duration, took: Duration) -> Duration {
        let given = measured.min(self.most(measured)).min(took);
        self.quota = self.quota.saturating_sub(given).saturating_add(self.gain).min(self.gain * 7);
        given
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_usual_delay_is_given_back_whole_and_a_long_one_in_part() {
        // A minute for the game: 0.24 s and 0.15 s a move.
        let mut lag = Lag::new("60+0".parse().expect("a clock"));
        for _ in 0..100 {
            assert_eq!(lag.given(ms(200), ms(1000)), ms(200));
        }
        // It saved up seven moves.
        let given: Vec<Duration> = (0..4).map(|_| lag.given(ms(5000), ms(9000))).collect();
        assert_eq!(given, [ms(2730), ms(390), ms(390), ms(390)]);
    }

    #[test]
    fn nothing_is_given_beyond_the_time_that_it_took() {
        let mut lag = Lag::new("60+0".parse().expect("a clock"));
        assert_eq!(lag.given(ms(300), ms(50)), ms(50));
        assert_eq!(Lag::new(TimeControl::None).given(ms(300), ms(500)), Duration::ZERO);
    }
}
