//! `GET /api/v1/socket`: WebSocket connections.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::sync::mpsc::error::SendError;
use tokio::sync::mpsc::{Receiver, UnboundedSender};
use tokio::time::Instant;
use zermelo_protocol::{
    ApiError, ClientMessage, CloseReason, ErrorCode, ErrorResponse, MAX_FRAME, Profile, RoomAction, ServerMessage,
    VERSION,
};

use crate::client_address::ClientAddress;
use crate::frame::frame;
use crate::guests::OptionalGuest;
use crate::http_error::HttpError;
use crate::room_registry::{ActionRequest, Follower, Outbox, RoomMessage, RoomRegistry, lobby_frame};
use crate::security::is_same_origin;
use crate::state::AppState;

/// The time between two pings, which also measure the lag.
const PING_INTERVAL: Duration = Duration::from_secs(10);

/// How long a client may send nothing, not even a pong.
const IDLE_TIMEOUT: Duration = Duration::from_secs(35);

/// How long the closing handshake may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The maximum number of rooms that a connection follows.
const MAX_FOLLOWED: usize = 16;

/// The maximum number of frames in one flush.
const MAX_BATCH: usize = 64;

/// The number of consecutive malformed messages that closes the connection.
const MAX_MALFORMED: u32 = 10;

/// The size of the read buffer in bytes. Small, because most connections are idle; a frame is at
/// most eight times as long.
const READ_BUFFER: usize = 1 << 10;

/// The size of the write buffer in bytes, in which the frames of a batch are collected.
const WRITE_BUFFER: usize = 1 << 13;

/// Counts as an open WebSocket of an address until it is dropped.
struct SocketPermit {
    state: AppState,
    address: ClientAddress,
}

impl SocketPermit {
    /// Fails if the address has too many open `WebSockets`.
    fn acquire(state: &AppState, address: ClientAddress) -> Result<Self, HttpError> {
        let mut open = state.sockets.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_default();
        if *count >= state.socket_limits.per_person {
            return Err(HttpError::new(ErrorCode::TooMany, "too many connections from this address; close some"));
        }
        *count += 1;
        state.registry.connected.fetch_add(1, Ordering::Relaxed);
        Ok(Self { state: state.clone(), address })
    }
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        self.state.registry.connected.fetch_sub(1, Ordering::Relaxed);
        let mut open = self.state.sockets.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

/// Opens a WebSocket.
#[utoipa::path(get, path = "/socket", responses((status = 101, description = "A WebSocket: the client's frames are `ClientMessage`, the server's `ServerMessage`"), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn open(
    State(state): State<AppState>,
    Extension(address): Extension<ClientAddress>,
    headers: HeaderMap,
    OptionalGuest(guest): OptionalGuest,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, HttpError> {
    // Browsers let pages of any site open WebSockets, and send the cookie with the request.
    if !is_same_origin(&headers) {
        let message = "the request comes from a page of another site; open this server's own address";
        return Err(HttpError::new(ErrorCode::ForeignOrigin, message));
    }
    let upgrade = upgrade
        .map_err(|why| HttpError::new(ErrorCode::SocketUpgrade, format!("this address takes a WebSocket: {why}")))?;
    let permit = SocketPermit::acquire(&state, address)?;
    let me = guest.map(|guest| Profile { id: guest.id, name: guest.name });
    Ok(upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(4 << 20)
        .max_message_size(MAX_FRAME)
        .max_frame_size(MAX_FRAME)
        .on_upgrade(move |socket| SocketConnection::serve(permit, me, socket)))
}

/// The WebSocket of one browser tab or program.
struct SocketConnection {
    registry: Arc<RoomRegistry>,
    id: u64,
    me: Option<Profile>,
    person: Option<Arc<str>>,
    outbox: Arc<Outbox>,
    rooms: HashMap<String, FollowedRoom>,
    rate: DefaultDirectRateLimiter,
    /// Consecutive malformed messages.
    malformed: u32,
    /// The smoothed round-trip time.
    lag: Option<Duration>,
    last_received: Instant,
    last_ping: Instant,
}

/// A room that the connection follows.
struct FollowedRoom {
    sender: UnboundedSender<RoomMessage>,
    views: bool,
}

/// What a connection does after an event.
enum NextStep {
    Continue,
    Close(CloseReason),
    /// The client is gone. `closed_page`: it sent a close frame.
    Disconnected {
        closed_page: bool,
    },
}

impl SocketConnection {
    async fn serve(permit: SocketPermit, me: Option<Profile>, socket: WebSocket) {
        let state = &permit.state;
        let (outbox, frames) = Outbox::new();
        let rate = state.socket_limits.rate;
        let burst = NonZeroU32::new(rate.burst).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::per_second(NonZeroU32::new(rate.per_second).unwrap_or(NonZeroU32::MIN)).allow_burst(burst);
        let now = Instant::now();
        let mut connection = Self {
            registry: Arc::clone(&state.registry),
            id: state.registry.next_socket_id(),
            person: me.as_ref().map(|me| me.id.as_str().into()),
            me,
            outbox: Arc::new(outbox),
            rooms: HashMap::new(),
            rate: RateLimiter::direct(quota),
            malformed: 0,
            lag: None,
            last_received: now,
            last_ping: now,
        };
        let closed_page = connection.run(socket, frames).await;
        connection.registry.lobby.unfollow(connection.id);
        for followed in connection.rooms.values() {
            let _ = followed.sender.send(RoomMessage::Unfollow { socket: connection.id, closed_page });
        }
    }

    /// Receives and sends frames until one side closes. Returns whether the client sent a close
    /// frame.
    async fn run(&mut self, mut socket: WebSocket, mut frames: Receiver<Utf8Bytes>) -> bool {
        let hello = frame(&ServerMessage::Hello { version: VERSION, you: self.me.clone() });
        let mut unsent = vec![hello];
        let mut ping_interval = tokio::time::interval(PING_INTERVAL);
        ping_interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let (outbox, closing) = (Arc::clone(&self.outbox), self.registry.closing.clone());
        let close = loop {
            // Outgoing frames go before the next read, so that a client that sends a lot gets its
            // answers too.
            while unsent.len() < MAX_BATCH
                && let Ok(frame) = frames.try_recv()
            {
                unsent.push(frame);
            }
            let sent = tokio::select! {
                biased;
                () = outbox.overflowed() => break CloseReason::Resync,
                sent = tokio::time::timeout(IDLE_TIMEOUT, send(&mut socket, &mut unsent)) => sent,
            };
            // The client does not read, or the connection is lost.
            if !matches!(sent, Ok(Ok(()))) {
                return false;
            }
            let next = tokio::select! {
                biased;
                () = closing.cancelled() => NextStep::Close(CloseReason::Stopping),
                () = outbox.overflowed() => NextStep::Close(CloseReason::Resync),
                received = socket.recv() => self.handle_frame(received).await,
                _ = frames.recv_many(&mut unsent, MAX_BATCH) => NextStep::Continue,
                _ = ping_interval.tick() => self.ping(&mut socket).await,
            };
            match next {
                NextStep::Continue => {}
                NextStep::Close(close) => break close,
                NextStep::Disconnected { closed_page } => return closed_page,
            }
        };
        let frame = CloseFrame { code: close.code(), reason: close.reason().into() };
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, async {
            socket.send(Message::Close(Some(frame))).await?;
            // Discards what the client still sends before its close frame.
            while let Some(Ok(_)) = socket.recv().await {}
            Ok::<(), axum::Error>(())
        })
        .await;
        false
    }

    /// Sends a ping, or closes the connection of a silent client.
    async fn ping(&mut self, socket: &mut WebSocket) -> NextStep {
        if self.last_received.elapsed() > IDLE_TIMEOUT {
            return NextStep::Close(CloseReason::Silent);
        }
        self.last_ping = Instant::now();
        match tokio::time::timeout(IDLE_TIMEOUT, socket.send(Message::Ping(axum::body::Bytes::new()))).await {
            Ok(Ok(())) => NextStep::Continue,
            _ => NextStep::Disconnected { closed_page: false },
        }
    }

    /// Handles a received frame or error.
    async fn handle_frame(&mut self, received: Option<Result<Message, axum::Error>>) -> NextStep {
        self.last_received = Instant::now();
        match received {
            None => NextStep::Disconnected { closed_page: false },
            Some(Err(why)) => {
                tracing::debug!(%why, "a socket broke");
                // Only the sender of a frame that is too long gets a close code.
                if is_too_long(&why) {
                    NextStep::Close(CloseReason::TooLong)
                } else {
                    NextStep::Disconnected { closed_page: false }
                }
            }
            Some(Ok(Message::Text(text))) => self.handle_message(text.as_str()).await,
            Some(Ok(Message::Binary(_))) => self.malformed("a message is a text frame"),
            Some(Ok(Message::Pong(_))) => {
                self.update_lag(self.last_ping.elapsed());
                NextStep::Continue
            }
            Some(Ok(Message::Ping(_))) => NextStep::Continue,
            Some(Ok(Message::Close(_))) => NextStep::Disconnected { closed_page: true },
        }
    }

    /// Adds a measured round-trip time to the moving average, so that a single slow pong counts
    /// little.
    fn update_lag(&mut self, lag: Duration) {
        self.lag = Some(self.lag.map_or(lag, |before| (before * 4 + lag) / 5));
    }

    /// Answers a malformed message with an error, or closes after too many.
    fn malformed(&mut self, why: &str) -> NextStep {
        self.malformed += 1;
        if self.malformed >= MAX_MALFORMED {
            return NextStep::Close(CloseReason::Nonsense);
        }
        self.send_error(None, None, ApiError::new(ErrorCode::Message, why));
        NextStep::Continue
    }

    fn send_error(&self, room: Option<&str>, id: Option<&str>, error: ApiError) {
        self.outbox.send(frame(&ServerMessage::Error { room, id, error }));
    }

    async fn handle_message(&mut self, text: &str) -> NextStep {
        let arrived = Instant::now();
        if self.rate.check().is_err() {
            return NextStep::Close(CloseReason::TooMuch);
        }
        let message: ClientMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(why) if why.is_data() => return self.malformed(&format!("not a message of this protocol: {why}")),
            Err(why) => return self.malformed(&format!("a message is one JSON object: {why}")),
        };
        self.malformed = 0;
        match message {
            ClientMessage::Act { room, id, action } => self.act(&room, id, action, arrived),
            ClientMessage::Follow { room, since, views } => self.follow(room, since, views).await,
            ClientMessage::Unfollow { room } => {
                if let Some(followed) = self.rooms.remove(&room) {
                    let _ = followed.sender.send(RoomMessage::Unfollow { socket: self.id, closed_page: true });
                }
            }
            ClientMessage::FollowLobby => {
                self.registry.lobby.follow(self.id, &self.outbox);
                let people = self.registry.connected.load(Ordering::Relaxed);
                self.outbox.send(lobby_frame(self.registry.lobby.snapshot(people)));
            }
            ClientMessage::UnfollowLobby => self.registry.lobby.unfollow(self.id),
            ClientMessage::Ping => {
                self.outbox.send(frame(&ServerMessage::Pong));
            }
        }
        NextStep::Continue
    }

    fn act(&mut self, room: &str, id: String, action: RoomAction, arrived: Instant) {
        let Some(followed) = self.rooms.get(room) else {
            let why = ApiError::new(ErrorCode::RoomNotFollowed, "follow the room first, then act in it");
            return self.send_error(Some(room), Some(&id), why);
        };
        let request = ActionRequest {
            person: self.person.clone(),
            id,
            action,
            arrived: arrived.into_std(),
            lag: self.lag.unwrap_or_default(),
            outbox: Arc::clone(&self.outbox),
            views: followed.views,
        };
        if let Err(SendError(RoomMessage::Act(ActionRequest { id, .. }))) =
            followed.sender.send(RoomMessage::Act(request))
        {
            // The actor has ended because its events could not be stored.
            self.rooms.remove(room);
            let why = ApiError::new(ErrorCode::RoomNotFollowed, "follow the room again, then act in it");
            self.send_error(Some(room), Some(&id), why);
        }
    }

    async fn follow(&mut self, room: String, since: Option<u32>, views: bool) {
        if self.rooms.len() >= MAX_FOLLOWED && !self.rooms.contains_key(&room) {
            let why = format!("a socket follows at most {MAX_FOLLOWED} rooms; leave one, or open another socket");
            return self.send_error(Some(&room), None, ApiError::new(ErrorCode::RoomTooMany, why));
        }
        // The room may just have been unloaded: then it is restored.
        for _ in 0..2 {
            let sender = match self.registry.find(&room).await {
                Ok(sender) => sender,
                Err(why) => return self.send_error(Some(&room), None, why),
            };
            let outbox = Arc::clone(&self.outbox);
            let follower = Follower { socket: self.id, person: self.person.clone(), views, outbox };
            if sender.send(RoomMessage::Follow(follower, since)).is_ok() {
                self.rooms.insert(room, FollowedRoom { sender, views });
                return;
            }
        }
        self.send_error(Some(&room), None, ApiError::new(ErrorCode::Internal, "the room does not answer; try again"));
    }
}

/// Sends all unsent frames with one flush.
async fn send(socket: &mut WebSocket, unsent: &mut Vec<Utf8Bytes>) -> Result<(), axum::Error> {
    use futures_util::SinkExt;

    if unsent.is_empty() {
        return Ok(());
    }
    for text in unsent.drain(..) {
        socket.feed(Message::Text(text)).await?;
    }
    socket.flush().await
}

/// Whether an error means that a frame exceeds [`MAX_FRAME`].
fn is_too_long(why: &axum::Error) -> bool {
    let mut source: Option<&dyn std::error::Error> = Some(why);
    while let Some(error) = source {
        // axum hides the error type of the library, so only its message can be compared.
        if error.to_string().starts_with("Space limit exceeded") {
            return true;
        }
        source = error.source();
    }
    false
}
