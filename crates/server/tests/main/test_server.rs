//! A server on a free port, with guests.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use zermelo_server::{Config, RateLimit, SocketLimits, serve};

use crate::store;
use crate::test_socket::TestSocket;

/// The timeout of all waits. Only a failing test reaches it.
pub const TIMEOUT: Duration = Duration::from_mins(2);

/// A server with its data folder.
pub struct TestServer {
    pub address: SocketAddr,
    pub folder: TempDir,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

/// A guest with a cookie.
#[derive(Clone, Debug)]
pub struct Guest {
    pub id: String,
    pub cookie: String,
}

/// An HTTP response.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{self:?}: {why}"))
    }

    /// The status and code of an error. Its message must not be empty.
    pub fn error(&self) -> (u16, String) {
        let error = &self.json()["error"];
        assert!(error["message"].as_str().is_some_and(|words| !words.is_empty()), "{self:?}");
        (self.status, error["code"].as_str().unwrap_or_default().to_owned())
    }
}

/// A configuration with limits that no test reaches.
pub fn unlimited_config() -> Config {
    let rate = RateLimit { per_second: 100_000, burst: 100_000 };
    Config { rate, sockets: SocketLimits { per_person: 10_000, rate }, ..Config::default() }
}

impl TestServer {
    pub async fn start() -> Self {
        Self::with_config(unlimited_config()).await
    }

    pub async fn with_config(config: Config) -> Self {
        Self::in_folder(tempfile::tempdir().expect("a folder"), config).await
    }

    pub async fn in_folder(folder: TempDir, config: Config) -> Self {
        let store = store(folder.path()).await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel();
        let served = tokio::spawn(async move {
            let stopped = async move { drop(stopped.await) };
            serve(listener, config, store, stopped).await.unwrap_or_else(|why| panic!("{why}"));
        });
        Self { address, folder, stop, served }
    }

    /// Stops the server. Returns its data folder.
    pub async fn stop(self) -> TempDir {
        self.stop.send(()).expect("it runs");
        self.served.await.expect("it stops");
        self.folder
    }

    /// Sends a request. `head` is its method and path.
    pub async fn http(&self, head: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        tokio::time::timeout(TIMEOUT, self.send_request(head, headers, body)).await.expect("an answer in time")
    }

    async fn send_request(&self, head: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut socket = TcpStream::connect(self.address).await.expect("a connection");
        let mut text = format!("{head} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.address);
        for (name, value) in headers {
            text.extend([name, ": ", value, "\r\n"]);
        }
        text.extend(["content-length: ", &body.len().to_string(), "\r\n\r\n"]);
        socket.write_all(text.as_bytes()).await.expect("sent");
        socket.write_all(body).await.expect("sent");
        let mut answer = Vec::new();
        socket.read_to_end(&mut answer).await.expect("an answer");
        let answer = String::from_utf8(answer).expect("text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    pub async fn get(&self, path: &str, guest: Option<&Guest>) -> Answer {
        let cookie = guest.map(|guest| ("cookie", guest.cookie.as_str()));
        self.http(&format!("GET /api/v1{path}"), cookie.as_slice(), b"").await
    }

    pub async fn post(&self, path: &str, guest: Option<&Guest>, body: &Value) -> Answer {
        let mut headers = vec![("content-type", "application/json")];
        headers.extend(guest.map(|guest| ("cookie", guest.cookie.as_str())));
        self.http(&format!("POST /api/v1{path}"), &headers, body.to_string().as_bytes()).await
    }

    /// Creates a guest.
    pub async fn guest(&self, name: &str) -> Guest {
        let answer = self.post("/guest", None, &json!({"name": name})).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        let cookie = answer.head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
        let cookie = cookie.split(';').next().expect("its value").to_owned();
        Guest { id: answer.json()["id"].as_str().expect("an id").to_owned(), cookie }
    }

    /// Creates a room. Returns its code.
    pub async fn room(&self, guest: &Guest, request: &Value) -> String {
        let answer = self.post("/rooms", Some(guest), request).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        answer.json()["room"].as_str().expect("a code").to_owned()
    }

    /// Creates a room and joins it. The game is tic-tac-toe unless requested otherwise.
    pub async fn game(&self, first: &Guest, second: &Guest, request: Value) -> String {
        let mut whole = json!({"game": "tictactoe", "opponent": {"kind": "friend"}, "side": "first"});
        let fields = whole.as_object_mut().expect("fields");
        fields.extend(request.as_object().cloned().expect("fields"));
        let room = self.room(first, &whole).await;
        let joined = self.post(&format!("/rooms/{room}/join"), Some(second), &json!({})).await;
        assert_eq!(joined.status, 200, "{joined:?}");
        room
    }

    /// The state of a room.
    pub async fn state(&self, room: &str) -> Value {
        let answer = self.get(&format!("/rooms/{room}"), None).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()["state"].take()
    }

    /// A socket, with or without the cookie of a guest.
    pub async fn socket(&self, guest: Option<&Guest>) -> TestSocket {
        let mut socket =
            TestSocket::open(self.address, guest.map(|guest| guest.cookie.as_str()), &[]).await.expect("a socket");
        let hello = socket.receive().await;
        assert_eq!((&hello["type"], &hello["version"]), (&json!("hello"), &json!(1)));
        assert_eq!(hello["you"]["id"].as_str(), guest.map(|guest| guest.id.as_str()));
        socket
    }

    /// A socket that follows a room.
    pub async fn socket_in_room(&self, guest: Option<&Guest>, room: &str) -> TestSocket {
        let mut socket = self.socket(guest).await;
        socket.follow(room).await;
        socket
    }
}
