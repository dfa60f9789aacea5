//! The server is killed again and again while people play over sockets. Nothing that anybody was told is lost, games go on, and nobody
//! pays for the time while it was down.
//!
//! A handful of kills; a thousand with `ZERMELO_TESTS=full`, whose last log is `docs/kill-test.log`. `ZERMELO_SEED` plays one run again,
//! as far as the system's own order of things allows it.

mod told;

use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::{Message, WebSocket};
use zermelo_core::Side;
use zermelo_core::erased::DynRecord;
use zermelo_store::{Database, Durability, Store, StoreOptions};
use zermelo_testkit::rng::TestRng;

use super::failure;
use told::{PATIENCE, ServerEvent, Shared};

/// What each pair of people plays.
const GAMES: [(&str, &str); 4] = [
    ("tictactoe", "300+2"),
    ("connect4", "days=1"),
    ("draughts-english", "600+0"),
    ("mnk:width=5,height=5,k=4", "move=120"),
];

/// A request; `None` where the server went away meanwhile.
fn ask(address: &str, head: &str, cookie: Option<&str>, body: &Value) -> Option<(String, Value)> {
    let sent = || -> io::Result<String> {
        let mut socket = TcpStream::connect(address)?;
        socket.set_read_timeout(Some(PATIENCE))?;
        let body = body.to_string();
        let cookie = cookie.map_or_else(String::new, |cookie| format!("cookie: {cookie}\r\n"));
        write!(
            socket,
            "{head} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{cookie}content-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        )?;
        let mut answer = String::new();
        socket.read_to_string(&mut answer)?;
        Ok(answer)
    };
    let answer = sent().ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    Some((head.to_owned(), serde_json::from_str(body).ok()?))
}

/// Somebody who plays as long as they are let.
struct Person {
    shared: Arc<Shared>,
    pair: usize,
    /// Makes the rooms of the pair, and the other joins.
    makes: bool,
    cookie: String,
    rng: TestRng,
    /// Rooms that the pair has made.
    made: u32,
    room: String,
    /// The game as they were told.
    record: Box<dyn DynRecord>,
    side: Option<Side>,
    /// The last event that they heard of, and the last that anybody had when they asked for the room.
    seq: u32,
    last: u32,
    stage: String,
    /// What they sent on this socket.
    sent: Option<String>,
    /// Which move they chose, once and for all.
    choice: HashMap<(String, u32), String>,
}

impl Person {
    fn new(shared: Arc<Shared>, pair: usize, makes: bool, seed: u64) -> Self {
        let record = zermelo_catalog::game(GAMES[pair % GAMES.len()].0).expect("a game").new_record();
        Self {
            shared,
            pair,
            makes,
            cookie: String::new(),
            rng: TestRng::new(seed),
            made: 0,
            room: String::new(),
            record,
            side: None,
            seq: 0,
            last: 0,
            stage: String::new(),
            sent: None,
            choice: HashMap::new(),
        }
    }

    /// Plays until all is over.
    fn lives(mut self) {
        while let Some(address) = self.shared.address() {
            // A server that goes away is asked again when it is back.
            let _ = self.sits(&address).and_then(|()| self.plays(&address));
            self.sent = None;
            thread::yield_now();
        }
    }

    /// Has a cookie and a room.
    fn sits(&mut self, address: &str) -> Option<()> {
        if self.cookie.is_empty() {
            let (head, _) = ask(address, "POST /api/v1/guest", None, &json!({}))?;
            let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "))?;
            cookie.split(';').next().unwrap_or_default().clone_into(&mut self.cookie);
        }
        if !self.room.is_empty() {
            return Some(());
        }
        let slot = (self.pair, self.made);
        let (game, clock) = GAMES[self.pair % GAMES.len()];
        let room = if self.makes {
            let wish = json!({"game": game, "clock": clock, "opponent": {"kind": "friend"}, "side": "first"});
            let (head, made) = ask(address, "POST /api/v1/rooms", Some(&self.cookie), &wish)?;
            let room = made["room"].as_str().unwrap_or_else(|| panic!("{head}\n{made}")).to_owned();
            self.shared.change(|told| told.made.insert(slot, room.clone()));
            room
        } else {
            let made = self.shared.wait("a room", |told| match told.made.get(&slot) {
                _ if told.is_over => Some(None),
                made => made.cloned().map(Some),
            });
            let room = made?;
            let (head, joined) =
                ask(address, &format!("POST /api/v1/rooms/{room}/join"), Some(&self.cookie), &json!({}))?;
            // It was done, and the answer was lost.
            let is_in = joined["state"].is_object() || joined["error"]["code"] == "room/own";
            assert!(is_in, "{head}\n{joined}");
            room
        };
        self.made += 1;
        self.moves_to(room);
        Some(())
    }

    fn moves_to(&mut self, room: String) {
        self.shared.change(|told| told.rooms.insert(self.pair, room.clone()));
        self.room = room;
        self.seq = 0;
        self.sent = None;
        self.stage.clear();
    }

    /// Plays until the server goes away, or the room has to be another.
    fn plays(&mut self, address: &str) -> Option<()> {
        let mut socket = self.opens(address)?;
        self.follows(&mut socket)?;
        loop {
            let room = self.room.clone();
            match socket.read().ok()? {
                Message::Text(text) => {
                    let heard: Value = serde_json::from_str(&text).expect("JSON");
                    self.hears(&heard);
                }
                Message::Close(frame) => panic!("the server closes: {frame:?}"),
                _ => {}
            }
            if self.room.is_empty() {
                return None;
            }
            if self.room == room { self.acts(&mut socket)? } else { self.follows(&mut socket)? }
        }
    }

    fn opens(&self, address: &str) -> Option<WebSocket<TcpStream>> {
        let mut request = format!("ws://{address}/api/v1/socket").into_client_request().expect("an address");
        request.headers_mut().insert("cookie", HeaderValue::from_str(&self.cookie).expect("a cookie"));
        let stream = TcpStream::connect(address).ok()?;
        stream.set_nodelay(true).ok()?;
        // The server asks every ten seconds whether one is there.
        stream.set_read_timeout(Some(PATIENCE)).ok()?;
        tungstenite::client(request, stream).ok().map(|(socket, _)| socket)
    }

    fn follows(&mut self, socket: &mut WebSocket<TcpStream>) -> Option<()> {
        self.last = self.shared.told().last(&self.room);
        let mut follow = json!({"type": "follow", "room": self.room});
        if self.seq > 0 {
            follow["since"] = self.seq.into();
        }
        socket.send(Message::text(follow.to_string())).ok()
    }

    fn hears(&mut self, heard: &Value) {
        match heard["type"].as_str().expect("a type") {
            "state" => {
                let state = &heard["state"];
                if state["room"] != self.room {
                    return;
                }
                self.shared.told().sees(&self.room, self.last, state);
                let seq = state["seq"].as_u64().expect("a number") as u32;
                assert!(seq >= self.seq, "{} of {} events are left", seq, self.seq);
                self.seq = seq;
                self.side = serde_json::from_value(heard["you"].clone()).expect("a side");
                state["stage"].as_str().expect("a stage").clone_into(&mut self.stage);
                self.record = zermelo_catalog::game(GAMES[self.pair % GAMES.len()].0).expect("a game").new_record();
                for mv in state["moves"].as_array().expect("moves") {
                    self.record.play(mv.as_str().expect("a move"), None).expect("a legal move");
                }
                if let Some(next) = state["rematch"].as_str() {
                    self.moves_to(next.to_owned());
                }
            }
            "event" if heard["room"] == self.room => self.happens(&heard["event"]),
            "error" => {
                let code = heard["error"]["code"].as_str().expect("a code");
                // Both wish to play again at once, or one wishes it again.
                assert_eq!(code, "offer/not-now", "{heard}");
            }
            _ => {}
        }
        if self.stage == "aborted" {
            self.room.clear();
        }
    }

    fn happens(&mut self, event: &Value) {
        let seq = event["seq"].as_u64().expect("a number") as u32;
        if seq <= self.seq {
            // The answer to what was sent again.
            return self.shared.change(|told| told.hears(self.pair, &self.room, event));
        }
        assert_eq!(seq, self.seq + 1, "{}: no event is left out", self.room);
        self.seq = seq;
        self.shared.change(|told| told.hears(self.pair, &self.room, event));
        match event["what"].as_str().expect("a name") {
            "began" => "playing".clone_into(&mut self.stage),
            "moved" => {
                let ply = event["ply"].as_u64().expect("a number") as u32;
                assert_eq!(ply, self.record.ply().0, "{}", self.room);
                let played = self.record.play(event["move"].as_str().expect("a move"), None).expect("a legal move");
                if let Some(own) = self.choice.remove(&(self.room.clone(), ply)) {
                    assert_eq!(played, own, "the move that was sent");
                }
                self.sent = None;
            }
            "interrupted" => self.shared.told().sees_clocks(&self.room, self.record.ply().0, &event["clocks_ms"]),
            "ended" => "ended".clone_into(&mut self.stage),
            "aborted" => "aborted".clone_into(&mut self.stage),
            "rematch" => self.moves_to(event["room"].as_str().expect("a room").to_owned()),
            _ => {}
        }
    }

    /// Does what there is to do, once on a socket; after the server was down again, by the same name.
    fn acts(&mut self, socket: &mut WebSocket<TcpStream>) -> Option<()> {
        let ply = self.record.ply().0;
        let action = match self.stage.as_str() {
            // The end is told after the move that brought it about.
            "playing" if self.record.ending().is_none() && self.side == Some(self.record.side_to_move()) => {
                let legal = self.record.legal_moves();
                let (rng, key) = (&mut self.rng, (self.room.clone(), ply));
                let choice = self.choice.entry(key).or_insert_with(|| legal[rng.below(legal.len())].clone());
                json!({"do": "move", "id": format!("{ply}"), "ply": ply, "move": choice})
            }
            "ended" => json!({"do": "offer", "id": "again", "offer": "rematch"}),
            _ => return Some(()),
        };
        let id = action["id"].as_str().expect("an id").to_owned();
        if self.sent.as_ref() == Some(&id) {
            return Some(());
        }
        self.sent = Some(id);
        let mut message = json!({"type": "act", "room": self.room});
        message.as_object_mut().expect("fields").extend(action.as_object().cloned().expect("fields"));
        if self.rng.below(4) == 0 {
            // Somebody thinks now and then.
            thread::sleep(Duration::from_millis(self.rng.below(30) as u64));
        }
        if action["do"] == "move" {
            let key = (self.room.clone(), ply);
            self.shared.change(|told| told.sent.entry(key).or_insert_with(Instant::now).to_owned());
        }
        socket.send(Message::text(message.to_string())).ok()
    }
}

/// A server on a folder.
struct Server {
    child: Child,
}

impl Server {
    /// Starts it; where it is when it answers is told by [`answers`](Self::answers).
    fn start(folder: &TempDir, shared: &Shared) -> Self {
        shared.change(|told| told.lives.push((Instant::now(), None)));
        let mut command = Command::new(env!("CARGO_BIN_EXE_zermelo"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--log", "error", "--data"]).arg(folder.path());
        let much = "100000";
        command.args(["--rate", much, "--burst", much, "--socket-rate", much, "--socket-burst", much]);
        Self { child: command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the program starts") }
    }

    /// Waits until it answers; its address.
    fn answers(&mut self) -> String {
        let mut line = String::new();
        BufReader::new(self.child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let address = line.strip_prefix("Zermelo answers at http://").and_then(|rest| rest.split('/').next());
        address.unwrap_or_else(|| panic!("it does not start: {line}")).to_owned()
    }

    fn kill(mut self, shared: &Shared) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
        shared.change(|told| {
            told.address = None;
            told.lives.last_mut().expect("a life").1 = Some(Instant::now());
        });
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Whoever is dead already can't be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Tells the others when a thread fails.
struct Witness(Arc<Shared>);

impl Drop for Witness {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.change(|told| told.failed = Some("a person; the words are above".to_owned()));
        }
    }
}

/// The server answers: what it shows is what was told, and the games go on.
fn comes_back(server: &mut Server, shared: &Shared) {
    let address = server.answers();
    let rooms: Vec<String> = shared.told().rooms.values().cloned().collect();
    for room in rooms {
        let (head, shown) = ask(&address, &format!("GET /api/v1/rooms/{room}"), None, &json!({})).expect("an answer");
        assert!(shown["state"].is_object(), "{room}\n{head}\n{shown}");
        let told = shared.told();
        told.sees(&room, told.last(&room), &shown["state"]);
    }
    shared.change(|told| told.address = Some(address));
}

/// Everything that anybody was told is stored as it was told, and what is stored has no gaps.
fn is_stored(folder: &TempDir, told: &ServerEvent) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let database = Database::Sqlite { folder: folder.path().to_owned() };
        let store = Store::open(&StoreOptions { database, durability: Durability::Process }).await.expect("a store");
        for (room, events) in &told.events {
            let stored = store.room(room).await.expect("it can be read").unwrap_or_else(|| panic!("{room} is lost"));
            let numbers = stored.events.iter().map(|(seq, _)| *seq);
            assert!(numbers.eq(1..=stored.events.len() as u32), "{room} has a gap");
            for (seq, event) in events {
                let body = stored.events.get(*seq as usize - 1).map(|(_, body)| body.as_str());
                let body: Value = serde_json::from_str(body.unwrap_or("null")).expect("JSON");
                assert_eq!(&body, event, "event {seq} of {room}");
            }
        }
        store.close().await.expect("it is closed");
    });
}

#[test]
fn a_killed_server_loses_no_announced_event() {
    let is_full = std::env::var_os("ZERMELO_TESTS").is_some_and(|tier| tier == "full");
    let kills = std::env::var("ZERMELO_KILLS").ok().and_then(|kills| kills.parse().ok());
    let kills: u32 = kills.unwrap_or(if is_full { 1000 } else { 8 });
    let seed = std::env::var("ZERMELO_SEED").ok().and_then(|seed| seed.parse().ok());
    let calendar = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("it is after 1970");
    let seed: u64 = seed.unwrap_or(calendar.as_micros() as u64);
    println!("seed {seed}");
    let begun = Instant::now();
    let folder = tempfile::tempdir().expect("a folder");
    let shared = Arc::new(Shared::default());
    let mut rng = TestRng::new(seed);
    let people: Vec<_> = (0..GAMES.len() * 2)
        .map(|n| {
            let (shared, seed) = (Arc::clone(&shared), seed.wrapping_add(1 + n as u64));
            thread::spawn(move || {
                let _witness = Witness(Arc::clone(&shared));
                Person::new(shared, n / 2, n % 2 == 0, seed).lives();
            })
        })
        .collect();
    let mut early = 0;
    for _ in 0..kills {
        let mut server = Server::start(&folder, &shared);
        if rng.below(8) == 0 {
            // Killed while it starts.
            early += 1;
            thread::sleep(Duration::from_millis(rng.below(100) as u64));
        } else {
            let moves = shared.told().moves;
            comes_back(&mut server, &shared);
            // Games go on; then at any moment.
            shared.wait("another move", |told| (told.moves > moves).then_some(()));
            thread::sleep(Duration::from_micros(rng.below(120_000) as u64));
        }
        server.kill(&shared);
        if rng.below(4) == 0 {
            // It stays away for a while, which is nobody's time.
            thread::sleep(Duration::from_millis(100 + rng.below(400) as u64));
        }
    }
    let mut server = Server::start(&folder, &shared);
    let before = shared.told().moved.clone();
    comes_back(&mut server, &shared);
    shared.wait("a move in every game", |told| {
        let goes_on = |pair: usize| told.moved.get(&pair) > before.get(&pair);
        (0..GAMES.len()).all(goes_on).then_some(())
    });
    shared.change(|told| told.is_over = true);
    server.kill(&shared);
    for person in people {
        person.join().expect("nobody fails");
    }
    let told = shared.told();
    is_stored(&folder, &told);
    println!(
        "killed {} times, {early} of them while it started: {} games ended, {} moves and {} events told, 0 lost; {:.0} s",
        kills + 1,
        told.games,
        told.moves,
        told.events.values().map(BTreeMap::len).sum::<usize>(),
        begun.elapsed().as_secs_f32()
    );
}

#[test]
fn a_second_server_on_the_same_data_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let shared = Shared::default();
    let mut server = Server::start(&folder, &shared);
    let address = server.answers();
    let path = folder.path().to_str().expect("a plain path");
    let (code, said) = failure(&["serve", "--listen", "127.0.0.1:0", "--data", path]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains(&format!("process {}", server.child.id())), "{said}");
    assert!(said.ends_with("(store/in-use)\n"), "{said}");
    // The first goes on.
    let (head, _) = ask(&address, "GET /api/v1/lobby", None, &json!({})).expect("an answer");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
}
