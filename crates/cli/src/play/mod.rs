//! What the ways to play a game in the terminal share: the dialogues of lines and the full screen.

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
