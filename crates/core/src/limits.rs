//! How long a search may go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{Depth, Side};

/// The limits of one decision; the first that is reached ends the search. None set: the search ends by itself or by its
/// [`StopToken`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SearchLimits {
    /// Look at most this many plies ahead.
    pub depth: Option<Depth>,
    /// Play at most this many moves below the root.
    pub nodes: Option<u64>,
    /// Play out at most this many games.
    pub playouts: Option<u64>,
    /// Answer within this time.
    pub time: Option<Duration>,
    /// The clocks of the game, for a player that shares its time out by itself.
    pub clock: Option<Clock>,
}

/// The clocks of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clock {
    /// What is left, by [`Side::index`].
    pub remaining: [Duration; 2],
    /// What each move adds, by [`Side::index`].
    pub increment: [Duration; 2],
    /// Moves until the clock is filled up again; `None`: it never is.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// What `side` has left.
    pub fn remaining(&self, side: Side) -> Duration {
        self.remaining[side.index()]
    }

    /// What each move gives to `side`.
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

    /// The stricter of both, limit by limit; the clock is `self`'s, else `other`'s.
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

/// A flag that others raise to end a search at once. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct StopToken(Arc<AtomicBool>);

impl StopToken {
    /// A flag that is down.
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the flag down, for the next search.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the flag is up.
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
