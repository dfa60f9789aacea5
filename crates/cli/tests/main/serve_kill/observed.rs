//! The events that clients received, compared with those of other clients and with the state on the server.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

/// The timeout of every wait.
pub const MAX_WAIT: Duration = Duration::from_mins(3);

/// The tolerance in milliseconds: clocks and times of events are rounded.
const ROUNDED: u64 = 3;

/// The received events and the progress of the clients.
#[derive(Default)]
pub struct Observed {
    /// Events by room and sequence number.
    pub events: HashMap<String, BTreeMap<u32, Value>>,
    pub moves: u64,
    pub games: u64,
    /// The first time at which a move was sent, by room and ply.
    pub sent: HashMap<(String, u32), Instant>,
    /// The start and end of each server process.
    pub lives: Vec<(Instant, Option<Instant>)>,
    /// The address of the running server.
    pub address: Option<String>,
    /// By pair of clients: the rooms that it created, its current room, and the number of its received moves.
    pub made: HashMap<(usize, u32), String>,
    pub rooms: HashMap<usize, String>,
    pub moved: HashMap<usize, u64>,
    /// The test is over.
    pub is_over: bool,
    pub failed: Option<String>,
}

impl Observed {
    /// The time since a moment during which a server was running.
    pub fn alive_since(&self, since: Instant) -> Duration {
        let now = Instant::now();
        let life =
            |(from, to): &(Instant, Option<Instant>)| to.unwrap_or(now).saturating_duration_since((*from).max(since));
        self.lives.iter().map(life).sum()
    }

    /// Records a received event. All clients must receive the same event.
    pub fn receive(&mut self, pair: usize, room: &str, event: &Value) {
        let seq = event["seq"].as_u64().expect("a number") as u32;
        let events = self.events.entry(room.to_owned()).or_default();
        if let Some(known) = events.get(&seq) {
            assert_eq!(known, event, "event {seq} of {room} has changed");
            return;
        }
        if event["what"] == "moved" {
            self.moves += 1;
            *self.moved.entry(pair).or_default() += 1;
        }
        self.games += u64::from(event["what"] == "ended");
        events.insert(seq, event.clone());
    }

    /// The last received event of a room.
    pub fn last(&self, room: &str) -> u32 {
        self.events.get(room).and_then(BTreeMap::last_key_value).map_or(0, |(seq, _)| *seq)
    }

    /// Compares the state of a room with its received events. `last` is the last event that was received before the request.
    pub fn check_state(&self, room: &str, last: u32, state: &Value) {
        let seq = state["seq"].as_u64().expect("a number") as u32;
        assert!(seq >= last, "event {last} of {room} was received but is lost: {state}");
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
            self.check_clocks(room, moves.len() as u32, &state["clocks_ms"]);
        }
    }

    /// Checks the clocks after a number of moves: those of the last move, minus the time of the side to move while a server was running.
    pub fn check_clocks(&self, room: &str, plies: u32, clocks: &Value) {
        let Some(last) = plies.checked_sub(1) else { return };
        let mut events = self.events.get(room).into_iter().flat_map(BTreeMap::values).rev();
        let last_move = events.find(|event| event["what"] == "moved" && event["ply"] == last);
        let (Some(last_move), Some(sent)) = (last_move, self.sent.get(&(room.to_owned(), last))) else { return };
        let played = self.alive_since(*sent).as_millis() as u64 + ROUNDED;
        for (at, name) in ["first", "second"].into_iter().enumerate() {
            let (before, now) =
                (last_move["clocks_ms"][at].as_u64().expect("a clock"), clocks[at].as_u64().expect("a clock"));
            let least = if at == plies as usize % 2 { before.saturating_sub(played) } else { before };
            assert!((least..=before).contains(&now), "{room}, {name}: {now} ms, at least {least} of {before} ms");
        }
    }
}

/// The shared state of all threads.
#[derive(Default)]
pub struct Shared {
    pub observed: Mutex<Observed>,
    pub changed: Condvar,
}

impl Shared {
    pub fn observed(&self) -> MutexGuard<'_, Observed> {
        self.observed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state and wakes up the waiting threads.
    pub fn change<T>(&self, change: impl FnOnce(&mut Observed) -> T) -> T {
        let changed = change(&mut self.observed());
        self.changed.notify_all();
        changed
    }

    /// Waits until `found` returns a value.
    pub fn wait<T>(&self, what: &str, found: impl Fn(&Observed) -> Option<T>) -> T {
        let deadline = Instant::now() + MAX_WAIT;
        let mut observed = self.observed();
        loop {
            if let Some(why) = &observed.failed {
                panic!("another thread failed: {why}");
            }
            if let Some(found) = found(&observed) {
                return found;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "timeout while waiting for {what}");
            observed = self.changed.wait_timeout(observed, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// The address of the server; `None` when the test is over.
    pub fn address(&self) -> Option<String> {
        self.wait("a server", |observed| match (&observed.address, observed.is_over) {
            (_, true) => Some(None),
            (address, false) => address.clone().map(Some),
        })
    }
}
