//! Playing a job: playing its games, measuring times, and enforcing rules and limits.
//!
//! ```text
//! worker        plays the games of a job; the only module that calls agents
//! worker_state  the state of a worker that the thread pool can see
//! job           a pair of games as a value, and its result
//! adjudication  ending games early
//! clock         the limits of an agent
//! figures, pack time, nodes, playouts, depth and score of a move, and their compact encoding
//! ```

pub mod adjudication;
pub mod clock;
mod end;
pub(crate) mod figures;
pub mod job;
mod job_error;
pub(crate) mod pack;
pub(crate) mod random;
mod worker;
pub(crate) mod worker_state;

pub use figures::MoveFigures;
pub use job_error::JobError;
pub use worker::{Worker, play_pair};
