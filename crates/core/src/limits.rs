//! Limits of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{Depth, Side};

/// The limits of one search. The first limit that is reached ends it. Without limits the search ends by itself or by its
/// [`StopToken`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SearchLimits {
    /// The depth in plies.
    pub depth: Option<Depth>,
    /// The number of moves played below the root.
    pub nodes: Option<u64>,
    /// The number of playouts.
    pub playouts: Option<u64>,
    /// The time for this move.
    pub time: Option<Duration>,
    /// The clocks of the game, for agents with time management.
    pub clock: Option<Clock>,
}

/// The clocks of both sides, as a search sees them. Arrays are indexed by [`Side::index`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clock {
    /// The remaining time.
    pub remaining: [Duration; 2],
    /// The increment per move.
    pub increment: [Duration; 2],
    /// Moves until the base time is added again; `None`: never.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// The remaining time of a side.
    pub fn remaining(&self, side: Side) -> Duration {
        self.remaining[side.index()]
    }

    /// The increment of a side.
    pub fn increment(&self, side: Side) -> Duration {
        self.increment[side.index()]
    }
}

impl SearchLimits {
    /// No limit.
    pub const NONE: Self = Self { depth: None, nodes: None, playouts: None, time: None, clock: None };

    /// A limit of depth alone.
    pub fn depth(plies: u32) -> Self {
        Self { depth: Some(Depth(plies)), ..Self::NONE }
    }

    /// A limit of nodes alone.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::NONE }
    }

    /// A limit of playouts alone.
    pub fn playouts(playouts: u64) -> Self {
        Self { playouts: Some(playouts), ..Self::NONE }
    }

    /// A limit of time alone.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::NONE }
    }

    /// The stricter of each pair of limits. The clock is that of `self`, if it has one.
    #[must_use]
    pub fn tightened(self, other: Self) -> Self {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            match (a, b) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            }
        }
        Self {
            depth: least(self.depth, other.depth),
            nodes: least(self.nodes, other.nodes),
            playouts: least(self.playouts, other.playouts),
            time: least(self.time, other.time),
            clock: self.clock.or(other.clock),
        }
    }

    /// Whether nothing limits the search.
    pub fn is_unlimited(&self) -> bool {
        *self == Self::NONE
    }
}

/// A flag that ends a search immediately. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct StopToken(Arc<AtomicBool>);

impl StopToken {
    /// A flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the flag.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Clears the flag, for the next search.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stricter_limit_wins() {
        let a = SearchLimits { nodes: Some(10), ..SearchLimits::depth(4) };
        let b = SearchLimits { nodes: Some(20), ..SearchLimits::depth(3) };
        assert_eq!(a.tightened(b), SearchLimits { nodes: Some(10), ..SearchLimits::depth(3) });
        assert!(SearchLimits::NONE.tightened(SearchLimits::NONE).is_unlimited());
    }
}
