//! A line with a server that is played here, frame by frame.

use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::handshake::server::{Request, Response};
use tungstenite::protocol::CloseFrame;
use tungstenite::{Message, WebSocket, accept_hdr};
use zermelo_client::{ClientError, Line, Server, Told};
use zermelo_protocol::{ChatPhrase, EventKind, RoomAction};

/// How long anything may take. Nothing waits for it but a failure.
const PATIENCE: Duration = Duration::from_mins(1);

/// The server's side.
struct Host {
    listener: TcpListener,
}

impl Host {
    fn new() -> (Self, Server) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let server = Server::new(address.parse().expect("an address"), Some("zermelo=secret".to_owned()));
        (Self { listener }, server)
    }

    /// The next connection, greeted.
    fn accept(&self) -> Guest {
        let (stream, _) = self.listener.accept().expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        #[expect(clippy::result_large_err, reason = "the form of the library's callback")]
        let check = |request: &Request, response: Response| {
            assert_eq!(request.uri().path(), "/api/v1/socket");
            assert_eq!(request.headers()["cookie"], "zermelo=secret");
            Ok(response)
        };
        let mut guest = Guest(accept_hdr(stream, check).expect("a handshake"));
        guest.say(&json!({"type": "hello", "version": 1, "you": {"id": "a", "name": "Ada"}}));
        guest
    }
}

struct Guest(WebSocket<TcpStream>);

impl Guest {
    fn say(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).expect("sent");
    }

    fn state(&mut self, seq: u32, moves: &[&str]) {
        self.say(&json!({"type": "state", "you": "first", "state": {
            "room": "room", "seq": seq, "game": "tictactoe", "start": "3/3/3 x", "opponent": "friend", "clock": "none",
            "first": null, "second": null, "stage": "playing", "moves": moves, "took_ms": [], "opening": 0,
            "clocks_ms": null, "running": null, "offers": [], "said": [], "ending": null, "rematch": null,
            "paused": false, "pace_ms": 0, "presence": {"first": true, "second": true, "watchers": 0},
        }}));
    }

    fn event(&mut self, seq: u32, id: Option<&str>, what: &Value) {
        let mut event = json!({"seq": seq, "at_ms": 0, "by": "first"});
        event.as_object_mut().expect("an object").extend(what.as_object().expect("an object").clone());
        if let Some(id) = id {
            event["id"] = json!(id);
        }
        self.say(&json!({"type": "event", "room": "room", "event": event}));
    }

    /// What is said next.
    fn hear(&mut self) -> Value {
        loop {
            match self.0.read().expect("a message") {
                Message::Text(text) => return serde_json::from_str(&text).expect("JSON"),
                Message::Close(_) => return json!({"type": "closed"}),
                _ => {}
            }
        }
    }

    fn hears_follow(&mut self, since: Option<u32>) {
        let heard = self.hear();
        assert_eq!((&heard["type"], &heard["room"]), (&json!("follow"), &json!("room")), "{heard}");
        assert_eq!(heard.get("since").and_then(Value::as_u64), since.map(u64::from), "{heard}");
    }
}

fn next(line: &Line) -> Told {
    line.next(PATIENCE).expect("something is told")
}

fn said() -> Value {
    json!({"what": "said", "saying": "hello"})
}

/// A line that stands in a room after so many events.
fn standing(host: &Host, server: &Server, seq: u32) -> (Line, Guest) {
    let line = Line::to(server, "room").expect("a thread");
    let mut guest = host.accept();
    guest.hears_follow(None);
    guest.state(seq, &[]);
    assert!(matches!(next(&line), Told::Connected { you: Some(_) }));
    assert!(matches!(next(&line), Told::State { .. }));
    (line, guest)
}

#[test]
fn what_was_not_answered_is_said_again_under_the_same_name() {
    let (host, server) = Host::new();
    let (mut line, mut guest) = standing(&host, &server, 5);
    let mv = RoomAction::Move { ply: 0, mv: "b2".to_owned() };
    let id = line.act(mv);
    let first = guest.hear();
    assert_eq!((&first["id"], &first["do"], &first["ply"]), (&json!(id), &json!("move"), &json!(0)));
    drop(guest);
    assert!(matches!(next(&line), Told::Lost { .. }));
    // Said while there is no connection: it goes, too.
    let greeting = line.act(RoomAction::Say { saying: ChatPhrase::Hello });
    let mut guest = host.accept();
    guest.hears_follow(Some(5));
    assert_eq!(guest.hear(), first);
    assert_eq!(guest.hear()["id"], json!(greeting));
    // It had arrived: the event comes as missed, and once more as the answer.
    let moved = json!({"what": "moved", "ply": 0, "move": "b2", "took_ms": 1});
    guest.event(6, Some(&id), &moved);
    guest.event(6, Some(&id), &moved);
    guest.event(7, Some(&greeting), &said());
    assert!(matches!(next(&line), Told::Connected { .. }));
    for seq in [6, 7] {
        assert!(matches!(next(&line), Told::Event(event) if event.seq == seq));
    }
    drop(guest);
    assert!(matches!(next(&line), Told::Lost { .. }));
    // Nothing is left to be said.
    let mut guest = host.accept();
    guest.hears_follow(Some(7));
    line.leave();
    assert_eq!(guest.hear()["type"], "closed");
}

#[test]
fn what_is_missing_is_asked_for() {
    let (host, server) = Host::new();
    let (line, mut guest) = standing(&host, &server, 5);
    guest.event(7, None, &said());
    guest.hears_follow(Some(5));
    guest.event(6, None, &said());
    guest.event(7, None, &said());
    for seq in [6, 7] {
        assert!(matches!(next(&line), Told::Event(event) if event.seq == seq));
    }
    // An event of a later server is no end: the room is shown as it stands.
    guest.event(8, None, &json!({"what": "sung", "song": "la"}));
    guest.hears_follow(None);
    guest.state(8, &[]);
    assert!(matches!(next(&line), Told::State { state, .. } if state.seq == 8));
    // What the server lost has not happened.
    guest.say(&json!({"type": "error", "room": "room", "error": {"code": "server/internal", "message": "lost"}}));
    assert!(matches!(next(&line), Told::Lost { why, .. } if why == "lost"));
    let mut guest = host.accept();
    guest.hears_follow(None);
}

#[test]
fn refusals_answer_and_a_room_is_followed_again() {
    let (host, server) = Host::new();
    let (mut line, mut guest) = standing(&host, &server, 5);
    let refusal = |id: &str, code: &str| json!({"type": "error", "room": "room", "id": id, "error": {"code": code, "message": "no"}});
    let id = line.act(RoomAction::Resign);
    guest.hear();
    // The room was taken up anew: it is followed, and what was said is said again.
    guest.say(&refusal(&id, "room/not-followed"));
    guest.hears_follow(Some(5));
    assert_eq!(guest.hear()["id"], json!(id));
    // Kept until it is stored: told, and not forgotten.
    guest.say(&refusal(&id, "store/unavailable"));
    assert!(matches!(next(&line), Told::Refused { error, .. } if error.code == "store/unavailable"));
    guest.event(6, Some(&id), &said());
    assert!(matches!(next(&line), Told::Event(event) if matches!(event.kind, EventKind::Said { .. })));
    let id = line.act(RoomAction::Abort);
    guest.hear();
    guest.say(&refusal(&id, "room/too-late"));
    assert!(matches!(next(&line), Told::Refused { id: Some(refused), .. } if refused == id));
    // The server says why it goes.
    let frame = CloseFrame { code: 1012.into(), reason: "stopping".into() };
    guest.0.close(Some(frame)).expect("sent");
    assert!(matches!(next(&line), Told::Lost { why, .. } if why == "the server stops"));
    let mut guest = host.accept();
    guest.hears_follow(Some(6));
    // Another room: nothing of the one before.
    line.follow("other");
    assert_eq!(guest.hear(), json!({"type": "unfollow", "room": "room"}));
    let follow = guest.hear();
    assert_eq!((&follow["room"], follow.get("since")), (&json!("other"), None));
}

#[test]
fn another_version_ends_it() {
    let (host, server) = Host::new();
    let line = Line::to(&server, "room").expect("a thread");
    let mut guest = host.accept();
    guest.say(&json!({"type": "hello", "version": 2, "you": null}));
    assert!(matches!(next(&line), Told::Connected { .. }));
    assert!(matches!(next(&line), Told::Failed(ClientError::Version { .. })));
    assert_eq!(line.next(PATIENCE), None);
}
