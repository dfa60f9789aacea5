//! `GET /api/v1/socket`: the WebSocket of one tab.

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

use crate::guard::is_own;
use crate::hall::{Act, Follower, Hall, Mail, Outbox, lobby_frame};
use crate::people::Visitor;
use crate::person::Person;
use crate::reply::{Refusal, frame};
use crate::state::Doors;

/// How often a socket is asked whether it is there, which also measures the network.
const PING: Duration = Duration::from_secs(10);

/// How long a socket may say nothing, not even that it is there.
const SILENCE: Duration = Duration::from_secs(35);

/// How long a closing frame may take.
const FAREWELL: Duration = Duration::from_secs(1);

/// Rooms that one socket follows.
const FOLLOWED: usize = 16;

/// Frames that are sent at once.
const AT_ONCE: usize = 64;

/// Messages in a row that are none.
const NONSENSE: u32 = 10;

/// The buffer for reading: a frame is at most eight times as long, and most sockets wait.
const READ_BUFFER: usize = 1 << 10;

/// Messages that are told together go to the system together, up to so many bytes.
const WRITE_BUFFER: usize = 1 << 13;

/// A place among the sockets of a person.
struct Place {
    doors: Doors,
    person: Person,
}

impl Place {
    fn take(doors: &Doors, person: Person) -> Result<Self, Refusal> {
        let mut open = doors.sockets.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(person).or_default();
        if *count >= doors.limits.per_person {
            return Err(Refusal::new(ErrorCode::TooMany, "too many connections from this address; close some"));
        }
        *count += 1;
        doors.hall.connected.fetch_add(1, Ordering::Relaxed);
        Ok(Self { doors: doors.clone(), person })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.doors.hall.connected.fetch_sub(1, Ordering::Relaxed);
        let mut open = self.doors.sockets.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.person) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.person);
            }
        }
    }
}

/// Opens a socket.
#[utoipa::path(get, path = "/socket", responses((status = 101, description = "A WebSocket: the client's frames are `FromClient`, the server's `FromServer`"), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn open(
    State(doors): State<Doors>,
    Extension(person): Extension<Person>,
    headers: HeaderMap,
    Visitor(guest): Visitor,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    // Browsers let pages of any site open sockets, and send the cookie along.
    if !is_own(&headers) {
        let message = "the request comes from a page of another site; open this server's own address";
        return Err(Refusal::new(ErrorCode::ForeignOrigin, message));
    }
    let upgrade = upgrade
        .map_err(|why| Refusal::new(ErrorCode::SocketUpgrade, format!("this address takes a WebSocket: {why}")))?;
    let place = Place::take(&doors, person)?;
    let me = guest.map(|guest| Profile { id: guest.id, name: guest.name });
    Ok(upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(4 << 20)
        .max_message_size(MAX_FRAME)
        .max_frame_size(MAX_FRAME)
        .on_upgrade(move |socket| Tab::serve(place, me, socket)))
}

/// One tab of somebody.
struct Tab {
    hall: Arc<Hall>,
    number: u64,
    me: Option<Profile>,
    person: Option<Arc<str>>,
    outbox: Arc<Outbox>,
    rooms: HashMap<String, Followed>,
    rate: DefaultDirectRateLimiter,
    nonsense: u32,
    /// What the network takes there and back, smoothed.
    lag: Option<Duration>,
    heard: Instant,
    asked: Instant,
}

/// A room that the tab follows.
struct Followed {
    mail: UnboundedSender<Mail>,
    views: bool,
}

/// What becomes of a socket.
enum Next {
    Go,
    Close(CloseReason),
    /// The other side is gone; politely if it said so.
    Gone {
        politely: bool,
    },
}

impl Tab {
    async fn serve(place: Place, me: Option<Profile>, socket: WebSocket) {
        let doors = &place.doors;
        let (outbox, frames) = Outbox::new();
        let rate = doors.limits.rate;
        let burst = NonZeroU32::new(rate.burst).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::per_second(NonZeroU32::new(rate.per_second).unwrap_or(NonZeroU32::MIN)).allow_burst(burst);
        let now = Instant::now();
        let mut tab = Self {
            hall: Arc::clone(&doors.hall),
            number: doors.hall.socket_number(),
            person: me.as_ref().map(|me| me.id.as_str().into()),
            me,
            outbox: Arc::new(outbox),
            rooms: HashMap::new(),
            rate: RateLimiter::direct(quota),
            nonsense: 0,
            lag: None,
            heard: now,
            asked: now,
        };
        let politely = tab.run(socket, frames).await;
        tab.hall.lobby.unfollow(tab.number);
        for followed in tab.rooms.values() {
            let _ = followed.mail.send(Mail::Unfollow { socket: tab.number, politely });
        }
    }

    /// Hears and tells until one side goes; whether the other went politely.
    async fn run(&mut self, mut socket: WebSocket, mut frames: Receiver<Utf8Bytes>) -> bool {
        let hello = frame(&ServerMessage::Hello { version: VERSION, you: self.me.clone() });
        let mut waiting = vec![hello];
        let mut pings = tokio::time::interval(PING);
        pings.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let (outbox, closing) = (Arc::clone(&self.outbox), self.hall.closing.clone());
        let close = loop {
            // Whoever says much is answered all the same: what is read next does not come first.
            while waiting.len() < AT_ONCE
                && let Ok(frame) = frames.try_recv()
            {
                waiting.push(frame);
            }
            let sent = tokio::select! {
                biased;
                () = outbox.late() => break CloseReason::Resync,
                sent = tokio::time::timeout(SILENCE, send(&mut socket, &mut waiting)) => sent,
            };
            // Nobody takes it, or nobody is there.
            if !matches!(sent, Ok(Ok(()))) {
                return false;
            }
            let next = tokio::select! {
                biased;
                () = closing.cancelled() => Next::Close(CloseReason::Stopping),
                () = outbox.late() => Next::Close(CloseReason::Resync),
                heard = socket.recv() => self.hear(heard).await,
                _ = frames.recv_many(&mut waiting, AT_ONCE) => Next::Go,
                _ = pings.tick() => self.ask(&mut socket).await,
            };
            match next {
                Next::Go => {}
                Next::Close(close) => break close,
                Next::Gone { politely } => return politely,
            }
        };
        let frame = CloseFrame { code: close.code(), reason: close.reason().into() };
        let _ = tokio::time::timeout(FAREWELL, async {
            socket.send(Message::Close(Some(frame))).await?;
            // What it still sends is not read; its own farewell ends it.
            while let Some(Ok(_)) = socket.recv().await {}
            Ok::<(), axum::Error>(())
        })
        .await;
        false
    }

    /// Asks whether the other side is there.
    async fn ask(&mut self, socket: &mut WebSocket) -> Next {
        if self.heard.elapsed() > SILENCE {
            return Next::Close(CloseReason::Silent);
        }
        self.asked = Instant::now();
        match tokio::time::timeout(SILENCE, socket.send(Message::Ping(axum::body::Bytes::new()))).await {
            Ok(Ok(())) => Next::Go,
            _ => Next::Gone { politely: false },
        }
    }

    async fn hear(&mut self, heard: Option<Result<Message, axum::Error>>) -> Next {
        self.heard = Instant::now();
        match heard {
            None => Next::Gone { politely: false },
            Some(Err(why)) => {
                tracing::debug!(%why, "a socket broke");
                // A frame that is too long, or no frame: the sender is told.
                if is_too_long(&why) { Next::Close(CloseReason::TooLong) } else { Next::Gone { politely: false } }
            }
            Some(Ok(Message::Text(text))) => self.message(text.as_str()).await,
            Some(Ok(Message::Binary(_))) => self.nonsense("a message is a text frame"),
            Some(Ok(Message::Pong(_))) => {
                self.measured(self.asked.elapsed());
                Next::Go
            }
            Some(Ok(Message::Ping(_))) => Next::Go,
            Some(Ok(Message::Close(_))) => Next::Gone { politely: true },
        }
    }

    /// The network took that long. One slow answer in a row is not the rule.
    fn measured(&mut self, lag: Duration) {
        self.lag = Some(self.lag.map_or(lag, |before| (before * 4 + lag) / 5));
    }

    fn nonsense(&mut self, why: &str) -> Next {
        self.nonsense += 1;
        if self.nonsense >= NONSENSE {
            return Next::Close(CloseReason::Nonsense);
        }
        self.refuse(None, None, ApiError::new(ErrorCode::Message, why));
        Next::Go
    }

    fn refuse(&self, room: Option<&str>, id: Option<&str>, error: ApiError) {
        self.outbox.tell(frame(&ServerMessage::Error { room, id, error }));
    }

    async fn message(&mut self, text: &str) -> Next {
        let arrived = Instant::now();
        if self.rate.check().is_err() {
            return Next::Close(CloseReason::TooMuch);
        }
        let message: ClientMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(why) if why.is_data() => return self.nonsense(&format!("not a message of this protocol: {why}")),
            Err(why) => return self.nonsense(&format!("a message is one JSON object: {why}")),
        };
        self.nonsense = 0;
        match message {
            ClientMessage::Act { room, id, action } => self.act(&room, id, action, arrived),
            ClientMessage::Follow { room, since, views } => self.follow(room, since, views).await,
            ClientMessage::Unfollow { room } => {
                if let Some(followed) = self.rooms.remove(&room) {
                    let _ = followed.mail.send(Mail::Unfollow { socket: self.number, politely: true });
                }
            }
            ClientMessage::FollowLobby => {
                self.hall.lobby.follow(self.number, &self.outbox);
                let people = self.hall.connected.load(Ordering::Relaxed);
                self.outbox.tell(lobby_frame(self.hall.lobby.listed(people)));
            }
            ClientMessage::UnfollowLobby => self.hall.lobby.unfollow(self.number),
            ClientMessage::Ping => {
                self.outbox.tell(frame(&ServerMessage::Pong));
            }
        }
        Next::Go
    }

    fn act(&mut self, room: &str, id: String, action: RoomAction, arrived: Instant) {
        let Some(followed) = self.rooms.get(room) else {
            let why = ApiError::new(ErrorCode::RoomNotFollowed, "follow the room first, then act in it");
            return self.refuse(Some(room), Some(&id), why);
        };
        let act = Act {
            person: self.person.clone(),
            id,
            action,
            arrived: arrived.into_std(),
            lag: self.lag.unwrap_or_default(),
            outbox: Arc::clone(&self.outbox),
            views: followed.views,
        };
        if let Err(SendError(Mail::Act(Act { id, .. }))) = followed.mail.send(Mail::Act(act)) {
            // It was lost, with all that was not stored.
            self.rooms.remove(room);
            let why = ApiError::new(ErrorCode::RoomNotFollowed, "follow the room again, then act in it");
            self.refuse(Some(room), Some(&id), why);
        }
    }

    async fn follow(&mut self, room: String, since: Option<u32>, views: bool) {
        if self.rooms.len() >= FOLLOWED && !self.rooms.contains_key(&room) {
            let why = format!("a socket follows at most {FOLLOWED} rooms; leave one, or open another socket");
            return self.refuse(Some(&room), None, ApiError::new(ErrorCode::RoomTooMany, why));
        }
        // A room may have gone to sleep just now: then it is found anew.
        for _ in 0..2 {
            let mail = match self.hall.find(&room).await {
                Ok(mail) => mail,
                Err(why) => return self.refuse(Some(&room), None, why),
            };
            let outbox = Arc::clone(&self.outbox);
            let follower = Follower { socket: self.number, person: self.person.clone(), views, outbox };
            if mail.send(Mail::Follow(follower, since)).is_ok() {
                self.rooms.insert(room, Followed { mail, views });
                return;
            }
        }
        self.refuse(Some(&room), None, ApiError::new(ErrorCode::Internal, "the room does not answer; try again"));
    }
}

/// Sends what waits, all at once.
async fn send(socket: &mut WebSocket, waiting: &mut Vec<Utf8Bytes>) -> Result<(), axum::Error> {
    use futures_util::SinkExt;

    if waiting.is_empty() {
        return Ok(());
    }
    for text in waiting.drain(..) {
        socket.feed(Message::Text(text)).await?;
    }
    socket.flush().await
}

/// Whether a frame was longer than is read.
fn is_too_long(why: &axum::Error) -> bool {
    let mut source: Option<&dyn std::error::Error> = Some(why);
    while let Some(error) = source {
        // The library's own error type is not shown: its words are.
        if error.to_string().starts_with("Space limit exceeded") {
            return true;
        }
        source = error.source();
    }
    false
}
