//! The fuzz target for the messages to a room. The tests of `room` include this file as a module and replay the corpus
//! with it.

use std::time::{Duration, Instant};

use serde_json::Value;
use zermelo_core::Side;
use zermelo_protocol::{
    ClientMessage, MAX_FRAME, NewRoom, Opponent, RoomEvent, RoomPlayer, RoomState, SideChoice, TimeControl,
};
use zermelo_room::{ActionOutcome, ActionSender, Room, Timestamp};

/// The most lines of an input that are used: a game has far fewer.
const MAX_LINES: usize = 200;

/// The senders of lines, by the first letter. A line without such a letter is from the first player.
const PEOPLE: [(u8, Option<&str>); 4] = [(b'a', Some("ada")), (b'b', Some("bob")), (b'e', Some("eve")), (b'n', None)];

/// The greatest length of an error message.
const MAX_MESSAGE: usize = 2000;

/// Runs the lines of the input. `a{..}` is a message of the first player, `b{..}` of the second, `e{..}` and `n{..}` of
/// others; `t250` advances the time by 250 ms, `k` kills the server. After every event, the room must equal the room
/// restored from its events.
pub fn server_message(data: &[u8]) {
    let mut simulation = Simulation::new();
    for line in data.split(|byte| *byte == b'\n').take(MAX_LINES) {
        match line.split_first() {
            Some((b't', rest)) => {
                simulation.wait(std::str::from_utf8(rest).ok().and_then(|ms| ms.parse().ok()).unwrap_or(0));
            }
            Some((b'k', _)) => simulation.kill_server(),
            Some((letter, rest)) => match PEOPLE.iter().find(|(own, _)| own == letter) {
                Some((_, person)) => simulation.receive(*person, rest),
                None => simulation.receive(PEOPLE[0].1, line),
            },
            None => {}
        }
    }
}

/// A room with a game of tic-tac-toe with a clock, and the simulated time.
struct Simulation {
    room: Room,
    request: NewRoom,
    events: Vec<RoomEvent>,
    origin: Instant,
    passed_ms: u64,
}

impl Simulation {
    fn new() -> Self {
        let clock =
            TimeControl::Increment { base: Duration::from_secs(5), increment: Duration::from_secs(1), moves: None };
        let request = NewRoom {
            game: "tictactoe".to_owned(),
            start: None,
            opening: Vec::new(),
            opponent: Opponent::Friend,
            side: SideChoice::First,
            clock,
        };
        let origin = Instant::now();
        let now = Timestamp { instant: origin, unix_ms: 0 };
        let room = Room::new("room".to_owned(), owner(), request.clone(), record(), now).expect("a room");
        let mut simulation = Self { room, request, events: Vec::new(), origin, passed_ms: 0 };
        for (side, (_, id)) in Side::BOTH.into_iter().zip(PEOPLE) {
            let id = id.unwrap_or_default().to_owned();
            let player = RoomPlayer::Person { name: id.clone(), id };
            let events = simulation.room.seat(side, player, now).expect("a free side");
            simulation.apply_events(events);
        }
        simulation
    }

    fn now(&self) -> Timestamp {
        Timestamp {
            instant: self.origin + Duration::from_millis(self.passed_ms),
            unix_ms: self.passed_ms.cast_signed(),
        }
    }

    /// Handles a WebSocket frame of a person.
    fn receive(&mut self, person: Option<&str>, frame: &[u8]) {
        if frame.len() > MAX_FRAME {
            return;
        }
        let message: ClientMessage = match serde_json::from_slice(frame) {
            Ok(message) => message,
            Err(why) => return assert!(!why.to_string().is_empty()),
        };
        let text = serde_json::to_string(&message).expect("a message can be serialized");
        let again = serde_json::from_str::<ClientMessage>(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(again, message, "{text}");
        let side = person.and_then(|person| self.room.side_of(person));
        let now = self.now();
        match (message, side) {
            (ClientMessage::Follow { .. }, Some(side)) => {
                let events = self.room.player_connected(side, now);
                self.apply_events(events);
            }
            (ClientMessage::Unfollow { .. }, Some(side)) => self.room.player_left(side, true, now.instant),
            (ClientMessage::Act { id, action, .. }, _) => {
                let by = ActionSender { person, id: &id, lag: Duration::ZERO };
                let before = self.room.seq();
                match self.room.act(by, &action, now, || "next".to_owned()) {
                    Ok(ActionOutcome::Events(events)) => {
                        assert!(side.is_some() && !events.is_empty(), "{person:?} {action:?}");
                        self.apply_events(events);
                    }
                    Ok(ActionOutcome::Duplicate(seq)) => {
                        assert_eq!(self.events[seq as usize - 1].id.as_deref(), Some(id.as_str()));
                        assert_eq!(self.room.seq(), before);
                    }
                    Err(why) => {
                        assert!(why.code.contains('/') && !why.message.is_empty(), "{why:?}");
                        assert!(why.message.len() <= MAX_MESSAGE, "{why:?}");
                        assert_eq!(self.room.seq(), before);
                    }
                }
            }
            _ => {}
        }
    }

    /// Advances the time. Deadlines on the way are handled when they are due.
    fn wait(&mut self, ms: u32) {
        let end = self.passed_ms + u64::from(ms);
        while let Some(at) = self.room.deadline() {
            // The simulated time has a resolution of a millisecond.
            let due = at.saturating_duration_since(self.origin).as_micros().div_ceil(1000);
            let due = u64::try_from(due).expect("a deadline fits into 64 bits");
            if due > end {
                break;
            }
            self.passed_ms = self.passed_ms.max(due);
            let events = self.room.tick(self.now());
            assert!(!events.is_empty(), "a deadline leads to events");
            self.apply_events(events);
        }
        self.passed_ms = end;
    }

    fn kill_server(&mut self) {
        let alive_ms = self.now().unix_ms;
        self.passed_ms += 60_000;
        self.room = self.restored();
        let events = self.room.resume_after_restart(alive_ms, self.now());
        self.apply_events(events);
    }

    fn restored(&self) -> Room {
        let read = |event: &RoomEvent| {
            let text = serde_json::to_string(event).expect("an event can be serialized");
            serde_json::from_str(&text).unwrap_or_else(|why| panic!("{text}: {why}"))
        };
        let events: Vec<RoomEvent> = self.events.iter().map(read).collect();
        assert_eq!(events, self.events);
        Room::restore("room".to_owned(), owner(), self.request.clone(), record(), events, self.now())
            .unwrap_or_else(|why| panic!("{why}: {:?}", self.events))
    }

    /// Stores events, marks them as sent, and compares the room with the room restored from them.
    fn apply_events(&mut self, events: Vec<RoomEvent>) {
        if events.is_empty() {
            return;
        }
        for event in events {
            assert_eq!(event.seq as usize, self.events.len() + 1);
            self.events.push(event);
        }
        let now = self.now().instant;
        let live = self.room.state(now);
        assert_eq!(comparable(&self.restored().state(now), &live), comparable(&live, &live), "{:?}", self.events);
        self.room.mark_sent(self.room.seq(), now);
    }
}

/// The part of a state that a restored room has too. Presence is ignored, and a running clock is taken from the live
/// room.
fn comparable(state: &RoomState, live: &RoomState) -> Value {
    let mut state = state.clone();
    if let (Some(side), Some(clocks), Some(now)) =
        (live.status.running, &mut state.status.clocks_ms, live.status.clocks_ms)
    {
        clocks[side.index()] = now[side.index()];
    }
    state.status.running = None;
    state.presence = live.presence;
    serde_json::to_value(state).expect("a state can be serialized")
}

fn owner() -> Option<String> {
    PEOPLE[0].1.map(str::to_owned)
}

fn record() -> Box<dyn zermelo_core::erased::DynRecord> {
    zermelo_catalog::game("tictactoe").expect("a game").new_record()
}
