//! A node and time budget that several searches share.

use std::time::{Duration, Instant};

use zermelo_core::{SearchLimits, Side};

use crate::budget::time_share;

/// Limits of nodes and time for several searches together, and what they have spent. The time runs from the start.
#[derive(Clone, Debug)]
pub struct SharedBudget {
    limits: SearchLimits,
    begun: Instant,
    spent: u64,
}

impl SharedBudget {
    /// Starts the clock. Of the game clocks in `limits`, `side`'s gives its time share for one move.
    pub fn new(limits: SearchLimits, side: Side) -> Self {
        let share = limits.clock.map(|clock| time_share(&clock, side));
        let time = limits.time.into_iter().chain(share).min();
        let limits = SearchLimits { nodes: limits.nodes, time, ..SearchLimits::NONE };
        Self { limits, begun: Instant::now(), spent: 0 }
    }

    /// Whether there is a limit of nodes or time.
    pub fn is_limited(&self) -> bool {
        !self.limits.is_unlimited()
    }

    /// Limits for one search: the rest of the budget, divided by `parts`.
    pub fn part(&self, parts: u32) -> SearchLimits {
        SearchLimits {
            nodes: self.limits.nodes.map(|nodes| nodes.saturating_sub(self.spent) / u64::from(parts)),
            time: self.limits.time.map(|time| time.saturating_sub(self.begun.elapsed()) / parts),
            ..SearchLimits::NONE
        }
    }

    /// Adds the nodes of a search to what is spent.
    pub fn spend(&mut self, nodes: u64) {
        self.spent += nodes;
    }

    /// The nodes spent so far by all searches.
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
    fn parts_divide_the_rest() {
        let mut shared_budget = SharedBudget::new(SearchLimits::nodes(100), Side::First);
        assert_eq!(shared_budget.part(2), SearchLimits::nodes(50));
        shared_budget.spend(40);
        assert_eq!(shared_budget.part(3), SearchLimits::nodes(20));
        shared_budget.spend(70);
        assert_eq!((shared_budget.part(1), shared_budget.spent()), (SearchLimits::nodes(0), 110));
        assert!(!SharedBudget::new(SearchLimits::NONE, Side::First).is_limited());
    }

    #[test]
    fn a_clock_gives_its_share() {
        let clock =
            Clock { remaining: [1, 3000].map(Duration::from_secs), increment: [Duration::ZERO; 2], moves_to_go: None };
        let shared_budget = SharedBudget::new(SearchLimits { clock: Some(clock), ..SearchLimits::NONE }, Side::Second);
        let part = shared_budget.part(1);
        assert!(shared_budget.is_limited() && part.time > Some(Duration::from_secs(2)) && part.clock.is_none());
    }
}
