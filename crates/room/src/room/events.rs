//! Events: each has a number, and is a change of the room.

use std::time::Instant;

use zermelo_core::Side;
use zermelo_protocol::{ClocksMs, Event, Offer, Stage, What};

use super::time::RETURN;
use super::{Now, Room};

/// Actions that are remembered by their names, at least.
const REMEMBERED: usize = 256;

/// Sayings that are shown to who comes late, and that one player may say in a while.
const SAID: usize = 8;

impl Room {
    /// Something happens: it has a number, and the room changes.
    pub(super) fn happens(&mut self, now: Now, by: Option<Side>, id: Option<&str>, what: What) -> Event {
        let event = Event { seq: self.seq + 1, at_ms: now.unix_ms, by, id: id.map(str::to_owned), what };
        self.apply(&event, now.instant);
        event
    }

    /// The change that an event is. A move is on the board already.
    pub(super) fn apply(&mut self, event: &Event, now: Instant) {
        self.seq = event.seq;
        if let Some(id) = &event.id {
            self.remember(event.by, id.clone(), event.seq);
        }
        match &event.what {
            What::Joined { side, player } => self.players[side.index()] = Some(player.clone()),
            What::Began => {
                self.stage = Stage::Playing;
                self.since = now;
                self.runs_on(event.at_ms);
            }
            What::Moved { took_ms, clocks_ms, .. } => {
                self.took_ms.push(*took_ms);
                if let Some(clocks_ms) = clocks_ms {
                    self.after.push(*clocks_ms);
                    if let Some(clocks) = &mut self.clocks {
                        clocks.set(*clocks_ms);
                    }
                }
                self.runs_on(event.at_ms);
                self.offers.iter_mut().for_each(|offers| offers.retain(|offer| *offer == Offer::Rematch));
            }
            What::Offered { offer } => {
                if let Some(side) = event.by {
                    self.offers[side.index()].push(*offer);
                    if *offer == Offer::Draw {
                        self.drawn_at[side.index()] = Some(self.record.ply().0 / 2);
                    }
                }
            }
            What::Declined { offer } => {
                self.offers.iter_mut().for_each(|offers| offers.retain(|stands| stands != offer));
            }
            What::TakenBack { ply, clocks_ms } => {
                self.take_back(*ply, *clocks_ms);
                self.runs_on(event.at_ms);
            }
            What::Said { saying } => {
                if let Some(side) = event.by {
                    self.said.push((side, *saying));
                    let old = self.said.len().saturating_sub(SAID);
                    self.said.drain(..old);
                }
            }
            What::Ended { ending, clocks_ms } => {
                self.stop(Stage::Ended, *clocks_ms);
                self.ending = Some(*ending);
                if self.record.ending().is_none() {
                    self.record.end(ending.outcome, ending.termination);
                }
            }
            What::Aborted => self.stop(Stage::Aborted, None),
            What::Rematch { room } => {
                self.rematch = Some(room.clone());
                self.offers = [Vec::new(), Vec::new()];
            }
            What::Interrupted { clocks_ms } => {
                if let Some(clocks) = &mut self.clocks {
                    clocks.set(*clocks_ms);
                }
                self.resuming = now.checked_add(RETURN);
                self.ran_ms = None;
            }
            What::Resumed => {
                self.since = now;
                self.runs_on(event.at_ms);
            }
            What::Paused { on } => self.paused = *on,
            What::Paced { pace_ms } => self.pace_ms = *pace_ms,
        }
    }

    fn take_back(&mut self, ply: u32, clocks_ms: Option<ClocksMs>) {
        while self.record.ply().0 > ply && self.record.undo() {}
        self.took_ms.truncate(ply as usize);
        self.after.truncate((ply - self.opening) as usize);
        if let (Some(clocks), Some(clocks_ms)) = (&mut self.clocks, clocks_ms) {
            clocks.set(clocks_ms);
        }
        self.offers = [Vec::new(), Vec::new()];
        self.drawn_at = [None; 2];
    }

    /// When this is told, the clock of who is to move starts.
    fn runs_on(&mut self, at_ms: i64) {
        self.resuming = None;
        self.ran_ms = Some(at_ms);
        self.told = false;
    }

    fn stop(&mut self, stage: Stage, clocks_ms: Option<ClocksMs>) {
        self.stage = stage;
        self.offers = [Vec::new(), Vec::new()];
        self.resuming = None;
        match (&mut self.clocks, clocks_ms) {
            (Some(clocks), Some(clocks_ms)) => clocks.set(clocks_ms),
            (Some(clocks), None) => clocks.stand(),
            (None, _) => {}
        }
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
