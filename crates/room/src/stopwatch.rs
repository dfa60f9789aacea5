//! Measures the turns of a game over a network.

use std::time::{Duration, Instant};

use zermelo_core::{Clocks, Side, TimeControl, TurnTime};

use crate::lag::LagQuota;

/// Measures how much of its turn the side to move has used. The referee's [`Clocks`] hold the remaining time at the beginning of the
/// turn. All arrays are indexed by [`Side::index`].
#[derive(Clone, Debug)]
pub(crate) struct Stopwatch {
    lag: [LagQuota; 2],
    /// The time used in this turn before the server was down.
    used: [Duration; 2],
    running: Option<(Side, Instant)>,
}

impl Stopwatch {
    pub fn new(control: TimeControl) -> Self {
        Self { lag: [LagQuota::new(control); 2], used: [Duration::ZERO; 2], running: None }
    }

    /// The side whose time is running.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// Starts the time of a side, unless it or the other's is running.
    pub fn start(&mut self, side: Side, now: Instant) {
        if self.running.is_none() {
            self.running = Some((side, now));
        }
    }

    /// Stops in the middle of a turn of which this much time is used. [`start`](Self::start) continues it.
    pub fn pause(&mut self, used: [Duration; 2]) {
        self.used = used;
        self.running = None;
    }

    /// Stops at the beginning of a turn.
    pub fn reset(&mut self) {
        self.pause([Duration::ZERO; 2]);
    }

    /// Stops in the middle of a turn.
    pub fn halt(&mut self) {
        self.running = None;
    }

    /// The remaining time of a side; zero without a time limit.
    pub fn remaining(&self, clocks: &Clocks, side: Side, now: Instant) -> Duration {
        let left = self.at_start(clocks, side);
        match self.running {
            Some((running, since)) if running == side => left.saturating_sub(now.saturating_duration_since(since)),
            _ => left,
        }
    }

    /// The remaining time of a side when its time was last started.
    fn at_start(&self, clocks: &Clocks, side: Side) -> Duration {
        clocks.remaining(side).unwrap_or_default().saturating_sub(self.used[side.index()])
    }

    /// The moment at which the running side loses on time, given the measured lag of each player.
    pub fn flag(&self, clocks: &Clocks, measured: [Duration; 2]) -> Option<Instant> {
        let (side, since) = self.running?;
        let at = side.index();
        since.checked_add(self.at_start(clocks, side).saturating_add(self.lag[at].max_compensation(measured[at])))
    }

    /// Stops for a move of `side` that arrived before its [`flag`](Self::flag), and compensates its lag.
    pub fn stop(&mut self, clocks: &Clocks, side: Side, measured: Duration, now: Instant) -> TurnTime {
        let left = self.at_start(clocks, side);
        let used = self.used[side.index()];
        let Some((_, since)) = self.running.filter(|(running, _)| *running == side) else {
            // The move arrived before the server announced the turn.
            self.reset();
            return TurnTime { took: Duration::ZERO, charged: Some(used) };
        };
        let passed = now.saturating_duration_since(since);
        let took = passed.saturating_sub(self.lag[side.index()].compensate(measured, passed));
        self.reset();
        // With lag compensation a move may arrive after the clock has run out. Its charge is at most the remaining time.
        TurnTime { took, charged: Some(used.saturating_add(took.min(left))) }
    }
}
