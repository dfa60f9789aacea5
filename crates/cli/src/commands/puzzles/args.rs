//! Arguments of `puzzles`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use zermelo_core::{Ply, SearchLimits};
use zermelo_solve::puzzles::PuzzleOptions;

use crate::args::{memory, time};

/// Arguments of `puzzles`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo puzzles connect4 --plies 7 --count 10 --seed 1
  zermelo puzzles mnk:width=4,height=4,k=3 --plies 5 --out puzzles.jsonl

One JSON object a line: game, position, moves that lead there, side to move, plies, best (the only winning move), solution, unique (how
many of the winner's moves in the solution are the only ones that win) and seed. The same seed gives the same puzzles. Fewer than
asked for is a failure, with those that were found.")]
pub struct PuzzlesArgs {
    /// The game, such as connect4 or mnk:width=5,height=4,k=4 (`zermelo games` lists them)
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The win takes so many plies: 1, 3, 5, ..
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=255))]
    pub plies: u32,
    /// How many puzzles
    #[arg(long, value_name = "K", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub count: u64,
    /// The seed of all chance
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Write them to this file
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Leave a position that costs more nodes than this
    #[arg(long, value_name = "N", default_value_t = PuzzleOptions::DEFAULT_NODES, value_parser = clap::value_parser!(u64).range(1..))]
    pub effort: u64,
    /// Memory of the table, such as 512kb, 64mb or 2gb
    #[arg(long, value_name = "SIZE", default_value = "64mb", value_parser = memory)]
    pub hash: u64,
    /// Search at most this many nodes in all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Search at most this long in all
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub time: Option<Duration>,
}

impl PuzzlesArgs {
    /// What is looked for.
    pub fn options(&self) -> PuzzleOptions {
        PuzzleOptions { plies: Ply(self.plies), seed: self.seed, nodes_per_position: self.effort }
    }

    /// Nodes and time.
    pub fn limits(&self) -> SearchLimits {
        SearchLimits { nodes: self.nodes, time: self.time, ..SearchLimits::NONE }
    }
}
