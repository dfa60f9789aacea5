//! The computer players of a room.

use std::hash::{DefaultHasher, Hash, Hasher};

use zermelo_core::{Side, Termination};

use super::RoomActor;
use crate::computers::{AgentResult, MoveJob};
use crate::room_registry::{RoomMessage, now};

impl RoomActor {
    /// Starts the search for the side to move, if it is a computer and no search runs or waits.
    pub(super) fn start_search(&mut self) {
        if self.search.is_some() || self.held_result.is_some() || !self.unstored.is_empty() {
            return;
        }
        let Some((side, agent)) = self.room.computer_to_move() else { return };
        // A game between computers stands still without followers.
        let has_person = Side::BOTH.into_iter().any(|side| self.room.person(side).is_some());
        if !has_person && self.followers.is_empty() {
            return;
        }
        self.searches += 1;
        let (sender, number) = (self.sender.clone(), self.searches);
        let mut seed = DefaultHasher::new();
        (self.room.code(), self.room.seq()).hash(&mut seed);
        let job = MoveJob {
            person: self.room.owner().unwrap_or_default().to_owned(),
            record: self.room.record().boxed_clone(),
            agent: agent.to_owned(),
            slot: self.agents[side.index()].clone(),
            seed: seed.finish(),
            clock: self.room.clock(now().instant),
        };
        let search = self.registry.computers.start(job, move |result| {
            let _ = sender.send(RoomMessage::SearchFinished(number, result));
        });
        self.search = Some((number, search));
    }

    /// Cancels the search and discards a held move.
    pub(super) fn cancel_search(&mut self) {
        self.search = None;
        self.held_result = None;
    }

    /// Plays the move of a search, or holds it until the pace of the room allows it.
    pub(super) fn search_finished(&mut self, result: AgentResult) {
        let earliest = self.last_sent + self.room.pace();
        if earliest > now().instant {
            self.held_result = Some((earliest, result));
        } else {
            self.apply_result(result);
        }
    }

    /// Plays the move of a computer. Without a legal move the computer loses.
    pub(super) fn apply_result(&mut self, result: AgentResult) {
        let Some((side, _)) = self.room.computer_to_move() else { return };
        let events = match result {
            Ok(decision) => match decision.action.mv() {
                Some(mv) => {
                    let ply = self.room.record().ply();
                    self.room.computer_played(side, ply, mv, decision.text.elapsed, now()).unwrap_or_else(|why| {
                        tracing::error!(why = why.message, "a computer's move was refused");
                        self.room.computer_lost(side, Termination::IllegalMove, now())
                    })
                }
                None => self.room.computer_lost(side, Termination::Resignation, now()),
            },
            Err(why) => {
                tracing::warn!(%why, room = self.room.code(), "a computer player has no move");
                self.room.computer_lost(side, why.termination().unwrap_or(Termination::Crash), now())
            }
        };
        self.submit_events(events, false, None);
    }
}
