//! `cargo xtask signature`: compares the node counts of `pvs` on fixed positions with the accepted counts.
//!
//! The counts are the same on every machine. A change of rules, evaluators or search changes the file of accepted counts,
//! which is part of the commit.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::cargo::{output, zermelo};

const FILE: &str = "fixtures/bench.txt";
const HEAD: &str = "source: `zermelo bench`, accepted by `cargo xtask signature --accept`\ngame;depth;nodes\n";

/// Compares, or with `accept` writes the file.
pub(crate) fn check(root: &Path, accept: bool) -> Result<()> {
    let printed = output(Command::new(zermelo(root)?).current_dir(root).args(["bench", "--json"]))?;
    let found = rows(&printed)?;
    let path = root.join(FILE);
    if accept {
        return fs::write(&path, format!("{HEAD}{}", found.join("\n") + "\n"))
            .with_context(|| format!("{FILE} can't be written"));
    }
    let text = fs::read_to_string(&path)
        .with_context(|| format!("{FILE} can't be read; `cargo xtask signature --accept` writes it"))?;
    let accepted: Vec<&str> = text.lines().skip(HEAD.lines().count()).collect();
    match differences(&accepted, &found) {
        None => Ok(()),
        Some(differences) => bail!(
            "the search visits other nodes than {FILE} says:\n{differences}If this is wanted, run `cargo xtask signature --accept` and \
             commit the file with the change"
        ),
    }
}

/// The rows of the file from the lines of `zermelo bench --json`.
fn rows(printed: &str) -> Result<Vec<String>> {
    printed.lines().map(|line| row(line).with_context(|| format!("bench --json: can't read {line}"))).collect()
}

fn row(line: &str) -> Option<String> {
    let line: Value = serde_json::from_str(line).ok()?;
    if let Some(total) = line.get("total") {
        return Some(format!("total;;{}", total.get("signature")?.as_u64()?));
    }
    let number = |key: &str| line.get(key).and_then(Value::as_u64);
    Some(format!("{};{};{}", line.get("game")?.as_str()?, number("depth")?, number("nodes")?))
}

/// A line for each row that differs; `None` if there is none.
fn differences(accepted: &[&str], found: &[String]) -> Option<String> {
    let game = |row: &str| row.split(';').next().unwrap_or_default().to_owned();
    let nodes = |row: Option<&str>| match row.map(|row| row.split(';').collect::<Vec<_>>()).as_deref() {
        Some([_, "", nodes]) => format!("{nodes} nodes"),
        Some([_, depth, nodes]) => format!("{nodes} nodes at depth {depth}"),
        _ => "nothing".to_owned(),
    };
    let mut games: Vec<String> = found.iter().map(|row| game(row)).collect();
    games.extend(accepted.iter().map(|row| game(row)).filter(|name| !found.iter().any(|row| game(row) == *name)));
    let mut lines = String::new();
    for name in games {
        let before = accepted.iter().copied().find(|row| game(row) == name);
        let now = found.iter().map(String::as_str).find(|row| game(row) == name);
        if before != now {
            let _ = writeln!(lines, "  {name}: {}, accepted {}", nodes(now), nodes(before));
        }
    }
    (!lines.is_empty()).then_some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str =
        "{\"game\":\"mnk\",\"depth\":4,\"nodes\":20,\"seconds\":0.1}\n{\"total\":{\"nodes\":20,\"signature\":20}}\n";

    #[test]
    fn rows_come_from_the_command() {
        assert_eq!(rows(PRINTED).unwrap(), ["mnk;4;20", "total;;20"]);
        assert!(rows("{\"total\":{\"nodes\":20,\"signature\":null}}").is_err(), "not all games");
        assert!(rows("mnk 20").is_err());
    }

    #[test]
    fn what_differs_is_shown_with_both_numbers() {
        let found = rows(PRINTED).unwrap();
        assert_eq!(differences(&["mnk;4;20", "total;;20"], &found), None);
        assert_eq!(
            differences(&["mnk;4;19", "go;1;1", "total;;20"], &found).unwrap(),
            "  mnk: 20 nodes at depth 4, accepted 19 nodes at depth 4\n  go: nothing, accepted 1 nodes at depth 1\n"
        );
        assert!(differences(&[], &found).unwrap().contains("total: 20 nodes, accepted nothing"));
    }
}
