//! A line with a server that is played here, frame by frame.

use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::handshake::server::{Request, Response};
use tungstenite::protocol::CloseFrame;
use tungstenite::{Message, WebSocket, accept_hdr};
use zermelo_client::{ClientError, RoomConnection, Server, ServerEvent};
use zermelo_protocol::{ChatPhrase, EventKind, RoomAction};

/// How long anything may take. Nothing waits for it but a failure.
const TIMEOUT: Duration = Duration::from_mins(1);

/// The server's side.
struct FakeServer {
    listener: TcpListener,
}

impl FakeServer {
    fn new() -> (Self, Server) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let server = Server::new(address.parse().expect("an address"), Some("zermelo=secret".to_owned()));
        (Self { listener }, server)
    }

    /// The next connection, greeted.
    fn accept(&self) -> FakeSocket {
        let (stream, _) = self.listener.accept().expect("a connection");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a time");
        #[expect(clippy::result_large_err, reason = "the form of the library's callback")]
        let check = |request: &Request, response: Response| {
            assert_eq!(request.uri().path(), "/api/v1/socket");
            assert_eq!(request.headers()["cookie"], "zermelo=secret");
            Ok(response)
        };
        let mut socket = FakeSocket(accept_hdr(stream, check).expect("a handshake"));
        socket.send(&json!({"type": "hello", "version": 1, "you": {"id": "a", "name": "Ada"}}));
        socket
    }
}

struct FakeSocket(WebSocket<TcpStream>);

impl FakeSocket {
    fn send(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).expect("sent");
    }

    fn state(&mut self, seq: u32, moves: &[&str]) {
        self.send(&json!({"type": "state", "you": "first", "state": {
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
        self.send(&json!({"type": "event", "room": "room", "event": event}));
    }

    /// What is said next.
    fn receive(&mut self) -> Value {
        loop {
            match self.0.read().expect("a message") {
                Message::Text(text) => return serde_json::from_str(&text).expect("JSON"),
                Message::Close(_) => return json!({"type": "closed"}),
                _ => {}
            }
        }
    }

    fn expect_follow(&mut self, since: Option<u32>) {
        let received = self.receive();
        assert_eq!((&received["type"], &received["room"]), (&json!("follow"), &json!("room")), "{received}");
        assert_eq!(received.get("since").and_then(Value::as_u64), since.map(u64::from), "{received}");
    }
}

fn next_event(connection: &RoomConnection) -> ServerEvent {
    connection.next_event(TIMEOUT).expect("something is told")
}

fn said_event() -> Value {
    json!({"what": "said", "saying": "hello"})
}

/// A line that stands in a room after so many events.
fn connected(fake_server: &FakeServer, server: &Server, seq: u32) -> (RoomConnection, FakeSocket) {
    let connection = RoomConnection::open(server, "room").expect("a thread");
    let mut socket = fake_server.accept();
    socket.expect_follow(None);
    socket.state(seq, &[]);
    assert!(matches!(next_event(&connection), ServerEvent::Connected { you: Some(_) }));
    assert!(matches!(next_event(&connection), ServerEvent::State { .. }));
    (connection, socket)
}

#[test]
fn an_unanswered_action_is_sent_again_with_the_same_id() {
    let (fake_server, server) = FakeServer::new();
    let (mut connection, mut socket) = connected(&fake_server, &server, 5);
    let mv = RoomAction::Move { ply: 0, mv: "b2".to_owned() };
    let id = connection.act(mv);
    let first = socket.receive();
    assert_eq!((&first["id"], &first["do"], &first["ply"]), (&json!(id), &json!("move"), &json!(0)));
    drop(socket);
    assert!(matches!(next_event(&connection), ServerEvent::Disconnected { .. }));
    // Said while there is no connection: it goes, too.
    let greeting = connection.act(RoomAction::Say { saying: ChatPhrase::Hello });
    let mut socket = fake_server.accept();
    socket.expect_follow(Some(5));
    assert_eq!(socket.receive(), first);
    assert_eq!(socket.receive()["id"], json!(greeting));
    // It had arrived: the event comes as missed, and once more as the answer.
    let moved = json!({"what": "moved", "ply": 0, "move": "b2", "took_ms": 1});
    socket.event(6, Some(&id), &moved);
    socket.event(6, Some(&id), &moved);
    socket.event(7, Some(&greeting), &said_event());
    assert!(matches!(next_event(&connection), ServerEvent::Connected { .. }));
    for seq in [6, 7] {
        assert!(matches!(next_event(&connection), ServerEvent::Event(event) if event.seq == seq));
    }
    drop(socket);
    assert!(matches!(next_event(&connection), ServerEvent::Disconnected { .. }));
    // Nothing is left to be said.
    let mut socket = fake_server.accept();
    socket.expect_follow(Some(7));
    connection.close();
    assert_eq!(socket.receive()["type"], "closed");
}

#[test]
fn missing_events_are_requested() {
    let (fake_server, server) = FakeServer::new();
    let (connection, mut socket) = connected(&fake_server, &server, 5);
    socket.event(7, None, &said_event());
    socket.expect_follow(Some(5));
    socket.event(6, None, &said_event());
    socket.event(7, None, &said_event());
    for seq in [6, 7] {
        assert!(matches!(next_event(&connection), ServerEvent::Event(event) if event.seq == seq));
    }
    // An event of a later server is no end: the room is shown as it stands.
    socket.event(8, None, &json!({"what": "sung", "song": "la"}));
    socket.expect_follow(None);
    socket.state(8, &[]);
    assert!(matches!(next_event(&connection), ServerEvent::State { state, .. } if state.seq == 8));
    // What the server lost has not happened.
    socket.send(&json!({"type": "error", "room": "room", "error": {"code": "server/internal", "message": "lost"}}));
    assert!(matches!(next_event(&connection), ServerEvent::Disconnected { why, .. } if why == "lost"));
    let mut socket = fake_server.accept();
    socket.expect_follow(None);
}

#[test]
fn errors_answer_actions_and_a_room_is_followed_again() {
    let (fake_server, server) = FakeServer::new();
    let (mut connection, mut socket) = connected(&fake_server, &server, 5);
    let refusal = |id: &str, code: &str| json!({"type": "error", "room": "room", "id": id, "error": {"code": code, "message": "no"}});
    let id = connection.act(RoomAction::Resign);
    socket.receive();
    // The room was taken up anew: it is followed, and what was said is said again.
    socket.send(&refusal(&id, "room/not-followed"));
    socket.expect_follow(Some(5));
    assert_eq!(socket.receive()["id"], json!(id));
    // Kept until it is stored: told, and not forgotten.
    socket.send(&refusal(&id, "store/unavailable"));
    assert!(matches!(next_event(&connection), ServerEvent::Refused { error, .. } if error.code == "store/unavailable"));
    socket.event(6, Some(&id), &said_event());
    assert!(
        matches!(next_event(&connection), ServerEvent::Event(event) if matches!(event.kind, EventKind::Said { .. }))
    );
    let id = connection.act(RoomAction::Abort);
    socket.receive();
    socket.send(&refusal(&id, "room/too-late"));
    assert!(matches!(next_event(&connection), ServerEvent::Refused { id: Some(refused), .. } if refused == id));
    // The server says why it goes.
    let frame = CloseFrame { code: 1012.into(), reason: "stopping".into() };
    socket.0.close(Some(frame)).expect("sent");
    assert!(
        matches!(next_event(&connection), ServerEvent::Disconnected { why, .. } if why == "the server is shutting down")
    );
    let mut socket = fake_server.accept();
    socket.expect_follow(Some(6));
    // Another room: nothing of the one before.
    connection.follow("other");
    assert_eq!(socket.receive(), json!({"type": "unfollow", "room": "room"}));
    let follow = socket.receive();
    assert_eq!((&follow["room"], follow.get("since")), (&json!("other"), None));
}

#[test]
fn another_version_ends_the_connection() {
    let (fake_server, server) = FakeServer::new();
    let connection = RoomConnection::open(&server, "room").expect("a thread");
    let mut socket = fake_server.accept();
    socket.send(&json!({"type": "hello", "version": 2, "you": null}));
    assert!(matches!(next_event(&connection), ServerEvent::Connected { .. }));
    assert!(matches!(next_event(&connection), ServerEvent::Failed(ClientError::VersionMismatch { .. })));
    assert_eq!(connection.next_event(TIMEOUT), None);
}
