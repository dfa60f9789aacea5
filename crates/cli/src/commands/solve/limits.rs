//! What is left of the limits of several questions together.

use std::time::Instant;

use zermelo_core::SearchLimits;

/// The limits, and what was spent of them.
pub struct Left {
    limits: SearchLimits,
    begun: Instant,
    spent: u64,
}

impl Left {
    /// Nothing is spent yet.
    pub fn new(limits: SearchLimits) -> Self {
        Self { limits, begun: Instant::now(), spent: 0 }
    }

    /// The limits as they were given.
    pub fn all(&self) -> SearchLimits {
        self.limits
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_of_what_is_left() {
        let mut left = Left::new(SearchLimits::nodes(100));
        assert_eq!(left.part(2), SearchLimits::nodes(50));
        left.spend(40);
        assert_eq!(left.part(3), SearchLimits::nodes(20));
        left.spend(70);
        assert_eq!((left.part(1), left.spent()), (SearchLimits::nodes(0), 110));
        assert!(!Left::new(SearchLimits::NONE).is_limited());
    }
}
