//! What plain and full-screen mode share.

mod args;
mod online_args;
mod player;
mod report;
mod statistics;
mod table;
mod wrapped;

pub use args::PlayArgs;
pub use player::Player;
pub use report::Report;
pub use statistics::Statistics;
pub use table::{Deal, limits, note_ending, take_back};
pub use wrapped::wrapped;
