//! The commands: what each does, with its arguments beside it.

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

/// Play, measure and study two-player games of perfect information.
#[derive(Parser)]
#[command(name = "zermelo", version, about, max_term_width = 100)]
#[command(after_help = "Example:\n  zermelo play connect3d --first human --second mcts:time=1s")]
pub struct Zermelo {
    #[command(subcommand)]
    pub command: Command,
}

/// What the program does.
#[derive(Subcommand)]
pub enum Command {
    /// List the games, their parameters and evaluators
    Games(ListArgs),
    /// List the computer players and their parameters
    Agents(ListArgs),
    /// Play a game in the terminal: people, computers, or both
    Play(Box<PlayArgs>),
    /// Count the positions a number of moves ahead
    Perft(perft::PerftArgs),
    /// Let a computer player think about a position and say what it sees
    Analyse(analyse::AnalyseArgs),
    /// Prove the value of a position: who wins, and when
    Solve(solve::SolveArgs),
    /// Find positions with exactly one winning move
    Puzzles(puzzles::PuzzlesArgs),
    /// Solve the positions of an opening once and keep the answers
    Book(book::BookArgs),
    /// Show the tree that a computer player searched
    Tree(tree::TreeArgs),
    /// Measure nodes and time of searches on fixed positions
    Bench(bench::args::BenchArgs),
    /// Let a computer player speak with other programs, as an engine
    Engine(engine::EngineArgs),
    /// Play tournaments and show what their results say
    Arena(arena::args::ArenaArgs),
    /// Serve games over the network: positions and analyses
    Serve(Box<serve::ServeArgs>),
    /// Print a completion script for a shell
    Completions(completions::CompletionsArgs),
    /// Write manual pages, one for each command
    Man(man::ManArgs),
}
