//! `cargo xtask test`: every test of the workspace.

use std::path::Path;

use anyhow::Result;

use crate::cargo::{cargo, has, run};

/// The variable that names the tier to run. A test whose cost puts it in the tier `full` returns early, and says so, elsewhere.
const TIER: &str = "ZERMELO_TESTS";

/// Says what runs, and runs it. Nothing is installed: the tests need what Cargo.toml names, and no more.
pub(crate) fn run_tests(root: &Path, full: bool) -> Result<()> {
    let tests: &[&str] = if has(root, "nextest") {
        eprintln!("Unit and integration tests with cargo-nextest, then the examples in the documentation.");
        &["nextest", "run", "--workspace", "--locked"]
    } else {
        eprintln!(
            "Unit and integration tests (cargo-nextest is not installed), then the examples in the documentation."
        );
        &["test", "--workspace", "--locked", "--lib", "--bins", "--tests"]
    };
    for args in [tests, &["test", "--workspace", "--locked", "--doc"]] {
        let mut command = cargo(root, args);
        if full {
            command.env(TIER, "full");
        }
        run(&mut command)?;
    }
    Ok(())
}
