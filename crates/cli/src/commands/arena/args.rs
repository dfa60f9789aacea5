//! What can be typed after `zermelo arena`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use zermelo_arena::export;
use zermelo_arena::plan::{Format, GameCount, Sides, Time};
use zermelo_core::TimeControl;

/// Arguments of `arena`.
#[derive(Args)]
pub struct ArenaArgs {
    #[command(subcommand)]
    pub command: ArenaCommand,
}

/// What the arena does.
#[derive(Subcommand)]
pub enum ArenaCommand {
    /// Play a tournament, from a file or from flags, and keep every game
    Run(Box<RunArgs>),
    /// Go on with a tournament that was stopped or broke down
    Resume(ResumeArgs),
    /// Show the tables of a results file, its games, or one game move by move
    Show(ShowArgs),
    /// Write the games of a results file as tables, JSON Lines or PDN
    Export(ExportArgs),
    /// Look which rules of the engine protocol a program breaks
    Check(super::check::CheckArgs),
    /// Play jobs of the tournaments at a queue, for runs with --queue
    Worker(WorkerArgs),
    /// Make a page of a results file: ranking, heat maps, curves; one HTML file that stands alone
    Report(ReportArgs),
}

/// Arguments of `arena run`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo arena run tournament.toml --out results.db
  zermelo arena run --game connect4 --agent alphabeta:depth=4 --agent strong=mcts:playouts=2000 \\
      --games 200 --plies 4 --seed 1 --out results.db
  zermelo arena run --game tictactoe --agent random --agent alphabeta --games 100 --print-config

A file holds the same keys as --print-config prints. Flags go before the file. Ctrl-C stops; `arena resume` goes on.")]
pub struct RunArgs {
    /// The tournament: a TOML file
    #[arg(value_name = "FILE.toml")]
    pub file: Option<PathBuf>,
    /// The results file, which must not exist yet
    #[arg(long, value_name = "RESULTS", required_unless_present = "print_config")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub tournament: TournamentArgs,
    #[command(flatten)]
    pub queue: QueueArgs,
    /// Print the configuration that the file and the flags mean, and play nothing
    #[arg(long)]
    pub print_config: bool,
    /// Make a page of the results at the end: one HTML file
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// No progress bar and no tables at the end
    #[arg(long)]
    pub quiet: bool,
    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// A tournament by flags.
#[derive(Args)]
pub struct TournamentArgs {
    /// The game (`zermelo games` lists them)
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// An agent, or NAME=AGENT; once for each (`zermelo agents` lists them)
    #[arg(long = "agent", value_name = "[NAME=]AGENT")]
    pub agents: Vec<String>,
    /// Who meets whom
    #[arg(long, value_enum)]
    pub format: Option<FormatArg>,
    /// Games of each pairing, or endless
    #[arg(long, value_name = "N", value_parser = GameCount::parse)]
    pub games: Option<GameCount>,
    /// Rounds of a Swiss tournament
    #[arg(long, value_name = "N")]
    pub rounds: Option<u32>,
    /// Who gets which side; all but `both` play no pairs
    #[arg(long, value_enum)]
    pub sides: Option<SidesArg>,
    /// The seed of all chance
    #[arg(long)]
    pub seed: Option<u64>,
    /// Begin with so many random plies: never a finished or a lost position, each pair of games another
    #[arg(long, value_name = "N", conflicts_with = "book")]
    pub plies: Option<u32>,
    /// With --plies: only positions that are even, as far as somebody can tell
    #[arg(long, requires = "plies")]
    pub balanced: bool,
    /// Begin with the openings of this file, one a line
    #[arg(long, value_name = "FILE")]
    pub book: Option<String>,
    /// Let chance play the first plies of each pair of games
    #[arg(long, value_name = "N")]
    pub random_first: Option<u32>,
    /// Let agents without chance replay the same game
    #[arg(long)]
    pub allow_repeats: bool,
    /// Games at a time; as many as there are processors if not given
    #[arg(long, value_name = "N")]
    pub concurrency: Option<usize>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// A game of so many plies is a draw
    #[arg(long, value_name = "N")]
    pub max_plies: Option<u32>,
    /// Stop a match of two when a test has decided between two differences in Elo
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = elos)]
    pub sprt: Option<(f64, f64)>,
}

/// Limits of all agents that set none of their own.
#[derive(Args)]
pub struct LimitArgs {
    /// Time a move
    #[arg(long, value_name = "TIME", value_parser = Time::parse)]
    pub time: Option<Time>,
    /// Time a game: seconds and an increment, such as 60+0.5
    #[arg(long, value_name = "CLOCK")]
    pub clock: Option<TimeControl>,
    /// Nodes a move
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Playouts a move
    #[arg(long, value_name = "N")]
    pub playouts: Option<u64>,
    /// Plies to look ahead
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// How much later than its limit an answer may come
    #[arg(long, value_name = "TIME", value_parser = Time::parse)]
    pub margin: Option<Time>,
    /// How long an answer may take where time is not limited
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
    /// Games of each pairing from now on, or endless
    #[arg(long, value_name = "N", value_parser = GameCount::parse)]
    pub games: Option<GameCount>,
    /// Games at a time
    #[arg(long, value_name = "N")]
    pub concurrency: Option<usize>,
    #[command(flatten)]
    pub queue: QueueArgs,
    /// Make a page of the results at the end: one HTML file
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// No progress bar and no tables at the end
    #[arg(long)]
    pub quiet: bool,
    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// Where the games are played.
#[derive(Args)]
pub struct QueueArgs {
    /// Let workers play the games (`zermelo arena worker`), through this NATS server (nats-server -js)
    #[arg(long, value_name = "nats://HOST:PORT")]
    pub queue: Option<String>,
    /// A pair goes to another worker when nothing was heard of it for so long
    #[arg(long, value_name = "TIME", value_parser = Time::parse, default_value = "30s", requires = "queue", hide = true)]
    pub ack_wait: Time,
}

/// Arguments of `arena worker`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo arena worker --queue nats://server:4222
  zermelo arena worker --queue nats://user:password@server:4222 --concurrency 8 --idle-exit 600

The server is nats-server with -js. The games come from `zermelo arena run .. --queue URL`, on any machine, with the same version of
this program. Ctrl-C gives back the pairs that are not finished.")]
pub struct WorkerArgs {
    /// The NATS server
    #[arg(long, value_name = "nats://HOST:PORT")]
    pub queue: String,
    /// Games at a time; as many as there are processors if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub concurrency: Option<u16>,
    /// Leave after so long without a job
    #[arg(long, value_name = "SECONDS")]
    pub idle_exit: Option<u32>,
    /// One JSON object a line for each event
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
    /// List games, a line each
    #[arg(long, conflicts_with = "game")]
    pub games: bool,
    /// Show this game move by move
    #[arg(long, value_name = "NUMBER")]
    pub game: Option<i64>,
    /// With --game: the board after each move
    #[arg(long, requires = "game")]
    pub board: bool,
    /// Show these tables alone, with commas between; `course` and `first-moves` are shown only when they are asked for
    #[arg(long = "table", value_name = "TABLE", value_enum, value_delimiter = ',', conflicts_with_all = ["games", "game"])]
    pub tables: Vec<Table>,
    #[command(flatten)]
    pub filter: FilterArgs,
    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// A table of results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Table {
    /// Who scored what against whom, by side
    Cross,
    /// As first, as second, and the mean
    Averages,
    /// Each pairing with its error bars
    Pairings,
    /// Elo ratings of all
    Ratings,
    /// Time, nodes, depth and playouts of a move
    Moves,
    /// How games ended, and how long they were
    Endings,
    /// The test that can stop a match
    Sprt,
    /// Places, where the format ranks by itself
    Places,
    /// What the agents of each pairing thought of their chances, by ply
    Course,
    /// How games went by their first move
    FirstMoves,
}

impl Table {
    /// Those that are shown where nobody asks for others.
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

/// Which games are wanted.
#[derive(Args)]
pub struct FilterArgs {
    /// Only games of this agent
    #[arg(long, value_name = "NAME")]
    pub agent: Option<String>,
    /// Only games that this agent won, or first, second or draw
    #[arg(long, value_name = "NAME|first|second|draw")]
    pub winner: Option<String>,
    /// Only games that ended so: `line`, `no_move`, `time`, `crash`, ..
    #[arg(long, value_name = "REASON")]
    pub termination: Option<String>,
    /// At most so many
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
    /// csv: a table of games and a table of moves; jsonl: all that is known, a line a game; pdn: for draughts;
    /// first-moves: a table of the first moves with their scores, for the option first=FILE of agents
    #[arg(long, value_enum)]
    pub format: ExportFormat,
    /// The folder to write to
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    #[command(flatten)]
    pub filter: FilterArgs,
    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `arena report`.
#[derive(Args)]
#[command(after_help = "Example:
  zermelo arena report results.db --out report.html")]
pub struct ReportArgs {
    /// The results file; a run may be writing it
    #[arg(value_name = "RESULTS")]
    pub results: PathBuf,
    /// The page to write
    #[arg(long, value_name = "FILE.html")]
    pub out: PathBuf,
    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// Who meets whom.
#[derive(Clone, Copy, ValueEnum)]
pub enum FormatArg {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first agent meets all others.
    Gauntlet,
    /// Rounds in which agents with about the same points meet.
    Swiss,
    /// The loser of a match is out.
    Knockout,
}

impl From<FormatArg> for Format {
    fn from(format: FormatArg) -> Self {
        match format {
            FormatArg::RoundRobin => Self::RoundRobin,
            FormatArg::Gauntlet => Self::Gauntlet,
            FormatArg::Swiss => Self::Swiss,
            FormatArg::Knockout => Self::Knockout,
        }
    }
}

/// Who gets which side.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SidesArg {
    /// Both begin equally often.
    Both,
    /// The agent listed first begins.
    Fixed,
    /// By lot.
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

/// Kinds of files.
#[derive(Clone, Copy, ValueEnum)]
pub enum ExportFormat {
    /// Tables.
    Csv,
    /// JSON Lines.
    Jsonl,
    /// Portable Draughts Notation.
    Pdn,
    /// First moves with their scores.
    FirstMoves,
}

impl From<ExportFormat> for export::Format {
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
    numbers.ok_or_else(|| "expected two differences in Elo, such as 0,5".to_owned())
}
