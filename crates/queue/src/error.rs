//! What goes wrong before the first job.

/// Why a queue can't be used.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The address is none.
    #[error(
        "\"{url}\" is not the address of a queue: expected such as nats://host:4222 or nats://user:password@host:4222"
    )]
    Url {
        /// What was given.
        url: String,
    },
    /// Nobody answers.
    #[error("there is no queue at {url}: {why}; is nats-server running there, and is its port open?")]
    Unreachable {
        /// Where.
        url: String,
        /// What the system says.
        why: String,
    },
    /// The server wants to know who we are.
    #[error(
        "the server at {url} refuses us: give user and password, or a token, as nats://user:password@host:4222 or nats://token@host:4222"
    )]
    Refused {
        /// Where.
        url: String,
    },
    /// The encrypted connection fails.
    #[error("no encrypted connection to {url}: {why}")]
    Tls {
        /// Where.
        url: String,
        /// Why.
        why: String,
    },
    /// The server keeps no messages.
    #[error("the server at {url} runs without JetStream, which keeps the jobs: start it as nats-server -js -sd FOLDER")]
    NoJetStream {
        /// Where.
        url: String,
    },
    /// The server does not do what it is asked.
    #[error("the server at {url} can't {what}: {why}")]
    Failed {
        /// Where.
        url: String,
        /// What was asked for.
        what: &'static str,
        /// Why.
        why: String,
    },
}
