//! The registry of all rooms: creates them, finds them by code and restores them from the store.

mod lobby;
mod message;
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

use crate::computers::ComputerPlayers;
use crate::config;
use crate::row;
pub(crate) use lobby::{Listing, LobbyIndex, lobby_frame};
pub(crate) use message::{ActionRequest, Follower, ReplySender, RoomMessage};
pub(crate) use outbox::Outbox;

/// The time between two heartbeats in the store. A killed server can cost a player this much clock
/// time.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);

/// The maximum number of pending writes of the store with which rooms can be created.
const MAX_PENDING_WRITES: u64 = 20_000;

/// The current time for rooms. The clock is the runtime's, which tests can pause.
pub(crate) fn now() -> Timestamp {
    let unix = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Timestamp { instant: tokio::time::Instant::now().into_std(), unix_ms: unix.as_millis() as i64 }
}

/// All rooms and what they share.
pub(crate) struct RoomRegistry {
    pub(crate) store: Store,
    pub(crate) computers: ComputerPlayers,
    pub(crate) lobby: LobbyIndex,
    limits: config::RoomLimits,
    rooms: Mutex<HashMap<String, UnboundedSender<RoomMessage>>>,
    /// The number of unfinished rooms by owner.
    open: Mutex<HashMap<String, usize>>,
    /// Held from the search for a partner until the new pool room is listed, so that two requests
    /// find each other.
    pairing: tokio::sync::Mutex<()>,
    /// The number of `WebSockets` opened so far, from which ids are made.
    sockets: AtomicU64,
    /// The number of open `WebSockets`.
    pub(crate) connected: AtomicU32,
    codes: Encoding,
    /// Cancelled when the server stops.
    pub(crate) closing: CancellationToken,
    start: StartRoom,
}

/// Both ends of the channel to a room actor.
pub(crate) type RoomChannel = (UnboundedSender<RoomMessage>, UnboundedReceiver<RoomMessage>);

/// Starts the actor of a room. The arguments after the room: its creation time in Unix
/// milliseconds, its channel, the number of the last stored event, and the events to store. A
/// function pointer, because the actor's module depends on this one.
pub(crate) type StartRoom = fn(Arc<RoomRegistry>, Room, i64, RoomChannel, (u32, Vec<RoomEvent>));

/// Counts as an unfinished room of its owner until it is dropped.
pub(crate) struct OpenRoomGuard {
    registry: Arc<RoomRegistry>,
    owner: Option<String>,
}

impl Drop for OpenRoomGuard {
    fn drop(&mut self) {
        let Some(owner) = &self.owner else { return };
        let mut open = self.registry.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(owner) {
            *count -= 1;
            if *count == 0 {
                open.remove(owner);
            }
        }
    }
}

impl RoomRegistry {
    pub(crate) fn new(
        store: Store,
        limits: config::RoomLimits,
        computers: ComputerPlayers,
        closing: CancellationToken,
        start: StartRoom,
    ) -> Arc<Self> {
        let registry = Arc::new(Self {
            store,
            computers,
            lobby: LobbyIndex::default(),
            limits,
            rooms: Mutex::default(),
            open: Mutex::default(),
            pairing: tokio::sync::Mutex::default(),
            sockets: AtomicU64::new(0),
            connected: AtomicU32::new(0),
            codes: code_encoding(),
            closing,
            start,
        });
        let (publisher, heartbeats) = (Arc::clone(&registry), Arc::clone(&registry));
        let closing = registry.closing.clone();
        tokio::spawn(closing.clone().run_until_cancelled_owned(async move {
            publisher.lobby.publish_changes(|| publisher.connected.load(Ordering::Relaxed)).await;
        }));
        tokio::spawn(closing.run_until_cancelled_owned(async move { heartbeats.write_heartbeats().await }));
        registry
    }

    /// Stores heartbeats while there are unfinished rooms. After a crash, clocks are charged up to
    /// the last one.
    async fn write_heartbeats(&self) {
        let mut interval = tokio::time::interval(HEARTBEAT_INTERVAL);
        interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            interval.tick().await;
            // Awaits each write, so that heartbeats do not pile up while the store fails.
            if !self.open_rooms().is_empty() && self.store.write(WriteRequest::Heartbeat(now().unix_ms)).await.is_err()
            {
                return;
            }
        }
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, UnboundedSender<RoomMessage>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open_rooms(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of rooms in memory.
    pub(crate) fn rooms_in_memory(&self) -> usize {
        self.rooms().len()
    }

    /// A new id for a WebSocket.
    pub(crate) fn next_socket_id(&self) -> u64 {
        self.sockets.fetch_add(1, Ordering::Relaxed)
    }

    /// A random code: 10 characters of 5 bits, without characters that look alike.
    pub(crate) fn new_code(&self) -> String {
        let mut bytes = [0; 10];
        fill_random(&mut bytes);
        let mut code = self.codes.encode(&bytes);
        code.truncate(10);
        code
    }

    // Restoring.

    /// Restores the rooms that were unfinished when the server stopped. Returns their number.
    pub(crate) async fn restore_unfinished(self: &Arc<Self>) -> Result<usize, zermelo_store::ReadError> {
        // Without a heartbeat the server ran for less than a heartbeat interval.
        let alive_ms = self.store.last_heartbeat_ms().await?.unwrap_or(i64::MIN);
        let unfinished = self.store.unfinished_rooms().await?;
        let count = unfinished.len();
        for stored in unfinished {
            let code = stored.row.code.clone();
            if let Err(why) = self.restore(stored, alive_ms) {
                // It stays unchanged in the database.
                tracing::error!(why, room = code, "a room can't be restored");
            }
        }
        Ok(count)
    }

    /// Replays the events of a stored room and starts its actor.
    fn restore(self: &Arc<Self>, stored: StoredRoom, alive_ms: i64) -> Result<UnboundedSender<RoomMessage>, String> {
        let StoredRoom { row, events } = stored;
        let request: NewRoom = serde_json::from_str(&row.settings).map_err(|why| format!("its settings: {why}"))?;
        let record = initial_record(&request).map_err(|why| why.message)?;
        let events: Result<Vec<RoomEvent>, _> = events.iter().map(|(_, body)| serde_json::from_str(body)).collect();
        let events = events.map_err(|why| format!("its events: {why}"))?;
        let now = now();
        let mut room =
            Room::restore(row.code.clone(), row.owner, request, record, events, now).map_err(|why| why.to_string())?;
        let stored = room.seq();
        let events = room.resume_after_restart(alive_ms, now);
        Ok(self.start_room(room, row.created_ms, (stored, events)))
    }

    /// Starts the actor of a room, unless one already runs. `events`: the number of the last stored
    /// event, and the events to store.
    fn start_room(
        self: &Arc<Self>,
        room: Room,
        created_ms: i64,
        events: (u32, Vec<RoomEvent>),
    ) -> UnboundedSender<RoomMessage> {
        let (sender, receiver): RoomChannel = unbounded_channel();
        let mut rooms = self.rooms();
        if let Some(running) = rooms.get(room.code()) {
            return running.clone();
        }
        rooms.insert(room.code().to_owned(), sender.clone());
        drop(rooms);
        (self.start)(Arc::clone(self), room, created_ms, (sender.clone(), receiver), events);
        sender
    }

    /// Removes an idle room from memory, unless messages have arrived.
    pub(super) fn unload(&self, code: &str, receiver: &mut UnboundedReceiver<RoomMessage>) -> bool {
        let mut rooms = self.rooms();
        if !receiver.is_empty() {
            return false;
        }
        rooms.remove(code);
        receiver.close();
        true
    }

    /// Removes a room whose actor ends.
    pub(super) fn remove(&self, code: &str) {
        self.rooms().remove(code);
        self.lobby.set(code, Listing::None);
    }

    /// The channel of a room. Restores the room if it is not in memory.
    pub(crate) async fn find(self: &Arc<Self>, code: &str) -> Result<UnboundedSender<RoomMessage>, ApiError> {
        let unknown = || ApiError::new(ErrorCode::RoomUnknown, "there is no such room; check its code");
        if code.len() > 16 || !code.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(unknown());
        }
        if let Some(sender) = self.rooms().get(code) {
            return Ok(sender.clone());
        }
        let stored = self.store.room(code).await.map_err(|why| read_error(&why))?.ok_or_else(unknown)?;
        self.restore(stored, i64::MIN).map_err(|why| {
            tracing::error!(why, room = code, "a room can't be restored");
            ApiError::new(ErrorCode::Internal, "the room can't be restored; the server's log says why")
        })
    }

    /// Sends a request to a room and awaits the reply. Retries once, because the room may just have
    /// been unloaded.
    pub(crate) async fn request<T>(
        self: &Arc<Self>,
        code: &str,
        message: impl Fn(oneshot::Sender<Result<T, ApiError>>) -> RoomMessage,
    ) -> Result<T, ApiError> {
        for _ in 0..2 {
            let (reply, answer) = oneshot::channel();
            if self.find(code).await?.send(message(reply)).is_ok()
                && let Ok(answer) = answer.await
            {
                return answer;
            }
        }
        Err(ApiError::new(ErrorCode::Internal, "the room does not answer; try again"))
    }

    // Creating.

    /// Creates a room, or joins a waiting one for a pool. Returns the code.
    pub(crate) async fn create(self: &Arc<Self>, me: &Profile, mut request: NewRoom) -> Result<String, ApiError> {
        if self.closing.is_cancelled() {
            return Err(ApiError::new(ErrorCode::Stopping, "the server stops; ask again in a moment"));
        }
        let game =
            zermelo_catalog::game(&request.game).map_err(|why| ApiError::new(ErrorCode::Game, why.to_string()))?;
        // The normalised specification: pools compare it.
        request.game = game.spec();
        match &request.opponent {
            Opponent::Computer { agent } => self.computers.check(agent, &request.game)?,
            Opponent::Watch { first, second, .. } => {
                self.computers.check(first, &request.game)?;
                self.computers.check(second, &request.game)?;
            }
            Opponent::Pool if request.start.is_some() || !request.opening.is_empty() => {
                let message = "a pool plays from the initial position; leave start and opening out, or play anyone";
                return Err(ApiError::new(ErrorCode::Message, message));
            }
            Opponent::Friend | Opponent::Anyone | Opponent::Pool => {}
        }
        let _pairing = if request.opponent == Opponent::Pool {
            let pairing = self.pairing.lock().await;
            if let Some(existing) = self.lobby.pool_room_of(&request.game, request.clock, &me.id, request.side) {
                return Ok(existing);
            }
            while let Some(code) = self.lobby.find_partner(&request.game, request.clock, &me.id, request.side) {
                if self.join(&code, me, request.side.side()).await.is_ok() {
                    return Ok(code);
                }
                // The room is no longer free.
                self.lobby.set(&code, Listing::None);
            }
            Some(pairing)
        } else {
            None
        };
        self.check_limits(me)?;
        let now = now();
        let code = self.new_code();
        let mut room = Room::new(code.clone(), Some(me.id.clone()), request.clone(), initial_record(&request)?, now)?;
        let mut events = Vec::new();
        for (side, player) in initial_seats(&request, me) {
            events.extend(room.seat(side, player, now)?);
        }
        self.start_and_store(room, now, events).await?;
        Ok(code)
    }

    fn check_limits(&self, me: &Profile) -> Result<(), ApiError> {
        if self.open_rooms().get(&me.id).is_some_and(|count| *count >= self.limits.per_person) {
            let message = format!("you have {} unfinished games; end one of them first", self.limits.per_person);
            return Err(ApiError::new(ErrorCode::RoomTooMany, message));
        }
        if self.rooms().len() >= self.limits.in_all {
            return Err(ApiError::new(
                ErrorCode::RoomTooMany,
                "the server has reached its limit of games; try again later",
            ));
        }
        if self.store.pending() > MAX_PENDING_WRITES || !self.store.health().is_ok() {
            return Err(ApiError::new(
                ErrorCode::Store,
                "the server can't store games at the moment; try again in a while",
            ));
        }
        Ok(())
    }

    /// Starts the actor of a new room, and returns when the room is stored.
    async fn start_and_store(
        self: &Arc<Self>,
        room: Room,
        now: Timestamp,
        events: Vec<RoomEvent>,
    ) -> Result<(), ApiError> {
        let code = room.code().to_owned();
        if events.is_empty() {
            let row = Box::new(row::from_room(&room, now.unix_ms, now.unix_ms));
            self.start_room(room, now.unix_ms, (0, Vec::new()));
            return write_while_healthy(&self.store, WriteRequest::Room { row: Some(row), code, events: Vec::new() })
                .await;
        }
        self.start_room(room, now.unix_ms, (0, events));
        // Writes are stored in order: when this empty one is stored, the actor's first write is
        // too.
        write_while_healthy(&self.store, WriteRequest::Room { row: None, code, events: Vec::new() }).await
    }

    /// Starts the rematch of a room under a new code.
    pub(super) fn start_rematch(self: &Arc<Self>, room: &Room, code: &str) {
        let (request, players) = room.rematch_settings();
        let now = now();
        let rematch = initial_record(&request).and_then(|record| {
            let mut next = Room::new(code.to_owned(), room.owner().map(str::to_owned), request, record, now)?;
            let mut events = Vec::new();
            for (side, player) in Side::BOTH.into_iter().zip(players) {
                if let Some(player) = player {
                    events.extend(next.seat(side, player, now)?);
                }
            }
            Ok((next, events))
        });
        match rematch {
            Ok((next, events)) => {
                self.start_room(next, now.unix_ms, (0, events));
            }
            Err(why) => tracing::error!(why = why.message, "a rematch can't be started"),
        }
    }

    /// Stores a finished game as a room. Returns its code.
    pub(crate) async fn store_finished(&self, row: RoomRow, events: &[RoomEvent]) -> Result<String, ApiError> {
        let json = |event: &RoomEvent| Some((event.seq, serde_json::to_string(event).ok()?.into()));
        let code = row.code.clone();
        let events = events.iter().filter_map(json).collect();
        let write = WriteRequest::Room { row: Some(Box::new(row)), code: code.clone(), events };
        write_while_healthy(&self.store, write).await?;
        Ok(code)
    }

    /// Takes a side of a room; without a side, the free one.
    pub(crate) async fn join(self: &Arc<Self>, code: &str, me: &Profile, side: Option<Side>) -> Result<(), ApiError> {
        self.request(code, |reply| RoomMessage::Join { me: me.clone(), side, reply }).await
    }

    /// Counts an unfinished room of an owner until the guard is dropped.
    pub(super) fn open_room(self: &Arc<Self>, owner: Option<&str>) -> OpenRoomGuard {
        if let Some(owner) = owner {
            *self.open_rooms().entry(owner.to_owned()).or_default() += 1;
        }
        OpenRoomGuard { registry: Arc::clone(self), owner: owner.map(str::to_owned) }
    }
}

/// The record at the start of a requested game.
fn initial_record(request: &NewRoom) -> Result<Box<dyn zermelo_core::erased::DynRecord>, ApiError> {
    let game = zermelo_catalog::game(&request.game).map_err(|why| ApiError::new(ErrorCode::Game, why.to_string()))?;
    match &request.start {
        None => Ok(game.new_record()),
        Some(start) => game.record_from(start).map_err(|why| ApiError::named(why.code, format!("the start: {why}"))),
    }
}

/// The players of a new room, with their sides.
fn initial_seats(request: &NewRoom, me: &Profile) -> Vec<(Side, RoomPlayer)> {
    let person = RoomPlayer::Person { id: me.id.clone(), name: me.name.clone() };
    let own = request.side.side().unwrap_or_else(|| {
        let mut byte = [0];
        fill_random(&mut byte);
        Side::BOTH[usize::from(byte[0] & 1)]
    });
    match &request.opponent {
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

/// Fills a buffer from the system's random number generator.
pub(crate) fn fill_random(bytes: &mut [u8]) {
    if let Err(why) = getrandom::fill(bytes) {
        // Does not happen on the supported systems. Predictable codes and secrets would be worse
        // than a panic.
        unreachable!("the system has no random numbers: {why}");
    }
}

/// The alphabet of codes: digits and letters, without those that look alike.
fn code_encoding() -> Encoding {
    let mut alphabet = Specification::new();
    alphabet.symbols.push_str("23456789abcdefghjkmnpqrstuvwxyz0");
    match alphabet.encoding() {
        Ok(encoding) => encoding,
        Err(_) => unreachable!("32 symbols"),
    }
}

/// Logs a failed read. Returns the error for the client.
pub(crate) fn read_error(why: &zermelo_store::ReadError) -> ApiError {
    tracing::error!(%why, "the store can't be read");
    ApiError::new(ErrorCode::Store, "the server can't read what it has stored at the moment; try again in a while")
}

/// Writes to the store. Returns an error as soon as the store is failing, although the write may
/// still succeed later.
pub(crate) async fn write_while_healthy(store: &Store, write: WriteRequest) -> Result<(), ApiError> {
    let mut health = store.watch_health();
    tokio::select! {
        biased;
        stored = store.write(write) => stored.map_err(|why| {
            tracing::error!(%why, "a write failed");
            ApiError::new(ErrorCode::Store, "the server could not store this; try again in a while")
        }),
        () = store_failure(&mut health) => Err(store_unavailable()),
    }
}

/// Waits until the store is failing.
pub(crate) async fn store_failure(health: &mut watch::Receiver<Health>) {
    if health.wait_for(|health| !health.is_ok()).await.is_err() {
        // The store is closed because the server stops.
        std::future::pending::<()>().await;
    }
}

/// The error for clients while the store is failing.
pub(crate) fn store_unavailable() -> ApiError {
    ApiError::new(ErrorCode::Store, "the server can't store anything at the moment; try again in a while")
}
