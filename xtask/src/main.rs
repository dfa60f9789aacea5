//! The developer commands: `cargo xtask test`, `ci`, `tidy`, `signature`, `bench`, `fill`, `web`, `dist`, `new-game`.

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
    /// Runs the tests of the workspace, of its documentation, and of the page in a browser
    Test {
        /// Also runs the slow tests: sets `ZERMELO_TESTS=full`
        #[arg(long)]
        full: bool,
    },
    /// Runs all checks, the fast ones first, and prints the time of each
    Ci,
    /// Checks layers, import cycles, fixtures and pages of the games, file lengths, unfinished work, links, type names, unsafe code
    Tidy,
    /// Compares the node counts of `zermelo bench` with fixtures/bench.txt
    Signature {
        /// Accepts a wanted change of the search: writes the new counts to the file
        #[arg(long)]
        accept: bool,
    },
    /// Measures the speed of a release build compared with other programs
    #[command(after_help = "Example: cargo xtask bench perft --rounds 7")]
    Bench {
        /// The benchmark with its options: `perft`, `search`, or `help`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
        args: Vec<String>,
    },
    /// Runs the commands in the console blocks of a page and updates their output
    #[command(after_help = "Example: cargo xtask fill docs/experiments.md --only teeko")]
    Fill {
        /// The page
        page: PathBuf,
        /// The folder in which the commands run
        #[arg(long = "in", value_name = "FOLDER", default_value = ".")]
        folder: PathBuf,
        /// Only commands that contain this text
        #[arg(long, value_name = "TEXT")]
        only: Option<String>,
    },
    /// Writes skeletons of the files of a new game and prints the remaining steps
    #[command(after_help = "Example: cargo xtask new-game nine-mens-morris")]
    NewGame {
        /// The name of the game in specifications
        name: String,
    },
    /// Builds the page (web/dist) with Node
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
        // Runs both, even if the first one fails.
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
