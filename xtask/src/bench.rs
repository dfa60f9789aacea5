//! `cargo xtask bench`: hands over to the benchmark crate, which is no member of the workspace.

use std::path::Path;

use anyhow::Result;

use crate::cargo::{cargo, run};

/// Builds the benchmarks with release settings and runs them.
pub(crate) fn run_benchmarks(root: &Path, args: &[String]) -> Result<()> {
    let build = ["run", "--release", "--locked", "--quiet", "--manifest-path", "bench/Cargo.toml", "--"];
    run(&mut cargo(root, build.into_iter().chain(args.iter().map(String::as_str))))
}
