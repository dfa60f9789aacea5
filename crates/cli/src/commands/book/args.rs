//! Arguments of `book`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::args::memory;

/// Arguments of `book`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo book build connect4 --plies 6 --out connect4.book
  zermelo book verify connect4.book --sample 20

docs/games/connect4.md says what is in a book.")]
pub struct BookArgs {
    #[command(subcommand)]
    pub command: BookCommand,
}

/// What is done with a book.
#[derive(Subcommand)]
pub enum BookCommand {
    /// Solve the positions of an opening and keep the answers; the same command goes on with what was stopped
    Build(BuildArgs),
    /// Read a book and solve some of its positions again
    Verify(VerifyArgs),
}

/// Arguments of `book build`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo book build connect4 --plies 6 --out connect4.book --hash 1gb
  zermelo book build connect4 --policy --out policy.book
  zermelo book build connect4:width=5,height=5 --plies 4 --out 5x5.book --threads 4

What is found is kept in FILE.part at once; after Ctrl-C, or when the machine went down, the same command goes on from there.")]
pub struct BuildArgs {
    /// The game: connect4 of any size
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The scores of all positions of up to so many stones (6); of a policy, its moves in positions of fewer (10)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub plies: Option<u8>,
    /// A move for each position that comes up while one side keeps to these moves
    #[arg(long)]
    pub policy: bool,
    /// The file
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Positions that are solved at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
    /// Memory of the table, such as 512kb, 64mb or 2gb
    #[arg(long, value_name = "SIZE", default_value = "256mb", value_parser = memory)]
    pub hash: u64,
    /// One JSON object at the end
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `book verify`.
#[derive(Args)]
#[command(after_help = "Example:
  zermelo book verify connect4.book --sample 20 --seed 7")]
pub struct VerifyArgs {
    /// The book
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How many positions are solved again, drawn by lot
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub sample: u32,
    /// The seed of the lot
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Memory of the table, such as 512kb, 64mb or 2gb
    #[arg(long, value_name = "SIZE", default_value = "256mb", value_parser = memory)]
    pub hash: u64,
    /// One JSON object at the end
    #[arg(long)]
    pub json: bool,
}
