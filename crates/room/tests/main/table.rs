//! A room with two players and a clock that the test turns.

use std::time::{Duration, Instant};

use serde_json::Value;
use zermelo_core::Side;
use zermelo_core::erased::DynRecord;
use zermelo_protocol::{
    ApiError, EventKind, NewRoom, Offer, Opponent, RoomAction, RoomEvent, RoomPlayer, RoomState, SideChoice,
    TimeControl,
};
use zermelo_room::{ActionOutcome, ActionSender, Room, Timestamp};

/// The people of the tests. The first two play, Ada on the first side.
pub const ADA: &str = "ada";
pub const BOB: &str = "bob";
pub const EVE: &str = "eve";

/// The code of every room, and of the one in which its players play again.
pub const CODE: &str = "table";
pub const AGAIN: &str = "again";

/// When the clock of the calendar begins.
const EPOCH_MS: i64 = 1_000_000;

/// A room, all that happened in it, and the time.
pub struct Table {
    pub room: Room,
    pub events: Vec<RoomEvent>,
    pub wish: NewRoom,
    /// Whether events are told as soon as they happen: the store takes no time.
    pub tells: bool,
    /// The number of the last event that was told, and when.
    pub told: (u32, i64),
    /// How long what started the clock waited for the store.
    pub stored_in_ms: i64,
    origin: Instant,
    passed: Duration,
    acts: u32,
}

pub fn wish(game: &str, clock: &str, opponent: Opponent) -> NewRoom {
    NewRoom {
        game: game.to_owned(),
        start: None,
        opening: Vec::new(),
        opponent,
        side: SideChoice::First,
        clock: clock.parse::<TimeControl>().expect("a clock"),
    }
}

pub fn person(id: &str) -> RoomPlayer {
    RoomPlayer::Person { id: id.to_owned(), name: id.to_uppercase() }
}

/// The record in which a wish begins.
pub fn record(wish: &NewRoom) -> Box<dyn DynRecord> {
    let game = zermelo_catalog::game(&wish.game).expect("a game");
    wish.start.as_ref().map_or_else(|| game.new_record(), |start| game.record_from(start).expect("a start"))
}

pub fn mv(ply: u32, text: &str) -> RoomAction {
    RoomAction::Move { ply, mv: text.to_owned() }
}

pub const fn offer(offer: Offer) -> RoomAction {
    RoomAction::Offer { offer }
}

pub const fn decline(offer: Offer) -> RoomAction {
    RoomAction::Decline { offer }
}

impl Table {
    /// A room of Ada's without players.
    pub fn empty(wish: NewRoom) -> Self {
        let origin = Instant::now();
        let now = Timestamp { instant: origin, unix_ms: EPOCH_MS };
        let room = Room::new(CODE.to_owned(), Some(ADA.to_owned()), wish.clone(), record(&wish), now).expect("a room");
        Self {
            room,
            events: Vec::new(),
            wish,
            tells: true,
            told: (0, EPOCH_MS),
            stored_in_ms: 0,
            origin,
            passed: Duration::ZERO,
            acts: 0,
        }
    }

    /// Ada and Bob sit at it, both there.
    pub fn of(wish: NewRoom) -> Self {
        let mut table = Self::empty(wish);
        table.seat(Side::First, person(ADA));
        table.seat(Side::Second, person(BOB));
        for side in Side::BOTH {
            table.comes(side);
        }
        table
    }

    /// The same at tic-tac-toe.
    pub fn with_clock(clock: &str) -> Self {
        Self::of(wish("tictactoe", clock, Opponent::Friend))
    }

    /// The same after moves, each of which takes no time.
    pub fn after(clock: &str, moves: &[&str]) -> Self {
        let mut table = Self::with_clock(clock);
        table.plays(moves);
        table
    }

    pub fn plays(&mut self, moves: &[&str]) {
        for text in moves {
            let ply = self.room.record().ply().0;
            let who = [ADA, BOB][self.room.record().side_to_move().index()];
            self.does(who, &mv(ply, text));
        }
    }

    pub fn seat(&mut self, side: Side, player: RoomPlayer) {
        let events = self.room.seat(side, player, self.now()).expect("a free side");
        self.took(events);
    }

    pub fn now(&self) -> Timestamp {
        Timestamp { instant: self.origin + self.passed, unix_ms: EPOCH_MS + self.passed.as_millis() as i64 }
    }

    pub fn pass(&mut self, time: Duration) {
        self.passed += time;
    }

    pub fn pass_ms(&mut self, ms: u64) {
        self.pass(Duration::from_millis(ms));
    }

    /// Lets time pass to a moment, as a server does: it wakes up when there is something to do.
    pub fn wait_ms(&mut self, ms: u64) -> Vec<EventKind> {
        let end = self.passed + Duration::from_millis(ms);
        let first = self.events.len();
        while let Some(due) = self.room.deadline().map(|at| at.saturating_duration_since(self.origin)) {
            if due > end {
                break;
            }
            self.passed = self.passed.max(due);
            let events = self.room.tick(self.now());
            assert!(!events.is_empty(), "a deadline without an event wakes the server up for ever");
            self.took(events);
        }
        self.passed = end;
        self.events[first..].iter().map(|event| event.kind.clone()).collect()
    }

    pub fn acts_as(
        &mut self,
        who: &str,
        id: &str,
        lag: Duration,
        action: &RoomAction,
    ) -> Result<ActionOutcome, ApiError> {
        let by = ActionSender { person: Some(who).filter(|who| !who.is_empty()), id, lag };
        let now = self.now();
        let done = self.room.act(by, action, now, || AGAIN.to_owned())?;
        if let ActionOutcome::Events(events) = &done {
            self.took(events.clone());
        }
        Ok(done)
    }

    /// Somebody does something new.
    pub fn acts(&mut self, who: &str, action: &RoomAction) -> Result<ActionOutcome, ApiError> {
        self.acts_late(who, action, Duration::ZERO)
    }

    pub fn acts_late(&mut self, who: &str, action: &RoomAction, lag: Duration) -> Result<ActionOutcome, ApiError> {
        self.acts += 1;
        let id = format!("act {}", self.acts);
        self.acts_as(who, &id, lag, action)
    }

    /// What came of an action that is allowed.
    pub fn does(&mut self, who: &str, action: &RoomAction) -> Vec<EventKind> {
        match self.acts(who, action) {
            Ok(ActionOutcome::Events(events)) => events.into_iter().map(|event| event.kind).collect(),
            other => panic!("{who} {action:?}: {other:?}"),
        }
    }

    /// The code of an action that is not; it changes nothing.
    pub fn refused(&mut self, who: &str, action: &RoomAction) -> &'static str {
        let before = self.state();
        let refused = match self.acts(who, action) {
            Err(why) => why,
            Ok(done) => panic!("{who} {action:?}: {done:?}"),
        };
        assert!(!refused.message.is_empty());
        assert_eq!(self.state(), before, "{who} {action:?} was refused");
        refused.code
    }

    pub fn comes(&mut self, side: Side) -> Vec<EventKind> {
        let events = self.room.player_connected(side, self.now());
        self.took(events.clone());
        events.into_iter().map(|event| event.kind).collect()
    }

    pub fn leaves(&mut self, side: Side, politely: bool) {
        let now = self.now().instant;
        self.room.player_left(side, politely, now);
    }

    /// What was stored is told.
    pub fn tell(&mut self) {
        let now = self.now();
        let stood = self.state().status.running.is_none();
        self.room.mark_sent(self.room.seq(), now.instant);
        self.told = (self.room.seq(), now.unix_ms);
        let starts = |event: &&RoomEvent| {
            matches!(
                event.kind,
                EventKind::Began | EventKind::Moved { .. } | EventKind::TakenBack { .. } | EventKind::Resumed
            )
        };
        if stood && let Some(event) = self.events.iter().rev().find(starts) {
            self.stored_in_ms = now.unix_ms - event.at_ms;
        }
    }

    pub fn state(&self) -> RoomState {
        self.room.state(self.now().instant)
    }

    /// What each has on the clock now.
    pub fn clocks(&self) -> [u64; 2] {
        self.state().status.clocks_ms.expect("clocks")
    }

    /// Events came of something: their numbers are right, and they are all that there is of the room.
    pub fn took(&mut self, events: Vec<RoomEvent>) {
        for event in events {
            let last = self.events.last().map_or(0, |event| event.seq);
            assert_eq!(event.seq, last + 1, "{event:?}");
            assert_eq!(event.at_ms, self.now().unix_ms, "{event:?}");
            self.events.push(event);
        }
        let live = self.state();
        let (live, again) = (comparable(&live), comparable_after(&self.folded().state(self.now().instant), &live));
        assert_eq!(again, live, "the events are not the room");
        if self.tells {
            self.tell();
        }
    }

    /// The room that the first events make, read from JSON.
    pub fn folded_to(&self, seq: u32) -> Room {
        let read = |event: &RoomEvent| {
            let text = serde_json::to_string(event).expect("an event has JSON");
            serde_json::from_str::<RoomEvent>(&text).unwrap_or_else(|why| panic!("{text}: {why}"))
        };
        let events = self.events[..seq as usize].iter().map(read);
        let owner = Some(ADA.to_owned());
        Room::restore(CODE.to_owned(), owner, self.wish.clone(), record(&self.wish), events, self.now())
            .unwrap_or_else(|why| panic!("{why}"))
    }

    /// The room that all events make.
    pub fn folded(&self) -> Room {
        self.folded_to(self.events.last().map_or(0, |event| event.seq))
    }

    /// The server goes down, having written last at a time that it was there, with events up to a number stored; and is back.
    pub fn restarts(&mut self, stored: u32, alive_ms: i64) -> Vec<EventKind> {
        self.events.truncate(stored as usize);
        self.room = self.folded();
        let events = self.room.resume_after_restart(alive_ms, self.now());
        self.took(events.clone());
        events.into_iter().map(|event| event.kind).collect()
    }

    /// The server is killed now, and is back after some time.
    pub fn is_killed_for(&mut self, down: Duration) -> Vec<EventKind> {
        let alive_ms = self.now().unix_ms;
        self.pass(down);
        self.restarts(self.room.seq(), alive_ms)
    }
}

/// A state without who is there, which is not kept.
fn comparable(state: &RoomState) -> Value {
    let mut state = serde_json::to_value(state).expect("a state has JSON");
    let fields = state.as_object_mut().expect("fields");
    fields.remove("presence");
    // A clock that runs in the one stands in the other.
    fields.remove("running");
    state
}

/// The restored state as it would be if its clock had run like the live one's.
fn comparable_after(restored: &RoomState, live: &RoomState) -> Value {
    let mut restored = restored.clone();
    if let (Some(side), Some(clocks), Some(now)) =
        (live.status.running, &mut restored.status.clocks_ms, live.status.clocks_ms)
    {
        assert!(clocks[side.index()] >= now[side.index()], "a clock that runs loses time");
        clocks[side.index()] = now[side.index()];
    }
    comparable(&restored)
}

/// The name of what happened.
pub fn names(whats: &[EventKind]) -> Vec<String> {
    let name = |what: &EventKind| {
        let json = serde_json::to_value(what).expect("JSON");
        json["what"].as_str().expect("a name").to_owned()
    };
    whats.iter().map(name).collect()
}
