//! Who follows a room, and who of its players is there.

use zermelo_core::Side;
use zermelo_protocol::Presence;

use super::RoomTask;
use crate::hall::{Follower, now};

impl RoomTask {
    pub(super) fn follow(&mut self, follower: Follower, since: Option<u32>) {
        self.followers.retain(|other| other.socket != follower.socket);
        self.newcomers.retain(|(other, _)| other.socket != follower.socket);
        if !self.unstored.is_empty() {
            // What is not stored is not told: this one hears of the room in a moment.
            if !self.hall.store.health().is_ok() {
                follower.outbox.tell(self.shown_later());
            }
            self.newcomers.push((follower, since));
            return;
        }
        let missed = since.filter(|since| !follower.views && *since <= self.stored);
        let kept =
            missed.filter(|since| self.log.front().map_or(*since == self.stored, |(first, _)| *first <= since + 1));
        let hears = match kept {
            Some(since) => {
                self.log.iter().filter(|(seq, _)| *seq > since).all(|(_, text)| follower.outbox.tell(text.clone()))
            }
            None => follower.outbox.tell(self.state_frame(follower.person.as_deref(), follower.views)),
        };
        if !hears {
            return;
        }
        let side = follower.person.as_deref().and_then(|person| self.room.side_of(person));
        self.followers.push(follower);
        if let Some(side) = side {
            let events = self.room.player_connected(side, now());
            self.happened(events, false, None);
        }
        self.present();
        if kept.is_some()
            && let Some(follower) = self.followers.last()
        {
            follower.outbox.tell(self.presence_frame());
        }
        self.think();
    }

    pub(super) fn unfollow(&mut self, socket: u64, politely: bool) {
        self.newcomers.retain(|(other, _)| other.socket != socket);
        let Some(at) = self.followers.iter().position(|follower| follower.socket == socket) else { return };
        let gone = self.followers.swap_remove(at);
        self.went(&gone, politely);
        self.present();
    }

    /// A person whose last socket is gone has left.
    pub(super) fn went(&mut self, gone: &Follower, politely: bool) {
        self.idle_since = now().instant;
        let Some(person) = gone.person.as_deref() else { return };
        let is_here = self.followers.iter().any(|other| other.person.as_deref() == Some(person));
        if let Some(side) = self.room.side_of(person).filter(|_| !is_here) {
            self.room.player_left(side, politely, self.idle_since);
        }
    }

    /// A side whose player follows is there.
    pub(super) fn come_back(&mut self, side: Side) {
        let Some(person) = self.room.person(side) else { return };
        if self.followers.iter().any(|follower| follower.person.as_deref() == Some(person)) {
            let events = self.room.player_connected(side, now());
            self.happened(events, false, None);
        }
    }

    /// Counts who watches, and tells who is there where that has changed.
    pub(super) fn present(&mut self) {
        let plays =
            |follower: &Follower| follower.person.as_deref().is_some_and(|person| self.room.side_of(person).is_some());
        let watchers = self.followers.iter().filter(|follower| !plays(follower)).count() as u32;
        self.room.set_watchers(watchers);
        let presence = self.room.presence(now().instant);
        let shape =
            |presence: Presence| (presence.first, presence.second, presence.watchers, presence.claim_in_ms.is_some());
        if shape(presence) != shape(self.presence) {
            self.presence = presence;
            let text = self.presence_frame();
            self.tell(&text, None);
            self.list();
        }
    }
}
