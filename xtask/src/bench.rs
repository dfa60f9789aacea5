//! `cargo xtask bench`: hands over to the benchmark crate, which is no member of the workspace.

use std::path::Path;

use anyhow::Result;

use crate::cargo::{cargo, run};

/// Builds the benchmarks with release settings and runs them. Not `--locked`: their lock file lists what the workspace's crates use,
/// and a change there must not stop a measurement; the peers are pinned in their manifest.
pub(crate) fn run_benchmarks(root: &Path, args: &[String]) -> Result<()> {
    let build = ["run", "--release", "--quiet", "--manifest-path", "bench/Cargo.toml", "--"];
    run(&mut cargo(root, build.into_iter().chain(args.iter().map(String::as_str))))
}
