//! Ablation: each switch of the strong search toggled alone, at equal depth.

use std::io::Write;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget};
use serde::Serialize;
use zermelo_catalog::AGENTS;
use zermelo_core::spec::{ParamInfo, ParamKind, ParamValue};

use super::args::BenchArgs;
use super::config::BenchSeries;
use super::figures::{print_line, ratio};
use super::fixed;
use super::measure::{Measurement, measure};
use crate::error::CliError;
use crate::input;
use crate::text_table::TextTable;

/// A switch and its non-default value.
#[derive(Clone, Copy, Serialize)]
struct SwitchChange {
    switch: &'static str,
    value: &'static str,
}

/// The measurement of a switch in a game, as JSON.
#[derive(Serialize)]
struct AblationLine<'a> {
    /// `None` for the default search.
    #[serde(flatten)]
    changed: Option<SwitchChange>,
    game: &'a str,
    depth: Option<u32>,
    nodes: u64,
    seconds: f64,
    /// Relative to the default search.
    node_ratio: Option<f64>,
    /// `None` if the default search is too short to be timed.
    time_ratio: Option<f64>,
}

/// The geometric means of a switch over all games, as JSON.
#[derive(Serialize)]
struct MeanLine {
    #[serde(flatten)]
    changed: SwitchChange,
    games: usize,
    node_ratio: Option<f64>,
    time_ratio: Option<f64>,
}

/// The measurements of a game: the default search, then each toggled switch.
struct GameMeasurements {
    game: String,
    depth: Option<u32>,
    found: Vec<Measurement>,
}

/// The minimum time for a time ratio. Shorter times are dominated by noise.
const MIN_TIME: Duration = Duration::from_millis(10);

/// Runs the ablation.
pub fn run(args: &BenchArgs) -> Result<(), CliError> {
    let changed = switches();
    let mut all = fixed::series(&args.fixed)?;
    for series in &mut all {
        let others = changed.iter().map(|one| fixed::bench_agent(&args.fixed, Some((one.switch, one.value))));
        series.agents = std::iter::once(fixed::bench_agent(&args.fixed, None)).chain(others).collect();
    }
    fixed::check(&all)?;
    let stop = input::stop_on_interrupt()?;
    let bar = ProgressBar::with_draw_target(Some(all.len() as u64), ProgressDrawTarget::stderr());
    let mut columns: Vec<GameMeasurements> = Vec::new();
    let measured: Result<(), CliError> = all.iter().try_for_each(|series| {
        bar.set_message(series.game.clone());
        let records = series.records().map_err(CliError::Failed)?;
        let depth = fixed::depth(series, &args.fixed);
        let found = measure(series, &records, depth, args.rounds.unwrap_or(1), &stop)?;
        let column = GameMeasurements { game: series.game.clone(), depth, found };
        if args.json {
            print_lines(&changed, &column)?;
        }
        columns.push(column);
        bar.inc(1);
        Ok(())
    });
    bar.finish_and_clear();
    // Print the finished measurements even after an error.
    if !columns.is_empty() {
        if args.json { print_means(&changed, &columns)? } else { print_table(&all[0], &changed, &columns)? }
    }
    measured
}

/// The switches of the search, as the catalogue lists them.
fn switches() -> Vec<SwitchChange> {
    let params = AGENTS.iter().find(|info| info.name == fixed::AGENT).map_or(&[][..], |info| info.params);
    params.iter().filter_map(changed).collect()
}

/// A parameter that is on or off by default, with the opposite value.
fn changed(info: &ParamInfo) -> Option<SwitchChange> {
    let ParamKind::Choice(words) = info.kind else { return None };
    let value = match info.default {
        Some(ParamValue::Word("on")) => "off",
        Some(ParamValue::Word("off")) => "on",
        _ => return None,
    };
    words.contains(&value).then_some(SwitchChange { switch: info.key, value })
}

impl GameMeasurements {
    fn node_ratio(&self, at: usize) -> Option<f64> {
        ratio(self.found[at].nodes as f64, self.found[0].nodes as f64)
    }

    fn time_ratio(&self, at: usize) -> Option<f64> {
        let default = self.found[0].time;
        (default >= MIN_TIME).then(|| self.found[at].time.as_secs_f64() / default.as_secs_f64())
    }
}

fn print_lines(changed: &[SwitchChange], column: &GameMeasurements) -> std::io::Result<()> {
    let changed = std::iter::once(None).chain(changed.iter().copied().map(Some));
    for (at, changed) in changed.enumerate() {
        let Measurement { nodes, time } = &column.found[at];
        print_line(&AblationLine {
            changed,
            game: &column.game,
            depth: column.depth,
            nodes: *nodes,
            seconds: time.as_secs_f64(),
            node_ratio: column.node_ratio(at),
            time_ratio: column.time_ratio(at),
        })?;
    }
    Ok(())
}

fn print_means(changed: &[SwitchChange], columns: &[GameMeasurements]) -> std::io::Result<()> {
    for (at, &changed) in changed.iter().enumerate() {
        let (node_ratio, time_ratio) = means(columns, at + 1);
        let mean = MeanLine { changed, games: columns.len(), node_ratio, time_ratio };
        print_line(&serde_json::json!({ "total": mean }))?;
    }
    Ok(())
}

/// Geometric means of the games' ratios of nodes and of time.
fn means(columns: &[GameMeasurements], at: usize) -> (Option<f64>, Option<f64>) {
    let mean = |ratio: fn(&GameMeasurements, usize) -> Option<f64>| {
        let logs: Vec<f64> = columns.iter().filter_map(|column| ratio(column, at)).map(f64::ln).collect();
        (!logs.is_empty()).then(|| (logs.iter().sum::<f64>() / logs.len() as f64).exp())
    };
    (mean(GameMeasurements::node_ratio), mean(GameMeasurements::time_ratio))
}

/// One row per switch: node ratios by game, then the means of nodes and time.
fn print_table(series: &BenchSeries, changed: &[SwitchChange], columns: &[GameMeasurements]) -> std::io::Result<()> {
    let titles: Vec<&str> = columns.iter().map(|column| column.game.as_str()).chain(["nodes", "time"]).collect();
    let title = format!(
        "{} at equal depth, one switch toggled at a time: node ratios to the default by game, then the means of nodes and time",
        series.agents[0].spec
    );
    let mut table = TextTable::new(title, &titles);
    let nodes = columns.iter().map(|column| column.found[0].nodes.to_string());
    table.row("nodes by default", nodes);
    let shown = |ratio: Option<f64>| ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
    for (at, SwitchChange { switch, value }) in changed.iter().enumerate() {
        let (nodes, time) = means(columns, at + 1);
        let cells = columns.iter().map(|column| column.node_ratio(at + 1)).chain([nodes, time]);
        table.row(format!("{switch}={value}"), cells.map(shown));
    }
    let mut out = anstream::stdout().lock();
    table.print(&mut out)?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_switches_are_those_of_the_catalogue() {
        let switches = switches();
        assert!(switches.iter().any(|one| (one.switch, one.value) == ("tt", "off")));
        assert!(switches.iter().any(|one| (one.switch, one.value) == ("lmr", "off")));
        assert!(switches.iter().all(|one| !["ties", "hash", "eval", "depth"].contains(&one.switch)));
    }

    #[test]
    fn means_are_geometric() {
        let found = |nodes, millis| Measurement { nodes, time: Duration::from_millis(millis) };
        let column = |nodes, millis| GameMeasurements {
            game: String::new(),
            depth: None,
            found: vec![found(10, 10), found(nodes, millis)],
        };
        let (nodes, time) = means(&[column(20, 90), column(80, 40)], 1);
        assert!((nodes.unwrap() - 4.0).abs() < 1e-9 && (time.unwrap() - 6.0).abs() < 1e-9);
        let short = GameMeasurements { game: String::new(), depth: None, found: vec![found(10, 9), found(160, 900)] };
        let (nodes, time) = means(&[short, column(10, 90)], 1);
        assert!((nodes.unwrap() - 4.0).abs() < 1e-9 && (time.unwrap() - 9.0).abs() < 1e-9, "a short time is ignored");
    }
}
