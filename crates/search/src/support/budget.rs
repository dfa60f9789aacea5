//! What a decision has spent, against what it is allowed.
//!
//! A search asks before each move that it plays and before each game that it plays out. Counts are compared each time; the
//! clock and the stop flag are looked at only now and then, as often as it takes to notice either within a few milliseconds
//! whether a move costs ten nanoseconds or ten milliseconds.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use zermelo_core::{Clock, SearchLimits, Side, StopToken};

/// The search must end now: a limit is reached, or someone raised the stop flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the search was interrupted")]
pub struct Interrupted;

/// The most moves between two looks at the clock. A power of two.
const WIDEST_STRIDE: u32 = 1024;
/// The most nodes that a share of a budget takes at a time.
const GRANT: u64 = 256;
/// The same for playouts.
const PLAYOUT_GRANT: u64 = 64;
/// Looks that come faster than this are made rarer.
const SOON: Duration = Duration::from_millis(1);
/// Looks that come slower than this are made more frequent.
const LATE: Duration = Duration::from_millis(4);

/// The spending of one decision.
#[derive(Clone, Debug)]
pub struct Budget {
    started: Instant,
    stop: StopToken,
    allowed: Allowance,
    /// What is allowed at the end, while [`hold_back`](Budget::hold_back) keeps some of it.
    in_all: Allowance,
    nodes: u64,
    /// Where the nodes and playouts come from that several shares have together.
    pool: Option<Arc<Pool>>,
    playouts: u64,
    /// Moves until the next look at the clock.
    until_look: u32,
    stride: u32,
    last_look: Instant,
}

/// What shares have together; a count without a limit stays out of it.
#[derive(Debug)]
struct Pool {
    nodes: AtomicU64,
    playouts: AtomicU64,
    shares: u64,
}

impl Pool {
    /// Takes out of one of its counts: at most `most`, and less as it runs out, since what lies unused with a share that
    /// waits is lost to the others.
    fn take(&self, count: &AtomicU64, most: u64) -> Result<u64, Interrupted> {
        let grant = |left: u64| (left / (4 * self.shares)).clamp(1, most);
        let left = count
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(grant(left)))
            .map_err(|_| Interrupted)?;
        Ok(grant(left))
    }
}

#[derive(Clone, Copy, Debug)]
struct Allowance {
    deadline: Option<Instant>,
    nodes: u64,
    playouts: u64,
}

impl Budget {
    /// Starts the clock of a decision. `side` is the one that decides: its clock counts.
    pub fn start(limits: &SearchLimits, side: Side, stop: &StopToken) -> Self {
        let started = Instant::now();
        let shared = limits.clock.as_ref().map(|clock| allotment(clock, side));
        let time = match (limits.time, shared) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let allowed = Allowance {
            // A deadline beyond what the clock can say is none.
            deadline: time.and_then(|time| started.checked_add(time)),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            playouts: limits.playouts.unwrap_or(u64::MAX),
        };
        Self {
            started,
            stop: stop.clone(),
            allowed,
            in_all: allowed,
            nodes: 0,
            pool: None,
            playouts: 0,
            until_look: 0,
            stride: 1,
            last_look: started,
        }
    }

    /// Asks for one move below the root.
    #[inline]
    pub fn node(&mut self) -> Result<(), Interrupted> {
        if self.nodes >= self.allowed.nodes {
            self.take_grant()?;
        }
        self.work()?;
        self.nodes += 1;
        Ok(())
    }

    /// Asks for one game to be played out.
    #[inline]
    pub fn playout(&mut self) -> Result<(), Interrupted> {
        if self.playouts >= self.allowed.playouts {
            self.take_playouts()?;
        }
        self.work()?;
        self.playouts += 1;
        Ok(())
    }

    /// Asks for one step of work that is not counted: a move inside a playout, a position that is copied.
    #[inline]
    pub fn work(&mut self) -> Result<(), Interrupted> {
        if self.until_look == 0 {
            self.look()?;
        }
        self.until_look -= 1;
        Ok(())
    }

    #[cold]
    fn look(&mut self) -> Result<(), Interrupted> {
        let now = Instant::now();
        if self.stop.is_stopped() || self.allowed.deadline.is_some_and(|deadline| now >= deadline) {
            return Err(Interrupted);
        }
        let since = now.duration_since(self.last_look);
        if since < SOON {
            self.stride = (self.stride * 2).min(WIDEST_STRIDE);
        } else if since > LATE {
            self.stride = (self.stride / 4).max(1);
        }
        self.last_look = now;
        self.until_look = self.stride;
        Ok(())
    }

    /// Takes nodes out of the pool, if there is one and it holds any.
    #[cold]
    fn take_grant(&mut self) -> Result<(), Interrupted> {
        let pool = self.pool.as_ref().ok_or(Interrupted)?;
        self.allowed.nodes += pool.take(&pool.nodes, GRANT)?;
        Ok(())
    }

    /// The same for playouts.
    #[cold]
    fn take_playouts(&mut self) -> Result<(), Interrupted> {
        let pool = self.pool.as_ref().ok_or(Interrupted)?;
        self.allowed.playouts += pool.take(&pool.playouts, PLAYOUT_GRANT)?;
        Ok(())
    }

    /// Shares the budget among threads: the limits hold for all of them together.
    pub fn split(self, shares: usize) -> Vec<Self> {
        if shares <= 1 {
            return vec![self];
        }
        let pooled = |limit: u64, spent: u64| if limit == u64::MAX { 0 } else { limit - spent };
        let pool = Pool {
            nodes: AtomicU64::new(pooled(self.allowed.nodes, self.nodes)),
            playouts: AtomicU64::new(pooled(self.allowed.playouts, self.playouts)),
            shares: shares as u64,
        };
        let mut all = vec![Self { nodes: 0, playouts: 0, pool: Some(Arc::new(pool)), ..self.clone() }; shares];
        // What was spent before is remembered by one of them.
        (all[0].nodes, all[0].playouts) = (self.nodes, self.playouts);
        for share in &mut all {
            if self.allowed.nodes != u64::MAX {
                share.allowed.nodes = share.nodes;
            }
            if self.allowed.playouts != u64::MAX {
                share.allowed.playouts = share.playouts;
            }
        }
        all
    }

    /// Puts the shares of one budget together again, with what they have spent. There is at least one.
    pub fn join(shares: impl IntoIterator<Item = Self>) -> Self {
        let joined = shares.into_iter().reduce(|a, b| Self {
            nodes: a.nodes + b.nodes,
            playouts: a.playouts + b.playouts,
            allowed: Allowance {
                nodes: a.allowed.nodes.saturating_add(b.allowed.nodes),
                playouts: a.allowed.playouts.saturating_add(b.allowed.playouts),
                ..a.allowed
            },
            ..a
        });
        joined.unwrap_or_else(|| unreachable!("a budget is split into one share at least"))
    }

    /// Keeps half of the time and of the nodes for a second stage.
    pub fn hold_back(&mut self) {
        self.in_all = self.allowed;
        self.allowed.deadline =
            self.in_all.deadline.map(|deadline| self.started + deadline.duration_since(self.started) / 2);
        if self.in_all.nodes != u64::MAX {
            self.allowed.nodes = self.in_all.nodes / 2;
        }
    }

    /// Gives out what [`hold_back`](Budget::hold_back) kept.
    pub fn release(&mut self) {
        self.allowed = self.in_all;
        self.pool = None;
        self.until_look = 0;
    }

    /// The moves played below the root.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many more moves may be played below the root.
    pub fn nodes_left(&self) -> u64 {
        self.allowed.nodes - self.nodes
    }

    /// The games played out.
    pub fn playouts(&self) -> u64 {
        self.playouts
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// What stays on a clock.
pub(crate) const KEPT: Duration = Duration::from_millis(60);

/// The time for one move out of a game's clock: an equal part of what is left for the moves that are still to come (30 are
/// assumed where the clock does not say), and three quarters of the increment. A little stays on the clock in any case.
pub(crate) fn allotment(clock: &Clock, side: Side) -> Duration {
    const MOVES_TO_COME: u32 = 30;
    let left = clock.remaining(side);
    let moves = clock.moves_to_go.unwrap_or(MOVES_TO_COME).max(1);
    let wanted = (left / moves).saturating_add(clock.increment(side).saturating_mul(3) / 4);
    wanted.min(left.saturating_sub(KEPT).max(left / 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock {
            remaining: [Duration::from_millis(remaining), Duration::ZERO],
            increment: [Duration::from_millis(increment), Duration::ZERO],
            moves_to_go,
        }
    }

    #[test]
    fn counts_are_kept_exactly() {
        let limits = SearchLimits { playouts: Some(2), ..SearchLimits::nodes(3000) };
        let mut budget = Budget::start(&limits, Side::First, &StopToken::new());
        assert_eq!((0..5000).filter(|_| budget.node().is_ok()).count(), 3000);
        assert_eq!((0..5).filter(|_| budget.playout().is_ok()).count(), 2);
        assert_eq!((budget.nodes(), budget.nodes_left(), budget.playouts()), (3000, 0, 2));
    }

    #[test]
    fn a_raised_flag_stops_before_the_first_move() {
        let stop = StopToken::new();
        stop.stop();
        assert_eq!(Budget::start(&SearchLimits::NONE, Side::First, &stop).node(), Err(Interrupted));
        let limits = SearchLimits::time(Duration::ZERO);
        assert_eq!(Budget::start(&limits, Side::First, &StopToken::new()).work(), Err(Interrupted));
    }

    #[test]
    fn a_flag_is_seen_within_a_stride() {
        let stop = StopToken::new();
        let mut budget = Budget::start(&SearchLimits::NONE, Side::First, &stop);
        for _ in 0..10_000 {
            assert_eq!(budget.node(), Ok(()));
        }
        stop.stop();
        assert!((0..=WIDEST_STRIDE).any(|_| budget.node().is_err()));
    }

    #[test]
    fn half_is_held_back() {
        let mut budget = Budget::start(&SearchLimits::nodes(10), Side::First, &StopToken::new());
        budget.hold_back();
        assert_eq!((0..20).filter(|_| budget.node().is_ok()).count(), 5);
        budget.release();
        assert_eq!((0..20).filter(|_| budget.node().is_ok()).count(), 5);
    }

    #[test]
    fn shares_have_the_nodes_of_the_whole() {
        let mut whole = Budget::start(&SearchLimits::nodes(10_001), Side::First, &StopToken::new());
        assert_eq!((0..100).filter(|_| whole.node().is_ok()).count(), 100);
        let mut shares = whole.split(3);
        let mut played = 0;
        while shares.iter_mut().map(|share| u32::from(share.node().is_ok())).sum::<u32>() > 0 {
            played += 1;
        }
        assert!(played >= 9901 / 3);
        assert_eq!(Budget::join(shares).nodes(), 10_001);
    }

    #[test]
    fn shares_have_the_playouts_of_the_whole() {
        let limits = SearchLimits::playouts(1003);
        let mut whole = Budget::start(&limits, Side::First, &StopToken::new());
        assert_eq!((0..100).filter(|_| whole.playout().is_ok()).count(), 100);
        let mut shares = whole.split(4);
        let mut played = 0;
        while shares.iter_mut().filter_map(|share| share.playout().ok()).count() > 0 {
            played += 1;
        }
        assert!(played >= 903 / 4);
        assert!(shares.iter_mut().all(|share| share.node().is_ok()), "nodes have no limit");
        let joined = Budget::join(shares);
        assert_eq!((joined.playouts(), joined.nodes()), (1003, 4));
    }

    #[test]
    fn a_share_that_waits_keeps_little_from_the_others() {
        for (limit, lost) in [(3, 2), (100, 8), (100_000, GRANT)] {
            let mut shares = Budget::start(&SearchLimits::nodes(limit), Side::First, &StopToken::new()).split(3);
            assert_eq!(shares[0].node(), Ok(()));
            let spent = (0..limit).filter(|at| shares[1 + (at % 2) as usize].node().is_ok()).count() as u64;
            assert!(1 + spent + lost >= limit, "{spent} of {limit}");
        }
    }

    #[test]
    fn a_limit_beyond_the_clock_is_none() {
        let limits = SearchLimits::time(Duration::MAX);
        assert_eq!(Budget::start(&limits, Side::First, &StopToken::new()).node(), Ok(()));
    }

    #[test]
    fn the_clock_is_shared_out() {
        let ms = Duration::from_millis;
        assert_eq!(allotment(&clock(30_000, 0, None), Side::First), ms(1000));
        assert_eq!(allotment(&clock(30_000, 400, None), Side::First), ms(1300));
        assert_eq!(allotment(&clock(30_000, 0, Some(10)), Side::First), ms(3000));
        assert_eq!(allotment(&clock(1_000, 0, Some(1)), Side::First), ms(940));
        assert_eq!(allotment(&clock(40, 60_000, None), Side::First), ms(10));
        assert_eq!(allotment(&clock(0, 0, Some(0)), Side::First), Duration::ZERO);
    }
}
