//! What time brings, and who is there meanwhile.

use std::time::{Duration, Instant};

use zermelo_core::{Side, Termination};
use zermelo_protocol::{Event, Opponent, Stage, What};

use super::{Now, Room};
use crate::presence::There;

/// How long the first move of each side may take where there is a clock; then the game is called off.
const FIRST_MOVE: Duration = Duration::from_mins(1);

/// How long a wish waits for whoever made it, when they are gone.
const WISH_ALONE: Duration = Duration::from_secs(10);

/// How long a code waits for a friend.
const FRIEND: Duration = Duration::from_hours(7 * 24);

/// How long a game without a clock waits for a player who is gone.
const FORGOTTEN: Duration = Duration::from_hours(30 * 24);

/// How long a clock waits, after the server was down, for its player to come back.
pub(super) const RETURN: Duration = Duration::from_secs(40);

impl Room {
    /// What has come with time: flags, games that nobody plays.
    pub fn tick(&mut self, now: Now) -> Vec<Event> {
        let Some((at, comes)) = self.next() else { return Vec::new() };
        if at > now.instant {
            return Vec::new();
        }
        let side = self.referee.side_to_move();
        match comes {
            Comes::Flag => {
                let ending = self.referee.lose(side, Termination::Time);
                self.ended(now, None, None, ending)
            }
            Comes::CalledOff => vec![self.happens(now, None, None, What::Aborted)],
            Comes::Forgotten => {
                let ending = self.referee.lose(side, Termination::Abandoned);
                self.ended(now, None, None, ending)
            }
            Comes::Return => self.resume(now),
        }
    }

    /// When [`tick`](Self::tick) has something to do next.
    pub fn deadline(&self) -> Option<Instant> {
        self.next().map(|(at, _)| at)
    }

    fn next(&self) -> Option<(Instant, Comes)> {
        let after = |from: Instant, time: Duration| from.checked_add(time);
        let gone = |side: Side| match self.there[side.index()] {
            There::Since { left, .. } if self.person(side).is_some() => Some(left),
            _ => None,
        };
        let is_timed = self.wish.clock.start().is_some();
        match self.stage() {
            Stage::Ended | Stage::Aborted => None,
            Stage::Waiting if self.wish.opponent == Opponent::Friend => {
                Some((after(self.since, FRIEND)?, Comes::CalledOff))
            }
            Stage::Waiting => {
                let left = Side::BOTH.into_iter().find_map(gone)?;
                Some((after(left, WISH_ALONE)?, Comes::CalledOff))
            }
            Stage::Playing => {
                let side = self.referee.side_to_move();
                if let Some(until) = self.resuming {
                    return Some((until, Comes::Return));
                }
                if let Some(flag) = self.flag() {
                    return Some((flag, Comes::Flag));
                }
                self.person(side)?;
                if is_timed && !self.state.clocks_run() && self.told {
                    return Some((after(self.since, FIRST_MOVE)?, Comes::CalledOff));
                }
                let left = gone(side).filter(|_| !is_timed)?;
                Some((after(left, FORGOTTEN)?, Comes::Forgotten))
            }
        }
    }

    /// A restored room goes on, after the server was down. `alive_ms` is when it last wrote that it was there: what the player to move had
    /// spent until then is spent, the time since then is nobody's, and the clock waits for the player. That is an event, so that the
    /// next time when the server goes down does not count it again.
    pub fn take_up(&mut self, alive_ms: i64, now: Now) -> Vec<Event> {
        let side = self.referee.side_to_move();
        let runs = self.state.clock_of(side).is_some();
        let Some(mut clocks_ms) = self.clocks_ms(now.instant).filter(|_| runs) else { return Vec::new() };
        let Some(ran_ms) = self.ran_ms else {
            // It went down while the clock waited already.
            self.resuming = now.instant.checked_add(RETURN);
            return Vec::new();
        };
        let spent = alive_ms.saturating_sub(ran_ms).max(0) as u64;
        clocks_ms[side.index()] = clocks_ms[side.index()].saturating_sub(spent);
        vec![self.happens(now, None, None, What::Interrupted { clocks_ms })]
    }

    fn resume(&mut self, now: Now) -> Vec<Event> {
        vec![self.happens(now, None, None, What::Resumed)]
    }

    /// When the side whose clock runs is out of time.
    pub(super) fn flag(&self) -> Option<Instant> {
        self.stopwatch.flag(self.referee.clocks(), self.lag)
    }

    /// The events up to a number are stored and on their way: the clock of who is to move starts.
    pub fn told(&mut self, seq: u32, now: Instant) {
        if seq != self.state.seq || self.told {
            return;
        }
        self.told = true;
        self.since = now;
        if let Some(side) = self.state.status.running {
            self.stopwatch.start(side, now);
        }
    }

    // Who is there.

    /// A player follows the room. A clock that waited for them goes on.
    pub fn came(&mut self, side: Side, now: Now) -> Vec<Event> {
        self.there[side.index()] = There::Yes;
        if self.resuming.is_some() && self.referee.side_to_move() == side { self.resume(now) } else { Vec::new() }
    }

    /// A player does not follow the room any more.
    pub fn left(&mut self, side: Side, politely: bool, now: Instant) {
        self.there[side.index()] = There::Since { left: now, politely };
    }

    /// So many others watch.
    pub fn watched(&mut self, watchers: u32) {
        self.watchers = watchers;
    }
}

/// What time brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Comes {
    /// The side to move is out of time.
    Flag,
    /// The game is called off.
    CalledOff,
    /// The side to move has forgotten the game.
    Forgotten,
    /// A clock does not wait any longer for its player.
    Return,
}
