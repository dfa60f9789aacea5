//! Distributed tournaments over NATS `JetStream`.
//!
//! ```text
//!             stream zermelo-jobs-KEY                           threads
//! collector ---- one message per job ----> consumer "workers" ----> worker
//!     ^                                                               |
//!     '--- consumer "collector" <--- one message per result ----------'
//!             stream zermelo-results-KEY
//! ```
//!
//! A [`ResultCollector`] is the [`JobExecutor`](zermelo_arena::executor::JobExecutor) of a run: it publishes the jobs and returns the results that workers
//! publish. Any number of workers ([`Queue::work`]) serve all tournaments of a server. Delivery is at least once; the job id removes
//! duplicates:
//!
//! - The message of a job carries the job id, and the server rejects a second message with the same id. A resumed run adds a suffix,
//!   because the server may still remember the id of a job that is gone.
//! - A worker publishes the result, waits until the server has stored it, and then acknowledges the job. Until then it sends an
//!   in-progress acknowledgement three times per ack wait. The server redelivers an unacknowledged job to another worker.
//! - A job that has lost [`MAX_LOST_WORKERS`] workers goes to the dead-letter subject. Workers keep this count themselves: the server's
//!   delivery limit would drop the job without a message to the collector.
//! - The collector uses the first result of each job and acknowledges it after the result is committed to the results file.
//!
//! `KEY` identifies the run; a server can hold many runs. Every message carries the version of its format and of the program; workers
//! skip runs of another version. The collector deletes the streams when the tournament is over.

mod collector;
mod connection;
mod consumer;
mod error;
mod event;
mod message;
mod subjects;
mod worker;

pub use collector::{QueueOptions, ResultCollector};
pub use connection::Queue;
pub use consumer::MAX_LOST_WORKERS;
pub use error::QueueError;
pub use event::{EventListener, QueueEvent};
pub use message::Version;
pub use worker::{WorkerOptions, WorkerSummary};
