//! The clocks of a game, measured by the arena.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use zermelo_core::{Clock, SearchLimits, Side};

use crate::values::ClockLimit;

/// What an agent may spend, as far as the arena looks after it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Allowance {
    /// What the agent is told with each move; without the clock.
    pub limits: SearchLimits,
    /// Its clock.
    pub clock: Option<ClockLimit>,
    /// How much later than its time an answer may come.
    pub margin: Duration,
    /// How long an answer may take where time is not limited.
    pub hang: Duration,
}

/// The clocks of one game, by [`Side::index`]. A side without a clock has none to lose on.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    limits: [Option<ClockLimit>; 2],
    left: [Duration; 2],
    moves: [u32; 2],
}

impl Clocks {
    /// Full clocks.
    pub fn new(limits: [Option<ClockLimit>; 2]) -> Self {
        Self { limits, left: limits.map(|limit| limit.map_or(Duration::ZERO, |limit| limit.base)), moves: [0; 2] }
    }

    /// What the clock of a side leaves for this move.
    pub fn left(&self, side: Side) -> Option<Duration> {
        self.limits[side.index()].map(|_| self.left[side.index()])
    }

    /// What the agent of a side is told; `None` where it has no clock.
    pub fn shown(&self, side: Side) -> Option<Clock> {
        let limit = self.limits[side.index()]?;
        let increments = self.limits.map(|limit| limit.map_or(Duration::ZERO, |limit| limit.increment));
        let moves_to_go = limit.moves.map(|moves| moves - self.moves[side.index()] % moves);
        Some(Clock { remaining: self.left, increment: increments, moves_to_go })
    }

    /// A move of a side took this long; it was in time. What it took beyond the clock, within the margin, is forgiven.
    pub fn moved(&mut self, side: Side, took: Duration) {
        let at = side.index();
        let Some(limit) = self.limits[at] else { return };
        self.left[at] = self.left[at].saturating_sub(took).saturating_add(limit.increment);
        self.moves[at] += 1;
        if limit.moves.is_some_and(|moves| self.moves[at].is_multiple_of(moves)) {
            self.left[at] = self.left[at].saturating_add(limit.base);
        }
    }
}

impl Allowance {
    /// The time that an answer may take, with the margin: the shorter of move and clock. `None`: time is not limited.
    pub fn deadline(&self, left: Option<Duration>) -> Option<Duration> {
        let time = match (self.limits.time, left) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        time.map(|time| time.saturating_add(self.margin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_clock_runs_down_and_gets_its_increment() {
        let limit = ClockLimit::parse("1+0.1").unwrap();
        let mut clocks = Clocks::new([Some(limit), None]);
        assert_eq!((clocks.left(Side::First), clocks.left(Side::Second)), (Some(ms(1000)), None));
        clocks.moved(Side::First, ms(300));
        assert_eq!(clocks.left(Side::First), Some(ms(800)));
        clocks.moved(Side::Second, ms(300));
        clocks.moved(Side::First, ms(820));
        assert_eq!(clocks.left(Side::First), Some(ms(100)), "late within the margin: nothing is owed");
        assert!(clocks.shown(Side::Second).is_none());
    }

    #[test]
    fn a_clock_is_filled_up_again() {
        let limit = ClockLimit::parse("2/1+0").unwrap();
        let mut clocks = Clocks::new([Some(limit); 2]);
        assert_eq!(clocks.shown(Side::First).and_then(|clock| clock.moves_to_go), Some(2));
        clocks.moved(Side::First, ms(500));
        assert_eq!(clocks.shown(Side::First).and_then(|clock| clock.moves_to_go), Some(1));
        clocks.moved(Side::First, ms(500));
        assert_eq!(clocks.left(Side::First), Some(ms(1000)));
        assert_eq!(clocks.shown(Side::First).and_then(|clock| clock.moves_to_go), Some(2));
    }

    #[test]
    fn the_shorter_time_counts() {
        let allowance =
            Allowance { limits: SearchLimits::time(ms(50)), clock: None, margin: ms(10), hang: Duration::from_secs(1) };
        assert_eq!(allowance.deadline(Some(ms(20))), Some(ms(30)));
        assert_eq!(allowance.deadline(None), Some(ms(60)));
        assert_eq!(Allowance { limits: SearchLimits::NONE, ..allowance }.deadline(None), None);
    }
}
