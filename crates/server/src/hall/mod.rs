//! All rooms: made, found by their codes, taken up again after the server was down.

mod lobby;
mod mail;
mod outbox;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use data_encoding::{Encoding, Specification};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{oneshot, watch};
use tokio_util::sync::CancellationToken;
use zermelo_core::Side;
use zermelo_protocol::{ApiError, ErrorCode, NewRoom, Opponent, Profile, RoomEvent, RoomPlayer};
use zermelo_room::{Room, Timestamp};
use zermelo_store::{Health, RoomRow, Store, StoredRoom, WriteRequest};

use crate::computers::Computers;
use crate::config;
use crate::row;
pub(crate) use lobby::{Listing, Lobby, lobby_frame};
pub(crate) use mail::{Act, Follower, Mail, Reply};
pub(crate) use outbox::Outbox;

/// How often the server writes that it is there: what a player's clock may lose when it is killed.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// Writes that wait for the store; beyond that nobody makes a room.
const WAITING_WRITES: u64 = 20_000;

/// The time, for rooms. The clock is the runtime's, which tests hold.
pub(crate) fn now() -> Timestamp {
    let unix = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Timestamp { instant: tokio::time::Instant::now().into_std(), unix_ms: unix.as_millis() as i64 }
}

/// All rooms.
pub(crate) struct Hall {
    pub(crate) store: Store,
    pub(crate) computers: Computers,
    pub(crate) lobby: Lobby,
    limits: config::Rooms,
    rooms: Mutex<HashMap<String, UnboundedSender<Mail>>>,
    /// Rooms that are not over, by who made them.
    open: Mutex<HashMap<String, usize>>,
    /// One at a time looks for a partner, or waits for one from then on.
    pairing: tokio::sync::Mutex<()>,
    /// Sockets that were ever opened.
    sockets: AtomicU64,
    /// Sockets that are open.
    pub(crate) connected: AtomicU32,
    codes: Encoding,
    pub(crate) closing: CancellationToken,
    start: StartRoom,
}

/// A mailbox with both its ends.
pub(crate) type Mailbox = (UnboundedSender<Mail>, UnboundedReceiver<Mail>);

/// Starts the task of a room that was made at a time; its events up to a number are stored, those after it are to be. Handed in: the task
/// knows the hall, and the hall does not know the task.
pub(crate) type StartRoom = fn(Arc<Hall>, Room, i64, Mailbox, (u32, Vec<RoomEvent>));

/// A room that is not over, while this lives.
pub(crate) struct OpenRoom {
    hall: Arc<Hall>,
    owner: Option<String>,
}

impl Drop for OpenRoom {
    fn drop(&mut self) {
        let Some(owner) = &self.owner else { return };
        let mut open = self.hall.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(owner) {
            *count -= 1;
            if *count == 0 {
                open.remove(owner);
            }
        }
    }
}

impl Hall {
    pub(crate) fn new(
        store: Store,
        limits: config::Rooms,
        computers: Computers,
        closing: CancellationToken,
        start: StartRoom,
    ) -> Arc<Self> {
        let hall = Arc::new(Self {
            store,
            computers,
            lobby: Lobby::default(),
            limits,
            rooms: Mutex::default(),
            open: Mutex::default(),
            pairing: tokio::sync::Mutex::default(),
            sockets: AtomicU64::new(0),
            connected: AtomicU32::new(0),
            codes: codes(),
            closing,
            start,
        });
        let (told, alive) = (Arc::clone(&hall), Arc::clone(&hall));
        let closing = hall.closing.clone();
        tokio::spawn(closing.clone().run_until_cancelled_owned(async move {
            told.lobby.tell(|| told.connected.load(Ordering::Relaxed)).await;
        }));
        tokio::spawn(closing.run_until_cancelled_owned(async move { alive.live().await }));
        hall
    }

    /// Writes now and then that the server is there, while a game goes on.
    async fn live(&self) {
        let mut beats = tokio::time::interval(HEARTBEAT);
        beats.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            beats.tick().await;
            // One at a time: a store that fails does not get a heap of them.
            if !self.open().is_empty() && self.store.write(WriteRequest::Heartbeat(now().unix_ms)).await.is_err() {
                return;
            }
        }
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, UnboundedSender<Mail>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many rooms are in memory.
    pub(crate) fn rooms_in_memory(&self) -> usize {
        self.rooms().len()
    }

    /// A number for a socket.
    pub(crate) fn socket_number(&self) -> u64 {
        self.sockets.fetch_add(1, Ordering::Relaxed)
    }

    /// A code that nobody guesses: 10 characters of 5 bits, none of them like another.
    pub(crate) fn fresh_code(&self) -> String {
        let mut bytes = [0; 10];
        random(&mut bytes);
        let mut code = self.codes.encode(&bytes);
        code.truncate(10);
        code
    }

    // Taking up.

    /// Takes up what went on when the server went down.
    pub(crate) async fn take_up(self: &Arc<Self>) -> Result<usize, zermelo_store::ReadError> {
        // A server that never said that it was there was not there for long.
        let alive_ms = self.store.last_heartbeat_ms().await?.unwrap_or(i64::MIN);
        let unfinished = self.store.unfinished_rooms().await?;
        let count = unfinished.len();
        for stored in unfinished {
            let code = stored.row.code.clone();
            if let Err(why) = self.restore(stored, alive_ms) {
                // It stays in the database as it is.
                tracing::error!(why, room = code, "a room can't be taken up");
            }
        }
        Ok(count)
    }

    /// A stored room, at work again.
    fn restore(self: &Arc<Self>, stored: StoredRoom, alive_ms: i64) -> Result<UnboundedSender<Mail>, String> {
        let StoredRoom { row, events } = stored;
        let wish: NewRoom = serde_json::from_str(&row.settings).map_err(|why| format!("its settings: {why}"))?;
        let record = record(&wish).map_err(|why| why.message)?;
        let events: Result<Vec<RoomEvent>, _> = events.iter().map(|(_, body)| serde_json::from_str(body)).collect();
        let events = events.map_err(|why| format!("its events: {why}"))?;
        let now = now();
        let mut room =
            Room::restore(row.code.clone(), row.owner, wish, record, events, now).map_err(|why| why.to_string())?;
        let stored = room.seq();
        let events = room.resume_after_restart(alive_ms, now);
        Ok(self.put_to_work(room, row.created_ms, (stored, events)))
    }

    /// Starts the task of a room; one that is at work already stays.
    /// The events up to a number are stored; those after it are to be.
    fn put_to_work(
        self: &Arc<Self>,
        room: Room,
        created_ms: i64,
        events: (u32, Vec<RoomEvent>),
    ) -> UnboundedSender<Mail> {
        let (sender, mailbox): Mailbox = unbounded_channel();
        let mut rooms = self.rooms();
        if let Some(at_work) = rooms.get(room.code()) {
            return at_work.clone();
        }
        rooms.insert(room.code().to_owned(), sender.clone());
        drop(rooms);
        (self.start)(Arc::clone(self), room, created_ms, (sender.clone(), mailbox), events);
        sender
    }

    /// A room that nobody needs leaves the memory, unless it has mail.
    pub(super) fn let_go(&self, code: &str, mailbox: &mut UnboundedReceiver<Mail>) -> bool {
        let mut rooms = self.rooms();
        if !mailbox.is_empty() {
            return false;
        }
        rooms.remove(code);
        mailbox.close();
        true
    }

    /// A room is not at work any more.
    pub(super) fn forget(&self, code: &str) {
        self.rooms().remove(code);
        self.lobby.set(code, Listing::None);
    }

    /// A room at work, from the store if need be.
    pub(crate) async fn find(self: &Arc<Self>, code: &str) -> Result<UnboundedSender<Mail>, ApiError> {
        let unknown = || ApiError::new(ErrorCode::RoomUnknown, "there is no such room; check its code");
        if code.len() > 16 || !code.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(unknown());
        }
        if let Some(sender) = self.rooms().get(code) {
            return Ok(sender.clone());
        }
        let stored = self.store.room(code).await.map_err(|why| unreadable(&why))?.ok_or_else(unknown)?;
        self.restore(stored, i64::MIN).map_err(|why| {
            tracing::error!(why, room = code, "a room can't be taken up");
            ApiError::new(ErrorCode::Internal, "the room can't be taken up; the server's log says why")
        })
    }

    /// Asks a room, which may have just gone to sleep.
    pub(crate) async fn ask<T>(
        self: &Arc<Self>,
        code: &str,
        mail: impl Fn(oneshot::Sender<Result<T, ApiError>>) -> Mail,
    ) -> Result<T, ApiError> {
        for _ in 0..2 {
            let (reply, answer) = oneshot::channel();
            if self.find(code).await?.send(mail(reply)).is_ok()
                && let Ok(answer) = answer.await
            {
                return answer;
            }
        }
        Err(ApiError::new(ErrorCode::Internal, "the room does not answer; try again"))
    }

    // Making.

    /// Makes a room, or finds a partner who waits; returns its code.
    pub(crate) async fn create(self: &Arc<Self>, me: &Profile, mut wish: NewRoom) -> Result<String, ApiError> {
        if self.closing.is_cancelled() {
            return Err(ApiError::new(ErrorCode::Stopping, "the server stops; ask again in a moment"));
        }
        let game = zermelo_catalog::game(&wish.game).map_err(|why| ApiError::new(ErrorCode::Game, why.to_string()))?;
        // One text for each game, however it was written: pools depend on it.
        wish.game = game.spec();
        match &wish.opponent {
            Opponent::Computer { agent } => self.computers.check(agent, &wish.game)?,
            Opponent::Watch { first, second, .. } => {
                self.computers.check(first, &wish.game)?;
                self.computers.check(second, &wish.game)?;
            }
            Opponent::Pool if wish.start.is_some() || !wish.opening.is_empty() => {
                let message = "a pool plays from the initial position; leave start and opening out, or play anyone";
                return Err(ApiError::new(ErrorCode::Message, message));
            }
            Opponent::Friend | Opponent::Anyone | Opponent::Pool => {}
        }
        let _pairing = if wish.opponent == Opponent::Pool {
            let pairing = self.pairing.lock().await;
            if let Some(own) = self.lobby.own_wait(&wish.game, wish.clock, &me.id, wish.side) {
                return Ok(own);
            }
            while let Some(code) = self.lobby.partner(&wish.game, wish.clock, &me.id, wish.side) {
                if self.join(&code, me, wish.side.side()).await.is_ok() {
                    return Ok(code);
                }
                // It went away just now.
                self.lobby.set(&code, Listing::None);
            }
            Some(pairing)
        } else {
            None
        };
        self.check_room_for(me)?;
        let now = now();
        let code = self.fresh_code();
        let mut room = Room::new(code.clone(), Some(me.id.clone()), wish.clone(), record(&wish)?, now)?;
        let mut events = Vec::new();
        for (side, player) in seats(&wish, me) {
            events.extend(room.seat(side, player, now)?);
        }
        self.first_write(room, now, events).await?;
        Ok(code)
    }

    fn check_room_for(&self, me: &Profile) -> Result<(), ApiError> {
        if self.open().get(&me.id).is_some_and(|count| *count >= self.limits.per_person) {
            let message = format!("{} games of yours go on or wait; end one of them first", self.limits.per_person);
            return Err(ApiError::new(ErrorCode::RoomTooMany, message));
        }
        if self.rooms().len() >= self.limits.in_all {
            return Err(ApiError::new(
                ErrorCode::RoomTooMany,
                "the server has as many games as it can bear; try again later",
            ));
        }
        if self.store.pending() > WAITING_WRITES || !self.store.health().is_ok() {
            return Err(ApiError::new(
                ErrorCode::Store,
                "the server can't store games at the moment; try again in a while",
            ));
        }
        Ok(())
    }

    /// Puts a new room to work, and returns when it is stored.
    async fn first_write(self: &Arc<Self>, room: Room, now: Timestamp, events: Vec<RoomEvent>) -> Result<(), ApiError> {
        let code = room.code().to_owned();
        if events.is_empty() {
            let row = Box::new(row::of(&room, now.unix_ms, now.unix_ms));
            self.put_to_work(room, now.unix_ms, (0, Vec::new()));
            return kept(&self.store, WriteRequest::Room { row: Some(row), code, events: Vec::new() }).await;
        }
        self.put_to_work(room, now.unix_ms, (0, events));
        // Behind the room's own: when this is stored, that is.
        kept(&self.store, WriteRequest::Room { row: None, code, events: Vec::new() }).await
    }

    /// The players of a room play again in another.
    pub(super) fn play_again(self: &Arc<Self>, room: &Room, code: &str) {
        let (wish, players) = room.rematch_settings();
        let now = now();
        let made = record(&wish).and_then(|record| {
            let mut next = Room::new(code.to_owned(), room.owner().map(str::to_owned), wish, record, now)?;
            let mut events = Vec::new();
            for (side, player) in Side::BOTH.into_iter().zip(players) {
                if let Some(player) = player {
                    events.extend(next.seat(side, player, now)?);
                }
            }
            Ok((next, events))
        });
        match made {
            Ok((next, events)) => {
                self.put_to_work(next, now.unix_ms, (0, events));
            }
            Err(why) => tracing::error!(why = why.message, "a game can't be played again"),
        }
    }

    /// Keeps a game that is over as a room of its own; its code.
    pub(crate) async fn keep(&self, row: RoomRow, events: &[RoomEvent]) -> Result<String, ApiError> {
        let json = |event: &RoomEvent| Some((event.seq, serde_json::to_string(event).ok()?.into()));
        let code = row.code.clone();
        let events = events.iter().filter_map(json).collect();
        let write = WriteRequest::Room { row: Some(Box::new(row)), code: code.clone(), events };
        kept(&self.store, write).await?;
        Ok(code)
    }

    /// Somebody takes a side of a room, or the one that is free.
    pub(crate) async fn join(self: &Arc<Self>, code: &str, me: &Profile, side: Option<Side>) -> Result<(), ApiError> {
        self.ask(code, |reply| Mail::Join { me: me.clone(), side, reply }).await
    }

    /// A room of somebody is not over.
    pub(super) fn opened(self: &Arc<Self>, owner: Option<&str>) -> OpenRoom {
        if let Some(owner) = owner {
            *self.open().entry(owner.to_owned()).or_default() += 1;
        }
        OpenRoom { hall: Arc::clone(self), owner: owner.map(str::to_owned) }
    }
}

/// The record in which a wish begins.
fn record(wish: &NewRoom) -> Result<Box<dyn zermelo_core::erased::DynRecord>, ApiError> {
    let game = zermelo_catalog::game(&wish.game).map_err(|why| ApiError::new(ErrorCode::Game, why.to_string()))?;
    match &wish.start {
        None => Ok(game.new_record()),
        Some(start) => game.record_from(start).map_err(|why| ApiError::named(why.code, format!("the start: {why}"))),
    }
}

/// Who sits where from the beginning.
fn seats(wish: &NewRoom, me: &Profile) -> Vec<(Side, RoomPlayer)> {
    let person = RoomPlayer::Person { id: me.id.clone(), name: me.name.clone() };
    let own = wish.side.side().unwrap_or_else(|| {
        let mut byte = [0];
        random(&mut byte);
        Side::BOTH[usize::from(byte[0] & 1)]
    });
    match &wish.opponent {
        Opponent::Friend | Opponent::Anyone | Opponent::Pool => vec![(own, person)],
        Opponent::Computer { agent } => {
            vec![(own, person), (own.opponent(), RoomPlayer::Computer { agent: agent.clone() })]
        }
        Opponent::Watch { first, second, .. } => {
            let computer = |agent: &String| RoomPlayer::Computer { agent: agent.clone() };
            vec![(Side::First, computer(first)), (Side::Second, computer(second))]
        }
    }
}

/// Chance that nobody can foresee.
pub(crate) fn random(bytes: &mut [u8]) {
    if let Err(why) = getrandom::fill(bytes) {
        // No system that this runs on gets here; codes and secrets that can be foreseen would be worse than the end.
        unreachable!("the system has no chance: {why}");
    }
}

/// Digits and letters, without those that look alike.
fn codes() -> Encoding {
    let mut alphabet = Specification::new();
    alphabet.symbols.push_str("23456789abcdefghjkmnpqrstuvwxyz0");
    match alphabet.encoding() {
        Ok(encoding) => encoding,
        Err(_) => unreachable!("32 symbols"),
    }
}

/// The store can't be read.
pub(crate) fn unreadable(why: &zermelo_store::ReadError) -> ApiError {
    tracing::error!(%why, "the store can't be read");
    ApiError::new(ErrorCode::Store, "the server can't read what it has stored at the moment; try again in a while")
}

/// Stores something while somebody waits for it; an error as soon as it is clear that it takes long.
pub(crate) async fn kept(store: &Store, write: WriteRequest) -> Result<(), ApiError> {
    let mut health = store.watch_health();
    tokio::select! {
        biased;
        stored = store.write(write) => stored.map_err(|why| {
            tracing::error!(%why, "something can't be stored");
            ApiError::new(ErrorCode::Store, "the server could not store this; try again in a while")
        }),
        () = failing(&mut health) => Err(not_now()),
    }
}

/// Ready when nothing can be stored.
pub(crate) async fn failing(health: &mut watch::Receiver<Health>) {
    if health.wait_for(|health| !health.is_ok()).await.is_err() {
        // The store is closed, and the server ends.
        std::future::pending::<()>().await;
    }
}

/// Nothing can be stored.
pub(crate) fn not_now() -> ApiError {
    ApiError::new(ErrorCode::Store, "the server can't store anything at the moment; try again in a while")
}
