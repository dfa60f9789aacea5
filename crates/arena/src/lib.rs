//! Tournaments between agents, and the statistics of their results.
//!
//! ```text
//! Config --Plan::new--> Plan --Scheduler--> Job --play_pair--> PairResult --Writer--> results file --Reader--> tables, exports
//!                                           \--- Crew: threads, deadlines ---/
//! ```
//!
//! From the lowest layer up:
//!
//! - [`stats`] turns counts of results into figures with error bars: no input, no output, no clock, no chance;
//! - [`play`]: playing a [`job`], a pair of games as a value that any machine can play, with its [`clock`] and [`adjudication`];
//! - [`opening`]: where games begin; [`TournamentConfig`]: what is asked for; [`schedule`]: who meets whom;
//! - [`plan`]: the configuration, checked against a [`Roster`]; [`results`]: the file that keeps every game;
//! - [`executor`]: who plays the jobs of a run; [`thread_pool`]: threads, with a deadline for every answer;
//! - [`tally`] counts a results file; [`run`]: all of this together; [`export`]: other kinds of file.
//!
//! The arena plays erased agents that it is handed through the [`Roster`]; it knows no game and no list. All chance comes from the
//! master seed and the id of a job, never from the thread: where time is not what limits the agents, the same plan gives the same
//! games, however many are played at once.

mod config;
pub mod executor;
pub mod export;
pub mod opening;
pub mod plan;
pub mod play;
pub mod results;
mod roster;
pub mod run;
pub mod schedule;
pub mod stats;
pub mod tally;
pub mod thread_pool;
mod values;

pub use config::TournamentConfig;
pub use plan::{Plan, PlanError};
pub use play::job::{GameResult, Job, PairResult};
pub use play::{MoveFigures, adjudication, clock, job, play_pair};
pub use roster::Roster;
