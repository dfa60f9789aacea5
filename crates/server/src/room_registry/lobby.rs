//! The lobby: seeks, pools and games in progress.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;
use zermelo_core::Side;
use zermelo_protocol::{
    LiveGame, Lobby, OpponentKind, PoolStatus, RoomPlayer, Seek, ServerMessage, SideChoice, Stage, TimeControl,
};
use zermelo_room::Room;

use super::Outbox;
use crate::frame::frame;

/// The maximum number of seeks, and of games, in a lobby message.
const MAX_LISTED: usize = 50;

/// The minimum time between two lobby messages.
const PUBLISH_INTERVAL: Duration = Duration::from_millis(500);

/// The entry of a room in the lobby.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Listing {
    /// Not listed.
    None,
    /// Open to any opponent.
    Seek(Seek),
    /// Waits in a pool.
    Pool(PoolEntry),
    /// A game in progress.
    Live(LiveGame),
}

impl Listing {
    /// The entry of a room.
    pub(crate) fn of(room: &Room) -> Self {
        let [first, second] = room.players().map(Option::<&RoomPlayer>::cloned);
        let (game, clock) = (room.record().game_spec(), room.settings().clock);
        match (room.stage(), room.settings().opponent.kind()) {
            (Stage::Waiting, kind @ (OpponentKind::Anyone | OpponentKind::Pool)) => {
                let side = if first.is_some() { Side::First } else { Side::Second };
                let Some(player) = first.or(second) else { return Self::None };
                let choice = room.settings().side;
                if kind == OpponentKind::Anyone {
                    let side = choice.opponent();
                    return Self::Seek(Seek { room: room.code().to_owned(), game, clock, side, player });
                }
                let RoomPlayer::Person { id: person, .. } = player else { return Self::None };
                Self::Pool(PoolEntry { game, clock, person, side, choice })
            }
            (Stage::Playing, _) => {
                let (Some(first), Some(second)) = (first, second) else { return Self::None };
                Self::Live(LiveGame {
                    room: room.code().to_owned(),
                    game,
                    clock,
                    first,
                    second,
                    watchers: room.watchers(),
                })
            }
            _ => Self::None,
        }
    }
}

/// A person who waits in a pool.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PoolEntry {
    pub(crate) game: String,
    pub(crate) clock: TimeControl,
    pub(crate) person: String,
    /// The side in the waiting room. With the choice `random` it can still change.
    pub(crate) side: Side,
    pub(crate) choice: SideChoice,
}

/// Listings by room code, each with a number that increases with every new listing.
#[derive(Default)]
struct Listings {
    next_number: u64,
    by_code: HashMap<String, (u64, Listing)>,
}

impl Listings {
    fn set(&mut self, code: &str, listing: Listing) {
        if listing == Listing::None {
            self.by_code.remove(code);
        } else if let Some((_, old)) = self.by_code.get_mut(code) {
            *old = listing;
        } else {
            self.by_code.insert(code.to_owned(), (self.next_number, listing));
            self.next_number += 1;
        }
    }

    /// The oldest pool room for which the condition holds.
    fn oldest_pool_room(&self, fits: impl Fn(&PoolEntry) -> bool) -> Option<String> {
        let fits = |listing: &Listing| matches!(listing, Listing::Pool(entry) if fits(entry));
        let fitting = self.by_code.iter().filter(|(_, (_, listing))| fits(listing));
        fitting.min_by_key(|(_, (number, _))| *number).map(|(code, _)| code.clone())
    }

    /// All listings, the oldest first.
    fn in_order(&self) -> Vec<&Listing> {
        let mut all: Vec<&(u64, Listing)> = self.by_code.values().collect();
        all.sort_unstable_by_key(|(number, _)| *number);
        all.into_iter().map(|(_, listing)| listing).collect()
    }
}

/// The listings of all rooms, and the sockets that follow the lobby.
#[derive(Default)]
pub(crate) struct LobbyIndex {
    listings: Mutex<Listings>,
    followers: Mutex<HashMap<u64, Arc<Outbox>>>,
    changed: Notify,
}

impl LobbyIndex {
    fn listings(&self) -> MutexGuard<'_, Listings> {
        self.listings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn followers(&self) -> MutexGuard<'_, HashMap<u64, Arc<Outbox>>> {
        self.followers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the listing of a room.
    pub(crate) fn set(&self, code: &str, listing: Listing) {
        self.listings().set(code, listing);
        self.changed.notify_one();
    }

    /// The room of the longest-waiting other person in a pool whose opponent can have the requested
    /// side.
    pub(crate) fn find_partner(
        &self,
        game: &str,
        clock: TimeControl,
        person: &str,
        choice: SideChoice,
    ) -> Option<String> {
        let fits = |entry: &PoolEntry| {
            let is_free = choice.side().is_none_or(|side| side != entry.side || entry.choice == SideChoice::Random);
            entry.game == game && entry.clock == clock && entry.person != person && is_free
        };
        self.listings().oldest_pool_room(fits)
    }

    /// The room in which this person already waits in a pool.
    pub(crate) fn pool_room_of(
        &self,
        game: &str,
        clock: TimeControl,
        person: &str,
        choice: SideChoice,
    ) -> Option<String> {
        let is_own = |entry: &PoolEntry| {
            entry.game == game && entry.clock == clock && entry.person == person && entry.choice == choice
        };
        self.listings().oldest_pool_room(is_own)
    }

    /// The lobby as clients see it. `people` is the number of open `WebSockets`.
    pub(crate) fn snapshot(&self, people: u32) -> Lobby {
        let mut lobby = Lobby { people, ..Lobby::default() };
        let mut pools: HashMap<(&str, TimeControl), u32> = HashMap::new();
        let listings = self.listings();
        for listing in listings.in_order() {
            match listing {
                Listing::None => {}
                Listing::Seek(seek) => lobby.seeks.push(seek.clone()),
                Listing::Pool(entry) => *pools.entry((&entry.game, entry.clock)).or_default() += 1,
                Listing::Live(live) => lobby.live.push(live.clone()),
            }
        }
        let pool = |((game, clock), waiting): (&(&str, TimeControl), &u32)| PoolStatus {
            game: (*game).to_owned(),
            clock: *clock,
            waiting: *waiting,
        };
        lobby.pools = pools.iter().map(pool).collect();
        lobby.pools.sort_by(|a, b| (&a.game, a.clock.to_string()).cmp(&(&b.game, b.clock.to_string())));
        lobby.playing = lobby.live.len() as u32;
        lobby.live.sort_by(|a, b| b.watchers.cmp(&a.watchers).then_with(|| a.room.cmp(&b.room)));
        lobby.live.truncate(MAX_LISTED);
        lobby.seeks.truncate(MAX_LISTED);
        lobby
    }

    /// Sends changes of the lobby to a socket from now on.
    pub(crate) fn follow(&self, socket: u64, outbox: &Arc<Outbox>) {
        self.followers().insert(socket, Arc::clone(outbox));
    }

    /// Ends [`follow`](Self::follow).
    pub(crate) fn unfollow(&self, socket: u64) {
        self.followers().remove(&socket);
    }

    /// Sends the lobby to its followers after changes. Never returns.
    pub(crate) async fn publish_changes(&self, people: impl Fn() -> u32) {
        loop {
            self.changed.notified().await;
            if !self.followers().is_empty() {
                let frame = lobby_frame(self.snapshot(people()));
                self.followers().retain(|_, outbox| outbox.send(frame.clone()));
            }
            tokio::time::sleep(PUBLISH_INTERVAL).await;
        }
    }
}

/// The lobby as a frame.
pub(crate) fn lobby_frame(lobby: Lobby) -> Utf8Bytes {
    frame(&ServerMessage::Lobby { lobby })
}
