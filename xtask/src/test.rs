//! `cargo xtask test`: every test of the workspace.

use std::path::Path;

use anyhow::Result;

use crate::cargo::{cargo, has, run, zermelo};
use crate::{needs, web};

/// The variable that names the tier to run. A test whose cost puts it in the tier `full` returns early, and says so, elsewhere.
const TIER: &str = "ZERMELO_TESTS";

/// The variable that names the folder of data: the tests leave the user's own alone.
const DATA: &str = "ZERMELO_DATA";

/// All tests: those of the workspace, then those of the page.
pub(crate) fn run_all(root: &Path, full: bool) -> Result<()> {
    run_tests(root, full)?;
    web::check(root)?;
    web::drive(root, &zermelo(root)?)
}

/// Installs what the tests need beside what Cargo.toml names, says what runs, and runs it.
pub(crate) fn run_tests(root: &Path, full: bool) -> Result<()> {
    needs::install()?;
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
        command.env(DATA, root.join("target/test-data"));
        if full {
            command.env(TIER, "full");
        }
        run(&mut command)?;
    }
    Ok(())
}
