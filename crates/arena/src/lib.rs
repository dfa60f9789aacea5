//! Matches between players, and what their results say.
//!
//! ```text
//! Config --Plan::new--> Plan --schedule--> Job --play_pair--> PairResult --Writer--> results file --Reader--> tables, exports
//!                                           \--- Crew: threads, deadlines ---/
//! ```
//!
//! - [`plan`]: what is to be played: the configuration, checked against a [`Roster`]; [`opening`]: where games begin;
//! - [`schedule`]: who meets whom: round robin, gauntlet, Swiss, knockout;
//! - [`job`]: a pair of games as a value that any machine can play; [`play`], [`clock`], [`adjudication`]: playing it;
//! - [`force`]: who plays the jobs of a run; [`pool`]: threads, with a deadline for every answer;
//! - [`results`]: the file that keeps every game; [`run`]: all of this together; [`export`]: other kinds of file;
//! - [`stats`] turns counts of results into figures with error bars: no input, no output, no clock, no chance.
//!
//! The arena plays erased agents that it is handed through the [`Roster`]; it knows no game and no list. All chance comes from the
//! master seed and the id of a job, never from the thread: where time is not what limits the agents, the same plan gives the same
//! games, however many are played at once.

pub mod adjudication;
pub mod clock;
pub mod export;
pub mod force;
pub mod job;
pub mod opening;
pub mod plan;
pub mod play;
pub mod pool;
pub mod results;
mod roster;
pub mod run;
pub mod schedule;
pub mod stats;
pub mod tally;

pub use job::{GameResult, Job, MoveFigures, PairResult};
pub use plan::{Config, Plan, PlanError};
pub use play::play_pair;
pub use roster::Roster;
