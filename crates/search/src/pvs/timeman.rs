//! How a deepening search shares out its time.
//!
//! A fixed time is used up. A clock gives each move a share ([`Budget`](crate::Budget) says how much): a new depth is begun only
//! while most of the share is left, a choice that keeps changing may take more of it, one that stays the same takes less; and a
//! depth that was begun may go on beyond the share, up to a part of what is on the clock.

use std::time::Duration;

use zermelo_core::{Clock, SearchLimits, Side};

use crate::budget::{KEPT, allotment};

/// The times of one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimePlan {
    /// When to begin no new depth; `None`: at no time.
    soft: Option<Duration>,
    /// When to end in any case.
    hard: Option<Duration>,
    /// How many depths in a row chose the same move.
    steady: u32,
}

impl TimePlan {
    /// The plan for a side's decision within limits.
    pub fn new(limits: &SearchLimits, side: Side) -> Self {
        let shared = limits.clock.as_ref().map(|clock| (allotment(clock, side), most(clock, side)));
        let hard = match (limits.time, shared) {
            (Some(time), Some((_, most))) => Some(time.min(most)),
            (time, shared) => time.or(shared.map(|(_, most)| most)),
        };
        Self { soft: shared.map(|(share, _)| share), hard, steady: 0 }
    }

    /// The limits with the plan's end in place of time and clock.
    #[must_use]
    pub fn limits(&self, limits: &SearchLimits) -> SearchLimits {
        SearchLimits { time: self.hard, clock: None, ..*limits }
    }

    /// Whether a clock is running: a decision without a choice is not thought over then.
    pub fn is_on_clock(&self) -> bool {
        self.soft.is_some()
    }

    /// A depth is finished; `same`: it chose the move of the depth before. Whether to begin another.
    pub fn goes_on(&mut self, same: bool, elapsed: Duration) -> bool {
        self.steady = if same { self.steady + 1 } else { 0 };
        // In eighths of the share. A depth takes some times as long as the one before it.
        let eighths = match self.steady {
            0 => 8,
            1 | 2 => 5,
            3..=5 => 4,
            _ => 3,
        };
        self.soft.is_none_or(|soft| elapsed < soft * eighths / 8)
    }
}

/// The most that one move may take of a clock: four shares, and at most a third of what is left.
fn most(clock: &Clock, side: Side) -> Duration {
    let left = clock.remaining(side);
    let share = allotment(clock, side);
    (share * 4).min(left / 3).max(share).min(left.saturating_sub(KEPT).max(left / 4))
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
        let mut plan = TimePlan::new(&SearchLimits::time(ms(100)), Side::First);
        assert_eq!(plan.limits(&SearchLimits::NONE).time, Some(ms(100)));
        assert!((0..20).all(|_| plan.goes_on(true, ms(99))));
    }

    #[test]
    fn a_steady_choice_takes_less() {
        let mut plan = TimePlan::new(&clock(30_000, None), Side::First);
        assert!(plan.is_on_clock());
        assert_eq!(plan.limits(&clock(30_000, None)), SearchLimits::time(ms(4_000)));
        assert!(plan.goes_on(false, ms(990)) && !plan.goes_on(false, ms(1_010)));
        assert!(!plan.goes_on(true, ms(700)), "the same move again");
        assert!(plan.goes_on(false, ms(700)), "another move");
    }

    #[test]
    fn the_clock_never_runs_out() {
        for left in [0, 1, 30, 70, 100, 1_000, 60_000] {
            for moves in [None, Some(0), Some(1), Some(40)] {
                let plan = TimePlan::new(&clock(left, moves), Side::First);
                let hard = plan.limits(&SearchLimits::NONE).time.unwrap();
                let most = ms(left).saturating_sub(KEPT).max(ms(left) / 4);
                assert!(hard <= most, "{left} {moves:?}: {hard:?}");
                assert!(plan.soft.unwrap() <= hard);
            }
        }
        let both = SearchLimits { time: Some(ms(50)), ..clock(30_000, None) };
        assert_eq!(TimePlan::new(&both, Side::First).limits(&both).time, Some(ms(50)), "the stricter one");
    }

    #[test]
    fn the_deadline_is_that_of_the_side_to_move() {
        assert_eq!(TimePlan::new(&clock(30_000, None), Side::Second).limits(&SearchLimits::NONE).time, Some(ms(0)));
    }
}
