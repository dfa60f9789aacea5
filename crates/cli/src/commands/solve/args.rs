//! Arguments of `solve`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use zermelo_core::SearchLimits;

use crate::args::{StartArgs, memory, time};

/// Arguments of `solve`.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "Examples:
  zermelo solve connect4 --moves 44455554221 --scores
  zermelo solve connect4:width=9,height=7 --time 1m
  zermelo solve mnk:width=4,height=4,k=4 --json
  zermelo solve teeko --moves 'c3 b2' --scores
  zermelo solve build teeko:variant=advanced
  zermelo solve stats teeko

Connect Four has a dedicated solver. Its score is the number of stones that the winner has left: positive for a win of the side to move,
negative for a loss, 0 for a draw. Teeko has a table of all positions, built on first use. Other games are solved by proof-number
search. If a limit or Ctrl-C ends the search, the result is bounds.")]
pub struct SolveArgs {
    #[command(subcommand)]
    pub command: Option<SolveCommand>,
    #[command(flatten)]
    pub start: Option<StartArgs>,
    #[command(flatten)]
    pub how: HowArgs,
}

/// The subcommands for endgame tables of whole games.
#[derive(Subcommand)]
pub enum SolveCommand {
    /// Build the table of a game: the values of all positions (teeko, small boards)
    Build(BuildArgs),
    /// Verify a table: every entry against the values of its moves
    Verify(TableArgs),
    /// Print statistics of a solved game: counts, distances, the hardest positions, the value of each first move
    Stats(StatsArgs),
}

/// Arguments of `solve stats`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo solve stats teeko
  zermelo solve stats teeko:variant=advanced --svg teeko-advanced.svg
  zermelo solve stats mnk:width=4,height=4,k=3 --json

All values are from the point of view of the side to move. Symmetric positions are counted separately.")]
pub struct StatsArgs {
    #[command(flatten)]
    pub table: TableArgs,
    /// Draw the values of the first moves and the distances as an SVG image, for light and dark themes
    #[arg(long, value_name = "FILE.svg")]
    pub svg: Option<PathBuf>,
}

/// Arguments of commands on a table.
#[derive(Args)]
#[command(after_help = "Example:
  zermelo solve verify teeko")]
pub struct TableArgs {
    /// The game, such as teeko or mnk:width=4,height=4,k=3
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The table file [default: in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: Option<u32>,
    /// Print the result as a JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `solve build`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo solve build teeko
  zermelo solve build teeko:variant=advanced --file advanced.table --threads 2

Finished levels are saved in FILE.part. After Ctrl-C or a crash, the same command resumes from there. `solve` builds missing tables
automatically.")]
pub struct BuildArgs {
    #[command(flatten)]
    pub table: TableArgs,
    /// Rebuild an existing table
    #[arg(long)]
    pub force: bool,
}

/// Options of a solve.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct HowArgs {
    /// Also print the value of each move
    #[arg(long)]
    pub scores: bool,
    /// Weak solve: only win, draw or loss, without the distance
    #[arg(long)]
    pub weak: bool,
    /// Search threads (Connect Four)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
    /// Memory of the transposition table, such as 512kb, 64mb or 2gb
    #[arg(long, value_name = "SIZE", default_value = "64mb", value_parser = memory)]
    pub hash: u64,
    /// Total node limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Total time limit
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub time: Option<Duration>,
    /// Search without a limit even if the game is too large to be solved
    #[arg(long)]
    pub force: bool,
    /// Print the result as a JSON object
    #[arg(long)]
    pub json: bool,
}

impl HowArgs {
    /// The total limits.
    pub fn limits(&self) -> SearchLimits {
        SearchLimits { nodes: self.nodes, time: self.time, ..SearchLimits::NONE }
    }
}
