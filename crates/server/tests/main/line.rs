//! The client's end of a socket.

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

use crate::house::PATIENCE;

/// A socket.
pub struct Line {
    socket: WebSocketStream<TcpStream>,
}

impl Line {
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
        let (socket, _) = timeout(PATIENCE, client_async(request, stream)).await.expect("an answer in time")?;
        Ok(Self { socket })
    }

    pub async fn sends(&mut self, message: Message) {
        timeout(PATIENCE, self.socket.send(message)).await.expect("sent in time").expect("sent");
    }

    pub async fn says(&mut self, message: &Value) {
        self.sends(Message::text(message.to_string())).await;
    }

    /// The next frame of any kind; nothing when the socket is closed without a word.
    pub async fn frame(&mut self) -> Option<Message> {
        timeout(PATIENCE, self.socket.next()).await.expect("a frame in time").and_then(Result::ok)
    }

    /// What the server says next.
    pub async fn hears(&mut self) -> Value {
        loop {
            match self.frame().await {
                Some(Message::Text(text)) => return serde_json::from_str(&text).expect("JSON"),
                Some(Message::Ping(_) | Message::Pong(_)) => {}
                other => panic!("{other:?} instead of a message"),
            }
        }
    }

    /// What the server says next of that type, and before what else.
    pub async fn hears_type(&mut self, kind: &str) -> Value {
        self.hears_until(|heard| heard["type"] == kind).await
    }

    pub async fn hears_until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let heard = self.hears().await;
            if fits(&heard) {
                return heard;
            }
        }
    }

    /// The next event.
    pub async fn event(&mut self) -> Value {
        self.hears_type("event").await["event"].take()
    }

    /// The next event of that name.
    pub async fn event_of(&mut self, what: &str) -> Value {
        self.hears_until(|heard| heard["event"]["what"] == what).await["event"].take()
    }

    /// The code of the next error, and the action that it is about.
    pub async fn error(&mut self) -> (String, Option<String>) {
        let heard = self.hears_type("error").await;
        assert!(heard["error"]["message"].as_str().is_some_and(|words| !words.is_empty()), "{heard}");
        let text = |value: &Value| value.as_str().map(str::to_owned);
        (text(&heard["error"]["code"]).expect("a code"), text(&heard["id"]))
    }

    /// Follows a room; its state with the side that one plays in it.
    pub async fn follows(&mut self, room: &str) -> Value {
        self.says(&json!({"type": "follow", "room": room})).await;
        self.hears_type("state").await
    }

    /// Does something; the id of the action.
    pub async fn acts(&mut self, room: &str, action: Value) -> String {
        /// No two sockets of a test use the same.
        static ACTS: AtomicU32 = AtomicU32::new(0);
        let id = format!("act-{}", ACTS.fetch_add(1, Ordering::Relaxed));
        self.acts_as(room, &id, action).await;
        id
    }

    pub async fn acts_as(&mut self, room: &str, id: &str, action: Value) {
        let mut message = json!({"type": "act", "room": room, "id": id});
        message.as_object_mut().expect("fields").extend(action.as_object().cloned().expect("fields"));
        self.says(&message).await;
    }

    /// Plays a move, and waits until it is told.
    pub async fn plays(&mut self, room: &str, ply: u32, text: &str) -> Value {
        let id = self.acts(room, mv(ply, text)).await;
        let told = self.hears_until(|heard| heard["event"]["id"] == id.as_str() || heard["id"] == id.as_str()).await;
        assert_eq!(told["event"]["what"], "moved", "{told}");
        told["event"].clone()
    }

    /// Asks whether the server has read all that was said, and has nothing more to say of it.
    pub async fn is_through(&mut self) {
        self.says(&json!({"type": "ping"})).await;
        self.hears_type("pong").await;
    }

    /// The code with which the server closes; nothing if it just goes.
    pub async fn closes(&mut self) -> Option<u16> {
        loop {
            match self.frame().await {
                Some(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Some(_) => {}
                None => return None,
            }
        }
    }

    /// Sends what the server may not take, and tells the code with which it closes.
    pub async fn throws(&mut self, message: Message) -> Option<u16> {
        // It may break before all is sent.
        let _ = timeout(PATIENCE, self.socket.send(message)).await.expect("sent in time");
        self.closes().await
    }

    /// Closes politely.
    pub async fn leaves(mut self) {
        let _ = timeout(PATIENCE, self.socket.close(None)).await.expect("closed in time");
        while self.frame().await.is_some() {}
    }
}

pub fn mv(ply: u32, text: &str) -> Value {
    json!({"do": "move", "ply": ply, "move": text})
}

pub fn offer(what: &str) -> Value {
    json!({"do": "offer", "offer": what})
}
