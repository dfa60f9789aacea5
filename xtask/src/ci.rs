//! `cargo xtask ci`: all checks, the fast ones first.
//!
//! All stages use the compiler flags of `.cargo/config.toml`: a stage with other flags would
//! build the whole workspace again. Arguments and the variable of rustdoc turn warnings into errors.

use std::path::Path;

use anyhow::Result;

use crate::cargo::{BUILD, cargo, has, run, zermelo};
use crate::signature;
use crate::stage::{Outcome, Stage, run_all};
use crate::test::run_tests;
use crate::{needs, tidy, web};

const STAGES: &[Stage] = &[
    Stage { name: "fmt", run: format },
    Stage { name: "tidy", run: tidy_files },
    Stage { name: "deny", run: deny },
    Stage { name: "web", run: web_sources },
    Stage { name: "clippy", run: clippy },
    Stage { name: "docs", run: docs },
    Stage { name: "build", run: build },
    Stage { name: "games", run: tidy_games },
    Stage { name: "signature", run: signature },
    Stage { name: "test", run: test },
    Stage { name: "page", run: page },
];

/// Crates outside the workspace, which `cargo fmt --all` does not format.
const OUTSIDE: &[&str] = &["bench/Cargo.toml", "fuzz/Cargo.toml"];

/// Runs all stages.
pub(crate) fn run_stages(root: &Path) -> Result<()> {
    run_all(STAGES, root)
}

fn format(root: &Path) -> Result<Outcome> {
    run(&mut cargo(root, ["fmt", "--all", "--check"]))?;
    for manifest in OUTSIDE {
        run(&mut cargo(root, ["fmt", "--check", "--manifest-path", manifest]))?;
    }
    Ok(Outcome::Done)
}

fn clippy(root: &Path) -> Result<Outcome> {
    run(&mut cargo(root, ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]))?;
    Ok(Outcome::Done)
}

fn tidy_files(root: &Path) -> Result<Outcome> {
    tidy::check_files(root)?;
    Ok(Outcome::Done)
}

fn tidy_games(root: &Path) -> Result<Outcome> {
    tidy::check_games(root)?;
    Ok(Outcome::Done)
}

fn signature(root: &Path) -> Result<Outcome> {
    signature::check(root, false)?;
    Ok(Outcome::Done)
}

fn docs(root: &Path) -> Result<Outcome> {
    run(cargo(root, ["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(Outcome::Done)
}

/// The only build: the later stages use its program and its tests.
fn build(root: &Path) -> Result<Outcome> {
    run(&mut cargo(root, BUILD))?;
    Ok(Outcome::Done)
}

/// Advisories need the network, and a new one is not caused by the change: they are printed but fail nothing.
fn deny(root: &Path) -> Result<Outcome> {
    if !has(root, "deny") {
        return Ok(Outcome::Noted("skipped: cargo-deny is not installed"));
    }
    run(&mut cargo(root, ["deny", "--locked", "check", "bans", "licenses", "sources"]))?;
    match run(&mut cargo(root, ["deny", "--locked", "check", "advisories"])) {
        Ok(()) => Ok(Outcome::Done),
        Err(_) => Ok(Outcome::Noted("advisories: see above")),
    }
}

/// Checks the sources of the page and that `web/dist` is up to date.
fn web_sources(root: &Path) -> Result<Outcome> {
    web::check(root)?;
    Ok(Outcome::Done)
}

/// Tests the page in a browser.
fn page(root: &Path) -> Result<Outcome> {
    needs::install()?;
    web::drive(root, &zermelo(root)?)?;
    Ok(Outcome::Done)
}

fn test(root: &Path) -> Result<Outcome> {
    run_tests(root, false)?;
    Ok(Outcome::Done)
}
