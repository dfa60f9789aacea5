//! The clocks of a game.

use std::time::Duration;

use crate::{Clock, Side, TimeControl};

/// The clocks of both sides. They do not run by themselves: the caller measures the time of each move and passes it to
/// [`spend`](Clocks::spend). By default there is no time limit. Arrays are indexed by [`Side::index`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clocks {
    controls: [TimeControl; 2],
    margins: [Duration; 2],
    left: [Duration; 2],
    made: [u32; 2],
}

impl Clocks {
    /// Clocks at the start of a game.
    pub fn new(controls: [TimeControl; 2]) -> Self {
        let left = controls.map(|control| control.start().unwrap_or(Duration::ZERO));
        Self { controls, margins: [Duration::ZERO; 2], left, made: [0; 2] }
    }

    /// Clocks that tolerate a move that is late by at most the margin of its side. The overrun is not deducted later.
    #[must_use]
    pub fn with_margins(self, margins: [Duration; 2]) -> Self {
        Self { margins, ..self }
    }

    /// The remaining time of a side; `None` without a time limit.
    pub fn remaining(&self, side: Side) -> Option<Duration> {
        self.controls[side.index()].start().map(|_| self.left[side.index()])
    }

    /// The longest time that the next move of a side may take, including the margin; `None` without a time limit.
    pub fn deadline(&self, side: Side) -> Option<Duration> {
        self.remaining(side).map(|left| left.saturating_add(self.margins[side.index()]))
    }

    /// The clock in the limits of a search for a side; `None` without a time limit.
    pub fn shown(&self, side: Side) -> Option<Clock> {
        let moves_to_go = match self.controls[side.index()] {
            TimeControl::None => return None,
            TimeControl::Increment { moves, .. } => moves.map(|moves| moves - self.made[side.index()] % moves),
            TimeControl::PerMove(_) | TimeControl::Days(_) => Some(1),
        };
        let increment = self.controls.map(|control| match control {
            TimeControl::Increment { increment, .. } => increment,
            _ => Duration::ZERO,
        });
        Some(Clock { remaining: self.left, increment, moves_to_go })
    }

    /// Charges a side for a move and adds its increment. Returns `false` if the move was too late: the remaining time is then zero.
    pub fn spend(&mut self, side: Side, took: Duration) -> bool {
        let at = side.index();
        if self.deadline(side).is_some_and(|deadline| took > deadline) {
            self.left[at] = Duration::ZERO;
            return false;
        }
        self.made[at] += 1;
        self.left[at] = self.controls[at].after_move(self.left[at].saturating_sub(took), self.made[at]);
        true
    }

    /// Sets the remaining times.
    pub fn set(&mut self, left: [Duration; 2]) {
        self.left = left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clocks(first: &str, second: &str) -> Clocks {
        Clocks::new([first, second].map(|text| text.parse().unwrap_or_else(|why| panic!("{why}"))))
    }

    #[test]
    fn a_clock_runs_down_and_gets_its_increment() {
        let mut clocks = clocks("1+0.1", "none").with_margins([ms(50); 2]);
        assert_eq!((clocks.remaining(Side::First), clocks.remaining(Side::Second)), (Some(ms(1000)), None));
        assert!(clocks.spend(Side::First, ms(300)));
        assert_eq!(clocks.remaining(Side::First), Some(ms(800)));
        assert!(clocks.spend(Side::Second, Duration::from_hours(1)), "no time limit");
        assert_eq!(clocks.deadline(Side::First), Some(ms(850)));
        assert!(clocks.spend(Side::First, ms(820)));
        assert_eq!(clocks.remaining(Side::First), Some(ms(100)), "late within the margin: the overrun is not deducted");
        assert!(!clocks.spend(Side::First, ms(151)));
        assert_eq!(clocks.remaining(Side::First), Some(Duration::ZERO));
        assert!(clocks.shown(Side::Second).is_none());
    }

    #[test]
    fn a_period_adds_the_base_time_again() {
        let mut clocks = clocks("2/1+0", "2/1+0");
        let to_go = |clocks: &Clocks| clocks.shown(Side::First).and_then(|clock| clock.moves_to_go);
        assert_eq!(to_go(&clocks), Some(2));
        assert!(clocks.spend(Side::First, ms(500)));
        assert_eq!(to_go(&clocks), Some(1));
        assert!(clocks.spend(Side::First, ms(500)));
        assert_eq!((clocks.remaining(Side::First), to_go(&clocks)), (Some(ms(1000)), Some(2)));
    }

    #[test]
    fn time_per_move_is_reset_after_the_move() {
        let mut clocks = clocks("move=2", "60+1");
        assert!(clocks.spend(Side::First, ms(2000)));
        assert_eq!(clocks.remaining(Side::First), Some(ms(2000)));
        let shown = clocks.shown(Side::First).expect("a clock");
        assert_eq!((shown.remaining, shown.increment), ([ms(2000), ms(60_000)], [Duration::ZERO, ms(1000)]));
        assert_eq!(shown.moves_to_go, Some(1));
        assert!(!clocks.spend(Side::First, ms(2001)));
    }
}
