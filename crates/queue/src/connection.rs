//! The connection to a NATS server.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::context::{
    ContextBuilder, GetStreamErrorKind, PublishErrorKind, RequestError, RequestErrorKind,
};
use async_nats::jetstream::message::PublishMessage;
use async_nats::{Client, ConnectErrorKind, ConnectOptions, ServerAddr};
use tokio::runtime::Runtime;
use tokio::time::{sleep, timeout};

use crate::error::QueueError;
use crate::event::{EventListener, QueueEvent};

/// A connection to a server with `JetStream`, and the runtime that drives it.
pub struct Queue {
    pub(crate) runtime: Runtime,
    pub(crate) connection: Arc<Connection>,
}

/// The connection. The client reconnects by itself.
pub(crate) struct Connection {
    /// The address without the password.
    pub(crate) url: String,
    pub(crate) client: Client,
    pub(crate) context: Context,
    listener: EventListener,
}

/// The timeout of connecting and of requests.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The timeout of the first request, which is then repeated. When two clients send their first request at the same moment, the server may
/// lose one of them (nats-server 2.9.10, about one start in some hundreds).
const FIRST_TIMEOUT: Duration = Duration::from_secs(1);
/// How often the first request is sent.
const FIRST_ATTEMPTS: u32 = 5;
/// The pause before publishing is tried again.
const RETRY_PAUSE: Duration = Duration::from_millis(250);
/// A stream is gone when this many consecutive requests do not find it. A server that has just started may know only some of its streams.
const MAX_MISSES: u32 = 4;
/// The most published messages whose acknowledgement by the server is pending.
pub(crate) const MAX_IN_FLIGHT: usize = 256;

impl Queue {
    /// Connects to a server and checks that it has `JetStream`. `listener` receives the events from now on.
    ///
    /// # Errors
    /// The address is invalid, the server is unreachable or rejects the login, or it runs without `JetStream`.
    pub fn connect(url: &str, listener: EventListener) -> Result<Self, QueueError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|why| QueueError::Failed {
            url: url.to_owned(),
            what: "be reached: this machine can't start a thread",
            why: why.to_string(),
        })?;
        let connection = runtime.block_on(Connection::connect(url, listener))?;
        Ok(Self { runtime, connection: Arc::new(connection) })
    }

    /// The address of the server, without the password.
    pub fn url(&self) -> &str {
        &self.connection.url
    }
}

impl Connection {
    async fn connect(text: &str, listener: EventListener) -> Result<Self, QueueError> {
        let address: ServerAddr = text.parse().map_err(|_| QueueError::Url { url: text.to_owned() })?;
        if address.host().is_empty() || address.is_websocket() {
            return Err(QueueError::Url { url: text.to_owned() });
        }
        let url = format!("{}://{}:{}", address.scheme(), address.host(), address.port());
        let options = ConnectOptions::new()
            .name("zermelo")
            .connection_timeout(TIMEOUT)
            .request_timeout(Some(TIMEOUT))
            .reconnect_delay_callback(|attempts| Duration::from_millis(100 * attempts.min(20) as u64))
            .event_callback(connection_events(Arc::clone(&listener)));
        let options = match (address.username(), address.password()) {
            (Some(user), Some(password)) => options.user_and_password(percent_decode(user), percent_decode(password)),
            (Some(token), None) => options.token(percent_decode(token)),
            (None, _) => options,
        };
        let unreachable = |why: String| QueueError::Unreachable { url: url.clone(), why };
        let connecting = timeout(2 * TIMEOUT, options.connect(address.clone())).await;
        let client = connecting.map_err(|_| unreachable("no answer".to_owned()))?.map_err(|error| {
            let why = root_cause(&error);
            match error.kind() {
                ConnectErrorKind::ServerParse => QueueError::Url { url: text.to_owned() },
                ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                    QueueError::Unauthorized { url: url.clone() }
                }
                ConnectErrorKind::Tls => QueueError::Tls { url: url.clone(), why },
                _ => unreachable(why),
            }
        })?;
        let context = ContextBuilder::new()
            .timeout(TIMEOUT)
            .max_ack_inflight(2 * MAX_IN_FLIGHT)
            .backpressure_on_inflight(true)
            .build(client.clone());
        let connection = Self { url, client, context, listener };
        connection.check_jetstream().await?;
        Ok(connection)
    }

    /// Checks that the server has `JetStream`. The response is parsed as plain JSON because its fields differ between server versions.
    async fn check_jetstream(&self) -> Result<(), QueueError> {
        let no_jetstream = || QueueError::NoJetStream { url: self.url.clone() };
        let what = "describe its JetStream account";
        let response = self.first_request().await.map_err(|error| match error.kind() {
            RequestErrorKind::NoResponders => no_jetstream(),
            RequestErrorKind::TimedOut => {
                QueueError::Failed { url: self.url.clone(), what, why: "it does not answer".to_owned() }
            }
            _ => self.failed(what, &error),
        })?;
        match &response["error"] {
            serde_json::Value::Null => Ok(()),
            error if error["code"] == 503 => Err(no_jetstream()),
            error => Err(QueueError::Failed { url: self.url.clone(), what, why: error["description"].to_string() }),
        }
    }

    /// Requests the account information, repeatedly because the server may lose the first request of a connection.
    async fn first_request(&self) -> Result<serde_json::Value, RequestError> {
        for _ in 1..FIRST_ATTEMPTS {
            if let Ok(response) = timeout(FIRST_TIMEOUT, self.context.request("INFO", &())).await {
                return response;
            }
        }
        self.context.request("INFO", &()).await
    }

    /// The error of a request to this server; `what` completes "can't".
    pub(crate) fn failed(&self, what: &'static str, why: &dyn std::error::Error) -> QueueError {
        QueueError::Failed { url: self.url.clone(), what, why: root_cause(why) }
    }

    pub(crate) fn emit(&self, event: &QueueEvent) {
        (self.listener)(event);
    }

    /// Publishes a message, and repeats it until the server has stored it. The server drops duplicates by the message id.
    pub(crate) async fn publish(&self, outgoing: &OutgoingMessage) -> PublishOutcome {
        let mut misses = 0;
        loop {
            let mut message = PublishMessage::build()
                .payload(outgoing.payload.clone().into())
                .message_id(&outgoing.id)
                .header(LOST_WORKERS_HEADER, outgoing.lost.to_string());
            if let Some(sequence) = outgoing.replaces {
                message = message.expected_last_subject_sequence(sequence);
            }
            let sent = match self.context.send_publish(outgoing.subject.clone(), message).await {
                Ok(ack) => ack.await,
                Err(error) => Err(error),
            };
            match sent {
                Ok(_) => return PublishOutcome::Stored,
                Err(error) if error.kind() == PublishErrorKind::MaxPayloadExceeded => {
                    return PublishOutcome::TooLarge(root_cause(&error));
                }
                Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => return PublishOutcome::Obsolete,
                Err(_) => {}
            }
            misses = if self.lacks_stream(&outgoing.stream).await { misses + 1 } else { 0 };
            if misses >= MAX_MISSES {
                return PublishOutcome::Obsolete;
            }
            sleep(RETRY_PAUSE).await;
        }
    }

    /// Whether the server reports that the stream does not exist.
    async fn lacks_stream(&self, stream: &str) -> bool {
        let found = self.context.get_stream(stream).await.map(|_| ());
        matches!(found.map_err(|error| error.kind()), Err(GetStreamErrorKind::JetStream(error)) if error.code() == 404)
    }
}

/// A message to publish.
#[derive(Clone, Debug)]
pub(crate) struct OutgoingMessage {
    pub(crate) stream: String,
    pub(crate) subject: String,
    /// The server drops a second message with the same id.
    pub(crate) id: String,
    /// Workers that were lost with the job.
    pub(crate) lost: u64,
    /// The server stores it only if the last message on its subject has this sequence number.
    pub(crate) replaces: Option<u64>,
    pub(crate) payload: Vec<u8>,
}

/// The header with the number of workers that were lost with a job before it was published again.
pub(crate) const LOST_WORKERS_HEADER: &str = "Zermelo-Lost";

/// The outcome of publishing a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PublishOutcome {
    Stored,
    /// The stream, or the message to replace, does not exist any more.
    Obsolete,
    /// The message exceeds the server's `max_payload`; with the server's error message.
    TooLarge(String),
}

/// A callback that reports when the connection is lost and restored.
fn connection_events(
    listener: EventListener,
) -> impl Fn(async_nats::Event) -> std::future::Ready<()> + Send + Sync + 'static {
    let was_lost = AtomicBool::new(false);
    move |event| {
        match event {
            async_nats::Event::Disconnected if !was_lost.swap(true, Ordering::SeqCst) => {
                listener(&QueueEvent::Disconnected);
            }
            async_nats::Event::Connected if was_lost.swap(false, Ordering::SeqCst) => {
                listener(&QueueEvent::Reconnected);
            }
            _ => {}
        }
        std::future::ready(())
    }
}

/// The message of the innermost source of an error, which comes from the system or the server.
pub(crate) fn root_cause(error: &dyn std::error::Error) -> String {
    let mut last = error;
    while let Some(source) = last.source() {
        last = source;
    }
    last.to_string()
}

/// Decodes the percent-encoding in a part of a URL.
fn percent_decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let escaped = match (first, tail) {
            (b'%', [high, low, ..]) => {
                let digit = |byte: u8| (byte as char).to_digit(16);
                digit(*high).zip(digit(*low)).map(|(high, low)| (16 * high + low) as u8)
            }
            _ => None,
        };
        bytes.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_encoding_is_decoded() {
        assert_eq!(percent_decode("pass%40word%2f"), "pass@word/");
        assert_eq!(percent_decode("100%"), "100%");
        assert_eq!(percent_decode("%zz"), "%zz");
    }
}
