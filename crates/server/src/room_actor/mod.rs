//! The actor of a room: a task that receives messages and alone changes the room.
//!
//! ```text
//!  sockets, handlers --> RoomMessage --> Room decides --> store.submit(events)
//!                            ^                                |
//!                            '-------- Stored(seq) <----------'   then: sent to all followers
//! ```
//! The actor does not wait for the store. It keeps the unstored events and sends them in order when
//! they are stored. Each event is serialised once.

mod computers;
mod followers;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::sync::watch;
use zermelo_core::Side;
use zermelo_protocol::{
    ApiError, ErrorCode, EventKind, Presence, Profile, RoomAction, RoomEvent, ServerMessage, Stage, ViewUpdate,
};
use zermelo_room::{ActionOutcome, ActionSender, Room, Timestamp};
use zermelo_store::{Health, RoomRow, WriteError, WriteRequest};

use crate::agent_cache::AgentSlot;
use crate::computers::{AgentResult, SearchHandle};
use crate::frame::frame;
use crate::room_registry::{
    ActionRequest, Follower, Listing, OpenRoomGuard, Outbox, ReplySender, RoomChannel, RoomMessage, RoomRegistry, now,
    store_failure, store_unavailable,
};
use crate::row;

/// The number of stored events that are kept for sockets that reconnect.
const MAX_RECENT_EVENTS: usize = 64;

/// The maximum number of unstored events. Beyond it, actions are refused.
const MAX_UNSTORED: usize = 64;

/// How long an idle room without followers stays in memory.
const UNLOAD_AFTER: Duration = Duration::from_mins(1);

/// An event that is not stored yet.
struct UnstoredEvent {
    seq: u32,
    plain: Utf8Bytes,
    /// The frame with room status and view, if a follower has asked for views.
    with_views: Option<Utf8Bytes>,
    /// The action that caused it. `None` after its sender was told of a store failure.
    origin: Option<ActionOrigin>,
}

/// An action id, and the outbox of its sender.
type ActionOrigin = (String, Arc<Outbox>);

/// A room, its followers, its unstored events and its computer players.
pub(super) struct RoomActor {
    registry: Arc<RoomRegistry>,
    room: Room,
    created_ms: i64,
    receiver: UnboundedReceiver<RoomMessage>,
    sender: UnboundedSender<RoomMessage>,
    followers: Vec<Follower>,
    /// Sockets that follow as soon as all events are stored, each with the number of its last
    /// event.
    pending_followers: Vec<(Follower, Option<u32>)>,
    /// Messages that are handled when all events are stored.
    deferred: Vec<RoomMessage>,
    pending_joins: Vec<ReplySender<()>>,
    /// Whether a player has changed sides. Followers then receive the state when it is stored.
    has_swapped_sides: bool,
    /// Whether the senders of unstored actions have been told of a store failure.
    is_failure_reported: bool,
    health: watch::Receiver<Health>,
    unstored: VecDeque<UnstoredEvent>,
    /// Frames of stored events with their numbers, the latest at the end.
    recent_events: VecDeque<(u32, Utf8Bytes)>,
    /// The number of the last stored event.
    stored: u32,
    /// The running search with its number.
    search: Option<(u64, SearchHandle)>,
    /// A computer's move that is held until this time by the pace of the room.
    held_result: Option<(Instant, AgentResult)>,
    /// The number of searches so far.
    searches: u64,
    /// The agents of computer players between their moves, by side.
    agents: [AgentSlot; 2],
    last_sent: Instant,
    presence: Presence,
    listing: Listing,
    /// Counts as an unfinished room of the owner.
    open_guard: Option<OpenRoomGuard>,
    idle_since: Instant,
    /// Whether storing has failed for good. The actor then ends.
    has_failed: bool,
}

/// Starts the actor of a room. `stored` is the number of the last stored event; `events` are stored
/// first.
pub(crate) fn start(
    registry: Arc<RoomRegistry>,
    room: Room,
    created_ms: i64,
    channel: RoomChannel,
    (stored, events): (u32, Vec<RoomEvent>),
) {
    let mut actor = RoomActor::new(registry, room, created_ms, channel);
    actor.submit_first_events(stored, events);
    tokio::spawn(actor.run());
}

impl RoomActor {
    /// An actor whose room is stored. For a room with unstored events, call
    /// [`submit_first_events`](Self::submit_first_events) next.
    fn new(registry: Arc<RoomRegistry>, room: Room, created_ms: i64, (sender, receiver): RoomChannel) -> Self {
        let Timestamp { instant, .. } = now();
        let open_guard =
            matches!(room.stage(), Stage::Waiting | Stage::Playing).then(|| registry.open_room(room.owner()));
        Self {
            stored: room.seq(),
            presence: room.presence(instant),
            health: registry.store.watch_health(),
            registry,
            room,
            created_ms,
            receiver,
            sender,
            followers: Vec::new(),
            pending_followers: Vec::new(),
            deferred: Vec::new(),
            pending_joins: Vec::new(),
            has_swapped_sides: false,
            is_failure_reported: false,
            unstored: VecDeque::new(),
            recent_events: VecDeque::new(),
            search: None,
            held_result: None,
            searches: 0,
            agents: <[AgentSlot; 2]>::default(),
            last_sent: instant,
            listing: Listing::None,
            open_guard,
            idle_since: instant,
            has_failed: false,
        }
    }

    /// Submits the events from before the actor started: those of a new room, or those of a restart
    /// of the server.
    fn submit_first_events(&mut self, stored: u32, events: Vec<RoomEvent>) {
        self.stored = stored;
        self.submit_events(events, stored == 0, None);
        self.update_listing();
    }

    /// Handles messages until the room is unloaded.
    async fn run(mut self) {
        self.update_listing();
        self.start_search();
        let sleep = tokio::time::sleep_until(self.wake_time().into());
        tokio::pin!(sleep);
        while !self.has_failed {
            tokio::select! {
                biased;
                message = self.receiver.recv() => match message {
                    Some(message) => self.handle(message),
                    None => return,
                },
                () = store_failure(&mut self.health), if !self.unstored.is_empty() && !self.is_failure_reported => self.report_store_failure(),
                () = &mut sleep => {
                    self.tick();
                    if self.can_unload() && self.registry.unload(self.room.code(), &mut self.receiver) {
                        return;
                    }
                    sleep.as_mut().reset(self.wake_time().into());
                }
            }
            // A timer that fires too early does no harm. One that would fire too late is reset.
            let wake_time = tokio::time::Instant::from(self.wake_time());
            if wake_time < sleep.deadline() {
                sleep.as_mut().reset(wake_time);
            }
        }
    }

    /// When the actor has something to do without a message.
    fn wake_time(&self) -> Instant {
        let unload_at = self.idle_since.max(now().instant) + UNLOAD_AFTER;
        let held_result = self.held_result.as_ref().map(|(at, _)| *at);
        [self.room.deadline(), held_result].into_iter().flatten().fold(unload_at, Instant::min)
    }

    /// Whether the room has been idle for long enough, and no clock runs.
    fn can_unload(&self) -> bool {
        let is_idle = self.followers.is_empty()
            && self.pending_followers.is_empty()
            && self.unstored.is_empty()
            && self.search.is_none();
        let is_over = matches!(self.room.stage(), Stage::Ended | Stage::Aborted);
        let has_clock = self.room.clock(self.idle_since).is_some();
        let has_no_deadline = self.room.stage() == Stage::Playing && !has_clock;
        is_idle
            && (is_over || has_no_deadline)
            && now().instant.saturating_duration_since(self.idle_since) >= UNLOAD_AFTER
    }

    fn handle(&mut self, message: RoomMessage) {
        match message {
            RoomMessage::Follow(follower, since) => self.follow(follower, since),
            RoomMessage::Unfollow { socket, closed_page } => self.unfollow(socket, closed_page),
            RoomMessage::Act(request) => self.act(request),
            RoomMessage::Join { me, side, reply } => self.join(&me, side, reply),
            // Only stored events are shown.
            message @ (RoomMessage::Show { .. } | RoomMessage::Export(_)) if !self.unstored.is_empty() => {
                if self.registry.store.health().is_ok() { self.deferred.push(message) } else { reject(message) }
            }
            RoomMessage::Show { person, views, reply } => {
                let _ = reply.send(Ok(self.state_frame(person.as_deref(), views)));
            }
            RoomMessage::Export(reply) => {
                let _ = reply.send(Ok(row::saved_game(&self.room, now().unix_ms)));
            }
            RoomMessage::Stored(seq, Ok(())) => self.events_stored(seq),
            RoomMessage::Stored(seq, Err(why)) => self.write_failed(seq, &why),
            RoomMessage::SearchFinished(number, result) => {
                if self.search.as_ref().is_some_and(|(current, _)| *current == number) {
                    self.search = None;
                    self.search_finished(result);
                }
            }
        }
    }

    // Actions and events.

    fn act(&mut self, request: ActionRequest) {
        let ActionRequest { person, id, action, arrived, lag, outbox, views } = request;
        if self.unstored.len() >= MAX_UNSTORED {
            let error = ApiError::new(
                ErrorCode::RoomHeld,
                "the server can't store anything at the moment; send it again later",
            );
            outbox.send(self.error_frame(Some(&id), error));
            return;
        }
        let by = ActionSender { person: person.as_deref(), id: &id, lag };
        let at = Timestamp { instant: arrived, ..now() };
        let registry = Arc::clone(&self.registry);
        match self.room.act(by, &action, at, || registry.new_code()) {
            Ok(ActionOutcome::Events(events)) => {
                let changes_board = events.iter().any(|event| event.kind.changes_board());
                if self.registry.store.health().is_ok() {
                    self.submit_events(events, false, Some((id, outbox)));
                } else {
                    self.submit_events(events, false, None);
                    outbox.send(self.stored_later_error(&id));
                }
                if changes_board {
                    self.cancel_search();
                    self.start_search();
                }
            }
            // The event is sent when it is stored.
            Ok(ActionOutcome::Duplicate(seq)) if seq > self.stored => {}
            Ok(ActionOutcome::Duplicate(seq)) => {
                let text = self.recent_events.iter().find(|(kept, _)| *kept == seq).map(|(_, text)| text.clone());
                match text {
                    Some(text) => drop(outbox.send(text)),
                    None if self.unstored.is_empty() => drop(outbox.send(self.state_frame(person.as_deref(), views))),
                    None => self.deferred.push(RoomMessage::Act(ActionRequest {
                        person,
                        id,
                        action,
                        arrived,
                        lag,
                        outbox,
                        views,
                    })),
                }
            }
            Err(why) => {
                outbox.send(self.error_frame(Some(&id), why));
                // An illegal move means that the client's state is out of date.
                if matches!(action, RoomAction::Move { .. }) && self.unstored.is_empty() {
                    outbox.send(self.state_frame(person.as_deref(), views));
                }
            }
        }
    }

    /// A person takes a side. The reply is sent when it is stored.
    fn join(&mut self, me: &Profile, side: Option<Side>, reply: ReplySender<()>) {
        let joined = match side {
            Some(side) => self.room.join_as(side, &me.id, &me.name, now()),
            None => self.room.join(&me.id, &me.name, now()),
        };
        match joined {
            Err(why) => drop(reply.send(Err(why))),
            Ok(events) => {
                // The waiting player moved to the other side: followers must learn their new sides.
                self.has_swapped_sides =
                    events.iter().filter(|event| matches!(event.kind, EventKind::Joined { .. })).count() > 1;
                self.submit_events(events, true, None);
                for side in Side::BOTH {
                    self.mark_connected(side);
                }
                if self.registry.store.health().is_ok() {
                    self.pending_joins.push(reply);
                } else {
                    let _ = reply.send(Err(store_unavailable()));
                }
            }
        }
    }

    /// Sends an error to all who wait for the store. Their actions are kept.
    fn report_store_failure(&mut self) {
        self.is_failure_reported = true;
        let origins: Vec<ActionOrigin> = self.unstored.iter_mut().filter_map(|event| event.origin.take()).collect();
        for (id, outbox) in origins {
            outbox.send(self.stored_later_error(&id));
        }
        for (follower, _) in &self.pending_followers {
            follower.outbox.send(self.shown_later_error());
        }
        self.deferred.drain(..).for_each(reject);
        for reply in self.pending_joins.drain(..) {
            let _ = reply.send(Err(store_unavailable()));
        }
    }

    fn stored_later_error(&self, id: &str) -> Utf8Bytes {
        let message =
            "the server can't store anything at the moment; your action is kept, and confirmed when it is stored";
        self.error_frame(Some(id), ApiError::new(ErrorCode::Store, message))
    }

    fn shown_later_error(&self) -> Utf8Bytes {
        let message = "the server can't store anything at the moment; the room is shown when it can";
        self.error_frame(None, ApiError::new(ErrorCode::Store, message))
    }

    /// Submits events to the store; they are sent to the followers when they are stored.
    /// `with_row`: also stores the row of the room, which is needed if more than moves has changed.
    fn submit_events(&mut self, events: Vec<RoomEvent>, with_row: bool, mut origin: Option<ActionOrigin>) {
        let Some(last) = events.last().map(|event| event.seq) else { return };
        let wants_views = self.followers.iter().any(|follower| follower.views);
        let status = self.room.status(now().instant);
        let (mut is_over, mut is_taken_back) = (false, false);
        let mut bodies = Vec::with_capacity(events.len());
        for event in events {
            let body: Arc<str> = match serde_json::to_string(&event) {
                Ok(body) => body.into(),
                Err(why) => {
                    tracing::error!(%why, "an event has no JSON");
                    continue;
                }
            };
            let room = self.room.code();
            let plain = frame(&ServerMessage::Event { room, event: &event, status: None, view: None });
            let with_views = wants_views.then(|| {
                let view = event.kind.changes_board().then(|| Box::new(ViewUpdate::from(self.room.view())));
                frame(&ServerMessage::Event { room, event: &event, status: Some(Box::new(status.clone())), view })
            });
            self.unstored.push_back(UnstoredEvent { seq: event.seq, plain, with_views, origin: origin.take() });
            bodies.push((event.seq, body));
            is_over |= matches!(event.kind, EventKind::Ended { .. } | EventKind::Aborted);
            is_taken_back |= matches!(event.kind, EventKind::TakenBack { .. });
            if let EventKind::Rematch { room } = &event.kind {
                self.registry.start_rematch(&self.room, room);
            }
        }
        if is_over {
            self.open_guard = None;
            self.cancel_search();
        }
        if is_over || is_taken_back {
            self.agents = <[AgentSlot; 2]>::default();
        }
        let row = (with_row || is_over).then(|| Box::new(self.row()));
        let sender = self.sender.clone();
        let write = WriteRequest::Room { row, code: self.room.code().to_owned(), events: bodies };
        self.registry.store.submit(write, move |stored| {
            let _ = sender.send(RoomMessage::Stored(last, stored));
        });
        self.update_listing();
    }

    fn row(&self) -> RoomRow {
        row::from_room(&self.room, self.created_ms, now().unix_ms)
    }

    /// Sends the events up to a number, which are now stored.
    fn events_stored(&mut self, seq: u32) {
        while self.unstored.front().is_some_and(|event| event.seq <= seq) {
            let Some(UnstoredEvent { seq, plain, with_views, .. }) = self.unstored.pop_front() else { break };
            self.stored = seq;
            self.broadcast(&plain, with_views.as_ref());
            self.recent_events.push_back((seq, plain));
            if self.recent_events.len() > MAX_RECENT_EVENTS {
                self.recent_events.pop_front();
            }
        }
        let now = now().instant;
        self.last_sent = now;
        self.room.mark_sent(seq, now);
        if self.unstored.is_empty() {
            self.is_failure_reported = false;
            if std::mem::take(&mut self.has_swapped_sides) {
                for follower in &self.followers {
                    follower.outbox.send(self.state_frame(follower.person.as_deref(), follower.views));
                }
            }
            for reply in self.pending_joins.drain(..) {
                let _ = reply.send(Ok(()));
            }
            // Each can defer further messages.
            for message in std::mem::take(&mut self.deferred) {
                self.handle(message);
            }
            for (follower, since) in std::mem::take(&mut self.pending_followers) {
                self.follow(follower, since);
            }
        }
        self.update_presence();
        self.start_search();
    }

    /// Ends the actor after a permanent failure of the store, which is a bug. The room is restored
    /// from the stored events.
    fn write_failed(&mut self, seq: u32, why: &WriteError) {
        tracing::error!(%why, seq, room = self.room.code(), "events could not be stored");
        let error = ApiError::new(
            ErrorCode::Internal,
            "the server failed to store what happened; connect again to see what it has",
        );
        let text = self.error_frame(None, error);
        self.broadcast(&text, None);
        self.followers.clear();
        self.pending_followers.clear();
        self.unstored.clear();
        self.registry.remove(self.room.code());
        self.has_failed = true;
    }

    /// Sends a frame to all followers, and drops those whose outbox is closed.
    fn broadcast(&mut self, plain: &Utf8Bytes, with_views: Option<&Utf8Bytes>) {
        let send = |follower: &mut Follower| {
            let text = with_views.filter(|_| follower.views).unwrap_or(plain);
            follower.outbox.send(text.clone())
        };
        let left: Vec<Follower> = self.followers.extract_if(.., |follower| !send(follower)).collect();
        for follower in &left {
            self.follower_left(follower, false);
        }
    }

    /// Handles what is due by now: the end of a clock, or a held move.
    fn tick(&mut self) {
        let now = now();
        let events = self.room.tick(now);
        self.submit_events(events, false, None);
        if self.held_result.as_ref().is_some_and(|(at, _)| *at <= now.instant)
            && let Some((_, result)) = self.held_result.take()
        {
            self.apply_result(result);
        }
    }

    // Frames.

    fn state_frame(&self, person: Option<&str>, views: bool) -> Utf8Bytes {
        let you = person.and_then(|person| self.room.side_of(person));
        let view = views.then(|| Box::new(self.room.view()));
        frame(&ServerMessage::State { you, state: Box::new(self.room.state(now().instant)), view })
    }

    fn presence_frame(&self) -> Utf8Bytes {
        frame(&ServerMessage::Presence { room: self.room.code(), presence: self.room.presence(now().instant) })
    }

    fn error_frame(&self, id: Option<&str>, error: ApiError) -> Utf8Bytes {
        frame(&ServerMessage::Error { room: Some(self.room.code()), id, error })
    }

    // The lobby.

    /// Updates the listing in the lobby.
    fn update_listing(&mut self) {
        let listing = Listing::of(&self.room);
        if listing != self.listing {
            self.listing = listing.clone();
            self.registry.lobby.set(self.room.code(), listing);
        }
    }
}

/// Answers a deferred request with an error while the store is failing.
fn reject(message: RoomMessage) {
    match message {
        RoomMessage::Show { reply, .. } => drop(reply.send(Err(store_unavailable()))),
        RoomMessage::Export(reply) => drop(reply.send(Err(store_unavailable()))),
        // A duplicate of a stored action: it is answered when the client sends it again.
        _ => {}
    }
}
