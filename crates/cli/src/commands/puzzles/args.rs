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

The output is JSON Lines: game, position, moves (to the position), side (to move), plies, best (the only winning move), solution, unique
(the number of the winner's moves in the solution that are the only winning ones) and seed. The same seed gives the same puzzles. If
fewer puzzles are found, the exit code is 1.")]
pub struct PuzzlesArgs {
    /// The game, such as connect4 or mnk:width=5,height=4,k=4 (`zermelo games` lists them)
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The distance to the win in plies: 1, 3, 5, ..
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=255))]
    pub plies: u32,
    /// The number of puzzles
    #[arg(long, value_name = "K", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub count: u64,
    /// The random seed
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// The output file [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Skip positions that need more nodes than this
    #[arg(long, value_name = "N", default_value_t = PuzzleOptions::DEFAULT_NODES, value_parser = clap::value_parser!(u64).range(1..))]
    pub effort: u64,
    /// Memory of the transposition table, such as 512kb, 64mb or 2gb
    #[arg(long, value_name = "SIZE", default_value = "64mb", value_parser = memory)]
    pub hash: u64,
    /// Total node limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Total time limit
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub time: Option<Duration>,
}

impl PuzzlesArgs {
    /// The criteria of the puzzles.
    pub fn options(&self) -> PuzzleOptions {
        PuzzleOptions { plies: Ply(self.plies), seed: self.seed, nodes_per_position: self.effort }
    }

    /// The total limits.
    pub fn limits(&self) -> SearchLimits {
        SearchLimits { nodes: self.nodes, time: self.time, ..SearchLimits::NONE }
    }
}
