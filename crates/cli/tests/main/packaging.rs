//! What packages of the program ship: completion scripts and manual pages.

use std::collections::BTreeMap;
use std::fs;

use super::{failure, output};

/// The subcommands that `--help` of a command lists.
fn subcommands(path: &[&str]) -> Vec<String> {
    let help = output(&[path, &["--help"]].concat(), "");
    let list = help.split("Commands:\n").nth(1).unwrap_or_default();
    let rows = list.lines().take_while(|line| !line.is_empty());
    // A continued description is indented further than a name.
    let names = rows.filter(|row| !row.starts_with("    ")).filter_map(|row| row.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn completions_name_all_commands() {
    let commands = subcommands(&[]);
    assert!(commands.len() > 10, "{commands:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = output(&["completions", shell], "");
        for command in &commands {
            assert!(script.contains(command.as_str()), "{shell}: {command}");
        }
        assert!(script.contains("max-nodes"), "{shell}: flags");
    }
    let bash = output(&["completions", "bash"], "");
    for command in subcommands(&["arena"]) {
        assert!(
            bash.contains(&format!("arena__{command}")) || bash.contains(&format!("arena__subcmd__{command}")),
            "{command}"
        );
    }
}

#[test]
fn an_unknown_shell_is_refused() {
    let (code, said) = failure(&["completions", "tcsh"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("invalid value 'tcsh' for '<SHELL>'") && said.contains("powershell"), "{said}");
}

#[test]
fn each_command_has_a_manual_page() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let out = folder.path().join("new").join("man1");
    output(&["man", "--out", out.to_str().expect("a plain path")], "");
    let read = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a plain name").to_owned();
        (name, fs::read_to_string(&path).expect("a page"))
    };
    let pages: BTreeMap<String, String> = fs::read_dir(&out).expect("the folder").map(read).collect();
    for command in subcommands(&[]) {
        assert!(pages.contains_key(&format!("zermelo-{command}.1")), "{command}");
        for below in subcommands(&[&command]) {
            assert!(pages.contains_key(&format!("zermelo-{command}-{below}.1")), "{command} {below}");
        }
    }
    for (name, page) in &pages {
        let title = name.trim_end_matches(".1").replace('-', "\\-");
        let description = page.split(".SH NAME\n").nth(1).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let description = description.strip_prefix(&format!("{title} \\- "));
        assert!(description.is_some_and(|text| text.len() > 10), "{name}: {page}");
        assert!(page.contains(".SH SYNOPSIS"), "{name}");
    }
}

#[test]
fn a_folder_that_can_not_be_made_is_named() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let (code, said) = failure(&["man", "--out", manifest]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains(&format!("can't write {manifest}")), "{said}");
}
