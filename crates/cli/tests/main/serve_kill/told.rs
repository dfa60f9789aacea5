//! What people were told, compared with what others are told and what the server shows.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

/// How long anything may take: who waits longer waits for what will never come.
pub const PATIENCE: Duration = Duration::from_mins(3);

/// A clock is told in whole milliseconds, and so is the time of an event.
const ROUNDED: u64 = 3;

/// What people were told, and what they do.
#[derive(Default)]
pub struct ServerEvent {
    /// By room and number.
    pub events: HashMap<String, BTreeMap<u32, Value>>,
    pub moves: u64,
    pub games: u64,
    /// When a move was sent first, by room and ply.
    pub sent: HashMap<(String, u32), Instant>,
    /// From when to when a server was there.
    pub lives: Vec<(Instant, Option<Instant>)>,
    /// Where it is.
    pub address: Option<String>,
    /// By pair: the room that it makes when it has none, counted; where it plays; how many moves it was told.
    pub made: HashMap<(usize, u32), String>,
    pub rooms: HashMap<usize, String>,
    pub moved: HashMap<usize, u64>,
    /// All is over.
    pub is_over: bool,
    pub failed: Option<String>,
}

impl ServerEvent {
    /// How long a server was there since a moment.
    pub fn alive_since(&self, since: Instant) -> Duration {
        let now = Instant::now();
        let life =
            |(from, to): &(Instant, Option<Instant>)| to.unwrap_or(now).saturating_duration_since((*from).max(since));
        self.lives.iter().map(life).sum()
    }

    /// Somebody was told of an event. Whoever else was told of it was told the same.
    pub fn hears(&mut self, pair: usize, room: &str, event: &Value) {
        let seq = event["seq"].as_u64().expect("a number") as u32;
        let events = self.events.entry(room.to_owned()).or_default();
        if let Some(known) = events.get(&seq) {
            assert_eq!(known, event, "event {seq} of {room} is another one now");
            return;
        }
        if event["what"] == "moved" {
            self.moves += 1;
            *self.moved.entry(pair).or_default() += 1;
        }
        self.games += u64::from(event["what"] == "ended");
        events.insert(seq, event.clone());
    }

    /// The last event of a room that anybody was told of.
    pub fn last(&self, room: &str) -> u32 {
        self.events.get(room).and_then(BTreeMap::last_key_value).map_or(0, |(seq, _)| *seq)
    }

    /// Compares a room as it is shown with what was told of it, up to `last` before somebody asked for it.
    pub fn sees(&self, room: &str, last: u32, state: &Value) {
        let seq = state["seq"].as_u64().expect("a number") as u32;
        assert!(seq >= last, "event {last} of {room} was told and is lost: {state}");
        let moves = state["moves"].as_array().expect("moves");
        for event in self.events.get(room).into_iter().flat_map(|events| events.range(..=seq)).map(|(_, event)| event) {
            match event["what"].as_str().expect("a name") {
                "moved" => {
                    let ply = event["ply"].as_u64().expect("a number") as usize;
                    assert_eq!(moves.get(ply), Some(&event["move"]), "{room}: {event}\n{state}");
                    assert_eq!(state["took_ms"][ply], event["took_ms"], "{room}: {event}\n{state}");
                }
                "ended" => assert_eq!(state["ending"], event["ending"], "{room}"),
                "aborted" => assert_eq!(state["stage"], "aborted", "{room}"),
                "rematch" => assert_eq!(state["rematch"], event["room"], "{room}"),
                "joined" => {
                    let side = event["side"].as_str().expect("a side");
                    assert_eq!(state[side], event["player"], "{room}");
                }
                _ => {}
            }
        }
        if state["stage"] == "playing" {
            self.sees_clocks(room, moves.len() as u32, &state["clocks_ms"]);
        }
    }

    /// Clocks after so many moves: those of the last one as it was told, less what the player to move had while a server was there.
    pub fn sees_clocks(&self, room: &str, plies: u32, clocks: &Value) {
        let Some(last) = plies.checked_sub(1) else { return };
        let mut events = self.events.get(room).into_iter().flat_map(BTreeMap::values).rev();
        let told = events.find(|event| event["what"] == "moved" && event["ply"] == last);
        let (Some(told), Some(sent)) = (told, self.sent.get(&(room.to_owned(), last))) else { return };
        let played = self.alive_since(*sent).as_millis() as u64 + ROUNDED;
        for (at, name) in ["first", "second"].into_iter().enumerate() {
            let (before, now) =
                (told["clocks_ms"][at].as_u64().expect("a clock"), clocks[at].as_u64().expect("a clock"));
            let least = if at == plies as usize % 2 { before.saturating_sub(played) } else { before };
            assert!((least..=before).contains(&now), "{room}, {name}: {now} ms, at least {least} of {before} ms");
        }
    }
}

/// What all threads share.
#[derive(Default)]
pub struct Shared {
    pub told: Mutex<ServerEvent>,
    pub changed: Condvar,
}

impl Shared {
    pub fn told(&self) -> MutexGuard<'_, ServerEvent> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes something, and wakes up who waits for it.
    pub fn change<T>(&self, change: impl FnOnce(&mut ServerEvent) -> T) -> T {
        let changed = change(&mut self.told());
        self.changed.notify_all();
        changed
    }

    /// Waits for something.
    pub fn wait<T>(&self, what: &str, found: impl Fn(&ServerEvent) -> Option<T>) -> T {
        let deadline = Instant::now() + PATIENCE;
        let mut told = self.told();
        loop {
            if let Some(why) = &told.failed {
                panic!("somebody failed: {why}");
            }
            if let Some(found) = found(&told) {
                return found;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "nobody comes to {what}");
            told = self.changed.wait_timeout(told, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Where the server is; nothing when all is over.
    pub fn address(&self) -> Option<String> {
        self.wait("a server", |told| match (&told.address, told.is_over) {
            (_, true) => Some(None),
            (address, false) => address.clone().map(Some),
        })
    }
}
