//! The clocks of two players.

use std::time::{Duration, Instant};

use zermelo_core::{Clock, Clocks as Left, Side, TimeControl};
use zermelo_protocol::ClocksMs;

use crate::lag::Lag;

/// Two clocks of which at most one runs.
#[derive(Clone, Debug)]
pub struct Clocks {
    left: Left,
    lag: [Lag; 2],
    running: Option<(Side, Instant)>,
}

impl Clocks {
    /// Full clocks that stand still; none where nobody is hurried.
    pub fn new(control: TimeControl) -> Option<Self> {
        control.start()?;
        Some(Self { left: Left::new([control; 2]), lag: [Lag::new(control); 2], running: None })
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// Since when it runs.
    pub fn since(&self) -> Option<Instant> {
        self.running.map(|(_, since)| since)
    }

    /// Lets a clock run from a moment on, if none does.
    pub fn start(&mut self, side: Side, now: Instant) {
        if self.running.is_none() {
            self.running = Some((side, now));
        }
    }

    /// What a side has left at a moment.
    pub fn left(&self, side: Side, now: Instant) -> Duration {
        let left = self.stored(side);
        match self.running {
            Some((running, since)) if running == side => left.saturating_sub(now.saturating_duration_since(since)),
            _ => left,
        }
    }

    /// What a side had left when its clock was started, or has on one that stands still.
    fn stored(&self, side: Side) -> Duration {
        self.left.remaining(side).unwrap_or_default()
    }

    /// What both have left, in milliseconds.
    pub fn ms(&self, now: Instant) -> ClocksMs {
        Side::BOTH.map(|side| self.left(side, now).as_millis() as u64)
    }

    /// What a search for a side is told at a moment.
    pub fn shown(&self, side: Side, now: Instant) -> Option<Clock> {
        let shown = self.left.shown(side)?;
        Some(Clock { remaining: Side::BOTH.map(|side| self.left(side, now)), ..shown })
    }

    /// When the side whose clock runs is out of time, given how late its moves may come.
    pub fn flag(&self, measured: [Duration; 2]) -> Option<Instant> {
        let (side, since) = self.running?;
        let at = side.index();
        since.checked_add(self.stored(side).saturating_add(self.lag[at].most(measured[at])))
    }

    /// Stops the clock of a move that arrived now, before its [`flag`](Self::flag). Tells how long it took, lag taken off.
    pub fn stop(&mut self, measured: Duration, now: Instant) -> Duration {
        let Some((side, since)) = self.running.take() else { return Duration::ZERO };
        let at = side.index();
        let took = now.saturating_duration_since(since);
        let took = took.saturating_sub(self.lag[at].given(measured, took));
        // What was late beyond the clock, within the lag that is given, is not owed.
        self.left.spend(side, took.min(self.stored(side)));
        took
    }

    /// A side spends time, and has what a move gives; whether it had enough.
    pub fn spend(&mut self, side: Side, took: Duration) -> bool {
        self.left.spend(side, took)
    }

    /// Stands still with this much left, as it was stored.
    pub fn set(&mut self, left: ClocksMs) {
        self.left.set(left.map(Duration::from_millis));
        self.running = None;
    }

    /// Stands still with what is left now.
    pub fn halt(&mut self, now: Instant) {
        self.left.set(Side::BOTH.map(|side| self.left(side, now)));
        self.running = None;
    }
}
