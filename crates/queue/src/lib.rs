//! Tournaments over many machines, through NATS `JetStream`.
//!
//! ```text
//!             stream zermelo-jobs-KEY                       crew: threads
//! Collector ---- a job a message ----> consumer "workers" ----> Worker
//!     ^                                                            |
//!     '---- consumer "collector" <---- a result a message ---------'
//!             stream zermelo-results-KEY
//! ```
//!
//! A [`Collector`] is the [`Force`](zermelo_arena::force::Force) of a run: it publishes jobs, and hands back what workers publish. Any
//! number of workers ([`Queue::work`]) serve all tournaments of a server. Everything is at least once, and the id of the job decides:
//!
//! - A message of a job carries the job's id; a second one with the same id is refused by the server. A run that is resumed adds a
//!   suffix: the server may still remember an id whose job and result are lost.
//! - A worker publishes the result, waits until the server has it, and only then acknowledges the job. Meanwhile it says that it is at
//!   work, three times in each ack wait. A job that nobody acknowledges goes to another worker.
//! - A job whose worker was lost [`PLAYED`] times is published on the dead-letter subject and given up. The workers count, since the
//!   server would only stop to deliver it and tell nobody who waits.
//! - The collector takes the first result of each job, and acknowledges it when it is in the results file for good.
//!
//! `KEY` names the run; a server may hold many. All messages name the version of their form and of the program; workers leave others
//! alone. The streams are removed when the tournament is over.

mod collector;
mod error;
mod event;
mod message;
mod office;
mod places;
mod server;
mod worker;

pub use collector::{Collector, Options};
pub use error::QueueError;
pub use event::{Event, Say};
pub use message::Version;
pub use office::PLAYED;
pub use server::Queue;
pub use worker::{Shift, Summary};
