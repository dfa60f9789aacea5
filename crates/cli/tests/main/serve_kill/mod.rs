//! Kills the server repeatedly while clients play over sockets. No event that a client received is lost, games continue, and
//! downtime is not charged to the clocks.
//!
//! The default is a few kills; `ZERMELO_TESTS=full` does a thousand, whose last log is `docs/kill-test.log`. `ZERMELO_SEED` repeats a run,
//! as far as thread scheduling allows.

mod observed;

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
use observed::{MAX_WAIT, Observed, Shared};

/// The game of each pair of clients.
const GAMES: [(&str, &str); 4] = [
    ("tictactoe", "300+2"),
    ("connect4", "days=1"),
    ("draughts-english", "600+0"),
    ("mnk:width=5,height=5,k=4", "move=120"),
];

/// A request; `None` if the server was killed meanwhile.
fn ask(address: &str, head: &str, cookie: Option<&str>, body: &Value) -> Option<(String, Value)> {
    let sent = || -> io::Result<String> {
        let mut socket = TcpStream::connect(address)?;
        socket.set_read_timeout(Some(MAX_WAIT))?;
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

/// A client that plays until the test is over.
struct Person {
    shared: Arc<Shared>,
    pair: usize,
    /// Whether this client creates the rooms of the pair and the other joins them.
    makes: bool,
    cookie: String,
    rng: TestRng,
    /// The number of rooms that the pair has created.
    made: u32,
    room: String,
    /// The game according to the received events.
    record: Box<dyn DynRecord>,
    side: Option<Side>,
    /// The last event that this client received, and the last that any client had received when this one requested the room.
    seq: u32,
    last: u32,
    stage: String,
    /// The ids of the actions sent on this socket.
    sent: Option<String>,
    /// The chosen move of each position, which does not change.
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

    /// Plays until the test is over.
    fn lives(mut self) {
        while let Some(address) = self.shared.address() {
            // A request that failed is repeated when the server runs again.
            let _ = self.sits(&address).and_then(|()| self.plays(&address));
            self.sent = None;
            thread::yield_now();
        }
    }

    /// Gets a cookie and a room.
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
            self.shared.change(|observed| observed.made.insert(slot, room.clone()));
            room
        } else {
            let made = self.shared.wait("a room", |observed| match observed.made.get(&slot) {
                _ if observed.is_over => Some(None),
                made => made.cloned().map(Some),
            });
            let room = made?;
            let (head, joined) =
                ask(address, &format!("POST /api/v1/rooms/{room}/join"), Some(&self.cookie), &json!({}))?;
            // The request succeeded, but the response was lost.
            let is_in = joined["state"].is_object() || joined["error"]["code"] == "room/own";
            assert!(is_in, "{head}\n{joined}");
            room
        };
        self.made += 1;
        self.moves_to(room);
        Some(())
    }

    fn moves_to(&mut self, room: String) {
        self.shared.change(|observed| observed.rooms.insert(self.pair, room.clone()));
        self.room = room;
        self.seq = 0;
        self.sent = None;
        self.stage.clear();
    }

    /// Plays until the server is killed or the room changes.
    fn plays(&mut self, address: &str) -> Option<()> {
        let mut socket = self.opens(address)?;
        self.follows(&mut socket)?;
        loop {
            let room = self.room.clone();
            match socket.read().ok()? {
                Message::Text(text) => {
                    let heard: Value = serde_json::from_str(&text).expect("JSON");
                    self.receive(&heard);
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
        // The server pings every ten seconds.
        stream.set_read_timeout(Some(MAX_WAIT)).ok()?;
        tungstenite::client(request, stream).ok().map(|(socket, _)| socket)
    }

    fn follows(&mut self, socket: &mut WebSocket<TcpStream>) -> Option<()> {
        self.last = self.shared.observed().last(&self.room);
        let mut follow = json!({"type": "follow", "room": self.room});
        if self.seq > 0 {
            follow["since"] = self.seq.into();
        }
        socket.send(Message::text(follow.to_string())).ok()
    }

    fn receive(&mut self, heard: &Value) {
        match heard["type"].as_str().expect("a type") {
            "state" => {
                let state = &heard["state"];
                if state["room"] != self.room {
                    return;
                }
                self.shared.observed().check_state(&self.room, self.last, state);
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
                // Both clients offered a rematch at the same time, or one offered it twice.
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
            // The answer to an action that was sent again.
            return self.shared.change(|observed| observed.receive(self.pair, &self.room, event));
        }
        assert_eq!(seq, self.seq + 1, "{}: no event is left out", self.room);
        self.seq = seq;
        self.shared.change(|observed| observed.receive(self.pair, &self.room, event));
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
            "interrupted" => self.shared.observed().check_clocks(&self.room, self.record.ply().0, &event["clocks_ms"]),
            "ended" => "ended".clone_into(&mut self.stage),
            "aborted" => "aborted".clone_into(&mut self.stage),
            "rematch" => self.moves_to(event["room"].as_str().expect("a room").to_owned()),
            _ => {}
        }
    }

    /// Sends the next action, once per socket; after a restart with the same id.
    fn acts(&mut self, socket: &mut WebSocket<TcpStream>) -> Option<()> {
        let ply = self.record.ply().0;
        let action = match self.stage.as_str() {
            // The end is received after the last move.
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
            // A random delay from time to time.
            thread::sleep(Duration::from_millis(self.rng.below(30) as u64));
        }
        if action["do"] == "move" {
            let key = (self.room.clone(), ply);
            self.shared.change(|observed| observed.sent.entry(key).or_insert_with(Instant::now).to_owned());
        }
        socket.send(Message::text(message.to_string())).ok()
    }
}

/// A server process with its data folder.
struct Server {
    child: Child,
}

impl Server {
    /// Starts the server; [`answers`](Self::answers) returns its address.
    fn start(folder: &TempDir, shared: &Shared) -> Self {
        shared.change(|observed| observed.lives.push((Instant::now(), None)));
        let mut command = Command::new(env!("CARGO_BIN_EXE_zermelo"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--log", "error", "--data"]).arg(folder.path());
        let much = "100000";
        command.args(["--rate", much, "--burst", much, "--socket-rate", much, "--socket-burst", much]);
        Self { child: command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the program starts") }
    }

    /// Waits until the server answers. Returns its address.
    fn answers(&mut self) -> String {
        let mut line = String::new();
        BufReader::new(self.child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let address = line.strip_prefix("Zermelo answers at http://").and_then(|rest| rest.split('/').next());
        address.unwrap_or_else(|| panic!("it does not start: {line}")).to_owned()
    }

    fn kill(mut self, shared: &Shared) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
        shared.change(|observed| {
            observed.address = None;
            observed.lives.last_mut().expect("a life").1 = Some(Instant::now());
        });
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reports the failure of a thread to the others.
struct FailureReporter(Arc<Shared>);

impl Drop for FailureReporter {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.change(|observed| observed.failed = Some("a person; the words are above".to_owned()));
        }
    }
}

/// The server answers: the state agrees with the received events, and the games continue.
fn comes_back(server: &mut Server, shared: &Shared) {
    let address = server.answers();
    let rooms: Vec<String> = shared.observed().rooms.values().cloned().collect();
    for room in rooms {
        let (head, shown) = ask(&address, &format!("GET /api/v1/rooms/{room}"), None, &json!({})).expect("an answer");
        assert!(shown["state"].is_object(), "{room}\n{head}\n{shown}");
        let observed = shared.observed();
        observed.check_state(&room, observed.last(&room), &shown["state"]);
    }
    shared.change(|observed| observed.address = Some(address));
}

/// All received events are stored unchanged, and the stored events have no gaps.
fn is_stored(folder: &TempDir, observed: &Observed) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let database = Database::Sqlite { folder: folder.path().to_owned() };
        let store = Store::open(&StoreOptions { database, durability: Durability::Process }).await.expect("a store");
        for (room, events) in &observed.events {
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
                let _reporter = FailureReporter(Arc::clone(&shared));
                Person::new(shared, n / 2, n % 2 == 0, seed).lives();
            })
        })
        .collect();
    let mut early = 0;
    for _ in 0..kills {
        let mut server = Server::start(&folder, &shared);
        if rng.below(8) == 0 {
            // Killed during the start.
            early += 1;
            thread::sleep(Duration::from_millis(rng.below(100) as u64));
        } else {
            let moves = shared.observed().moves;
            comes_back(&mut server, &shared);
            // After another move, at a random moment.
            shared.wait("another move", |observed| (observed.moves > moves).then_some(()));
            thread::sleep(Duration::from_micros(rng.below(120_000) as u64));
        }
        server.kill(&shared);
        if rng.below(4) == 0 {
            // The server is down for a while, which is not charged to the clocks.
            thread::sleep(Duration::from_millis(100 + rng.below(400) as u64));
        }
    }
    let mut server = Server::start(&folder, &shared);
    let before = shared.observed().moved.clone();
    comes_back(&mut server, &shared);
    shared.wait("a move in every game", |observed| {
        let goes_on = |pair: usize| observed.moved.get(&pair) > before.get(&pair);
        (0..GAMES.len()).all(goes_on).then_some(())
    });
    shared.change(|observed| observed.is_over = true);
    server.kill(&shared);
    for person in people {
        person.join().expect("nobody fails");
    }
    let observed = shared.observed();
    is_stored(&folder, &observed);
    println!(
        "killed {} times, {early} of them while it started: {} games ended, {} moves and {} events received, 0 lost; {:.0} s",
        kills + 1,
        observed.games,
        observed.moves,
        observed.events.values().map(BTreeMap::len).sum::<usize>(),
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
    // The first server is not affected.
    let (head, _) = ask(&address, "GET /api/v1/lobby", None, &json!({})).expect("an answer");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
}
