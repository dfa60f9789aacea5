//! Events: each has a number, and is a change of the room.

use std::time::{Duration, Instant};

use zermelo_core::erased::Refused;
use zermelo_core::{Action, Ending, Side, TurnTime};
use zermelo_protocol::{ClocksMs, Event, Offer, Stage, What};

use super::time::RETURN;
use super::{Now, Room};

/// Actions that are remembered by their names, at least.
const REMEMBERED: usize = 256;

impl Room {
    /// Something happens: it has a number, and the room changes.
    pub(super) fn happens(&mut self, now: Now, by: Option<Side>, id: Option<&str>, what: What) -> Event {
        let event = Event { seq: self.state.seq + 1, at_ms: now.unix_ms, by, id: id.map(str::to_owned), what };
        self.apply(&event, now.instant);
        event
    }

    /// The referee ended the game: the event that says so.
    pub(super) fn ended(&mut self, now: Now, by: Option<Side>, id: Option<&str>, ending: Option<Ending>) -> Vec<Event> {
        let clocks_ms = self.clocks_ms(now.instant);
        let event = ending.map(|ending| self.happens(now, by, id, What::Ended { ending, clocks_ms }));
        event.into_iter().collect()
    }

    /// Makes the referee do again what led to a stored event. [`apply`](Self::apply) comes next.
    pub(super) fn replay_event(&mut self, event: &Event) -> Result<(), Refused> {
        match &event.what {
            What::Moved { mv, took_ms, .. } => {
                let action = Action::Play(self.record().parse(mv)?);
                // The event has what is left after the move: `apply` sets it.
                let charged = self.state.clocks_run().then_some(Duration::ZERO);
                self.referee.act(&action, TurnTime { took: Duration::from_millis(*took_ms), charged })?;
            }
            What::Offered { offer: Offer::Draw } => {
                if let Some(side) = event.by {
                    // An offer of the opponent would have been accepted: this one was stored when a move of either side ended an offer.
                    self.referee.decline_draw(side);
                    self.referee.offer_draw(side);
                }
            }
            What::Declined { offer: Offer::Draw } => self.end_draw_offers(),
            What::TakenBack { ply, .. } => self.take_back_to(*ply),
            What::Ended { ending, .. } => {
                self.referee.end(ending.outcome, ending.termination);
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes moves back until this number is left, with the time that they took.
    pub(super) fn take_back_to(&mut self, ply: u32) {
        while self.record().ply().0 > ply && self.referee.take_back() {}
        self.stopwatch.reset();
    }

    /// Ends the draw offer that stands, declined or withdrawn.
    pub(super) fn end_draw_offers(&mut self) {
        for side in Side::BOTH {
            self.referee.withdraw_draw(side);
        }
    }

    /// Applies an event to all but the referee.
    pub(super) fn apply(&mut self, event: &Event, now: Instant) {
        if let Some(id) = &event.id {
            self.remember(event.by, id.clone(), event.seq);
        }
        self.state.apply(event, self.referee.side_to_move());
        if event.what.sets_clocks() {
            self.set_clocks(event, now);
        }
        match &event.what {
            What::Offered { offer: Offer::Draw } => {
                if let Some(side) = event.by {
                    self.drawn_at[side.index()] = Some(self.record().ply().0 / 2);
                }
            }
            What::TakenBack { .. } => self.drawn_at = [None; 2],
            _ => {}
        }
        debug_assert!(self.agrees_with_referee(), "the referee and the events differ in who offers a draw");
    }

    /// Whether the events say of draw offers what the referee says, while the game goes on.
    fn agrees_with_referee(&self) -> bool {
        let agrees = |side| self.state.status.has_offered(side, Offer::Draw) == self.referee.offers_draw(side);
        self.stage() != Stage::Playing || self.referee.ending().is_some() || Side::BOTH.into_iter().all(agrees)
    }

    /// Sets the clocks as the event says. The one that runs next starts when the event is told.
    fn set_clocks(&mut self, event: &Event, now: Instant) {
        match &event.what {
            What::Began | What::Resumed => {
                self.stopwatch.halt();
                self.since = now;
                self.runs_on(event.at_ms);
            }
            What::Moved { .. } | What::TakenBack { .. } => {
                self.set_turn_clocks();
                self.runs_on(event.at_ms);
            }
            What::Interrupted { clocks_ms } => {
                let left = self.remaining_at_turn();
                let used = Side::BOTH.map(|side| {
                    let at = side.index();
                    left[at].saturating_sub(Duration::from_millis(clocks_ms[at]))
                });
                self.stopwatch.pause(used);
                self.resuming = now.checked_add(RETURN);
                self.ran_ms = None;
            }
            What::Ended { .. } => {
                self.set_turn_clocks();
                self.resuming = None;
            }
            _ => {
                self.stopwatch.halt();
                self.resuming = None;
            }
        }
    }

    /// A turn begins with what the events say is left, to the millisecond.
    fn set_turn_clocks(&mut self) {
        if let Some(left) = self.state.status.clocks_ms {
            self.referee.set_clocks(left.map(Duration::from_millis));
        }
        self.stopwatch.reset();
    }

    /// What both sides had left at the beginning of the turn, in milliseconds; `None` in a game without clocks.
    pub(super) fn turn_clocks_ms(&self) -> Option<ClocksMs> {
        self.wish.clock.start()?;
        Some(self.remaining_at_turn().map(|left| left.as_millis() as u64))
    }

    fn remaining_at_turn(&self) -> [Duration; 2] {
        Side::BOTH.map(|side| self.referee.clocks().remaining(side).unwrap_or_default())
    }

    /// When this is told, the clock of who is to move starts.
    fn runs_on(&mut self, at_ms: i64) {
        self.resuming = None;
        self.ran_ms = Some(at_ms);
        self.told = false;
    }

    fn remember(&mut self, side: Option<Side>, id: String, seq: u32) {
        if self.ids.len() >= 2 * REMEMBERED {
            let mut seqs: Vec<u32> = self.ids.values().copied().collect();
            seqs.sort_unstable();
            let middle = seqs[seqs.len() - REMEMBERED];
            self.ids.retain(|_, seq| *seq >= middle);
        }
        self.ids.insert((side, id), seq);
    }
}
