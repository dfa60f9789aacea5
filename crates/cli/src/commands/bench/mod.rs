//! `zermelo bench`: nodes and time of searches on fixed positions.

mod config;
mod measure;

use std::io::Write;
use std::path::Path;

use serde::Serialize;

use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::grid::Grid;
use crate::input;
use config::{Config, Series};
use measure::{Found, measure};

/// One agent at one depth, for programs.
#[derive(Serialize)]
struct Line<'a> {
    series: &'a str,
    game: &'a str,
    depth: Option<u32>,
    agent: &'a str,
    positions: usize,
    nodes: u64,
    seconds: f64,
    nps: Option<u64>,
    /// To the first agent of the series.
    node_ratio: Option<f64>,
    time_ratio: Option<f64>,
}

/// Measures what a file asks for.
pub fn run(args: &BenchArgs) -> Result<(), Failure> {
    let mut config = Config::read(&args.file)?;
    if let Some(rounds) = args.rounds {
        config.rounds = rounds;
    }
    for series in &config.series {
        series.check().map_err(|why| in_file(&args.file, &why))?;
    }
    let stop = input::stop_on_interrupt()?;
    let mut out = anstream::stdout().lock();
    for series in &config.series {
        let mut grid = Grid::new(title(series, config.rounds), &["", "nodes", "ms", "M nodes/s", "nodes", "time"]);
        let deepest = args.max_depth.unwrap_or(u32::MAX);
        for depth in series.depths().into_iter().filter(|depth| depth.is_none_or(|depth| depth <= deepest)) {
            let found = measure(series, depth, config.rounds, &stop)?;
            if stop.is_stopped() {
                return Err(Failure::Failed("stopped; what was measured until then is shown".to_owned()));
            }
            for (at, one) in found.iter().enumerate() {
                let line = line(series, depth, at, one, &found[0]);
                if args.json {
                    writeln!(out, "{}", serde_json::to_string(&line).map_err(std::io::Error::from)?)?;
                    out.flush()?;
                } else {
                    grid.row(name(depth, at), cells(&line));
                }
            }
        }
        if !args.json {
            grid.print(&mut out)?;
            out.flush()?;
        }
    }
    Ok(())
}

fn in_file(path: &Path, why: &str) -> Failure {
    Failure::Usage(format!("{}: {why}", path.display()))
}

fn title(series: &Series, rounds: u32) -> String {
    let positions = match series.positions.len() {
        0 => "the initial position".to_owned(),
        1 => "1 position".to_owned(),
        count => format!("{count} positions"),
    };
    let rounds = if rounds == 1 { String::new() } else { format!("; median of {rounds} rounds") };
    format!("{}: {positions}{rounds}; ratios to {}", series.title(), series.agents[0].name())
}

/// What stands before a row: the depth, once.
fn name(depth: Option<u32>, at: usize) -> String {
    depth.filter(|_| at == 0).map_or(String::new(), |depth| format!("depth {depth}"))
}

fn line<'a>(series: &'a Series, depth: Option<u32>, at: usize, found: &Found, first: &Found) -> Line<'a> {
    let ratio = |a: f64, b: f64| (b > 0.0).then_some(a / b);
    let seconds = found.time.as_secs_f64();
    Line {
        series: series.title(),
        game: &series.game,
        depth,
        agent: series.agents[at].name(),
        positions: series.positions.len().max(1),
        nodes: found.nodes,
        seconds,
        nps: ratio(found.nodes as f64, seconds).map(|nps| nps as u64),
        node_ratio: ratio(found.nodes as f64, first.nodes as f64),
        time_ratio: ratio(seconds, first.time.as_secs_f64()),
    }
}

fn cells(line: &Line<'_>) -> [String; 6] {
    let ratio = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.3}"));
    [
        line.agent.to_owned(),
        line.nodes.to_string(),
        format!("{:.2}", 1e3 * line.seconds),
        line.nps.map_or("-".to_owned(), |nps| format!("{:.2}", nps as f64 / 1e6)),
        ratio(line.node_ratio),
        ratio(line.time_ratio),
    ]
}
