//! The node, playout and time budget of one decision.
//!
//! A search asks the budget before each move that it plays and before each playout that it starts. Counts are compared
//! each time. The clock and the stop flag are polled at a variable interval, so that either is noticed within a few
//! milliseconds whether a move costs ten nanoseconds or ten milliseconds.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use zermelo_core::{Clock, SearchLimits, Side, StopToken};

/// The search must end now: a limit is reached or the stop flag is raised.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the search was interrupted")]
pub struct InterruptedError;

/// The most ticks between two polls of the clock. A power of two.
const MAX_STRIDE: u32 = 1024;
/// The most nodes that a thread's share of a budget takes from the shared count at a time.
const NODE_GRANT: u64 = 256;
/// The same for playouts.
const PLAYOUT_GRANT: u64 = 64;
/// When two polls are closer than this, the stride doubles.
const MIN_POLL_INTERVAL: Duration = Duration::from_millis(1);
/// When two polls are further apart than this, the stride is divided by 4.
const MAX_POLL_INTERVAL: Duration = Duration::from_millis(4);

/// The budget of one decision: its limits and what is spent.
#[derive(Clone, Debug)]
pub struct Budget {
    started: Instant,
    stop: StopToken,
    limits: BudgetLimits,
    /// The limits of the whole decision, while [`reserve_half`](Budget::reserve_half) holds back a part of them.
    full_limits: BudgetLimits,
    nodes: u64,
    /// The counts shared with the budgets of the other threads, after a [`split`](Budget::split).
    pool: Option<Arc<SharedCounts>>,
    playouts: u64,
    /// Ticks until the next poll of the clock.
    until_poll: u32,
    stride: u32,
    last_poll: Instant,
}

/// Nodes and playouts that the threads' budgets have not taken yet; 0 for a count without a limit.
#[derive(Debug)]
struct SharedCounts {
    nodes: AtomicU64,
    playouts: AtomicU64,
    shares: u64,
}

impl SharedCounts {
    /// Takes at most `most` from one of the counts. It takes less as the count runs out, because what a waiting thread
    /// holds unused is lost to the others.
    fn take(&self, count: &AtomicU64, most: u64) -> Result<u64, InterruptedError> {
        let grant = |left: u64| (left / (4 * self.shares)).clamp(1, most);
        let left = count
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(grant(left)))
            .map_err(|_| InterruptedError)?;
        Ok(grant(left))
    }
}

#[derive(Clone, Copy, Debug)]
struct BudgetLimits {
    deadline: Option<Instant>,
    nodes: u64,
    playouts: u64,
}

impl Budget {
    /// Starts the clock of a decision by `side`. Of the game clocks in `limits`, `side`'s gives its time share for one
    /// move.
    pub fn start(limits: &SearchLimits, side: Side, stop: &StopToken) -> Self {
        let started = Instant::now();
        let shared = limits.clock.as_ref().map(|clock| time_share(clock, side));
        let time = match (limits.time, shared) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let limits = BudgetLimits {
            // A deadline that `Instant` can't represent is no deadline.
            deadline: time.and_then(|time| started.checked_add(time)),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            playouts: limits.playouts.unwrap_or(u64::MAX),
        };
        Self {
            started,
            stop: stop.clone(),
            limits,
            full_limits: limits,
            nodes: 0,
            pool: None,
            playouts: 0,
            until_poll: 0,
            stride: 1,
            last_poll: started,
        }
    }

    /// Counts one move below the root.
    ///
    /// # Errors
    /// When the budget is spent or the search is stopped.
    #[inline]
    pub fn count_node(&mut self) -> Result<(), InterruptedError> {
        if self.nodes >= self.limits.nodes {
            self.take_node_grant()?;
        }
        self.tick()?;
        self.nodes += 1;
        Ok(())
    }

    /// Counts one playout.
    ///
    /// # Errors
    /// When the budget is spent or the search is stopped.
    #[inline]
    pub fn count_playout(&mut self) -> Result<(), InterruptedError> {
        if self.playouts >= self.limits.playouts {
            self.take_playout_grant()?;
        }
        self.tick()?;
        self.playouts += 1;
        Ok(())
    }

    /// Polls the clock and the stop flag if it is time to. Called for each step of work that no limit counts: a move
    /// inside a playout, a copied position.
    ///
    /// # Errors
    /// When the time is up or the search is stopped.
    #[inline]
    pub fn tick(&mut self) -> Result<(), InterruptedError> {
        if self.until_poll == 0 {
            self.poll()?;
        }
        self.until_poll -= 1;
        Ok(())
    }

    #[cold]
    fn poll(&mut self) -> Result<(), InterruptedError> {
        let now = Instant::now();
        if self.stop.is_stopped() || self.limits.deadline.is_some_and(|deadline| now >= deadline) {
            return Err(InterruptedError);
        }
        let since = now.duration_since(self.last_poll);
        if since < MIN_POLL_INTERVAL {
            self.stride = (self.stride * 2).min(MAX_STRIDE);
        } else if since > MAX_POLL_INTERVAL {
            self.stride = (self.stride / 4).max(1);
        }
        self.last_poll = now;
        self.until_poll = self.stride;
        Ok(())
    }

    /// Takes nodes from the shared count.
    #[cold]
    fn take_node_grant(&mut self) -> Result<(), InterruptedError> {
        let pool = self.pool.as_ref().ok_or(InterruptedError)?;
        self.limits.nodes += pool.take(&pool.nodes, NODE_GRANT)?;
        Ok(())
    }

    /// Takes playouts from the shared count.
    #[cold]
    fn take_playout_grant(&mut self) -> Result<(), InterruptedError> {
        let pool = self.pool.as_ref().ok_or(InterruptedError)?;
        self.limits.playouts += pool.take(&pool.playouts, PLAYOUT_GRANT)?;
        Ok(())
    }

    /// Splits the budget into one for each thread; the limits hold for all of them together.
    pub fn split(self, shares: usize) -> Vec<Self> {
        if shares <= 1 {
            return vec![self];
        }
        let pooled = |limit: u64, spent: u64| if limit == u64::MAX { 0 } else { limit - spent };
        let pool = SharedCounts {
            nodes: AtomicU64::new(pooled(self.limits.nodes, self.nodes)),
            playouts: AtomicU64::new(pooled(self.limits.playouts, self.playouts)),
            shares: shares as u64,
        };
        let mut all = vec![Self { nodes: 0, playouts: 0, pool: Some(Arc::new(pool)), ..self.clone() }; shares];
        // One of them carries what was spent before.
        (all[0].nodes, all[0].playouts) = (self.nodes, self.playouts);
        for share in &mut all {
            if self.limits.nodes != u64::MAX {
                share.limits.nodes = share.nodes;
            }
            if self.limits.playouts != u64::MAX {
                share.limits.playouts = share.playouts;
            }
        }
        all
    }

    /// Joins the budgets of the threads and adds up what they have spent. There is at least one.
    pub fn join(shares: Vec<Self>) -> Self {
        let joined = shares.into_iter().reduce(|a, b| Self {
            nodes: a.nodes + b.nodes,
            playouts: a.playouts + b.playouts,
            limits: BudgetLimits {
                nodes: a.limits.nodes.saturating_add(b.limits.nodes),
                playouts: a.limits.playouts.saturating_add(b.limits.playouts),
                ..a.limits
            },
            ..a
        });
        joined.unwrap_or_else(|| unreachable!("a budget is split into one share at least"))
    }

    /// Holds back half of the time and of the nodes for a second stage.
    pub fn reserve_half(&mut self) {
        self.full_limits = self.limits;
        self.limits.deadline =
            self.full_limits.deadline.map(|deadline| self.started + deadline.duration_since(self.started) / 2);
        if self.full_limits.nodes != u64::MAX {
            self.limits.nodes = self.full_limits.nodes / 2;
        }
    }

    /// Releases what [`reserve_half`](Budget::reserve_half) held back.
    pub fn release_reserve(&mut self) {
        self.limits = self.full_limits;
        self.pool = None;
        self.until_poll = 0;
    }

    /// The moves played below the root.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many more moves may be played below the root.
    pub fn nodes_left(&self) -> u64 {
        self.limits.nodes - self.nodes
    }

    /// The playouts played.
    pub fn playouts(&self) -> u64 {
        self.playouts
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// The time that a move never takes from a clock.
pub(crate) const CLOCK_RESERVE: Duration = Duration::from_millis(60);

/// The time for one move from a game clock: the remaining time divided by the moves to go (30 if the clock does not
/// say), and three quarters of the increment. At least [`CLOCK_RESERVE`] or three quarters of the remaining time,
/// whichever is less, stays on the clock.
pub(crate) fn time_share(clock: &Clock, side: Side) -> Duration {
    const MOVES_TO_COME: u32 = 30;
    let left = clock.remaining(side);
    let moves = clock.moves_to_go.unwrap_or(MOVES_TO_COME).max(1);
    let wanted = (left / moves).saturating_add(clock.increment(side).saturating_mul(3) / 4);
    wanted.min(left.saturating_sub(CLOCK_RESERVE).max(left / 4))
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
        assert_eq!((0..5000).filter(|_| budget.count_node().is_ok()).count(), 3000);
        assert_eq!((0..5).filter(|_| budget.count_playout().is_ok()).count(), 2);
        assert_eq!((budget.nodes(), budget.nodes_left(), budget.playouts()), (3000, 0, 2));
    }

    #[test]
    fn a_raised_flag_stops_before_the_first_move() {
        let stop = StopToken::new();
        stop.stop();
        assert_eq!(Budget::start(&SearchLimits::NONE, Side::First, &stop).count_node(), Err(InterruptedError));
        let limits = SearchLimits::time(Duration::ZERO);
        assert_eq!(Budget::start(&limits, Side::First, &StopToken::new()).tick(), Err(InterruptedError));
    }

    #[test]
    fn a_flag_is_seen_within_a_stride() {
        let stop = StopToken::new();
        let mut budget = Budget::start(&SearchLimits::NONE, Side::First, &stop);
        for _ in 0..10_000 {
            assert_eq!(budget.count_node(), Ok(()));
        }
        stop.stop();
        assert!((0..=MAX_STRIDE).any(|_| budget.count_node().is_err()));
    }

    #[test]
    fn half_is_reserved() {
        let mut budget = Budget::start(&SearchLimits::nodes(10), Side::First, &StopToken::new());
        budget.reserve_half();
        assert_eq!((0..20).filter(|_| budget.count_node().is_ok()).count(), 5);
        budget.release_reserve();
        assert_eq!((0..20).filter(|_| budget.count_node().is_ok()).count(), 5);
    }

    #[test]
    fn shares_have_the_nodes_of_the_whole() {
        let mut whole = Budget::start(&SearchLimits::nodes(10_001), Side::First, &StopToken::new());
        assert_eq!((0..100).filter(|_| whole.count_node().is_ok()).count(), 100);
        let mut shares = whole.split(3);
        let mut played = 0;
        while shares.iter_mut().map(|share| u32::from(share.count_node().is_ok())).sum::<u32>() > 0 {
            played += 1;
        }
        assert!(played >= 9901 / 3);
        assert_eq!(Budget::join(shares).nodes(), 10_001);
    }

    #[test]
    fn shares_have_the_playouts_of_the_whole() {
        let limits = SearchLimits::playouts(1003);
        let mut whole = Budget::start(&limits, Side::First, &StopToken::new());
        assert_eq!((0..100).filter(|_| whole.count_playout().is_ok()).count(), 100);
        let mut shares = whole.split(4);
        let mut played = 0;
        while shares.iter_mut().filter_map(|share| share.count_playout().ok()).count() > 0 {
            played += 1;
        }
        assert!(played >= 903 / 4);
        assert!(shares.iter_mut().all(|share| share.count_node().is_ok()), "nodes have no limit");
        let joined = Budget::join(shares);
        assert_eq!((joined.playouts(), joined.nodes()), (1003, 4));
    }

    #[test]
    fn an_idle_share_withholds_little() {
        for (limit, lost) in [(3, 2), (100, 8), (100_000, NODE_GRANT)] {
            let mut shares = Budget::start(&SearchLimits::nodes(limit), Side::First, &StopToken::new()).split(3);
            assert_eq!(shares[0].count_node(), Ok(()));
            let spent = (0..limit).filter(|at| shares[1 + (at % 2) as usize].count_node().is_ok()).count() as u64;
            assert!(1 + spent + lost >= limit, "{spent} of {limit}");
        }
    }

    #[test]
    fn an_unrepresentable_deadline_is_no_limit() {
        let limits = SearchLimits::time(Duration::MAX);
        assert_eq!(Budget::start(&limits, Side::First, &StopToken::new()).count_node(), Ok(()));
    }

    #[test]
    fn time_share_divides_the_clock() {
        let ms = Duration::from_millis;
        assert_eq!(time_share(&clock(30_000, 0, None), Side::First), ms(1000));
        assert_eq!(time_share(&clock(30_000, 400, None), Side::First), ms(1300));
        assert_eq!(time_share(&clock(30_000, 0, Some(10)), Side::First), ms(3000));
        assert_eq!(time_share(&clock(1_000, 0, Some(1)), Side::First), ms(940));
        assert_eq!(time_share(&clock(40, 60_000, None), Side::First), ms(10));
        assert_eq!(time_share(&clock(0, 0, Some(0)), Side::First), Duration::ZERO);
    }
}
