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

Connect Four has a solver of its own; its score is the number of stones that the winner has left, 0 for a draw, below 0 for a loss of the
side to move. Teeko has a table of all positions, which is made on first use. The other games are searched for a proof. Where a limit or Ctrl-C ends the search, it says what is known: bounds.")]
pub struct SolveArgs {
    #[command(subcommand)]
    pub command: Option<SolveCommand>,
    #[command(flatten)]
    pub start: Option<StartArgs>,
    #[command(flatten)]
    pub how: HowArgs,
}

/// What is done with the table of a whole game.
#[derive(Subcommand)]
pub enum SolveCommand {
    /// Make the table of a game: the value of all its positions (teeko, small boards)
    Build(BuildArgs),
    /// Check a table, every entry against its moves
    Verify(TableArgs),
    /// What a table says of the whole game: counts, distances, the hardest positions, the value of each first move
    Stats(StatsArgs),
}

/// Arguments of `solve stats`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo solve stats teeko
  zermelo solve stats teeko:variant=advanced --svg teeko-advanced.svg
  zermelo solve stats mnk:width=4,height=4,k=3 --json

All values are those of the side to move. Positions that are symmetric to each other are counted each.")]
pub struct StatsArgs {
    #[command(flatten)]
    pub table: TableArgs,
    /// Draw the values of the first moves and the distances: a picture that follows the reader's light or dark theme
    #[arg(long, value_name = "FILE.svg")]
    pub svg: Option<PathBuf>,
}

/// Which table.
#[derive(Args)]
#[command(after_help = "Example:
  zermelo solve verify teeko")]
pub struct TableArgs {
    /// The game, such as teeko or mnk:width=4,height=4,k=3
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The file; by default it is in your folder of data
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Threads; by default as many as the machine has cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: Option<u32>,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `solve build`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo solve build teeko
  zermelo solve build teeko:variant=advanced --file advanced.table --threads 2

Levels that are done are kept in FILE.part; after Ctrl-C, or when the machine went down, the same command goes on from there. Tables that the
solver needs are made on first use, too.")]
pub struct BuildArgs {
    #[command(flatten)]
    pub table: TableArgs,
    /// Make it anew where there is one
    #[arg(long)]
    pub force: bool,
}

/// How a position is solved.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct HowArgs {
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

impl HowArgs {
    /// Nodes and time.
    pub fn limits(&self) -> SearchLimits {
        SearchLimits { nodes: self.nodes, time: self.time, ..SearchLimits::NONE }
    }
}
