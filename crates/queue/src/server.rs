//! The connection to a server, and what both ends do with it.

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
use crate::event::{Event, Say};

/// A server that was found to keep jobs.
pub struct Queue {
    pub(crate) runtime: Runtime,
    pub(crate) server: Arc<Server>,
}

/// The connection. It is made again by itself when it is lost.
pub(crate) struct Server {
    /// The address without the password.
    pub(crate) url: String,
    pub(crate) client: Client,
    pub(crate) context: Context,
    pub(crate) say: Say,
}

/// A server that does not answer within this time is not there.
const PATIENCE: Duration = Duration::from_secs(5);
/// The first question to a server is asked again after so long. When two clients ask their first at the same moment, one may never get its
/// answer (nats-server 2.9.10; one start in some hundreds).
const FIRST_PATIENCE: Duration = Duration::from_secs(1);
/// How often it is asked.
const FIRST_QUESTIONS: u32 = 5;
/// How long to wait before asking again.
const PAUSE: Duration = Duration::from_millis(250);
/// A stream is gone if it is not found so often in a row: a server that has just started may not know all of its streams yet.
const LOOKS: u32 = 4;
/// Messages that are published without the server having said that it has them.
pub(crate) const AT_ONCE: usize = 256;

impl Queue {
    /// Connects to a server and looks whether it keeps messages. `say` hears of what happens from now on.
    pub fn connect(url: &str, say: Say) -> Result<Self, QueueError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|why| QueueError::Failed {
            url: url.to_owned(),
            what: "be served by this machine",
            why: why.to_string(),
        })?;
        let server = runtime.block_on(Server::connect(url, say))?;
        Ok(Self { runtime, server: Arc::new(server) })
    }

    /// The address of the server, without the password.
    pub fn url(&self) -> &str {
        &self.server.url
    }
}

impl Server {
    async fn connect(text: &str, say: Say) -> Result<Self, QueueError> {
        let address: ServerAddr = text.parse().map_err(|_| QueueError::Url { url: text.to_owned() })?;
        if address.host().is_empty() || address.is_websocket() {
            return Err(QueueError::Url { url: text.to_owned() });
        }
        let url = format!("{}://{}:{}", address.scheme(), address.host(), address.port());
        let options = ConnectOptions::new()
            .name("zermelo")
            .connection_timeout(PATIENCE)
            .request_timeout(Some(PATIENCE))
            .reconnect_delay_callback(|attempts| Duration::from_millis(100 * attempts.min(20) as u64))
            .event_callback(callback(Arc::clone(&say)));
        let options = match (address.username(), address.password()) {
            (Some(user), Some(password)) => options.user_and_password(decoded(user), decoded(password)),
            (Some(token), None) => options.token(decoded(token)),
            (None, _) => options,
        };
        let unreachable = |why: String| QueueError::Unreachable { url: url.clone(), why };
        let connecting = timeout(2 * PATIENCE, options.connect(address.clone())).await;
        let client = connecting.map_err(|_| unreachable("no answer".to_owned()))?.map_err(|error| {
            let why = cause(&error);
            match error.kind() {
                ConnectErrorKind::ServerParse => QueueError::Url { url: text.to_owned() },
                ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                    QueueError::Refused { url: url.clone() }
                }
                ConnectErrorKind::Tls => QueueError::Tls { url: url.clone(), why },
                _ => unreachable(why),
            }
        })?;
        let context = ContextBuilder::new()
            .timeout(PATIENCE)
            .max_ack_inflight(2 * AT_ONCE)
            .backpressure_on_inflight(true)
            .build(client.clone());
        let server = Self { url, client, context, say };
        server.check().await?;
        Ok(server)
    }

    /// Whether it keeps messages. The answer is read as any JSON: what stands in it differs from version to version.
    async fn check(&self) -> Result<(), QueueError> {
        let no_stream = || QueueError::NoJetStream { url: self.url.clone() };
        let what = "say what it keeps";
        let answer = self.first_answer().await.map_err(|error| match error.kind() {
            RequestErrorKind::NoResponders => no_stream(),
            RequestErrorKind::TimedOut => {
                QueueError::Failed { url: self.url.clone(), what, why: "it does not answer".to_owned() }
            }
            _ => self.failed(what, &error),
        })?;
        match &answer["error"] {
            serde_json::Value::Null => Ok(()),
            error if error["code"] == 503 => Err(no_stream()),
            error => Err(QueueError::Failed { url: self.url.clone(), what, why: error["description"].to_string() }),
        }
    }

    /// What it says of itself.
    async fn first_answer(&self) -> Result<serde_json::Value, RequestError> {
        for _ in 1..FIRST_QUESTIONS {
            if let Ok(answer) = timeout(FIRST_PATIENCE, self.context.request("INFO", &())).await {
                return answer;
            }
        }
        self.context.request("INFO", &()).await
    }

    /// An error of this server.
    pub(crate) fn failed(&self, what: &'static str, why: &dyn std::error::Error) -> QueueError {
        QueueError::Failed { url: self.url.clone(), what, why: cause(why) }
    }

    /// Tells what happened.
    pub(crate) fn say(&self, event: &Event) {
        (self.say)(event);
    }

    /// Publishes a message until the server has it: a second message with the same id is dropped by the server.
    pub(crate) async fn post(&self, letter: &Letter) -> Posted {
        let mut missed = 0;
        loop {
            let mut message = PublishMessage::build()
                .payload(letter.payload.clone().into())
                .message_id(&letter.id)
                .header(LOST, letter.lost.to_string());
            if let Some(sequence) = letter.instead_of {
                message = message.expected_last_subject_sequence(sequence);
            }
            let sent = match self.context.send_publish(letter.subject.clone(), message).await {
                Ok(answer) => answer.await,
                Err(error) => Err(error),
            };
            match sent {
                Ok(_) => return Posted::There,
                Err(error) if error.kind() == PublishErrorKind::MaxPayloadExceeded => {
                    return Posted::TooLarge(cause(&error));
                }
                Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => return Posted::Gone,
                Err(_) => {}
            }
            missed = if self.lacks(&letter.stream).await { missed + 1 } else { 0 };
            if missed >= LOOKS {
                return Posted::Gone;
            }
            sleep(PAUSE).await;
        }
    }

    /// Whether the server says that it has no such stream.
    async fn lacks(&self, stream: &str) -> bool {
        let found = self.context.get_stream(stream).await.map(|_| ());
        matches!(found.map_err(|error| error.kind()), Err(GetStreamErrorKind::JetStream(error)) if error.code() == 404)
    }
}

/// A message to publish.
#[derive(Clone, Debug)]
pub(crate) struct Letter {
    pub(crate) stream: String,
    pub(crate) subject: String,
    /// A second message with this id is dropped.
    pub(crate) id: String,
    /// Workers that were lost with the job.
    pub(crate) lost: u64,
    /// Only if the last message on its subject has this place in the stream.
    pub(crate) instead_of: Option<u64>,
    pub(crate) payload: Vec<u8>,
}

/// The header that counts the workers that were lost with a job, where it was published anew.
pub(crate) const LOST: &str = "Zermelo-Lost";

/// What came of publishing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Posted {
    /// The server has it.
    There,
    /// Its stream is not there any more, or not the message that it should replace: nobody wants it.
    Gone,
    /// The server takes no message of this size.
    TooLarge(String),
}

type Done = std::future::Ready<()>;

/// Tells when the connection is lost and when it is there again.
fn callback(say: Say) -> impl Fn(async_nats::Event) -> Done + Send + Sync + 'static {
    let was_lost = AtomicBool::new(false);
    move |event| {
        match event {
            async_nats::Event::Disconnected if !was_lost.swap(true, Ordering::SeqCst) => say(&Event::Disconnected),
            async_nats::Event::Connected if was_lost.swap(false, Ordering::SeqCst) => say(&Event::Reconnected),
            _ => {}
        }
        std::future::ready(())
    }
}

/// The last cause of an error: what the system or the server said.
pub(crate) fn cause(error: &dyn std::error::Error) -> String {
    let mut last = error;
    while let Some(source) = last.source() {
        last = source;
    }
    last.to_string()
}

/// A part of an address without its escapes.
fn decoded(text: &str) -> String {
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
    fn escapes_of_an_address_are_read() {
        assert_eq!(decoded("pass%40word%2f"), "pass@word/");
        assert_eq!(decoded("100%"), "100%");
        assert_eq!(decoded("%zz"), "%zz");
    }
}
