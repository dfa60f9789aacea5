//! Arguments of `bench`.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `bench`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo bench
  zermelo bench --game connect4 --threads 2
  zermelo bench --ablation --rounds 3
  zermelo bench experiments/dames-vitesse.toml --rounds 5 --json

Without a file, `pvs` searches fixed positions of every game to a fixed depth. The total node count is the same on every machine: the
signature of the search. It is printed unless an option changes it. With --ablation, each switch of `pvs` is toggled alone.

A file has rounds = N and a [[series]] for each table: title, game, depths = [1, 2, ..], positions = [..] (in the format of tournament
openings) and agents = [{ name, spec }, ..]. Agents are reset before every search.")]
pub struct BenchArgs {
    /// The series to measure (TOML) [default: the fixed positions]
    #[arg(value_name = "FILE.toml")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub fixed: FixedArgs,
    /// Repetitions of each search; the median time counts
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rounds: Option<u32>,
    /// Skip greater depths of the file
    #[arg(long, value_name = "N", requires = "file", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub max_depth: Option<u32>,
    /// Print JSON Lines
    #[arg(long)]
    pub json: bool,
}

/// Options of the fixed positions.
#[derive(Args)]
pub struct FixedArgs {
    /// Toggle each switch of `pvs` alone and compare nodes and time at equal depth
    #[arg(long, conflicts_with = "file")]
    pub ablation: bool,
    /// Only the positions of this game
    #[arg(long, value_name = "GAME", conflicts_with = "file")]
    pub game: Option<String>,
    /// Search to this depth in every game
    #[arg(long, value_name = "N", conflicts_with = "file", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub depth: Option<u32>,
    /// Search threads
    #[arg(long, value_name = "N", conflicts_with = "file", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: Option<u32>,
    /// Memory of the transposition table [default: 16mb]
    #[arg(long, value_name = "MEMORY", conflicts_with = "file", value_parser = memory)]
    pub hash: Option<String>,
}

/// Validates an amount of memory but keeps its text, for a specification.
fn memory(text: &str) -> Result<String, String> {
    crate::args::memory(text).map(|_| text.to_owned())
}
