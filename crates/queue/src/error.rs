//! The errors of connecting to a server and opening its streams.

/// Why a queue can't be used. `url` is the server's address without the password, `why` the message of the system or the server.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum QueueError {
    /// The text is not a NATS address.
    #[error(
        "\"{url}\" is not the address of a queue: expected such as nats://host:4222 or nats://user:password@host:4222"
    )]
    Url { url: String },
    /// The connection failed or timed out.
    #[error("there is no queue at {url}: {why}; is nats-server running there, and is its port open?")]
    Unreachable { url: String, why: String },
    /// The server rejected the credentials, or needs some.
    #[error(
        "the server at {url} rejects the login: give user and password, or a token, as nats://user:password@host:4222 or nats://token@host:4222"
    )]
    Unauthorized { url: String },
    /// The TLS handshake failed.
    #[error("no encrypted connection to {url}: {why}")]
    Tls { url: String, why: String },
    /// `JetStream`, which stores messages, is not enabled.
    #[error(
        "the server at {url} runs without JetStream, which stores the jobs: start it with nats-server -js -sd FOLDER"
    )]
    NoJetStream { url: String },
    /// A request failed. `what` is the action, as in "can't {what}".
    #[error("the server at {url} can't {what}: {why}")]
    Failed { url: String, what: &'static str, why: String },
}
