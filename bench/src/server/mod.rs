//! The server under load, over sockets: moves that are stored and delivered per second of its processor time, the latency of a move,
//! and the memory of a socket and a game.
//!
//! The load generator is this process, and the server another one on the same machine. The processor time of the server is what the system
//! charges to it, without the load generator.

mod boardgame_io;
mod client;
mod load;
mod process;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;

use boardgame_io::{Peer, Seats};
use load::{Latency, Played};
use process::Server;

/// The options of `bench server`.
#[derive(Args)]
pub struct Options {
    /// The program; built with release settings if not given
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Games at full speed, each with two sockets
    #[arg(long, value_name = "N", default_value_t = 25)]
    games: usize,
    /// Games at a move a second, for the latency
    #[arg(long, value_name = "N", default_value_t = 1000)]
    paced: usize,
    /// Sockets that only wait
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    idle: usize,
    /// The duration of each load, in seconds
    #[arg(long, value_name = "S", default_value_t = 20)]
    seconds: u64,
    /// A PostgreSQL database instead of a file
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// The number of rounds at full speed; the medians are printed
    #[arg(long, value_name = "N", default_value_t = 1)]
    rounds: usize,
    /// A folder in which `npm install boardgame.io@0.50.2` has run, to compare with
    #[arg(long, value_name = "FOLDER")]
    boardgame_io: Option<PathBuf>,
    /// The measurements; all by default
    #[arg(long, value_name = "PART", value_enum, value_delimiter = ',')]
    only: Vec<Part>,
    /// Print JSON Lines
    #[arg(long)]
    json: bool,
}

/// The measurements.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// Moves per second of the server's processor time.
    Moves,
    /// Latency at a fixed rate, without and with analyses.
    Latency,
    /// Memory of sockets and games, and connections per second.
    Memory,
}

/// Measures and reports.
pub fn run(options: &Options) -> Result<()> {
    let program = match &options.program {
        Some(program) => program.clone(),
        None => process::build()?,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("threads")?;
    runtime.block_on(measure(options, &program))
}

async fn measure(options: &Options, program: &Path) -> Result<()> {
    let wants = |part| options.only.is_empty() || options.only.contains(&part);
    let time = Duration::from_secs(options.seconds);
    let mut report = Report { json: options.json, text: String::new() };
    let start = |durability: &'static str| Server::start(program, durability, options.database.as_deref());
    if wants(Part::Moves) {
        moves(options, program, &mut report).await?;
    }
    if wants(Part::Latency) {
        report.title(
            "A move a second in each game",
            "| beside | games | moves/s | p50 ms | p99 ms | most ms | server CPU |",
        );
        let server = start("process").await?;
        let quiet = load::paced(&server, options.paced, time, 0).await?;
        report.latency("nothing", options.paced, &quiet);
        let server = start("process").await?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let busy = load::paced(&server, options.paced, time, cores).await?;
        report.latency("an analysis on every core", options.paced, &busy);
    }
    if wants(Part::Memory) {
        report.title("Memory", "| what | number | kB each | MB in all | a second |");
        let server = start("process").await?;
        let idle = load::idle_sockets(&server, options.idle).await?;
        report.memory("sockets that wait", options.idle, &idle);
        let server = start("process").await?;
        let rooms = load::idle_games(&server, options.paced).await?;
        report.memory("games with two sockets", options.paced, &rooms);
    }
    report.print();
    Ok(())
}

/// The measured server.
#[derive(Clone, Copy)]
enum Contestant {
    /// This server, with a durability.
    Ours(&'static str),
    /// boardgame.io, without storage.
    Peer(Seats),
}

impl Contestant {
    const fn name(self) -> [&'static str; 2] {
        match self {
            Self::Ours(durability) => ["zermelo", durability],
            Self::Peer(Seats::Taken) => ["boardgame.io 0.50.2", "nothing"],
            Self::Peer(Seats::None) => ["boardgame.io 0.50.2, no seats", "nothing"],
        }
    }
}

/// All servers in turns, round after round.
async fn moves(options: &Options, program: &Path, report: &mut Report) -> Result<()> {
    let time = Duration::from_secs(options.seconds);
    let mut contestants = vec![(Contestant::Ours("process"), Vec::new()), (Contestant::Ours("power"), Vec::new())];
    if options.boardgame_io.is_some() {
        contestants.extend([(Contestant::Peer(Seats::Taken), Vec::new()), (Contestant::Peer(Seats::None), Vec::new())]);
    }
    report.title(
        "Moves at full speed",
        "| server | stored | games | moves/s | moves per server-CPU-second | ratio | p50 ms | p99 ms |",
    );
    for _ in 0..options.rounds.max(1) {
        for (contestant, rounds) in &mut contestants {
            let played = match (&*contestant, &options.boardgame_io) {
                (Contestant::Peer(seats), Some(folder)) => {
                    Peer::start(folder)?.full_speed(options.games, *seats, time).await?
                }
                (Contestant::Ours(durability), _) => {
                    let server = Server::start(program, durability, options.database.as_deref()).await?;
                    load::full_speed(&server, options.games, time).await?
                }
                (Contestant::Peer(_), None) => continue,
            };
            rounds.push(played);
        }
    }
    for (_, rounds) in &mut contestants {
        rounds.sort_by(|a, b| a.per_cpu().total_cmp(&b.per_cpu()));
    }
    let is_peer = |contestant: &Contestant| matches!(contestant, Contestant::Peer(Seats::Taken));
    let median = |rounds: &[Played]| rounds.get(rounds.len() / 2).map(Played::per_cpu);
    let peer = contestants.iter().find(|(contestant, _)| is_peer(contestant)).and_then(|(_, rounds)| median(rounds));
    for (contestant, rounds) in &contestants {
        if let Some(played) = rounds.get(rounds.len() / 2) {
            report.moves(contestant.name(), options.games, played, peer);
        }
    }
    Ok(())
}

/// The results.
struct Report {
    json: bool,
    text: String,
}

impl Report {
    fn title(&mut self, title: &str, heads: &str) {
        if !self.json {
            let rule = "|---".repeat(heads.matches('|').count() - 1);
            let _ = writeln!(self.text, "\n{title}\n\n{heads}\n{rule}|");
        }
        eprintln!("{title}..");
    }

    fn line(&mut self, value: &serde_json::Value, row: &str) {
        let _ = if self.json { writeln!(self.text, "{value}") } else { writeln!(self.text, "{row}") };
    }

    fn moves(&mut self, [server, stored]: [&str; 2], games: usize, played: &Played, peer: Option<f64>) {
        let Played { moves, wall, latency, .. } = played;
        let (rate, per_cpu) = (*moves as f64 / wall.as_secs_f64(), played.per_cpu());
        let ratio = peer.map(|peer| per_cpu / peer);
        let Latency { p50, p99, .. } = latency;
        let value = json!({"bench": "server", "part": "moves", "server": server, "stored": stored, "games": games,
            "moves_per_second": rate, "moves_per_cpu_second": per_cpu, "ratio": ratio, "p50_ms": p50, "p99_ms": p99});
        let ratio = ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}"));
        let row =
            format!("| {server} | {stored} | {games} | {rate:.0} | {per_cpu:.0} | {ratio} | {p50:.2} | {p99:.2} |");
        self.line(&value, &row);
    }

    fn latency(&mut self, beside: &str, games: usize, played: &Played) {
        let Played { moves, wall, cpu, latency } = played;
        let rate = *moves as f64 / wall.as_secs_f64();
        let share = 100.0 * cpu.as_secs_f64() / wall.as_secs_f64();
        let Latency { p50, p99, most } = latency;
        let value = json!({"bench": "server", "part": "latency", "beside": beside, "games": games, "moves_per_second": rate,
            "p50_ms": p50, "p99_ms": p99, "most_ms": most, "cpu_share": share});
        let row = format!("| {beside} | {games} | {rate:.0} | {p50:.2} | {p99:.2} | {most:.1} | {share:.0}% |");
        self.line(&value, &row);
    }

    fn memory(&mut self, what: &str, number: usize, grown: &load::Grown) {
        let load::Grown { before, after, wall } = grown;
        let (kb, mb) = ((after - before) as f64 / number as f64 / 1024.0, *after as f64 / f64::from(1 << 20));
        let rate = number as f64 / wall.as_secs_f64();
        let value = json!({"bench": "server", "part": "memory", "what": what, "number": number, "kb_each": kb, "mb_in_all": mb,
            "per_second": rate});
        self.line(&value, &format!("| {what} | {number} | {kb:.1} | {mb:.0} | {rate:.0} |"));
    }

    fn print(&self) {
        println!("{}", self.text.trim());
    }
}
