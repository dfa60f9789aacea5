//! Events: each has a number, and is a change of the room.

use std::time::Instant;

use zermelo_core::Side;
use zermelo_protocol::{Event, Offer, What};

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

    /// The change that an event is. A move is on the board already.
    pub(super) fn apply(&mut self, event: &Event, now: Instant) {
        if let Some(id) = &event.id {
            self.remember(event.by, id.clone(), event.seq);
        }
        if let What::TakenBack { ply, .. } = event.what {
            while self.record.ply().0 > ply && self.record.undo() {}
        }
        self.state.apply(event, self.record.side_to_move());
        if event.what.sets_clocks() {
            self.set_clocks(event, now);
        }
        match &event.what {
            What::Offered { offer: Offer::Draw } => {
                if let Some(side) = event.by {
                    self.drawn_at[side.index()] = Some(self.record.ply().0 / 2);
                }
            }
            What::TakenBack { .. } => self.drawn_at = [None; 2],
            What::Ended { ending, .. } if self.record.ending().is_none() => {
                self.record.end(ending.outcome, ending.termination);
            }
            _ => {}
        }
    }

    /// The clocks stand as the event says. The one that runs next starts when the event is told.
    fn set_clocks(&mut self, event: &Event, now: Instant) {
        if let (Some(clocks), Some(left)) = (&mut self.clocks, self.state.status.clocks_ms) {
            clocks.set(left);
        }
        match &event.what {
            What::Began | What::Resumed => {
                self.since = now;
                self.runs_on(event.at_ms);
            }
            What::Moved { clocks_ms, .. } => {
                self.after.extend(*clocks_ms);
                self.runs_on(event.at_ms);
            }
            What::TakenBack { ply, .. } => {
                self.after.truncate((ply - self.state.opening) as usize);
                self.runs_on(event.at_ms);
            }
            What::Interrupted { .. } => {
                self.resuming = now.checked_add(RETURN);
                self.ran_ms = None;
            }
            _ => self.resuming = None,
        }
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
