//! Stages of a run: timed, stopped at the first failure, summarised in a table.

use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// The result of a stage that did not fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// The stage ran.
    Done,
    /// The stage did not fail, with a note, for example that it was skipped.
    Noted(&'static str),
}

/// One stage of a run.
pub(crate) struct Stage {
    pub(crate) name: &'static str,
    pub(crate) run: fn(&Path) -> Result<Outcome>,
}

/// The result of a stage.
struct Row {
    name: &'static str,
    taken: Duration,
    note: &'static str,
}

/// Runs the stages in order. Always prints the table; the error names the failed stage.
pub(crate) fn run_all(stages: &[Stage], root: &Path) -> Result<()> {
    let mut rows = Vec::new();
    let mut ended = Ok(());
    for stage in stages {
        eprintln!("== {}", stage.name);
        let start = Instant::now();
        let outcome = (stage.run)(root);
        let taken = start.elapsed();
        let note = match &outcome {
            Ok(Outcome::Done) => "",
            Ok(Outcome::Noted(note)) => note,
            Err(_) => "FAILED",
        };
        eprintln!("== {}: {:.1} s {note}", stage.name, taken.as_secs_f64());
        rows.push(Row { name: stage.name, taken, note });
        if let Err(why) = outcome {
            ended = Err(why).with_context(|| format!("stage {} failed", stage.name));
            break;
        }
    }
    eprint!("\n{}", table(&rows));
    ended
}

fn table(rows: &[Row]) -> String {
    let widest = rows.iter().map(|row| row.name.len()).max().unwrap_or_default().max("total".len());
    let total = rows.iter().map(|row| row.taken).sum();
    let total = Row { name: "total", taken: total, note: "" };
    let mut text = String::new();
    for row in rows.iter().chain([&total]) {
        let line = format!("{:widest$} {:8.1} s  {}", row.name, row.taken.as_secs_f64(), row.note);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::*;

    #[test]
    fn the_table_sums_up() {
        let row = |name, millis, note| Row { name, taken: Duration::from_millis(millis), note };
        let rows = [row("fmt", 1250, ""), row("deny", 0, "skipped"), row("clippy", 10_000, "FAILED")];
        assert_eq!(
            table(&rows),
            "fmt         1.2 s\ndeny        0.0 s  skipped\nclippy     10.0 s  FAILED\ntotal      11.2 s\n"
        );
    }

    #[test]
    fn the_first_failure_stops_and_is_named() {
        let stages = [
            Stage { name: "one", run: |_| Ok(Outcome::Done) },
            Stage { name: "two", run: |_| bail!("no") },
            Stage { name: "three", run: |_| unreachable!("stage two stops the run") },
        ];
        let error = run_all(&stages, Path::new(".")).unwrap_err();
        assert_eq!(format!("{error:#}"), "stage two failed: no");
    }
}
