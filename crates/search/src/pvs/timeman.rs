//! Time management of an iteratively deepening search.
//!
//! A fixed time is used completely. On a game clock each move gets a share of the remaining time
//! ([`Budget`](crate::Budget) defines it) as the soft limit: no new depth is started after a part of it, which shrinks
//! while the best move stays the same. The hard limit ends a depth that has been started; it is a larger part of the
//! remaining time.

use std::time::Duration;

use zermelo_core::{Clock, SearchLimits, Side};

use crate::budget::{CLOCK_RESERVE, time_share};

/// The soft and hard time limit of one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeManager {
    /// No new depth is started after this time; `None` without a clock.
    soft: Option<Duration>,
    /// The search ends at this time.
    hard: Option<Duration>,
    /// How many consecutive depths chose the same move.
    stable_depths: u32,
}

impl TimeManager {
    /// The time limits of a decision by `side`.
    pub fn new(limits: &SearchLimits, side: Side) -> Self {
        let shared = limits.clock.as_ref().map(|clock| (time_share(clock, side), max_time(clock, side)));
        let hard = match (limits.time, shared) {
            (Some(time), Some((_, max_time))) => Some(time.min(max_time)),
            (time, shared) => time.or(shared.map(|(_, max_time)| max_time)),
        };
        Self { soft: shared.map(|(share, _)| share), hard, stable_depths: 0 }
    }

    /// `limits` with the hard limit in place of time and clock.
    #[must_use]
    pub fn limits(&self, limits: &SearchLimits) -> SearchLimits {
        SearchLimits { time: self.hard, clock: None, ..*limits }
    }

    /// Whether a game clock is running. Then a single legal move is played without a deep search.
    pub fn has_clock(&self) -> bool {
        self.soft.is_some()
    }

    /// Whether to start another depth, after one that took until `elapsed`. `same`: it chose the same move as the depth
    /// before.
    pub fn should_deepen(&mut self, same: bool, elapsed: Duration) -> bool {
        self.stable_depths = if same { self.stable_depths + 1 } else { 0 };
        // In eighths of the soft limit. A depth takes several times as long as the one before.
        let eighths = match self.stable_depths {
            0 => 8,
            1 | 2 => 5,
            3..=5 => 4,
            _ => 3,
        };
        self.soft.is_none_or(|soft| elapsed < soft * eighths / 8)
    }
}

/// The hard limit of one move on a game clock: four shares, and at most a third of the remaining time.
fn max_time(clock: &Clock, side: Side) -> Duration {
    let left = clock.remaining(side);
    let share = time_share(clock, side);
    (share * 4).min(left / 3).max(share).min(left.saturating_sub(CLOCK_RESERVE).max(left / 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(remaining: u64, moves_to_go: Option<u32>) -> SearchLimits {
        let clock = Clock { remaining: [ms(remaining), Duration::ZERO], increment: [Duration::ZERO; 2], moves_to_go };
        SearchLimits { clock: Some(clock), ..SearchLimits::NONE }
    }

    #[test]
    fn a_fixed_time_is_used_up() {
        let mut manager = TimeManager::new(&SearchLimits::time(ms(100)), Side::First);
        assert_eq!(manager.limits(&SearchLimits::NONE).time, Some(ms(100)));
        assert!((0..20).all(|_| manager.should_deepen(true, ms(99))));
    }

    #[test]
    fn a_stable_best_move_takes_less_time() {
        let mut manager = TimeManager::new(&clock(30_000, None), Side::First);
        assert!(manager.has_clock());
        assert_eq!(manager.limits(&clock(30_000, None)), SearchLimits::time(ms(4_000)));
        assert!(manager.should_deepen(false, ms(990)) && !manager.should_deepen(false, ms(1_010)));
        assert!(!manager.should_deepen(true, ms(700)), "the same move again");
        assert!(manager.should_deepen(false, ms(700)), "another move");
    }

    #[test]
    fn the_clock_never_runs_out() {
        for left in [0, 1, 30, 70, 100, 1_000, 60_000] {
            for moves in [None, Some(0), Some(1), Some(40)] {
                let manager = TimeManager::new(&clock(left, moves), Side::First);
                let hard = manager.limits(&SearchLimits::NONE).time.unwrap();
                let max_time = ms(left).saturating_sub(CLOCK_RESERVE).max(ms(left) / 4);
                assert!(hard <= max_time, "{left} {moves:?}: {hard:?}");
                assert!(manager.soft.unwrap() <= hard);
            }
        }
        let both = SearchLimits { time: Some(ms(50)), ..clock(30_000, None) };
        assert_eq!(TimeManager::new(&both, Side::First).limits(&both).time, Some(ms(50)), "the stricter one");
    }

    #[test]
    fn the_deadline_is_that_of_the_side_to_move() {
        assert_eq!(TimeManager::new(&clock(30_000, None), Side::Second).limits(&SearchLimits::NONE).time, Some(ms(0)));
    }
}
