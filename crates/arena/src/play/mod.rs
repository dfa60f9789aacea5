//! Playing a job: one game after the other, each answer measured and judged.
//!
//! ```text
//! worker        a job from its beginning: the only one who asks agents
//! desk          what a worker has before it, for others to see
//! job           a pair of games as a value, and what came of it
//! adjudication  games that are decided beside the board
//! clock         what an agent may spend
//! figures, pack what is known of a move beside the move; many of them in few bytes
//! ```

pub mod adjudication;
mod broken;
pub mod clock;
pub(crate) mod desk;
mod end;
pub(crate) mod figures;
pub mod job;
pub(crate) mod pack;
pub(crate) mod random;
mod worker;

pub use broken::Broken;
pub use figures::MoveFigures;
pub use worker::{Worker, play_pair};
