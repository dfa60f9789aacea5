//! Arguments that several commands share.

use std::time::Duration;

use clap::Args;
use zermelo_core::spec::{parse_duration, parse_memory};

/// Arguments of `games` and `agents`.
#[derive(Args)]
#[command(after_help = "Example:\n  zermelo games connect4\n  zermelo agents mcts --json")]
pub struct ListArgs {
    /// Show only the entry with this name
    pub name: Option<String>,
    /// Print JSON Lines: one JSON object per line
    #[arg(long)]
    pub json: bool,
}

/// The start position.
#[derive(Args)]
pub struct StartArgs {
    /// The game, such as connect4 or mnk:width=5,height=4,k=4 (`zermelo games` lists them)
    #[arg(value_name = "GAME")]
    pub game: String,
    /// Start from this position, such as "3/1x1/3 o"
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,
    /// Play these moves first, separated by spaces (optional in Connect Four)
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
}

/// Parses a duration.
pub fn time(text: &str) -> Result<Duration, String> {
    parse_duration(text).ok_or_else(|| "expected a duration such as 250ms, 2s or 1m".to_owned())
}

/// Parses an amount of memory, in bytes.
pub fn memory(text: &str) -> Result<u64, String> {
    parse_memory(text).ok_or_else(|| "expected an amount of memory such as 512kb, 64mb or 2gb".to_owned())
}
