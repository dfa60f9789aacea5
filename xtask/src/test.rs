//! `cargo xtask test`: all tests.

use std::path::Path;

use anyhow::Result;

use crate::cargo::{cargo, has, run, zermelo};
use crate::{needs, web};

/// The variable that selects the tier of tests. Slow tests are in the tier `full`; in other tiers they print a note and return early.
const TIER: &str = "ZERMELO_TESTS";

/// The variable of the data folder: tests do not use the user's folder.
const DATA: &str = "ZERMELO_DATA";

/// All tests: of the workspace, then of the page.
pub(crate) fn run_all(root: &Path, full: bool) -> Result<()> {
    run_tests(root, full)?;
    web::check(root)?;
    web::drive(root, &zermelo(root)?)
}

/// Installs the programs that the tests need, then runs the tests of the workspace.
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
