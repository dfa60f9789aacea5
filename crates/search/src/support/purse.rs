//! What several questions may spend together.

use std::time::{Duration, Instant};

use zermelo_core::{SearchLimits, Side};

use crate::budget::allotment;

/// Limits of nodes and time, and what was spent of them. Time runs from the start.
#[derive(Clone, Debug)]
pub struct Purse {
    limits: SearchLimits,
    begun: Instant,
    spent: u64,
}

impl Purse {
    /// Starts the clock. Of the clocks of a game, that of `side` gives its share of time for one decision.
    pub fn new(limits: SearchLimits, side: Side) -> Self {
        let share = limits.clock.map(|clock| allotment(&clock, side));
        let time = limits.time.into_iter().chain(share).min();
        let limits = SearchLimits { nodes: limits.nodes, time, ..SearchLimits::NONE };
        Self { limits, begun: Instant::now(), spent: 0 }
    }

    /// Whether there is a limit.
    pub fn is_limited(&self) -> bool {
        !self.limits.is_unlimited()
    }

    /// One of so many equal parts of what is left.
    pub fn part(&self, parts: u32) -> SearchLimits {
        SearchLimits {
            nodes: self.limits.nodes.map(|nodes| nodes.saturating_sub(self.spent) / u64::from(parts)),
            time: self.limits.time.map(|time| time.saturating_sub(self.begun.elapsed()) / parts),
            ..SearchLimits::NONE
        }
    }

    /// Counts nodes.
    pub fn spend(&mut self, nodes: u64) {
        self.spent += nodes;
    }

    /// The nodes of all questions.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use zermelo_core::Clock;

    use super::*;

    #[test]
    fn parts_are_of_what_is_left() {
        let mut purse = Purse::new(SearchLimits::nodes(100), Side::First);
        assert_eq!(purse.part(2), SearchLimits::nodes(50));
        purse.spend(40);
        assert_eq!(purse.part(3), SearchLimits::nodes(20));
        purse.spend(70);
        assert_eq!((purse.part(1), purse.spent()), (SearchLimits::nodes(0), 110));
        assert!(!Purse::new(SearchLimits::NONE, Side::First).is_limited());
    }

    #[test]
    fn a_clock_gives_its_share() {
        let clock =
            Clock { remaining: [1, 3000].map(Duration::from_secs), increment: [Duration::ZERO; 2], moves_to_go: None };
        let purse = Purse::new(SearchLimits { clock: Some(clock), ..SearchLimits::NONE }, Side::Second);
        let part = purse.part(1);
        assert!(purse.is_limited() && part.time > Some(Duration::from_secs(2)) && part.clock.is_none());
    }
}
