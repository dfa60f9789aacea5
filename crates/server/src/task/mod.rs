//! One room at work: a task with a mailbox, the only one that decides in it.
//!
//! ```text
//!  sockets, doors --> mailbox --> Room decides --> store.submit(events)
//!                        ^                              |
//!                        '------ Stored(seq) <----------'   then: told to all who follow
//! ```
//! The room does not wait for the store: events that are not stored yet are kept, and told when they are. What is stored is told in
//! order, each event serialised once.

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

use crate::agent_cache::AgentPlace;
use crate::computers::{Answer, Thinking};
use crate::hall::{Act, Follower, Hall, Listing, Mail, Mailbox, OpenRoom, Outbox, Reply, failing, not_now, now};
use crate::reply::frame;
use crate::row;

/// Events that are kept ready for sockets that lost the thread.
const KEPT: usize = 64;

/// Events that wait for the store; beyond that nothing is decided.
const UNSTORED: usize = 64;

/// How long a room that nobody follows and in which nothing will happen stays in memory.
const SLEEP: Duration = Duration::from_mins(1);

/// An event that waits for the store.
struct Unstored {
    seq: u32,
    plain: Utf8Bytes,
    /// The same with how the room stands and what is to be seen, where a follower wants views.
    with_views: Option<Utf8Bytes>,
    /// Who waits for it, and their own name for it; nobody where they were told that it takes long.
    actor: Option<Actor>,
}

/// Whose action it was.
type Actor = (String, Arc<Outbox>);

/// A room, with all that goes on around it.
pub(super) struct RoomTask {
    hall: Arc<Hall>,
    room: Room,
    created_ms: i64,
    mailbox: UnboundedReceiver<Mail>,
    own: UnboundedSender<Mail>,
    followers: Vec<Follower>,
    /// Sockets that wait for the store to see the room as it is.
    newcomers: Vec<(Follower, Option<u32>)>,
    /// What is answered when all is stored.
    asked: Vec<Mail>,
    joined: Vec<Reply<()>>,
    /// Whether a player changed sides, and is told so when it is stored.
    is_reseated: bool,
    /// Whether those who wait know that nothing can be stored.
    is_failing: bool,
    health: watch::Receiver<Health>,
    unstored: VecDeque<Unstored>,
    /// Stored events as frames, the last at the end.
    log: VecDeque<(u32, Utf8Bytes)>,
    stored: u32,
    thinking: Option<(u64, Thinking)>,
    /// A computer's move that waits until the one before has stood long enough.
    chosen: Option<(Instant, Answer)>,
    jobs: u64,
    /// By side, where the agents of computers wait between their moves.
    agents: [AgentPlace; 2],
    last_told: Instant,
    presence: Presence,
    listing: Listing,
    /// Counts as an open room of its owner while it is not over.
    open: Option<OpenRoom>,
    idle_since: Instant,
    /// Whether its events can't be stored: it ends.
    is_lost: bool,
}

/// Starts the task of a room; its events up to a number are stored, those after it are to be.
pub(crate) fn start(
    hall: Arc<Hall>,
    room: Room,
    created_ms: i64,
    mailbox: Mailbox,
    (stored, events): (u32, Vec<RoomEvent>),
) {
    let mut task = RoomTask::new(hall, room, created_ms, mailbox);
    task.begin(stored, events);
    tokio::spawn(task.run());
}

impl RoomTask {
    /// A room whose events up to now are stored. For one that is not, [`begin`](Self::begin) comes next.
    fn new(hall: Arc<Hall>, room: Room, created_ms: i64, (own, mailbox): Mailbox) -> Self {
        let Timestamp { instant, .. } = now();
        let open = matches!(room.stage(), Stage::Waiting | Stage::Playing).then(|| hall.opened(room.owner()));
        Self {
            stored: room.seq(),
            presence: room.presence(instant),
            health: hall.store.watch_health(),
            hall,
            room,
            created_ms,
            mailbox,
            own,
            followers: Vec::new(),
            newcomers: Vec::new(),
            asked: Vec::new(),
            joined: Vec::new(),
            is_reseated: false,
            is_failing: false,
            unstored: VecDeque::new(),
            log: VecDeque::new(),
            thinking: None,
            chosen: None,
            jobs: 0,
            agents: <[AgentPlace; 2]>::default(),
            last_told: instant,
            listing: Listing::None,
            open,
            idle_since: instant,
            is_lost: false,
        }
    }

    /// Stores and tells what happened before the task began: the first events of a new room, and what the server's return brings.
    fn begin(&mut self, stored: u32, events: Vec<RoomEvent>) {
        self.stored = stored;
        self.happened(events, stored == 0, None);
        self.list();
    }

    /// Works until nobody needs the room.
    async fn run(mut self) {
        self.list();
        self.think();
        let sleep = tokio::time::sleep_until(self.alarm().into());
        tokio::pin!(sleep);
        while !self.is_lost {
            tokio::select! {
                biased;
                mail = self.mailbox.recv() => match mail {
                    Some(mail) => self.take(mail),
                    None => return,
                },
                () = failing(&mut self.health), if !self.unstored.is_empty() && !self.is_failing => self.complain(),
                () = &mut sleep => {
                    self.tick();
                    if self.may_sleep() && self.hall.let_go(self.room.code(), &mut self.mailbox) {
                        return;
                    }
                    sleep.as_mut().reset(self.alarm().into());
                }
            }
            // An alarm that comes too early finds nothing to do; one that would come too late is set anew.
            let alarm = tokio::time::Instant::from(self.alarm());
            if alarm < sleep.deadline() {
                sleep.as_mut().reset(alarm);
            }
        }
    }

    /// When there is something to do without mail.
    fn alarm(&self) -> Instant {
        let rest = self.idle_since.max(now().instant) + SLEEP;
        let chosen = self.chosen.as_ref().map(|(at, _)| *at);
        [self.room.deadline(), chosen].into_iter().flatten().fold(rest, Instant::min)
    }

    fn may_sleep(&self) -> bool {
        let is_still = self.followers.is_empty()
            && self.newcomers.is_empty()
            && self.unstored.is_empty()
            && self.thinking.is_none();
        let is_over = matches!(self.room.stage(), Stage::Ended | Stage::Aborted);
        let has_clock = self.room.clock(self.idle_since).is_some();
        let waits = self.room.stage() == Stage::Playing && !has_clock;
        is_still && (is_over || waits) && now().instant.saturating_duration_since(self.idle_since) >= SLEEP
    }

    fn take(&mut self, mail: Mail) {
        match mail {
            Mail::Follow(follower, since) => self.follow(follower, since),
            Mail::Unfollow { socket, politely } => self.unfollow(socket, politely),
            Mail::Act(act) => self.act(act),
            Mail::Join { me, side, reply } => self.join(&me, side, reply),
            // What is not stored is not told.
            mail @ (Mail::Show { .. } | Mail::Export(_)) if !self.unstored.is_empty() => {
                if self.hall.store.health().is_ok() { self.asked.push(mail) } else { refuse(mail) }
            }
            Mail::Show { person, views, reply } => {
                let _ = reply.send(Ok(self.state_frame(person.as_deref(), views)));
            }
            Mail::Export(reply) => {
                let _ = reply.send(Ok(row::saved(&self.room, now().unix_ms)));
            }
            Mail::Stored(seq, Ok(())) => self.stored(seq),
            Mail::Stored(seq, Err(why)) => self.lost(seq, &why),
            Mail::Chosen(job, answer) => {
                if self.thinking.as_ref().is_some_and(|(own, _)| *own == job) {
                    self.thinking = None;
                    self.chosen(answer);
                }
            }
        }
    }

    // What happens.

    fn act(&mut self, act: Act) {
        let Act { person, id, action, arrived, lag, outbox, views } = act;
        if self.unstored.len() >= UNSTORED {
            let error = ApiError::new(
                ErrorCode::RoomHeld,
                "the server can't store anything at the moment; send it again later",
            );
            outbox.tell(self.error_frame(Some(&id), error));
            return;
        }
        let by = ActionSender { person: person.as_deref(), id: &id, lag };
        let at = Timestamp { instant: arrived, ..now() };
        let hall = Arc::clone(&self.hall);
        match self.room.act(by, &action, at, || hall.fresh_code()) {
            Ok(ActionOutcome::Events(events)) => {
                let changes_board = events.iter().any(|event| event.kind.changes_board());
                if self.hall.store.health().is_ok() {
                    self.happened(events, false, Some((id, outbox)));
                } else {
                    self.happened(events, false, None);
                    outbox.tell(self.told_later(&id));
                }
                if changes_board {
                    self.stop_thinking();
                    self.think();
                }
            }
            // What is not stored yet is told when it is.
            Ok(ActionOutcome::Duplicate(seq)) if seq > self.stored => {}
            Ok(ActionOutcome::Duplicate(seq)) => {
                let text = self.log.iter().find(|(kept, _)| *kept == seq).map(|(_, text)| text.clone());
                match text {
                    Some(text) => drop(outbox.tell(text)),
                    None if self.unstored.is_empty() => drop(outbox.tell(self.state_frame(person.as_deref(), views))),
                    None => self.asked.push(Mail::Act(Act { person, id, action, arrived, lag, outbox, views })),
                }
            }
            Err(why) => {
                outbox.tell(self.error_frame(Some(&id), why));
                // Whoever moves where they can't has lost the thread.
                if matches!(action, RoomAction::Move { .. }) && self.unstored.is_empty() {
                    outbox.tell(self.state_frame(person.as_deref(), views));
                }
            }
        }
    }

    /// Somebody takes a side; the answer waits for the store.
    fn join(&mut self, me: &Profile, side: Option<Side>, reply: Reply<()>) {
        let joined = match side {
            Some(side) => self.room.join_as(side, &me.id, &me.name, now()),
            None => self.room.join(&me.id, &me.name, now()),
        };
        match joined {
            Err(why) => drop(reply.send(Err(why))),
            Ok(events) => {
                // Somebody else moved to the other side: who follows sees which is whose.
                self.is_reseated =
                    events.iter().filter(|event| matches!(event.kind, EventKind::Joined { .. })).count() > 1;
                self.happened(events, true, None);
                for side in Side::BOTH {
                    self.come_back(side);
                }
                if self.hall.store.health().is_ok() {
                    self.joined.push(reply);
                } else {
                    let _ = reply.send(Err(not_now()));
                }
            }
        }
    }

    /// Those who wait for the store hear that it takes long. What they did is kept.
    fn complain(&mut self) {
        self.is_failing = true;
        let actors: Vec<Actor> = self.unstored.iter_mut().filter_map(|event| event.actor.take()).collect();
        for (id, outbox) in actors {
            outbox.tell(self.told_later(&id));
        }
        for (follower, _) in &self.newcomers {
            follower.outbox.tell(self.shown_later());
        }
        self.asked.drain(..).for_each(refuse);
        for reply in self.joined.drain(..) {
            let _ = reply.send(Err(not_now()));
        }
    }

    fn told_later(&self, id: &str) -> Utf8Bytes {
        let message = "the server can't store anything at the moment; yours is kept, and told when it is stored";
        self.error_frame(Some(id), ApiError::new(ErrorCode::Store, message))
    }

    fn shown_later(&self) -> Utf8Bytes {
        let message = "the server can't store anything at the moment; the room is shown when it can";
        self.error_frame(None, ApiError::new(ErrorCode::Store, message))
    }

    /// Stores events; they are told when they are stored. With a row where more than moves has changed.
    fn happened(&mut self, events: Vec<RoomEvent>, with_row: bool, mut actor: Option<Actor>) {
        let Some(last) = events.last().map(|event| event.seq) else { return };
        let wants_views = self.followers.iter().any(|follower| follower.views);
        let status = self.room.status(now().instant);
        let (mut is_over, mut is_new_line) = (false, false);
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
            self.unstored.push_back(Unstored { seq: event.seq, plain, with_views, actor: actor.take() });
            bodies.push((event.seq, body));
            is_over |= matches!(event.kind, EventKind::Ended { .. } | EventKind::Aborted);
            is_new_line |= matches!(event.kind, EventKind::TakenBack { .. });
            if let EventKind::Rematch { room } = &event.kind {
                self.hall.play_again(&self.room, room);
            }
        }
        if is_over {
            self.open = None;
            self.stop_thinking();
        }
        if is_over || is_new_line {
            self.agents = <[AgentPlace; 2]>::default();
        }
        let row = (with_row || is_over).then(|| Box::new(self.row()));
        let own = self.own.clone();
        let write = WriteRequest::Room { row, code: self.room.code().to_owned(), events: bodies };
        self.hall.store.submit(write, move |stored| {
            let _ = own.send(Mail::Stored(last, stored));
        });
        self.list();
    }

    fn row(&self) -> RoomRow {
        row::of(&self.room, self.created_ms, now().unix_ms)
    }

    /// Events up to a number are stored: they are told.
    fn stored(&mut self, seq: u32) {
        while self.unstored.front().is_some_and(|event| event.seq <= seq) {
            let Some(Unstored { seq, plain, with_views, .. }) = self.unstored.pop_front() else { break };
            self.stored = seq;
            self.tell(&plain, with_views.as_ref());
            self.log.push_back((seq, plain));
            if self.log.len() > KEPT {
                self.log.pop_front();
            }
        }
        let now = now().instant;
        self.last_told = now;
        self.room.mark_sent(seq, now);
        if self.unstored.is_empty() {
            self.is_failing = false;
            if std::mem::take(&mut self.is_reseated) {
                for follower in &self.followers {
                    follower.outbox.tell(self.state_frame(follower.person.as_deref(), follower.views));
                }
            }
            for reply in self.joined.drain(..) {
                let _ = reply.send(Ok(()));
            }
            // Each of them may bring something that waits in turn.
            for mail in std::mem::take(&mut self.asked) {
                self.take(mail);
            }
            for (follower, since) in std::mem::take(&mut self.newcomers) {
                self.follow(follower, since);
            }
        }
        self.present();
        self.think();
    }

    /// Events can't ever be stored: a fault of this program. What is stored holds; the room is taken up again from there.
    fn lost(&mut self, seq: u32, why: &WriteError) {
        tracing::error!(%why, seq, room = self.room.code(), "events could not be stored");
        let error = ApiError::new(
            ErrorCode::Internal,
            "the server failed to store what happened; connect again to see what it has",
        );
        let text = self.error_frame(None, error);
        self.tell(&text, None);
        self.followers.clear();
        self.newcomers.clear();
        self.unstored.clear();
        self.hall.forget(self.room.code());
        self.is_lost = true;
    }

    /// Tells all who follow; those who do not read are followers no more.
    fn tell(&mut self, plain: &Utf8Bytes, with_views: Option<&Utf8Bytes>) {
        let hears = |follower: &mut Follower| {
            let text = with_views.filter(|_| follower.views).unwrap_or(plain);
            follower.outbox.tell(text.clone())
        };
        let gone: Vec<Follower> = self.followers.extract_if(.., |follower| !hears(follower)).collect();
        for follower in &gone {
            self.went(follower, false);
        }
    }

    fn tick(&mut self) {
        let now = now();
        let events = self.room.tick(now);
        self.happened(events, false, None);
        if self.chosen.as_ref().is_some_and(|(at, _)| *at <= now.instant)
            && let Some((_, answer)) = self.chosen.take()
        {
            self.answered(answer);
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

    /// Stands in the lobby as the room is.
    fn list(&mut self) {
        let listing = Listing::of(&self.room);
        if listing != self.listing {
            self.listing = listing.clone();
            self.hall.lobby.set(self.room.code(), listing);
        }
    }
}

/// Answers a question that would have to wait for long.
fn refuse(mail: Mail) {
    match mail {
        Mail::Show { reply, .. } => drop(reply.send(Err(not_now()))),
        Mail::Export(reply) => drop(reply.send(Err(not_now()))),
        // Sent again, it will have been done.
        _ => {}
    }
}
