//! What plain and full-screen mode share.

mod args;
mod online_args;
mod player;
mod report;
mod setup;
mod statistics;
mod wrapped;

pub use args::PlayArgs;
pub use player::LocalPlayer;
pub use report::GameReporter;
pub use setup::{GameSetup, add_result, limits, take_back};
pub use statistics::Statistics;
pub use wrapped::wrapped;
