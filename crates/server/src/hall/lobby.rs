//! What all may see: who waits for an opponent, which games go on.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;
use zermelo_core::Side;
use zermelo_protocol::{
    LiveGame, Lobby as Listed, OpponentKind, PoolStatus, RoomPlayer, Seek, ServerMessage, SideChoice, Stage,
    TimeControl,
};
use zermelo_room::Room;

use super::Outbox;
use crate::reply::frame;

/// How many seeks and games are told.
const TOLD: usize = 50;

/// How often followers are told, at most.
const PERIOD: Duration = Duration::from_millis(500);

/// How a room stands in the lobby.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Listing {
    /// Not at all.
    None,
    /// Waiting for anybody.
    Seek(Seek),
    /// Waiting in a pool.
    Pool(Waiting),
    /// A game goes on.
    Live(LiveGame),
}

impl Listing {
    /// How a room stands in the lobby.
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
                Self::Pool(Waiting { game, clock, person, side, choice })
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

/// Somebody who waits in a pool.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Waiting {
    pub(crate) game: String,
    pub(crate) clock: TimeControl,
    pub(crate) person: String,
    /// Their side, and whether they would take the other one too.
    pub(crate) side: Side,
    pub(crate) choice: SideChoice,
}

/// Listings by the codes of their rooms, each with its number: who came first has the lowest.
#[derive(Default)]
struct Rooms {
    next: u64,
    by_code: HashMap<String, (u64, Listing)>,
}

impl Rooms {
    fn set(&mut self, code: &str, listing: Listing) {
        if listing == Listing::None {
            self.by_code.remove(code);
        } else if let Some((_, stands)) = self.by_code.get_mut(code) {
            *stands = listing;
        } else {
            self.by_code.insert(code.to_owned(), (self.next, listing));
            self.next += 1;
        }
    }

    /// The room of a pool that fits and was there first.
    fn first(&self, fits: impl Fn(&Waiting) -> bool) -> Option<String> {
        let fits = |listing: &Listing| matches!(listing, Listing::Pool(waiting) if fits(waiting));
        let fitting = self.by_code.iter().filter(|(_, (_, listing))| fits(listing));
        fitting.min_by_key(|(_, (number, _))| *number).map(|(code, _)| code.clone())
    }

    /// All of them, the first first.
    fn in_order(&self) -> Vec<&Listing> {
        let mut all: Vec<&(u64, Listing)> = self.by_code.values().collect();
        all.sort_unstable_by_key(|(number, _)| *number);
        all.into_iter().map(|(_, listing)| listing).collect()
    }
}

/// All listings.
#[derive(Default)]
pub(crate) struct Lobby {
    rooms: Mutex<Rooms>,
    followers: Mutex<HashMap<u64, Arc<Outbox>>>,
    changed: Notify,
}

impl Lobby {
    fn rooms(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn followers(&self) -> MutexGuard<'_, HashMap<u64, Arc<Outbox>>> {
        self.followers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A room stands otherwise.
    pub(crate) fn set(&self, code: &str, listing: Listing) {
        self.rooms().set(code, listing);
        self.changed.notify_one();
    }

    /// A room of a pool in which somebody else waits whose side leaves the one that is wished for: who waits longest.
    pub(crate) fn partner(&self, game: &str, clock: TimeControl, person: &str, choice: SideChoice) -> Option<String> {
        let fits = |waiting: &Waiting| {
            let is_free = choice.side().is_none_or(|side| side != waiting.side || waiting.choice == SideChoice::Random);
            waiting.game == game && waiting.clock == clock && waiting.person != person && is_free
        };
        self.rooms().first(fits)
    }

    /// The room in which somebody waits in a pool already.
    pub(crate) fn own_wait(&self, game: &str, clock: TimeControl, person: &str, choice: SideChoice) -> Option<String> {
        let is_own = |waiting: &Waiting| {
            waiting.game == game && waiting.clock == clock && waiting.person == person && waiting.choice == choice
        };
        self.rooms().first(is_own)
    }

    /// What is told of it.
    pub(crate) fn listed(&self, people: u32) -> Listed {
        let mut listed = Listed { people, ..Listed::default() };
        let mut pools: HashMap<(&str, TimeControl), u32> = HashMap::new();
        let rooms = self.rooms();
        for listing in rooms.in_order() {
            match listing {
                Listing::None => {}
                Listing::Seek(seek) => listed.seeks.push(seek.clone()),
                Listing::Pool(waiting) => *pools.entry((&waiting.game, waiting.clock)).or_default() += 1,
                Listing::Live(live) => listed.live.push(live.clone()),
            }
        }
        let pool = |((game, clock), waiting): (&(&str, TimeControl), &u32)| PoolStatus {
            game: (*game).to_owned(),
            clock: *clock,
            waiting: *waiting,
        };
        listed.pools = pools.iter().map(pool).collect();
        listed.pools.sort_by(|a, b| (&a.game, a.clock.to_string()).cmp(&(&b.game, b.clock.to_string())));
        listed.playing = listed.live.len() as u32;
        listed.live.sort_by(|a, b| b.watchers.cmp(&a.watchers).then_with(|| a.room.cmp(&b.room)));
        listed.live.truncate(TOLD);
        listed.seeks.truncate(TOLD);
        listed
    }

    /// A socket hears of changes from now on.
    pub(crate) fn follow(&self, socket: u64, outbox: &Arc<Outbox>) {
        self.followers().insert(socket, Arc::clone(outbox));
    }

    /// And not any more.
    pub(crate) fn unfollow(&self, socket: u64) {
        self.followers().remove(&socket);
    }

    /// Tells followers of changes, for ever.
    pub(crate) async fn tell(&self, people: impl Fn() -> u32) {
        loop {
            self.changed.notified().await;
            if !self.followers().is_empty() {
                let frame = lobby_frame(self.listed(people()));
                self.followers().retain(|_, outbox| outbox.tell(frame.clone()));
            }
            tokio::time::sleep(PERIOD).await;
        }
    }
}

/// The lobby as a frame.
pub(crate) fn lobby_frame(lobby: Listed) -> Utf8Bytes {
    frame(&ServerMessage::Lobby { lobby })
}
