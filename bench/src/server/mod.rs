//! The server under load, over sockets as its users have them: how many moves a second of its processor stores and tells, how late a move
//! is, what a socket and a game take in memory.
//!
//! The load runs in this process and the server in its own, on the same machine: figures of the server's processor are what the system
//! charged to it, and say nothing of what the load took.

mod client;
mod load;
mod process;

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;

use load::{Latency, Played};
use process::Server;

/// What `bench server` takes.
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
    /// How long each load lasts, in seconds
    #[arg(long, value_name = "S", default_value_t = 20)]
    seconds: u64,
    /// A PostgreSQL database in place of a file
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// What is measured; all of it if not given
    #[arg(long, value_name = "PART", value_enum, value_delimiter = ',')]
    only: Vec<Part>,
    /// Print one line of JSON a figure
    #[arg(long)]
    json: bool,
}

/// What can be measured.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// Moves a second of the server's processor.
    Moves,
    /// How late moves are at a fixed rate, also while analyses run.
    Latency,
    /// Memory of sockets and games, and connections a second.
    Memory,
}

/// Measures and prints.
pub fn run(options: &Options) -> Result<()> {
    let program = match &options.program {
        Some(program) => program.clone(),
        None => process::build()?,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("threads")?;
    runtime.block_on(measure(options, &program))
}

async fn measure(options: &Options, program: &std::path::Path) -> Result<()> {
    let wants = |part| options.only.is_empty() || options.only.contains(&part);
    let time = Duration::from_secs(options.seconds);
    let mut report = Report { json: options.json, text: String::new() };
    let start = |durability: &'static str| Server::start(program, durability, options.database.as_deref());
    if wants(Part::Moves) {
        report.title(
            "Moves at full speed",
            "| stored | games | moves/s | moves per server-CPU-second | p50 ms | p99 ms |",
        );
        for durability in ["process", "power"] {
            let server = start(durability).await?;
            let played = load::full_speed(&server, options.games, time).await?;
            report.moves(durability, options.games, &played);
        }
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

/// What is printed at the end.
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

    fn moves(&mut self, durability: &str, games: usize, played: &Played) {
        let Played { moves, wall, cpu, latency } = played;
        let (rate, per_cpu) = (*moves as f64 / wall.as_secs_f64(), *moves as f64 / cpu.as_secs_f64());
        let Latency { p50, p99, .. } = latency;
        let value = json!({"bench": "server", "part": "moves", "durability": durability, "games": games, "moves_per_second": rate,
            "moves_per_cpu_second": per_cpu, "p50_ms": p50, "p99_ms": p99});
        let row = format!("| {durability} | {games} | {rate:.0} | {per_cpu:.0} | {p50:.2} | {p99:.2} |");
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
