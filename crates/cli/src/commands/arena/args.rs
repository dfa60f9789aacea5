//! Arguments of `zermelo arena`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use zermelo_arena::export;
use zermelo_arena::plan::{GameCount, Sides, Time, TournamentFormat};
use zermelo_core::TimeControl;

/// Arguments of `arena`.
#[derive(Args)]
pub struct ArenaArgs {
    #[command(subcommand)]
    pub command: ArenaCommand,
}

/// The subcommands of `arena`.
#[derive(Subcommand)]
pub enum ArenaCommand {
    /// Run a tournament, from a file or from flags, and store every game
    Run(Box<RunArgs>),
    /// Resume an interrupted tournament
    Resume(ResumeArgs),
    /// Show the tables of a results file, its games, or one game move by move
    Show(ShowArgs),
    /// Export the games of a results file as CSV, JSON Lines or PDN
    Export(ExportArgs),
    /// Check that an engine complies with the engine protocol
    Check(super::check::CheckArgs),
    /// Run a worker that plays games of tournaments from a queue (run --queue)
    Worker(WorkerArgs),
    /// Write a report of a results file: ranking, heat maps, curves, in one HTML file
    Report(ReportArgs),
}

/// Arguments of `arena run`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo arena run tournament.toml --out results.db
  zermelo arena run --game connect4 --agent alphabeta:depth=4 --agent strong=mcts:playouts=2000 \\
      --games 200 --plies 4 --seed 1 --out results.db
  zermelo arena run --game tictactoe --agent random --agent alphabeta --games 100 --print-config

The file has the keys that --print-config prints. Flags override the file. Ctrl-C stops the tournament; `arena resume` resumes it.")]
pub struct RunArgs {
    /// The tournament configuration (TOML)
    #[arg(value_name = "FILE.toml")]
    pub file: Option<PathBuf>,
    /// The results file to create
    #[arg(long, value_name = "RESULTS", required_unless_present = "print_config")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub tournament: TournamentArgs,
    #[command(flatten)]
    pub queue: QueueArgs,
    /// Print the effective configuration and exit
    #[arg(long)]
    pub print_config: bool,
    /// Write an HTML report at the end
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Print no progress bar and no tables
    #[arg(long)]
    pub quiet: bool,
    /// Print JSON Lines
    #[arg(long)]
    pub json: bool,
}

/// A tournament by flags.
#[derive(Args)]
pub struct TournamentArgs {
    /// The game (`zermelo games` lists them)
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// An agent, optionally named; repeat for each (`zermelo agents` lists them)
    #[arg(long = "agent", value_name = "[NAME=]AGENT")]
    pub agents: Vec<String>,
    /// The tournament format
    #[arg(long, value_enum)]
    pub format: Option<FormatArg>,
    /// Games per pairing, or `endless`
    #[arg(long, value_name = "N", value_parser = GameCount::parse)]
    pub games: Option<GameCount>,
    /// Rounds of a Swiss tournament
    #[arg(long, value_name = "N")]
    pub rounds: Option<u32>,
    /// The assignment of sides; only `both` plays pairs of games
    #[arg(long, value_enum)]
    pub sides: Option<SidesArg>,
    /// The random seed
    #[arg(long)]
    pub seed: Option<u64>,
    /// Start with this number of random plies, different for each pair of games; decided positions are excluded
    #[arg(long, value_name = "N", conflicts_with = "book")]
    pub plies: Option<u32>,
    /// With --plies: only balanced positions, by the solver or a shallow search
    #[arg(long, requires = "plies")]
    pub balanced: bool,
    /// Start with the openings of this file, one per line
    #[arg(long, value_name = "FILE")]
    pub book: Option<String>,
    /// Play this number of random first plies in each pair of games
    #[arg(long, value_name = "N")]
    pub random_first: Option<u32>,
    /// Allow deterministic agents to repeat the same game
    #[arg(long)]
    pub allow_repeats: bool,
    /// Concurrent games [default: the number of processors]
    #[arg(long, value_name = "N")]
    pub concurrency: Option<usize>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Adjudicate a draw after this number of plies
    #[arg(long, value_name = "N")]
    pub max_plies: Option<u32>,
    /// Stop a match of two agents when the SPRT accepts one of two Elo differences
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = elos)]
    pub sprt: Option<(f64, f64)>,
}

/// The limits of agents without limits of their own.
#[derive(Args)]
pub struct LimitArgs {
    /// Time per move
    #[arg(long, value_name = "TIME", value_parser = Time::parse)]
    pub time: Option<Time>,
    /// Time per game and increment in seconds, such as 60+0.5
    #[arg(long, value_name = "CLOCK")]
    pub clock: Option<TimeControl>,
    /// Nodes per move
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Playouts per move
    #[arg(long, value_name = "N")]
    pub playouts: Option<u64>,
    /// Search depth in plies
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// The tolerated overrun of a time limit
    #[arg(long, value_name = "TIME", value_parser = Time::parse)]
    pub margin: Option<Time>,
    /// The time after which an agent without a time limit forfeits the game
    #[arg(long, value_name = "TIME", value_parser = Time::parse)]
    pub hang: Option<Time>,
}

/// Arguments of `arena resume`.
#[derive(Args)]
#[command(after_help = "Example:
  zermelo arena resume results.db
  zermelo arena resume results.db --games 2000
  zermelo arena resume results.db --queue nats://server:4222")]
pub struct ResumeArgs {
    /// The results file
    #[arg(value_name = "RESULTS")]
    pub results: PathBuf,
    /// The new number of games per pairing, or `endless`
    #[arg(long, value_name = "N", value_parser = GameCount::parse)]
    pub games: Option<GameCount>,
    /// Concurrent games
    #[arg(long, value_name = "N")]
    pub concurrency: Option<usize>,
    #[command(flatten)]
    pub queue: QueueArgs,
    /// Write an HTML report at the end
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Print no progress bar and no tables
    #[arg(long)]
    pub quiet: bool,
    /// Print JSON Lines
    #[arg(long)]
    pub json: bool,
}

/// The queue of a distributed run.
#[derive(Args)]
pub struct QueueArgs {
    /// Distribute the games to workers (`zermelo arena worker`) through this NATS server (nats-server -js)
    #[arg(long, value_name = "nats://HOST:PORT")]
    pub queue: Option<String>,
    /// The time without an acknowledgement after which a pair is redelivered
    #[arg(long, value_name = "TIME", value_parser = Time::parse, default_value = "30s", requires = "queue", hide = true)]
    pub ack_wait: Time,
}

/// Arguments of `arena worker`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo arena worker --queue nats://server:4222
  zermelo arena worker --queue nats://user:password@server:4222 --concurrency 8 --idle-exit 600

The server is `nats-server -js`. The games come from `zermelo arena run .. --queue URL` on any machine with the same version of
zermelo. After Ctrl-C, unfinished pairs return to the queue.")]
pub struct WorkerArgs {
    /// The NATS server
    #[arg(long, value_name = "nats://HOST:PORT")]
    pub queue: String,
    /// Concurrent games [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub concurrency: Option<u16>,
    /// Exit after this time without a job
    #[arg(long, value_name = "SECONDS")]
    pub idle_exit: Option<u32>,
    /// Print JSON Lines: an object for each event
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `arena show`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo arena show results.db
  zermelo arena show results.db --table cross,averages
  zermelo arena show results.db --table course
  zermelo arena show results.db --games --agent mcts:playouts=2000 --termination time --limit 10
  zermelo arena show results.db --game 12 --board")]
pub struct ShowArgs {
    /// The results file
    #[arg(value_name = "RESULTS")]
    pub results: PathBuf,
    /// List the games, one per line
    #[arg(long, conflicts_with = "game")]
    pub games: bool,
    /// Show this game move by move
    #[arg(long, value_name = "NUMBER")]
    pub game: Option<i64>,
    /// With --game: print the board after each move
    #[arg(long, requires = "game")]
    pub board: bool,
    /// Show only these tables, separated by commas; `course` and `first-moves` are not shown by default
    #[arg(long = "table", value_name = "TABLE", value_enum, value_delimiter = ',', conflicts_with_all = ["games", "game"])]
    pub tables: Vec<ResultTable>,
    #[command(flatten)]
    pub filter: FilterArgs,
    /// Print JSON Lines
    #[arg(long)]
    pub json: bool,
}

/// A table of results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ResultTable {
    /// Scores of each agent against each opponent, by side
    Cross,
    /// Mean scores as first and second player
    Averages,
    /// Each pairing with error bars
    Pairings,
    /// Elo ratings
    Ratings,
    /// Time, nodes, depth and playouts per move
    Moves,
    /// Terminations and lengths of games
    Endings,
    /// The sequential probability ratio test
    Sprt,
    /// Final ranking of Swiss and knockout tournaments
    Places,
    /// Expected score of each agent, by ply
    Course,
    /// Results by first move
    FirstMoves,
}

impl ResultTable {
    /// The tables that are shown by default.
    pub const USUAL: [Self; 8] = [
        Self::Cross,
        Self::Averages,
        Self::Pairings,
        Self::Ratings,
        Self::Moves,
        Self::Endings,
        Self::Sprt,
        Self::Places,
    ];
}

/// A filter of games.
#[derive(Args)]
pub struct FilterArgs {
    /// Only games of this agent
    #[arg(long, value_name = "NAME")]
    pub agent: Option<String>,
    /// Only games won by this agent or side, or drawn
    #[arg(long, value_name = "NAME|first|second|draw")]
    pub winner: Option<String>,
    /// Only games with this termination: `line`, `no_move`, `time`, `crash`, ..
    #[arg(long, value_name = "REASON")]
    pub termination: Option<String>,
    /// At most this number of games
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
}

/// Arguments of `arena export`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo arena export results.db --format csv --out tables
  zermelo arena export results.db --format first-moves --out grid")]
pub struct ExportArgs {
    /// The results file
    #[arg(value_name = "RESULTS")]
    pub results: PathBuf,
    /// csv: tables of games and moves; jsonl: all data, one game per line; pdn: draughts games;
    /// first-moves: scores of the first moves, for the agent parameter first=FILE
    #[arg(long, value_enum)]
    pub format: ExportFormat,
    /// The output folder
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    #[command(flatten)]
    pub filter: FilterArgs,
    /// Print JSON Lines
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `arena report`.
#[derive(Args)]
#[command(after_help = "Example:
  zermelo arena report results.db --out report.html")]
pub struct ReportArgs {
    /// The results file; the tournament may still be running
    #[arg(value_name = "RESULTS")]
    pub results: PathBuf,
    /// The HTML file to write
    #[arg(long, value_name = "FILE.html")]
    pub out: PathBuf,
    /// Print JSON Lines
    #[arg(long)]
    pub json: bool,
}

/// Tournament formats.
#[derive(Clone, Copy, ValueEnum)]
pub enum FormatArg {
    /// Every agent plays every other agent
    RoundRobin,
    /// The first agent plays all others
    Gauntlet,
    /// Rounds between agents with similar scores
    Swiss,
    /// The loser of a match is eliminated
    Knockout,
}

impl From<FormatArg> for TournamentFormat {
    fn from(format: FormatArg) -> Self {
        match format {
            FormatArg::RoundRobin => Self::RoundRobin,
            FormatArg::Gauntlet => Self::Gauntlet,
            FormatArg::Swiss => Self::Swiss,
            FormatArg::Knockout => Self::Knockout,
        }
    }
}

/// The assignment of sides.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SidesArg {
    /// Each agent moves first equally often
    Both,
    /// The agent listed first moves first
    Fixed,
    /// At random
    Random,
}

impl From<SidesArg> for Sides {
    fn from(sides: SidesArg) -> Self {
        match sides {
            SidesArg::Both => Self::Both,
            SidesArg::Fixed => Self::Fixed,
            SidesArg::Random => Self::Random,
        }
    }
}

/// Export formats.
#[derive(Clone, Copy, ValueEnum)]
pub enum ExportFormat {
    /// Tables of games and moves
    Csv,
    /// JSON Lines
    Jsonl,
    /// Portable Draughts Notation
    Pdn,
    /// Scores of the first moves
    FirstMoves,
}

impl From<ExportFormat> for export::ExportFormat {
    fn from(format: ExportFormat) -> Self {
        match format {
            ExportFormat::Csv => Self::Csv,
            ExportFormat::Jsonl => Self::JsonLines,
            ExportFormat::Pdn => Self::Pdn,
            ExportFormat::FirstMoves => Self::FirstMoves,
        }
    }
}

fn elos(text: &str) -> Result<(f64, f64), String> {
    let numbers = text.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    numbers.ok_or_else(|| "expected two Elo differences, such as 0,5".to_owned())
}
