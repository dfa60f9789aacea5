//! What can be typed.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use zermelo_core::spec::{parse_duration, parse_memory};

use crate::online::OnlineArgs;

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
    Perft(PerftArgs),
    /// Let a computer player think about a position and say what it sees
    Analyse(AnalyseArgs),
    /// Prove the value of a position: who wins, and when
    Solve(crate::commands::solve::SolveArgs),
    /// Find positions with exactly one winning move
    Puzzles(crate::commands::puzzles::PuzzlesArgs),
    /// Solve the positions of an opening once and keep the answers
    Book(crate::commands::book::BookArgs),
    /// Show the tree that a computer player searched
    Tree(crate::commands::tree::TreeArgs),
    /// Measure nodes and time of searches on fixed positions
    Bench(crate::commands::bench::args::BenchArgs),
    /// Let a computer player speak with other programs, as an engine
    Engine(crate::commands::engine::EngineArgs),
    /// Play tournaments and show what their results say
    Arena(crate::commands::arena::args::ArenaArgs),
    /// Serve games over the network: positions and analyses
    Serve(Box<crate::commands::serve::ServeArgs>),
}

/// Arguments of `games` and `agents`.
#[derive(Args)]
#[command(after_help = "Example:\n  zermelo games connect4\n  zermelo agents mcts --json")]
pub struct ListArgs {
    /// Only this one
    pub name: Option<String>,
    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// Where to start.
#[derive(Args)]
pub struct StartArgs {
    /// The game, such as connect4 or mnk:width=5,height=4,k=4 (`zermelo games` lists them)
    #[arg(value_name = "GAME")]
    pub game: String,
    /// Start from this position, such as "3/1x1/3 o"
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,
    /// Play these moves first, with spaces between (Connect Four: also without)
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
}

/// Arguments of `play`.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
#[command(after_help = "Examples:
  zermelo play connect3d --first human --second mcts:time=1s
  zermelo play tictactoe --first alphabeta --second random --endless
  zermelo play connect4 --moves 4453 --save games.jsonl
  zermelo play connect4 --server https://play.example.org
  zermelo play teeko --server http://localhost:8080 --opponent friend --clock 300+3
  zermelo play --server http://localhost:8080 --room abcdefghjk

A player is `human` or an agent (`zermelo agents` lists them). On a terminal the board fills the screen, and ? shows the keys.
With --plain, in a pipe or on a terminal below 24x8, type a move or `help` at the prompt.")]
pub struct PlayArgs {
    /// The game, such as connect4 or mnk:width=5,height=4,k=4 (`zermelo games` lists them); a room says by itself which
    #[arg(value_name = "GAME", required_unless_present = "room")]
    pub game: Option<String>,
    /// Start from this position, such as "3/1x1/3 o"
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,
    /// Play these moves first, with spaces between (Connect Four: also without)
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Who plays the first side
    #[arg(long, value_name = "human|AGENT", default_value = "human")]
    pub first: String,
    /// Who plays the second side
    #[arg(long, value_name = "human|AGENT", default_value = "human")]
    pub second: String,
    /// Whether the players keep the sides given or draw lots before each game
    #[arg(long, value_enum, default_value_t = Sides::Fixed)]
    pub sides: Sides,
    /// Time per move for agents whose specification sets no limit
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "1s")]
    pub time: Duration,
    /// A dialogue of lines in ASCII text without colours, instead of the full screen
    #[arg(long)]
    pub plain: bool,
    /// Who is asked for a hint on the full screen
    #[arg(long, value_name = "AGENT", default_value = "mcts:time=1s")]
    pub hint: String,
    /// Start a new game after each, until stopped
    #[arg(long)]
    pub endless: bool,
    /// Let chance play the first move
    #[arg(long)]
    pub random_first: bool,
    /// Add each game to this file: a table in .csv, PDN in .pdn (draughts), else one JSON object a line
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// The seed of all chance; another one each time if it is not given
    #[arg(long)]
    pub seed: Option<u64>,
    /// One JSON object a line for each event: start, move, end, statistics
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub online: OnlineArgs,
}

impl PlayArgs {
    /// Where to start; nothing where a room says it.
    pub fn start(&self) -> Option<StartArgs> {
        let game = self.game.clone()?;
        Some(StartArgs { game, position: self.position.clone(), moves: self.moves.clone() })
    }
}

/// Who gets which side.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Sides {
    /// As given.
    Fixed,
    /// By lot.
    Random,
}

/// Arguments of `perft`.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
#[command(after_help = "Examples:
  zermelo perft connect4 8
  zermelo perft connect4 6 --moves 4453 --divide
  zermelo perft tictactoe 9 --totals

Games stop when the board decides them. Draws by repetition and move limits are ignored.")]
pub struct PerftArgs {
    #[command(flatten)]
    pub start: StartArgs,
    /// How many moves ahead
    #[arg(value_name = "DEPTH", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub depth: u32,
    /// Count below each move
    #[arg(long, conflicts_with_all = ["totals", "outcomes"])]
    pub divide: bool,
    /// Play every leaf and count those that are won and drawn
    #[arg(long, conflicts_with = "totals")]
    pub outcomes: bool,
    /// Count everything in the whole tree: nodes, games by result and length, different positions (small games only)
    #[arg(long)]
    pub totals: bool,
    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `analyse`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo analyse connect3d --agent alphabeta:depth=4
  zermelo analyse tictactoe --position '2o/1x1/xo1 x' --agent minimax --lines 5
  zermelo analyse connect4 --moves 4453 --agent mcts:time=2s --json

Without a limit in the agent's specification, an exhaustive search goes on until it is done; Ctrl-C ends it.")]
pub struct AnalyseArgs {
    #[command(flatten)]
    pub start: StartArgs,
    /// Who thinks (`zermelo agents` lists them)
    #[arg(long, value_name = "AGENT")]
    pub agent: String,
    /// Show the values of this many moves, the best first; agents with `lines` search them exactly unless AGENT says otherwise
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub lines: u32,
    /// The seed of all chance
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// One JSON object a line: each finished depth, and always a last one
    #[arg(long)]
    pub json: bool,
}

/// Reads a time.
pub fn time(text: &str) -> Result<Duration, String> {
    parse_duration(text).ok_or_else(|| "expected a time such as 250ms, 2s or 1m".to_owned())
}

/// An amount of memory, in bytes.
pub fn memory(text: &str) -> Result<u64, String> {
    parse_memory(text).ok_or_else(|| "expected an amount of memory such as 512kb, 64mb or 2gb".to_owned())
}
