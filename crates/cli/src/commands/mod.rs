//! The subcommands, each with its arguments.

pub mod agents;
pub mod analyse;
pub mod arena;
pub mod bench;
pub mod book;
pub mod completions;
pub mod engine;
pub mod games;
mod listing;
pub mod man;
pub mod perft;
pub mod play;
pub mod puzzles;
pub mod serve;
pub mod solve;
pub mod tree;

use clap::{Parser, Subcommand};

use crate::args::ListArgs;
use crate::play::PlayArgs;

/// Play, solve and measure two-player games of perfect information.
#[derive(Parser)]
#[command(name = "zermelo", version, max_term_width = 100)]
#[command(after_help = "Example:\n  zermelo play connect3d --first human --second mcts:time=1s")]
pub struct Zermelo {
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands. Their documentation is the text of `--help`.
#[derive(Subcommand)]
pub enum Command {
    /// List the games, their parameters and evaluators
    Games(ListArgs),
    /// List the agents (computer players) and their parameters
    Agents(ListArgs),
    /// Play a game in the terminal: people, agents, or both
    Play(Box<PlayArgs>),
    /// Count the leaf nodes of the game tree at a depth (perft)
    Perft(perft::PerftArgs),
    /// Search a position with an agent and print its evaluation
    Analyse(analyse::AnalyseArgs),
    /// Solve a position: prove its value and distance to the end
    Solve(solve::SolveArgs),
    /// Generate puzzles: positions with exactly one winning move
    Puzzles(puzzles::PuzzlesArgs),
    /// Build and verify opening books of solved positions
    Book(book::BookArgs),
    /// Write the search tree of an agent as a web page or JSON Lines
    Tree(tree::TreeArgs),
    /// Benchmark: nodes and time of searches on fixed positions
    Bench(bench::args::BenchArgs),
    /// Run an agent as an engine for other programs
    Engine(engine::EngineArgs),
    /// Run tournaments and analyse their results
    Arena(arena::args::ArenaArgs),
    /// Run the server: games over the network, analysis, the web page
    Serve(Box<serve::ServeArgs>),
    /// Print a completion script for a shell
    Completions(completions::CompletionsArgs),
    /// Write manual pages, one for each command
    Man(man::ManArgs),
}
