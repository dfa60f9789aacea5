//! `zermelo bench`: nodes and time of searches on fixed positions.

mod ablation;
pub mod args;
mod config;
mod figures;
mod file;
mod fixed;
mod measure;
mod signature;

use crate::error::CliError;
use args::BenchArgs;

/// Runs the benchmarks of a file, or of the fixed positions.
pub fn run(args: &BenchArgs) -> Result<(), CliError> {
    match &args.file {
        Some(path) => file::run(path, args),
        None if args.fixed.ablation => ablation::run(args),
        None => signature::run(args),
    }
}
