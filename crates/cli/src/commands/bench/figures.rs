//! Derived figures, and JSON output.

use std::io::Write;

use serde::Serialize;

/// Prints a JSON object and flushes the output.
pub(super) fn print_line(line: &impl Serialize) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", serde_json::to_string(line)?)?;
    out.flush()
}

/// `None` for a zero denominator.
pub(super) fn ratio(a: f64, b: f64) -> Option<f64> {
    (b > 0.0).then_some(a / b)
}

pub(super) fn per_second(nodes: u64, seconds: f64) -> Option<u64> {
    ratio(nodes as f64, seconds).map(|nps| nps as u64)
}

/// Nodes per second, in millions.
pub(super) fn millions(nps: Option<u64>) -> String {
    nps.map_or("-".to_owned(), |nps| format!("{:.2}", nps as f64 / 1e6))
}
