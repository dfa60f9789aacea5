//! Tables of whole games: how long they take to make, how much memory, and how soon they answer.

use std::fs;
use std::hint::black_box;
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use zermelo_catalog::{CatalogGame, GameVisitor, with_game};
use zermelo_core::{GameRecord, Oracle};
use zermelo_solve::TableVisitor;
use zermelo_solve::retrograde::{RankedGame, TableOptions, TableOracle, build, check};
use zermelo_testkit::playout::random_records;

use crate::cpu;
use crate::rounds::{median, processor_time};

/// What to make.
#[derive(Args)]
pub struct Options {
    /// The game; each is measured in a process of its own
    #[arg(long = "game", value_name = "GAME", default_values_t = GAMES.map(str::to_owned))]
    games: Vec<String>,
    /// How often a table is made
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Threads; by default as many as the machine has cores
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

const GAMES: [&str; 3] = ["teeko", "teeko:variant=advanced", "mnk:width=4,height=4,k=3"];

/// Games from which positions are asked about.
const RECORDS: usize = 2000;

/// Measures and reports.
pub fn run(options: &Options) -> Result<()> {
    let threads = options.threads.map_or_else(|| thread::available_parallelism().map_or(1, Into::into), usize::from);
    if let [game] = options.games.as_slice() {
        let measure = Enter(Measure { threads, rounds: options.rounds });
        return with_game(&game.parse()?, measure)?.ok_or_else(|| anyhow!("there is no table of {game}"))?;
    }
    let model = cpu::model().map(|model| format!(" on {model}")).unwrap_or_default();
    println!("Compiled for {}{model}; {threads} threads, medians of {} rounds.\n", cpu::LEVEL, options.rounds);
    println!("| table | entries | wall | processor | peak memory | check | value | all moves |");
    println!("|---|--:|--:|--:|--:|--:|--:|--:|");
    for game in &options.games {
        let mut alone = Command::new(std::env::current_exe()?);
        alone.args([
            "solve",
            "--game",
            game,
            "--rounds",
            &options.rounds.to_string(),
            "--threads",
            &threads.to_string(),
        ]);
        if !alone.status().with_context(|| game.clone())?.success() {
            bail!("{game} was not measured");
        }
    }
    Ok(())
}

struct Enter<W>(W);

impl<W: TableVisitor> GameVisitor for Enter<W> {
    type Output = Option<W::Output>;

    fn visit<G: CatalogGame>(self, game: G) -> Self::Output {
        game.visit_table(self.0)
    }
}

struct Measure {
    threads: usize,
    rounds: u16,
}

impl TableVisitor for Measure {
    type Output = Result<()>;

    fn visit<G: RankedGame>(self, game: &G) -> Result<()> {
        let options = TableOptions { threads: self.threads, ..TableOptions::default() };
        let (mut walls, mut processor) = (Vec::new(), Vec::new());
        let mut last = None;
        for round in 1..=self.rounds {
            eprintln!("{}: round {round} of {}", game.table_name(), self.rounds);
            drop(last.take());
            let (wall, begun) = (Instant::now(), processor_time());
            last = Some(build(game, &options, &mut |_| {})?);
            walls.push(wall.elapsed());
            processor.push(processor_time().saturating_sub(begun));
        }
        let table = last.context("there is a round")?;
        let memory = peak().map_or_else(|| "not known".to_owned(), |bytes| format!("{} MiB", bytes >> 20));
        let entries: usize = (0..table.levels()).map(|level| table.level(level).len()).sum();
        let begun = processor_time();
        if let Some(fault) = check(game, &table, &options)?.first() {
            bail!("{fault}");
        }
        let checked = processor_time().saturating_sub(begun);
        let mut records = random_records(game, 1, RECORDS);
        records.retain(|record| record.ending().is_none());
        let oracle = TableOracle::new(game, Arc::new(table));
        let value = a_query(&records, |record| _ = black_box(oracle.probe(record)));
        let moves = a_query(&records, |record| drop(black_box(oracle.probe_moves(record))));
        println!(
            "| {} | {entries} | {:.2} s | {:.2} s | {memory} | {:.1} s | {value} ns | {moves} ns |",
            game.table_name(),
            median(walls).as_secs_f64(),
            median(processor).as_secs_f64(),
            checked.as_secs_f64(),
        );
        Ok(())
    }
}

/// Nanoseconds of processor time for a query: the median over rounds through all positions.
fn a_query<G: RankedGame>(records: &[GameRecord<G>], ask: impl Fn(&GameRecord<G>)) -> u128 {
    const ROUNDS: usize = 9;
    let round = |_| {
        let begun = processor_time();
        records.iter().for_each(&ask);
        processor_time().saturating_sub(begun)
    };
    let times: Vec<Duration> = (0..ROUNDS).map(round).collect();
    median(times).as_nanos() / records.len().max(1) as u128
}

/// The most memory that this process had, where the system tells (Linux).
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}
