//! Arguments of `book`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::args::memory;

/// Arguments of `book`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo book build connect4 --plies 6 --out connect4.book
  zermelo book verify connect4.book --sample 20

docs/games/connect4.md describes books.")]
pub struct BookArgs {
    #[command(subcommand)]
    pub command: BookCommand,
}

/// The subcommands of `book`.
#[derive(Subcommand)]
pub enum BookCommand {
    /// Build a book of solved opening positions; run the same command again to resume
    Build(BuildArgs),
    /// Check a book and solve a sample of its positions again
    Verify(VerifyArgs),
}

/// Arguments of `book build`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo book build connect4 --plies 6 --out connect4.book --hash 1gb
  zermelo book build connect4 --policy --out policy.book
  zermelo book build connect4:width=5,height=5 --plies 4 --out 5x5.book --threads 4

Results are saved in FILE.part immediately. After Ctrl-C or a crash, the same command resumes from there.")]
pub struct BuildArgs {
    /// The game: connect4 with any board size
    #[arg(value_name = "GAME")]
    pub game: String,
    /// Include positions with up to N stones [default: 6]; with --policy, positions with fewer than N stones [default: 10]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub plies: Option<u8>,
    /// Build a policy: one move for each position that is reachable if one side follows the policy
    #[arg(long)]
    pub policy: bool,
    /// The book file to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Positions to solve in parallel
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
    /// Memory of the transposition table, such as 512kb, 64mb or 2gb
    #[arg(long, value_name = "SIZE", default_value = "256mb", value_parser = memory)]
    pub hash: u64,
    /// Print the result as a JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `book verify`.
#[derive(Args)]
#[command(after_help = "Example:
  zermelo book verify connect4.book --sample 20 --seed 7")]
pub struct VerifyArgs {
    /// The book file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The number of random positions to solve again
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub sample: u32,
    /// The random seed of the sample
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Memory of the transposition table, such as 512kb, 64mb or 2gb
    #[arg(long, value_name = "SIZE", default_value = "256mb", value_parser = memory)]
    pub hash: u64,
    /// Print the result as a JSON object
    #[arg(long)]
    pub json: bool,
}
