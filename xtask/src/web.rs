//! The page in `web/`: building, checking, and testing in a browser.
//!
//! The build (`web/dist`) is part of the repository and of the program, so that building needs no Node. The checks build it again and
//! compare.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cargo::{output, run};

/// The output folder of the checks, below the root.
const MADE: &str = "target/web-dist";

/// Builds the page.
pub(crate) fn make(root: &Path) -> Result<()> {
    install(root)?;
    run(&mut node(root, "npm", ["run", "--silent", "types"]))?;
    run(&mut node(root, "npm", ["run", "--silent", "build"]))
}

/// Checks types and style, runs the unit tests, and checks that `web/dist` is up to date.
pub(crate) fn check(root: &Path) -> Result<()> {
    install(root)?;
    for script in ["types:check", "check", "test"] {
        run(&mut node(root, "npm", ["run", "--silent", script]))?;
    }
    let made = root.join(MADE);
    run(node(root, "npx", ["vite", "build", "--emptyOutDir", "--logLevel", "warn", "--outDir"]).arg(&made))?;
    let (kept, made) = (files(&root.join("web/dist"))?, files(&made)?);
    let differs = |name: &&PathBuf| kept.get(*name) != made.get(*name);
    let wrong: Vec<String> =
        kept.keys().chain(made.keys()).filter(differs).map(|name| name.display().to_string()).collect();
    ensure!(wrong.is_empty(), "web/dist is out of date ({}); run `cargo xtask web`", wrong.join(", "));
    Ok(())
}

/// Tests the page in a browser, with the built program as server.
pub(crate) fn drive(root: &Path, program: &Path) -> Result<()> {
    install(root)?;
    run(node(root, "npm", ["run", "--silent", "e2e"]).env("ZERMELO_BIN", program))
}

/// Installs the packages of the lock file, if they are not installed.
fn install(root: &Path) -> Result<()> {
    let version =
        output(Command::new("node").arg("--version")).context("Node 20.19 or later makes and checks the page")?;
    let mut parts = version.trim().trim_start_matches('v').split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let found = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    ensure!(found >= (20, 19), "Node {} is too old for the page: 20.19 or later is needed", version.trim());
    let lock = fs::read(root.join("web/package-lock.json")).context("web/package-lock.json")?;
    let done = root.join("web/node_modules/.zermelo-lock");
    if fs::read(&done).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    run(&mut node(root, "npm", ["ci", "--no-audit", "--no-fund"]))?;
    fs::write(&done, lock).with_context(|| done.display().to_string())
}

fn node<S: AsRef<OsStr>>(root: &Path, program: &str, args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root.join("web")).args(args);
    command
}

/// The files of a folder, by relative path.
fn files(folder: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(at) = folders.pop() {
        for entry in fs::read_dir(&at).with_context(|| at.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder)?.to_owned();
                found.insert(name, fs::read(&path)?);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_their_paths() {
        let here = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).expect("a folder");
        assert!(here.contains_key(Path::new("web.rs")));
        assert!(here.keys().any(|name| name.starts_with("tidy")));
    }
}
