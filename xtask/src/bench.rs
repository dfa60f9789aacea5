//! `cargo xtask bench`: runs the benchmark crate, which is not a member of the workspace.

use std::path::Path;

use anyhow::Result;

use crate::cargo::{cargo, run};

/// Builds the benchmarks with release settings and runs them. Not `--locked`: their lock file depends on the dependencies of the workspace,
/// and a change of these must not prevent a measurement. The peers are pinned in the manifest.
pub(crate) fn run_benchmarks(root: &Path, args: &[String]) -> Result<()> {
    let build = ["run", "--release", "--quiet", "--manifest-path", "bench/Cargo.toml", "--"];
    run(&mut cargo(root, build.into_iter().chain(args.iter().map(String::as_str))))
}
