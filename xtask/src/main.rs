//! What a developer types: `cargo xtask test`, `ci`, `tidy`, `signature`, `bench`, `fill`, `web`, `new-game`.

mod bench;
mod cargo;
mod ci;
mod dist;
mod fill;
mod needs;
mod new_game;
mod signature;
mod stage;
mod test;
mod tidy;
mod web;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", about = "The developer's commands of Zermelo")]
enum Command {
    /// Runs the tests of the workspace, those in its documentation, and those of the page in a browser
    Test {
        /// Runs the costly tiers too: sets `ZERMELO_TESTS=full`, which the tests look at
        #[arg(long)]
        full: bool,
    },
    /// Runs every check, the fast ones first, and prints what each one took
    Ci,
    /// Checks what the compiler cannot: layers, circles of imports, fixtures and pages of the games, long files, unfinished words, links, unsafe
    Tidy,
    /// Compares the nodes of `zermelo bench` with those in fixtures/bench.txt
    Signature {
        /// Puts today's nodes into the file: the change of the search is wanted
        #[arg(long)]
        accept: bool,
    },
    /// Measures speed in a release build, beside other programs, with ratios to a named baseline
    #[command(after_help = "Example: cargo xtask bench perft --rounds 7")]
    Bench {
        /// What to measure, with its options: `perft`, `search`, or `help`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
        args: Vec<String>,
    },
    /// Runs the commands that a page shows in its console blocks, and puts what they print under them
    #[command(after_help = "Example: cargo xtask fill docs/experiments.md --only teeko")]
    Fill {
        /// The page
        page: PathBuf,
        /// Where the commands run
        #[arg(long = "in", value_name = "FOLDER", default_value = ".")]
        folder: PathBuf,
        /// Only commands that contain this text
        #[arg(long, value_name = "TEXT")]
        only: Option<String>,
    },
    /// Writes the files of a new game, to be filled in, and prints what is left to do
    #[command(after_help = "Example: cargo xtask new-game nine-mens-morris")]
    NewGame {
        /// Its name in specifications
        name: String,
    },
    /// Makes the page (web/dist) of its sources, with Node
    Web,
    /// Builds the files of a release in target/dist: an archive, a Debian package and their checksums
    Dist,
}

fn main() -> ExitCode {
    let Some(root) = Path::new(env!("CARGO_MANIFEST_DIR")).parent() else {
        unreachable!("xtask is a folder of the workspace");
    };
    let done = match Command::parse() {
        Command::Test { full } => test::run_all(root, full),
        Command::Ci => ci::run_stages(root),
        // Both run, whatever the first finds.
        Command::Tidy => tidy::check_files(root).and(tidy::check_games(root)),
        Command::Signature { accept } => signature::check(root, accept),
        Command::Bench { args } => bench::run_benchmarks(root, &args),
        Command::NewGame { name } => new_game::write(root, &name),
        Command::Web => web::make(root),
        Command::Dist => dist::build(root),
        Command::Fill { page, folder, only } => fill::fill_page(root, &page, &folder, only.as_deref()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why:#}");
            ExitCode::FAILURE
        }
    }
}
