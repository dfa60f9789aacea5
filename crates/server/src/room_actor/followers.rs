//! The followers of a room and the presence of its players.

use zermelo_core::Side;
use zermelo_protocol::Presence;

use super::RoomActor;
use crate::room_registry::{Follower, now};

impl RoomActor {
    /// Sends a socket the room state, or the events after `since` if all are kept, and adds it to
    /// the followers.
    pub(super) fn follow(&mut self, follower: Follower, since: Option<u32>) {
        self.followers.retain(|other| other.socket != follower.socket);
        self.pending_followers.retain(|(other, _)| other.socket != follower.socket);
        if !self.unstored.is_empty() {
            // Only stored events are sent: the socket is added when the store has caught up.
            if !self.registry.store.health().is_ok() {
                follower.outbox.send(self.shown_later_error());
            }
            self.pending_followers.push((follower, since));
            return;
        }
        let resume_after = since.filter(|since| !follower.views && *since <= self.stored);
        let resume_after = resume_after
            .filter(|since| self.recent_events.front().map_or(*since == self.stored, |(first, _)| *first <= since + 1));
        let is_open = match resume_after {
            Some(since) => self
                .recent_events
                .iter()
                .filter(|(seq, _)| *seq > since)
                .all(|(_, text)| follower.outbox.send(text.clone())),
            None => follower.outbox.send(self.state_frame(follower.person.as_deref(), follower.views)),
        };
        if !is_open {
            return;
        }
        let side = follower.person.as_deref().and_then(|person| self.room.side_of(person));
        self.followers.push(follower);
        if let Some(side) = side {
            let events = self.room.player_connected(side, now());
            self.submit_events(events, false, None);
        }
        self.update_presence();
        if resume_after.is_some()
            && let Some(follower) = self.followers.last()
        {
            follower.outbox.send(self.presence_frame());
        }
        self.start_search();
    }

    /// Removes a socket from the followers.
    pub(super) fn unfollow(&mut self, socket: u64, closed_page: bool) {
        self.pending_followers.retain(|(other, _)| other.socket != socket);
        let Some(at) = self.followers.iter().position(|follower| follower.socket == socket) else { return };
        let follower = self.followers.swap_remove(at);
        self.follower_left(&follower, closed_page);
        self.update_presence();
    }

    /// Marks a player without another socket as gone.
    pub(super) fn follower_left(&mut self, follower: &Follower, closed_page: bool) {
        self.idle_since = now().instant;
        let Some(person) = follower.person.as_deref() else { return };
        let is_still_here = self.followers.iter().any(|other| other.person.as_deref() == Some(person));
        if let Some(side) = self.room.side_of(person).filter(|_| !is_still_here) {
            self.room.player_left(side, closed_page, self.idle_since);
        }
    }

    /// Marks a side as connected if its player follows the room.
    pub(super) fn mark_connected(&mut self, side: Side) {
        let Some(person) = self.room.person(side) else { return };
        if self.followers.iter().any(|follower| follower.person.as_deref() == Some(person)) {
            let events = self.room.player_connected(side, now());
            self.submit_events(events, false, None);
        }
    }

    /// Updates the number of watchers, and sends the presence if it has changed.
    pub(super) fn update_presence(&mut self) {
        let is_player =
            |follower: &Follower| follower.person.as_deref().is_some_and(|person| self.room.side_of(person).is_some());
        let watchers = self.followers.iter().filter(|follower| !is_player(follower)).count() as u32;
        self.room.set_watchers(watchers);
        let presence = self.room.presence(now().instant);
        // Without the remaining time of the claim, which changes all the time.
        let shape =
            |presence: Presence| (presence.first, presence.second, presence.watchers, presence.claim_in_ms.is_some());
        if shape(presence) != shape(self.presence) {
            self.presence = presence;
            let text = self.presence_frame();
            self.broadcast(&text, None);
            self.update_listing();
        }
    }
}
