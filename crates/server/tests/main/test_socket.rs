//! The client side of a WebSocket.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderName, HeaderValue};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::test_server::TIMEOUT;

/// A WebSocket to a test server.
pub struct TestSocket {
    socket: WebSocketStream<TcpStream>,
}

impl TestSocket {
    pub async fn open(
        address: SocketAddr,
        cookie: Option<&str>,
        headers: &[(&'static str, &str)],
    ) -> Result<Self, Error> {
        let mut request = format!("ws://{address}/api/v1/socket").into_client_request()?;
        let cookie = cookie.map(|cookie| ("cookie", cookie));
        for (name, value) in cookie.iter().chain(headers) {
            request.headers_mut().append(HeaderName::from_static(name), HeaderValue::from_str(value)?);
        }
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (socket, _) = timeout(TIMEOUT, client_async(request, stream)).await.expect("an answer in time")?;
        Ok(Self { socket })
    }

    pub async fn send(&mut self, message: Message) {
        timeout(TIMEOUT, self.socket.send(message)).await.expect("sent in time").expect("sent");
    }

    pub async fn send_json(&mut self, message: &Value) {
        self.send(Message::text(message.to_string())).await;
    }

    /// The next frame of any type; `None` if the connection ends.
    pub async fn frame(&mut self) -> Option<Message> {
        timeout(TIMEOUT, self.socket.next()).await.expect("a frame in time").and_then(Result::ok)
    }

    /// The next message.
    pub async fn receive(&mut self) -> Value {
        loop {
            match self.frame().await {
                Some(Message::Text(text)) => return serde_json::from_str(&text).expect("JSON"),
                Some(Message::Ping(_) | Message::Pong(_)) => {}
                other => panic!("{other:?} instead of a message"),
            }
        }
    }

    /// The next message of a type; others are skipped.
    pub async fn receive_type(&mut self, kind: &str) -> Value {
        self.receive_until(|received| received["type"] == kind).await
    }

    pub async fn receive_until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let received = self.receive().await;
            if fits(&received) {
                return received;
            }
        }
    }

    /// The next event.
    pub async fn event(&mut self) -> Value {
        self.receive_type("event").await["event"].take()
    }

    /// The next event of a kind.
    pub async fn event_of(&mut self, what: &str) -> Value {
        self.receive_until(|received| received["event"]["what"] == what).await["event"].take()
    }

    /// The code of the next error, and the id of its action.
    pub async fn error(&mut self) -> (String, Option<String>) {
        let received = self.receive_type("error").await;
        assert!(received["error"]["message"].as_str().is_some_and(|words| !words.is_empty()), "{received}");
        let text = |value: &Value| value.as_str().map(str::to_owned);
        (text(&received["error"]["code"]).expect("a code"), text(&received["id"]))
    }

    /// Follows a room. Returns the message with its state.
    pub async fn follow(&mut self, room: &str) -> Value {
        self.send_json(&json!({"type": "follow", "room": room})).await;
        self.receive_type("state").await
    }

    /// Sends an action with a new id. Returns the id.
    pub async fn act(&mut self, room: &str, action: Value) -> String {
        /// Shared, so that the sockets of a test use different ids.
        static ACTS: AtomicU32 = AtomicU32::new(0);
        let id = format!("act-{}", ACTS.fetch_add(1, Ordering::Relaxed));
        self.act_as(room, &id, action).await;
        id
    }

    pub async fn act_as(&mut self, room: &str, id: &str, action: Value) {
        let mut message = json!({"type": "act", "room": room, "id": id});
        message.as_object_mut().expect("fields").extend(action.as_object().cloned().expect("fields"));
        self.send_json(&message).await;
    }

    /// Plays a move and waits for its event.
    pub async fn play(&mut self, room: &str, ply: u32, text: &str) -> Value {
        let id = self.act(room, mv(ply, text)).await;
        let answer = self
            .receive_until(|received| received["event"]["id"] == id.as_str() || received["id"] == id.as_str())
            .await;
        assert_eq!(answer["event"]["what"], "moved", "{answer}");
        answer["event"].clone()
    }

    /// Waits until the server has handled all messages so far, by a ping.
    pub async fn sync(&mut self) {
        self.send_json(&json!({"type": "ping"})).await;
        self.receive_type("pong").await;
    }

    /// Waits for the end of the connection. Returns the close code, if there is one.
    pub async fn close_code(&mut self) -> Option<u16> {
        loop {
            match self.frame().await {
                Some(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Some(_) => {}
                None => return None,
            }
        }
    }

    /// Sends a message that is too long. Returns the close code, if there is one.
    pub async fn send_oversized(&mut self, message: Message) -> Option<u16> {
        // The connection may break before the message is sent.
        let _ = timeout(TIMEOUT, self.socket.send(message)).await.expect("sent in time");
        self.close_code().await
    }

    /// Closes with a closing handshake.
    pub async fn close(mut self) {
        let _ = timeout(TIMEOUT, self.socket.close(None)).await.expect("closed in time");
        while self.frame().await.is_some() {}
    }
}

pub fn mv(ply: u32, text: &str) -> Value {
    json!({"do": "move", "ply": ply, "move": text})
}

pub fn offer(what: &str) -> Value {
    json!({"do": "offer", "offer": what})
}
