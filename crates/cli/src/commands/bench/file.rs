//! Benchmarks of a file: agents on the same positions.

use std::io::Write;
use std::path::Path;

use serde::Serialize;

use super::args::BenchArgs;
use super::config::{BenchConfig, BenchSeries, in_file};
use super::figures::{millions, per_second, print_line, ratio};
use super::measure::{Measurement, measure};
use crate::error::CliError;
use crate::input;
use crate::text_table::TextTable;

/// The measurement of an agent at a depth, as JSON.
#[derive(Serialize)]
struct BenchLine<'a> {
    series: &'a str,
    game: &'a str,
    depth: Option<u32>,
    agent: &'a str,
    positions: usize,
    nodes: u64,
    seconds: f64,
    nps: Option<u64>,
    /// Relative to the first agent of the series.
    node_ratio: Option<f64>,
    time_ratio: Option<f64>,
}

/// Runs the benchmarks of a file.
pub fn run(path: &Path, args: &BenchArgs) -> Result<(), CliError> {
    let mut config = BenchConfig::read(path)?;
    if let Some(rounds) = args.rounds {
        config.rounds = rounds;
    }
    for series in &config.series {
        series.check().map_err(|why| in_file(path, &why))?;
    }
    let greatest = args.max_depth.unwrap_or(u32::MAX);
    let wanted: Vec<&BenchSeries> = config.series.iter().filter(|series| !series.depths(greatest).is_empty()).collect();
    if wanted.is_empty() {
        return Err(in_file(path, &format!("no series has a depth up to {greatest}")));
    }
    let stop = input::stop_on_interrupt()?;
    for series in wanted {
        let positions = series.records().map_err(|why| in_file(path, &why))?;
        let mut table = TextTable::new(title(series, positions.len(), config.rounds), &COLUMNS);
        let measured: Result<(), CliError> = series.depths(greatest).into_iter().try_for_each(|depth| {
            let found = measure(series, &positions, depth, config.rounds, &stop)?;
            for (at, one) in found.iter().enumerate() {
                let line = line(series, positions.len(), depth, at, one, &found[0]);
                if args.json {
                    print_line(&line)?;
                } else {
                    table.row(name(depth, at), cells(&line));
                }
            }
            Ok(())
        });
        // Print the finished measurements even after an error.
        if !args.json && table.len() > 0 {
            let mut out = anstream::stdout().lock();
            table.print(&mut out)?;
            out.flush()?;
        }
        measured?;
    }
    Ok(())
}

const COLUMNS: [&str; 6] = ["", "nodes", "ms", "M nodes/s", "nodes ratio", "time ratio"];

fn title(series: &BenchSeries, positions: usize, rounds: u32) -> String {
    let positions = if positions == 1 { "1 position".to_owned() } else { format!("{positions} positions") };
    let rounds = if rounds == 1 { String::new() } else { format!("; median of {rounds} rounds") };
    format!("{}: {positions}{rounds}; ratios to {}", series.title(), series.agents[0].name())
}

/// The title of a row: the depth, for its first agent.
fn name(depth: Option<u32>, at: usize) -> String {
    depth.filter(|_| at == 0).map_or(String::new(), |depth| format!("depth {depth}"))
}

fn line<'a>(
    series: &'a BenchSeries,
    positions: usize,
    depth: Option<u32>,
    at: usize,
    found: &Measurement,
    first: &Measurement,
) -> BenchLine<'a> {
    let seconds = found.time.as_secs_f64();
    BenchLine {
        series: series.title(),
        game: &series.game,
        depth,
        agent: series.agents[at].name(),
        positions,
        nodes: found.nodes,
        seconds,
        nps: per_second(found.nodes, seconds),
        node_ratio: ratio(found.nodes as f64, first.nodes as f64),
        time_ratio: ratio(seconds, first.time.as_secs_f64()),
    }
}

fn cells(line: &BenchLine<'_>) -> [String; 6] {
    let ratio = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.3}"));
    [
        line.agent.to_owned(),
        line.nodes.to_string(),
        format!("{:.2}", 1e3 * line.seconds),
        millions(line.nps),
        ratio(line.node_ratio),
        ratio(line.time_ratio),
    ]
}
