//! `zermelo bench`: nodes and time of searches on fixed positions.

mod ablation;
pub mod args;
mod config;
mod figures;
mod file;
mod fixed;
mod measure;
mod signature;

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
