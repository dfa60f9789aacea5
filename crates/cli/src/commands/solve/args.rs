//! Arguments of `solve`.

use std::time::Duration;

use clap::Args;
use zermelo_core::SearchLimits;

use crate::args::{StartArgs, memory, time};

/// Arguments of `solve`.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
#[command(after_help = "Examples:
  zermelo solve connect4 --moves 44455554221 --scores
  zermelo solve connect4:width=9,height=7 --time 1m
  zermelo solve mnk:width=4,height=4,k=4 --json

Connect Four has a solver of its own; its score is the number of stones that the winner has left, 0 for a draw, below 0 for a loss of the
side to move. The other games are searched for a proof. Where a limit or Ctrl-C ends the search, it says what is known: bounds.")]
pub struct SolveArgs {
    #[command(flatten)]
    pub start: StartArgs,
    /// The value of each move too
    #[arg(long)]
    pub scores: bool,
    /// Win, draw or loss is enough
    #[arg(long)]
    pub weak: bool,
    /// Threads that search (Connect Four)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
    /// Memory of the table, such as 512kb, 64mb or 2gb
    #[arg(long, value_name = "SIZE", default_value = "64mb", value_parser = memory)]
    pub hash: u64,
    /// Search at most this many positions in all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Search at most this long in all
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub time: Option<Duration>,
    /// Search without a limit where the end is out of reach
    #[arg(long)]
    pub force: bool,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

impl SolveArgs {
    /// Nodes and time.
    pub fn limits(&self) -> SearchLimits {
        SearchLimits { nodes: self.nodes, time: self.time, ..SearchLimits::NONE }
    }
}
