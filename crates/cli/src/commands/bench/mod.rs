//! `zermelo bench`: nodes and time of searches on fixed positions.

mod ablation;
pub mod args;
mod config;
mod file;
mod fixed;
mod measure;
mod signature;

use std::io::Write;

use serde::Serialize;

use crate::failure::Failure;
use args::BenchArgs;

/// Measures what a file asks for, or the strong search on positions of our own.
pub fn run(args: &BenchArgs) -> Result<(), Failure> {
    match &args.file {
        Some(path) => file::run(path, args),
        None if args.fixed.ablation => ablation::run(args),
        None => signature::run(args),
    }
}

/// One object for programs, at once.
fn print_line(line: &impl Serialize) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", serde_json::to_string(line)?)?;
    out.flush()
}

/// Nothing, where there is nothing to divide by.
fn ratio(a: f64, b: f64) -> Option<f64> {
    (b > 0.0).then_some(a / b)
}

fn per_second(nodes: u64, seconds: f64) -> Option<u64> {
    ratio(nodes as f64, seconds).map(|nps| nps as u64)
}

/// Nodes per second, in millions.
fn millions(nps: Option<u64>) -> String {
    nps.map_or("-".to_owned(), |nps| format!("{:.2}", nps as f64 / 1e6))
}
