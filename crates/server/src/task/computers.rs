//! The computers that play in a room.

use std::hash::{DefaultHasher, Hash, Hasher};

use zermelo_core::{Side, Termination};

use super::RoomTask;
use crate::computers::{Answer, Task};
use crate::hall::{Mail, now};

impl RoomTask {
    /// Lets the computer think whose turn it is.
    pub(super) fn think(&mut self) {
        if self.thinking.is_some() || self.chosen.is_some() || !self.unstored.is_empty() {
            return;
        }
        let Some((side, agent)) = self.room.computer_to_move() else { return };
        // Computers that nobody watches wait.
        let plays_people = Side::BOTH.into_iter().any(|side| self.room.person(side).is_some());
        if !plays_people && self.followers.is_empty() {
            return;
        }
        self.jobs += 1;
        let (own, job) = (self.own.clone(), self.jobs);
        let mut seed = DefaultHasher::new();
        (self.room.code(), self.room.seq()).hash(&mut seed);
        let task = Task {
            person: self.room.owner().unwrap_or_default().to_owned(),
            record: self.room.record().boxed_clone(),
            agent: agent.to_owned(),
            place: self.agents[side.index()].clone(),
            seed: seed.finish(),
            clock: self.room.clock(now().instant),
        };
        let thinking = self.hall.computers.think(task, move |answer| {
            let _ = own.send(Mail::Chosen(job, answer));
        });
        self.thinking = Some((job, thinking));
    }

    pub(super) fn stop_thinking(&mut self) {
        self.thinking = None;
        self.chosen = None;
    }

    pub(super) fn chosen(&mut self, answer: Answer) {
        let stands_until = self.last_told + self.room.pace();
        if stands_until > now().instant {
            self.chosen = Some((stands_until, answer));
        } else {
            self.answered(answer);
        }
    }

    pub(super) fn answered(&mut self, answer: Answer) {
        let Some((side, _)) = self.room.computer_to_move() else { return };
        let events = match answer {
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
                tracing::warn!(%why, room = self.room.code(), "a computer player did not answer");
                self.room.computer_lost(side, why.termination().unwrap_or(Termination::Crash), now())
            }
        };
        self.happened(events, false, None);
    }
}
