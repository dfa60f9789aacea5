//! The signature of the strong search: its total node count on the fixed positions.

use std::io::Write;

use serde::Serialize;

use super::args::BenchArgs;
use super::figures::{millions, per_second, print_line};
use super::fixed;
use super::measure::measure;
use crate::error::CliError;
use crate::input;
use crate::text_table::TextTable;

/// The measurement of a game, as JSON.
#[derive(Serialize)]
struct SignatureLine<'a> {
    game: &'a str,
    depth: Option<u32>,
    positions: usize,
    nodes: u64,
    seconds: f64,
    nps: Option<u64>,
}

/// The measurement of all games, as JSON.
#[derive(Default, Serialize)]
struct SignatureTotal {
    positions: usize,
    nodes: u64,
    seconds: f64,
    nps: Option<u64>,
    /// `None` if an option changes it.
    signature: Option<u64>,
}

const COLUMNS: [&str; 5] = ["depth", "positions", "nodes", "ms", "M nodes/s"];

/// Measures the signature.
pub fn run(args: &BenchArgs) -> Result<(), CliError> {
    let mut all = fixed::series(&args.fixed)?;
    for series in &mut all {
        series.agents = vec![fixed::bench_agent(&args.fixed, None)];
    }
    fixed::check(&all)?;
    let stop = input::stop_on_interrupt()?;
    let mut table = TextTable::new(format!("{} on fixed positions", all[0].agents[0].spec), &COLUMNS);
    let mut total = SignatureTotal::default();
    let measured: Result<(), CliError> = all.iter().try_for_each(|series| {
        let records = series.records().map_err(CliError::Failed)?;
        let depth = fixed::depth(series, &args.fixed);
        let found = &measure(series, &records, depth, args.rounds.unwrap_or(1), &stop)?[0];
        let seconds = found.time.as_secs_f64();
        let nps = per_second(found.nodes, seconds);
        total.add(records.len(), found.nodes, seconds);
        let line =
            SignatureLine { game: &series.game, depth, positions: records.len(), nodes: found.nodes, seconds, nps };
        if args.json {
            print_line(&line)?;
        } else {
            let depth = depth.map_or(String::new(), |depth| depth.to_string());
            table.row(&series.game, cells(depth, line.positions, line.nodes, line.seconds, line.nps));
        }
        Ok(())
    });
    let fixed = &args.fixed;
    let is_changed = fixed.game.is_some() || fixed.depth.is_some() || fixed.threads.is_some() || fixed.hash.is_some();
    total.signature = (measured.is_ok() && !is_changed).then_some(total.nodes);
    // Print the finished measurements even after an error, but the totals only if all are complete.
    if args.json {
        measured?;
        print_line(&serde_json::json!({ "total": total }))?;
        return Ok(());
    }
    let mut out = anstream::stdout().lock();
    if measured.is_ok() && all.len() > 1 {
        table.row("total", cells(String::new(), total.positions, total.nodes, total.seconds, total.nps));
    }
    if table.len() > 0 {
        table.print(&mut out)?;
    }
    if let Some(signature) = total.signature {
        writeln!(out, "\nSignature: {signature}")?;
    }
    out.flush()?;
    measured
}

impl SignatureTotal {
    fn add(&mut self, positions: usize, nodes: u64, seconds: f64) {
        self.positions += positions;
        self.nodes += nodes;
        self.seconds += seconds;
        self.nps = per_second(self.nodes, self.seconds);
    }
}

fn cells(depth: String, positions: usize, nodes: u64, seconds: f64, nps: Option<u64>) -> [String; 5] {
    [depth, positions.to_string(), nodes.to_string(), format!("{:.1}", 1e3 * seconds), millions(nps)]
}
