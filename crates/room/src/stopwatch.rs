//! Measures the turns of a game between players who are far apart.

use std::time::{Duration, Instant};

use zermelo_core::{Clocks, Side, TimeControl, TurnTime};

use crate::lag::Lag;

/// Measures how much of its turn the side to move has used. What each side has left at the beginning of the turn is in the referee's
/// [`Clocks`]. All arrays are indexed by [`Side::index`].
#[derive(Clone, Debug)]
pub(crate) struct Stopwatch {
    lag: [Lag; 2],
    /// What a side used of the present turn before the stopwatch was last started: the server was down in between.
    used: [Duration; 2],
    running: Option<(Side, Instant)>,
}

impl Stopwatch {
    pub fn new(control: TimeControl) -> Self {
        Self { lag: [Lag::new(control); 2], used: [Duration::ZERO; 2], running: None }
    }

    /// The side whose time is measured now.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// Starts to measure a side's time, unless a side's time is measured already.
    pub fn start(&mut self, side: Side, now: Instant) {
        if self.running.is_none() {
            self.running = Some((side, now));
        }
    }

    /// Stops until the next [`start`](Self::start). The turn goes on, and so far these times were used of it.
    pub fn pause(&mut self, used: [Duration; 2]) {
        self.used = used;
        self.running = None;
    }

    /// Stops, for a turn that has not begun.
    pub fn reset(&mut self) {
        self.pause([Duration::ZERO; 2]);
    }

    /// Stops in the middle of a turn that ends without a move.
    pub fn halt(&mut self) {
        self.running = None;
    }

    /// What a side has left at a moment; zero where its time is not limited.
    pub fn remaining(&self, clocks: &Clocks, side: Side, now: Instant) -> Duration {
        let left = self.at_start(clocks, side);
        match self.running {
            Some((running, since)) if running == side => left.saturating_sub(now.saturating_duration_since(since)),
            _ => left,
        }
    }

    /// What a side had left when its time was last begun to be measured.
    fn at_start(&self, clocks: &Clocks, side: Side) -> Duration {
        clocks.remaining(side).unwrap_or_default().saturating_sub(self.used[side.index()])
    }

    /// When the side whose time is measured is out of time, given the measured lag of each player.
    pub fn flag(&self, clocks: &Clocks, measured: [Duration; 2]) -> Option<Instant> {
        let (side, since) = self.running?;
        let at = side.index();
        since.checked_add(self.at_start(clocks, side).saturating_add(self.lag[at].most(measured[at])))
    }

    /// Stops for a move of this side that arrived now, before its [`flag`](Self::flag); it is given its lag back.
    pub fn stop(&mut self, clocks: &Clocks, side: Side, measured: Duration, now: Instant) -> TurnTime {
        let left = self.at_start(clocks, side);
        let used = self.used[side.index()];
        let Some((_, since)) = self.running.filter(|(running, _)| *running == side) else {
            // The move came before the player was told of the turn.
            self.reset();
            return TurnTime { took: Duration::ZERO, charged: Some(used) };
        };
        let passed = now.saturating_duration_since(since);
        let took = passed.saturating_sub(self.lag[side.index()].given(measured, passed));
        self.reset();
        // A move may arrive late by the lag that is given back. It is not charged more than its side had.
        TurnTime { took, charged: Some(used.saturating_add(took.min(left))) }
    }
}
