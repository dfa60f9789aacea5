//! Speed measurements: counting leaves and searching, compared with other programs.
//!
//! Every figure is a median over rounds in which all programs run one after the other, so that a busy moment of the machine
//! affects all of them. Compare the ratios.

mod connect4;
mod contest;
mod cpu;
mod peers;
mod perft;
mod playouts;
mod report;
mod rounds;
mod search;
mod server;
mod simulations;
mod smp;
mod solve;
mod stop;

use anyhow::Result;
use clap::Parser;

#[derive(Parser)]
#[command(
    name = "cargo xtask bench",
    bin_name = "cargo xtask bench",
    about = "Measures the speed, compared with other programs"
)]
enum Command {
    /// Counts the leaves of the game tree, leaf by leaf and in bulk
    #[command(after_help = "Example: cargo xtask bench perft --rounds 7\n\
        For the processor at hand: RUSTFLAGS=\"-C target-cpu=native\" cargo xtask bench perft")]
    Perft(perft::Options),
    /// Searches Connect Four, compared with another crate: the same rules, evaluator and depth
    #[command(after_help = "Example: cargo xtask bench peers --depth 12")]
    Peers(contest::Options),
    /// Plays random games
    #[command(after_help = "Example: cargo xtask bench playouts draughts-english --open-spiel python3")]
    Playouts(playouts::Options),
    /// Monte-Carlo tree search, compared with other crates: one playout per simulation
    #[command(after_help = "Example: cargo xtask bench simulations --rounds 3")]
    Simulations(simulations::Options),
    /// Searches the empty board of connect3d to a fixed depth
    #[command(after_help = "Example: cargo xtask bench search --json")]
    Search(search::Options),
    /// The speed-up of `pvs` with several threads
    #[command(after_help = "Example: cargo xtask bench smp --game connect4 --rounds 5")]
    Smp(smp::Options),
    /// The time from a stop to the answer of each agent
    #[command(after_help = "Example: cargo xtask bench stop --rounds 1")]
    Stop(stop::Options),
    /// Builds tables of whole games and queries them
    #[command(after_help = "Example: cargo xtask bench solve --game teeko --rounds 1")]
    Solve(solve::Options),
    /// Solves Connect Four positions exactly, compared with other programs
    #[command(after_help = connect4::HELP)]
    Connect4(connect4::Options),
    /// Load test of the server over WebSockets: moves per second, latency, memory
    #[command(after_help = "Example: cargo xtask bench server --seconds 20")]
    Server(server::Options),
}

fn main() -> Result<()> {
    match Command::parse() {
        Command::Perft(options) => perft::run(&options),
        Command::Peers(options) => contest::run(&options),
        Command::Playouts(options) => playouts::run(&options),
        Command::Simulations(options) => simulations::run(&options),
        Command::Search(options) => search::run(&options),
        Command::Smp(options) => smp::run(&options),
        Command::Stop(options) => stop::run(&options),
        Command::Solve(options) => solve::run(&options),
        Command::Connect4(options) => connect4::run(&options),
        Command::Server(options) => server::run(&options),
    }
}
