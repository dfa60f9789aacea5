//! A minimal client of the server, because the load generator must not be the bottleneck.

use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// A guest with a cookie.
#[derive(Clone)]
pub struct Person {
    address: Arc<str>,
    cookie: Arc<str>,
}

impl Person {
    /// Becomes a guest of a server.
    pub async fn new(address: &str) -> Result<Self> {
        let (head, _) = request(address, "POST /api/v1/guest", None, "{}").await?;
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).context("no cookie")?;
        let cookie = cookie.split(';').next().unwrap_or_default();
        Ok(Self { address: address.into(), cookie: cookie.into() })
    }

    /// Sends a request and reads the JSON of its answer.
    pub async fn post(&self, path: &str, body: &str) -> Result<Value> {
        let (head, body) = request(&self.address, &format!("POST /api/v1{path}"), Some(&self.cookie), body).await?;
        ensure!(head.contains(" 200 ") || head.contains(" 201 "), "{path}: {body}");
        Ok(serde_json::from_str(&body)?)
    }

    /// Opens a socket, as a person.
    pub async fn socket(&self) -> Result<Socket> {
        Socket::open(&self.address, Some(&self.cookie)).await
    }
}

/// Sends a request and reads the head and the body of its answer.
pub async fn request(address: &str, head: &str, cookie: Option<&str>, body: &str) -> Result<(String, String)> {
    let mut socket = TcpStream::connect(address).await?;
    socket.set_nodelay(true)?;
    let cookie = cookie.map_or_else(String::new, |cookie| format!("Cookie: {cookie}\r\n"));
    let text = format!(
        "{head} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\n{cookie}Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    socket.write_all(text.as_bytes()).await?;
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").context("no answer")?;
    Ok((head.to_owned(), body.to_owned()))
}

/// A socket.
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Opens one.
    pub async fn open(address: &str, cookie: Option<&str>) -> Result<Self> {
        Self::at(address, "/api/v1/socket", cookie).await
    }

    /// Opens one of any server.
    pub async fn at(address: &str, path: &str, cookie: Option<&str>) -> Result<Self> {
        let mut request = format!("ws://{address}{path}").into_client_request()?;
        if let Some(cookie) = cookie {
            request.headers_mut().insert("cookie", cookie.parse()?);
        }
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await?;
        Ok(Self(socket))
    }

    /// Sends a message.
    pub async fn say(&mut self, text: String) -> Result<()> {
        Ok(self.0.send(Message::text(text)).await?)
    }

    /// The next message.
    pub async fn hear(&mut self) -> Result<String> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text.to_string()),
                Some(Ok(Message::Close(why))) => bail!("the server closed a socket: {why:?}"),
                Some(Ok(_)) => {}
                Some(Err(why)) => return Err(why.into()),
                None => bail!("the server is gone"),
            }
        }
    }

    /// The next message that contains a text.
    pub async fn hear_of(&mut self, what: &str) -> Result<String> {
        loop {
            let text = self.hear().await?;
            ensure!(!text.contains("\"type\":\"error\""), "{text}");
            if text.contains(what) {
                return Ok(text);
            }
        }
    }
}
