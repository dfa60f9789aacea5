//! Timers of a room, and the presence of its players.

use std::time::{Duration, Instant};

use zermelo_core::{Side, Termination};
use zermelo_protocol::{EventKind, Opponent, RoomEvent, Stage};

use super::{Room, Timestamp};
use crate::presence::PlayerPresence;

/// With a time control, the time for the first move of each side. After it the game is aborted.
const FIRST_MOVE: Duration = Duration::from_mins(1);

/// How long a seek stays open after its player has left.
const ABANDONED_SEEK: Duration = Duration::from_secs(10);

/// How long a room waits for a friend.
const FRIEND_WAIT: Duration = Duration::from_hours(7 * 24);

/// Without a time control, how long a game waits for a player who has left.
const ABANDONED_GAME: Duration = Duration::from_hours(30 * 24);

/// After a restart of the server, how long a clock waits for its player to come back.
pub(super) const RETURN_WAIT: Duration = Duration::from_secs(40);

impl Room {
    /// The events of a timer that is due: a loss on time, an abandoned game.
    pub fn tick(&mut self, now: Timestamp) -> Vec<RoomEvent> {
        let Some((at, timer)) = self.next_timer() else { return Vec::new() };
        if at > now.instant {
            return Vec::new();
        }
        let side = self.referee.side_to_move();
        match timer {
            Timer::Flag => {
                let ending = self.referee.lose(side, Termination::Time);
                self.ended(now, None, None, ending)
            }
            Timer::Abort => vec![self.emit(now, None, None, EventKind::Aborted)],
            Timer::Abandoned => {
                let ending = self.referee.lose(side, Termination::Abandoned);
                self.ended(now, None, None, ending)
            }
            Timer::Resume => self.resume(now),
        }
    }

    /// When [`tick`](Self::tick) has something to do next.
    pub fn deadline(&self) -> Option<Instant> {
        self.next_timer().map(|(at, _)| at)
    }

    fn next_timer(&self) -> Option<(Instant, Timer)> {
        let left_at = |side: Side| match self.player_presence[side.index()] {
            PlayerPresence::Left { at, .. } if self.person(side).is_some() => Some(at),
            _ => None,
        };
        let is_timed = self.settings.clock.start().is_some();
        match self.stage() {
            Stage::Ended | Stage::Aborted => None,
            Stage::Waiting if self.settings.opponent == Opponent::Friend => {
                Some((self.turn_start.checked_add(FRIEND_WAIT)?, Timer::Abort))
            }
            Stage::Waiting => {
                let left = Side::BOTH.into_iter().find_map(left_at)?;
                Some((left.checked_add(ABANDONED_SEEK)?, Timer::Abort))
            }
            Stage::Playing => {
                let side = self.referee.side_to_move();
                if let Some(until) = self.resume_by {
                    return Some((until, Timer::Resume));
                }
                if let Some(flag) = self.flag() {
                    return Some((flag, Timer::Flag));
                }
                self.person(side)?;
                if is_timed && !self.state.clocks_run() && self.is_announced {
                    return Some((self.turn_start.checked_add(FIRST_MOVE)?, Timer::Abort));
                }
                let left = left_at(side).filter(|_| !is_timed)?;
                Some((left.checked_add(ABANDONED_GAME)?, Timer::Abandoned))
            }
        }
    }

    /// Continues a restored room after the server was down. `alive_ms` is the last time at which the server is known to have run. The side
    /// to move is charged its time until then and not the time of the outage, and its clock waits for the player. The event that says so
    /// keeps a second outage from charging that time again.
    pub fn resume_after_restart(&mut self, alive_ms: i64, now: Timestamp) -> Vec<RoomEvent> {
        let side = self.referee.side_to_move();
        let runs = self.state.running_clock(side).is_some();
        let Some(mut clocks_ms) = self.clocks_ms(now.instant).filter(|_| runs) else { return Vec::new() };
        let Some(ran_ms) = self.running_since_ms else {
            // The clock was waiting already when the server went down.
            self.resume_by = now.instant.checked_add(RETURN_WAIT);
            return Vec::new();
        };
        let spent = alive_ms.saturating_sub(ran_ms).max(0) as u64;
        clocks_ms[side.index()] = clocks_ms[side.index()].saturating_sub(spent);
        vec![self.emit(now, None, None, EventKind::Interrupted { clocks_ms })]
    }

    fn resume(&mut self, now: Timestamp) -> Vec<RoomEvent> {
        vec![self.emit(now, None, None, EventKind::Resumed)]
    }

    /// The moment at which the side whose clock runs loses on time.
    pub(super) fn flag(&self) -> Option<Instant> {
        self.stopwatch.flag(self.referee.clocks(), self.lag)
    }

    /// The events up to a number are stored and sent: the clock of the side to move starts.
    pub fn mark_sent(&mut self, seq: u32, now: Instant) {
        if seq != self.state.seq || self.is_announced {
            return;
        }
        self.is_announced = true;
        self.turn_start = now;
        if let Some(side) = self.state.status.running {
            self.stopwatch.start(side, now);
        }
    }

    /// A player connected to the room. A clock that waited for the player continues.
    pub fn player_connected(&mut self, side: Side, now: Timestamp) -> Vec<RoomEvent> {
        self.player_presence[side.index()] = PlayerPresence::Connected;
        if self.resume_by.is_some() && self.referee.side_to_move() == side { self.resume(now) } else { Vec::new() }
    }

    /// A player left the room.
    pub fn player_left(&mut self, side: Side, closed_page: bool, now: Instant) {
        self.player_presence[side.index()] = PlayerPresence::Left { at: now, closed_page };
    }

    /// Sets the number of watchers.
    pub fn set_watchers(&mut self, watchers: u32) {
        self.watchers = watchers;
    }
}

/// What happens when a timer is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Timer {
    /// The side to move loses on time.
    Flag,
    /// The game is aborted.
    Abort,
    /// The side to move loses: its player left long ago.
    Abandoned,
    /// A clock that waited for its player after a restart continues.
    Resume,
}
