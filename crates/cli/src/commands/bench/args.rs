//! What can be typed after `bench`.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `bench`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo bench
  zermelo bench --game connect4 --threads 2
  zermelo bench --ablation --rounds 3
  zermelo bench experiments/dames-vitesse.toml --rounds 5 --json

Without a file, `pvs` searches fixed positions of every game to a fixed depth. The sum of its nodes is the same on every machine: the
signature of the search, printed where no option changes it. With --ablation each switch of `pvs` is turned in its turn.

A file has rounds = N and a [[series]] for each table: title, game, depths = [1, 2, ..], positions = [..] (written as the openings
of a tournament) and agents = [{ name, spec }, ..]. Every search begins as in a new game.")]
pub struct BenchArgs {
    /// What to measure: a TOML file; the fixed positions if not given
    #[arg(value_name = "FILE.toml")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub fixed: FixedArgs,
    /// How often each search is timed; the median counts
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rounds: Option<u32>,
    /// Leave out greater depths of a file
    #[arg(long, value_name = "N", requires = "file", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub max_depth: Option<u32>,
    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// What can be changed about the fixed positions.
#[derive(Args)]
pub struct FixedArgs {
    /// Turn each switch of `pvs` in its turn: what it is worth, in nodes and time at equal depth
    #[arg(long, conflicts_with = "file")]
    pub ablation: bool,
    /// The positions of one game alone
    #[arg(long, value_name = "GAME", conflicts_with = "file")]
    pub game: Option<String>,
    /// Search so many plies in every game
    #[arg(long, value_name = "N", conflicts_with = "file", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub depth: Option<u32>,
    /// Threads that search at a time
    #[arg(long, value_name = "N", conflicts_with = "file", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: Option<u32>,
    /// Memory of the table, 16mb if not given
    #[arg(long, value_name = "MEMORY", conflicts_with = "file", value_parser = memory)]
    pub hash: Option<String>,
}

/// As it was written: it goes into a specification.
fn memory(text: &str) -> Result<String, String> {
    crate::args::memory(text).map(|_| text.to_owned())
}
