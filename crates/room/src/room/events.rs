//! Events: how they are made, applied and replayed.

use std::time::{Duration, Instant};

use zermelo_core::erased::ErasedError;
use zermelo_core::{Action, Ending, Side, TurnTime};
use zermelo_protocol::{ClocksMs, EventKind, Offer, RoomEvent, Stage};

use super::timers::RETURN_WAIT;
use super::{Room, Timestamp};

/// The least number of action ids that a room remembers.
const REMEMBERED_ACTIONS: usize = 256;

impl Room {
    /// Makes the next event and applies it.
    pub(super) fn emit(&mut self, now: Timestamp, by: Option<Side>, id: Option<&str>, kind: EventKind) -> RoomEvent {
        let event = RoomEvent { seq: self.state.seq + 1, at_ms: now.unix_ms, by, id: id.map(str::to_owned), kind };
        self.apply(&event, now.instant);
        event
    }

    /// The event of an ending that the referee decided.
    pub(super) fn ended(
        &mut self,
        now: Timestamp,
        by: Option<Side>,
        id: Option<&str>,
        ending: Option<Ending>,
    ) -> Vec<RoomEvent> {
        let clocks_ms = self.clocks_ms(now.instant);
        let event = ending.map(|ending| self.emit(now, by, id, EventKind::Ended { ending, clocks_ms }));
        event.into_iter().collect()
    }

    /// Makes the referee repeat what led to a stored event. The caller applies the event afterwards.
    pub(super) fn replay_event(&mut self, event: &RoomEvent) -> Result<(), ErasedError> {
        match &event.kind {
            EventKind::Moved { mv, took_ms, .. } => {
                let action = Action::Play(self.record().parse(mv)?);
                // The event has the clocks after the move; `apply` sets them.
                let charged = self.state.clocks_run().then_some(Duration::ZERO);
                self.referee.act(&action, TurnTime { took: Duration::from_millis(*took_ms), charged })?;
            }
            EventKind::Offered { offer: Offer::Draw } => {
                if let Some(side) = event.by {
                    // An open offer of the opponent would have been accepted. It is still open here if the event was stored by a version in
                    // which a move of either side ended an offer.
                    self.referee.decline_draw(side);
                    self.referee.offer_draw(side);
                }
            }
            EventKind::Declined { offer: Offer::Draw } => self.end_draw_offers(),
            EventKind::TakenBack { ply, .. } => self.take_back_to(*ply),
            EventKind::Ended { ending, .. } => {
                self.referee.end(ending.outcome, ending.termination);
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes back all moves after the first `ply`, and restores the clocks.
    pub(super) fn take_back_to(&mut self, ply: u32) {
        while self.record().ply().0 > ply && self.referee.take_back() {}
        self.stopwatch.reset();
    }

    /// Ends an open draw offer: declined or withdrawn.
    pub(super) fn end_draw_offers(&mut self) {
        for side in Side::BOTH {
            self.referee.withdraw_draw(side);
        }
    }

    /// Applies an event to everything except the referee.
    pub(super) fn apply(&mut self, event: &RoomEvent, now: Instant) {
        if let Some(id) = &event.id {
            self.remember_action(event.by, id.clone(), event.seq);
        }
        self.state.apply(event, self.referee.side_to_move());
        if event.kind.sets_clocks() {
            self.set_clocks(event, now);
        }
        match &event.kind {
            EventKind::Offered { offer: Offer::Draw } => {
                if let Some(side) = event.by {
                    self.draw_offer_turn[side.index()] = Some(self.record().ply().0 / 2);
                }
            }
            EventKind::TakenBack { .. } => self.draw_offer_turn = [None; 2],
            _ => {}
        }
        debug_assert!(self.agrees_with_referee(), "the referee and the events differ in who offers a draw");
    }

    /// Whether events and referee agree on the open draw offers of a game in progress.
    fn agrees_with_referee(&self) -> bool {
        let agrees = |side| self.state.status.has_offered(side, Offer::Draw) == self.referee.offers_draw(side);
        self.stage() != Stage::Playing || self.referee.ending().is_some() || Side::BOTH.into_iter().all(agrees)
    }

    /// Sets the clocks from an event. The next clock starts when the event is announced.
    fn set_clocks(&mut self, event: &RoomEvent, now: Instant) {
        match &event.kind {
            EventKind::Began | EventKind::Resumed => {
                self.stopwatch.halt();
                self.turn_start = now;
                self.await_announcement(event.at_ms);
            }
            EventKind::Moved { .. } | EventKind::TakenBack { .. } => {
                self.set_turn_clocks();
                self.await_announcement(event.at_ms);
            }
            EventKind::Interrupted { clocks_ms } => {
                let left = self.remaining_at_turn();
                let used = Side::BOTH.map(|side| {
                    let at = side.index();
                    left[at].saturating_sub(Duration::from_millis(clocks_ms[at]))
                });
                self.stopwatch.pause(used);
                self.resume_by = now.checked_add(RETURN_WAIT);
                self.running_since_ms = None;
            }
            EventKind::Ended { .. } => {
                self.set_turn_clocks();
                self.resume_by = None;
            }
            _ => {
                self.stopwatch.halt();
                self.resume_by = None;
            }
        }
    }

    /// Sets the clocks at the beginning of a turn from the last event, which has whole milliseconds.
    fn set_turn_clocks(&mut self) {
        if let Some(left) = self.state.status.clocks_ms {
            self.referee.set_clocks(left.map(Duration::from_millis));
        }
        self.stopwatch.reset();
    }

    /// The remaining time of both sides at the beginning of the turn, in milliseconds; `None` without a time control.
    pub(super) fn turn_clocks_ms(&self) -> Option<ClocksMs> {
        self.settings.clock.start()?;
        Some(self.remaining_at_turn().map(|left| left.as_millis() as u64))
    }

    fn remaining_at_turn(&self) -> [Duration; 2] {
        Side::BOTH.map(|side| self.referee.clocks().remaining(side).unwrap_or_default())
    }

    /// The clock of the side to move starts when the event is announced.
    fn await_announcement(&mut self, at_ms: i64) {
        self.resume_by = None;
        self.running_since_ms = Some(at_ms);
        self.is_announced = false;
    }

    fn remember_action(&mut self, side: Option<Side>, id: String, seq: u32) {
        if self.action_ids.len() >= 2 * REMEMBERED_ACTIONS {
            let mut seqs: Vec<u32> = self.action_ids.values().copied().collect();
            seqs.sort_unstable();
            let middle = seqs[seqs.len() - REMEMBERED_ACTIONS];
            self.action_ids.retain(|_, seq| *seq >= middle);
        }
        self.action_ids.insert((side, id), seq);
    }
}
