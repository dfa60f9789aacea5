//! `cargo xtask fill`: runs the commands of a page and writes their output below them.
//!
//! A `console` block of a page has command lines, each after `$ `, and their output. Other
//! blocks are not changed.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cargo::{cargo, output, run};

/// Updates a page. Commands run in `folder`; `only` selects the commands that contain this text.
pub(crate) fn fill_page(root: &Path, page: &Path, folder: &Path, only: Option<&str>) -> Result<()> {
    run(&mut cargo(root, ["build", "--release", "--quiet", "--locked"]))?;
    let text = fs::read_to_string(page).with_context(|| format!("{} can't be read", page.display()))?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder));
    let path = path_with(&target.join("release"))?;
    let mut filled = 0;
    let done = fill(&text, |command| {
        if only.is_some_and(|only| !command.contains(only)) {
            return Ok(None);
        }
        filled += 1;
        let mut shell = Command::new("sh");
        shell.current_dir(folder).env("PATH", &path).args(["-c", command]);
        output(&mut shell).map(Some)
    })?;
    ensure!(filled > 0, "{} has no console block with such a command", page.display());
    fs::write(page, done).with_context(|| format!("{} can't be written", page.display()))
}

fn path_with(first: &Path) -> Result<OsString> {
    let rest = env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(first.to_owned()).chain(env::split_paths(&rest));
    env::join_paths(all).context("the path of the programs can't be put together")
}

/// The page with the output that `print` returns for each command; for `None` the output is not changed.
fn fill(page: &str, mut print: impl FnMut(&str) -> Result<Option<String>>) -> Result<String> {
    let mut filled = String::new();
    let mut is_console = false;
    let mut is_new = false;
    for line in page.lines() {
        let is_fence = line.starts_with("```");
        if is_console && !is_fence {
            if let Some(command) = line.strip_prefix("$ ") {
                let printed = print(command)?;
                filled.push_str(line);
                filled.push('\n');
                is_new = printed.is_some();
                if let Some(printed) = printed {
                    for line in printed.trim_end().lines() {
                        filled.push_str(line.trim_end());
                        filled.push('\n');
                    }
                }
                continue;
            }
            if is_new {
                continue;
            }
        }
        if is_fence {
            is_console = !is_console && line == "```console";
            is_new = false;
        }
        filled.push_str(line);
        filled.push('\n');
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "Words\n```sh\n$ echo\n```\n```console\n$ one\nold\n\n$ two\nold two\n```\nold\n";

    #[test]
    fn what_commands_print_stands_under_them() {
        let page = fill(PAGE, |command| Ok(Some(format!("{command} says\n\n  this \n")))).unwrap();
        assert_eq!(
            page,
            "Words\n```sh\n$ echo\n```\n```console\n$ one\none says\n\n  this\n$ two\ntwo says\n\n  this\n```\nold\n"
        );
    }

    #[test]
    fn what_is_not_asked_for_stays() {
        assert_eq!(fill(PAGE, |_| Ok(None)).unwrap(), PAGE);
        let page = fill(PAGE, |command| Ok((command == "two").then(|| "new".to_owned()))).unwrap();
        assert_eq!(page, PAGE.replace("old two", "new"));
    }

    #[test]
    fn a_command_that_fails_leaves_the_page() {
        assert!(fill(PAGE, |_| anyhow::bail!("no such file")).is_err());
    }
}
