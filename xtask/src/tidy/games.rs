//! Every game in the catalogue has its page and its fixtures.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use super::problem::Problem;
use crate::cargo::{output, zermelo};

/// Games that share the page and the fixtures of another: the game, then the owner.
const OWNERS: &[(&str, &str)] = &[("tictactoe", "mnk")];

/// A fixture file, as far as this check reads it.
struct Fixture {
    path: String,
    first_line: String,
}

/// Asks the command line for the games, then looks for their files.
pub(super) fn check(root: &Path) -> Result<Vec<Problem>> {
    let listed = output(Command::new(zermelo(root)?).current_dir(root).args(["games", "--json"]))?;
    let names = names(&listed)?;
    let mut fixtures = Vec::new();
    read_fixtures(root, "fixtures", &mut fixtures)?;
    Ok(problems(&names, OWNERS, &fixtures, |page| root.join(page).is_file()))
}

/// The names in the output of `zermelo games --json`: one object a line.
fn names(listed: &str) -> Result<Vec<String>> {
    let name = |line: &str| {
        let object: Value = serde_json::from_str(line).ok()?;
        object.get("name")?.as_str().map(str::to_owned)
    };
    let lines = listed.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| name(line).with_context(|| format!("games --json: no object with a \"name\": {line}"))).collect()
}

fn problems(
    names: &[String],
    owners: &[(&str, &str)],
    fixtures: &[Fixture],
    is_page: impl Fn(&str) -> bool,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    if names.is_empty() {
        problems.push(Problem::new("crates/catalog", None, "registers no game", "register one in games.rs"));
    }
    for name in names {
        let family = owners.iter().find(|(game, _)| game == name).map_or(name.as_str(), |(_, owner)| owner);
        let page = format!("docs/games/{family}.md");
        if !is_page(&page) {
            let right = "write the rules, the notation, the known values and the references there";
            problems.push(Problem::new(&page, None, format!("is not there, and {name} is a game"), right));
        }
        let folder = format!("fixtures/{family}/");
        if !fixtures.iter().any(|fixture| fixture.path.starts_with(&folder)) {
            let right = "put known truth there, each file with its source: line";
            problems.push(Problem::new(&folder, None, format!("has no fixture, and {name} is a game"), right));
        }
    }
    for (game, owner) in owners {
        for known in [game, owner] {
            if !names.iter().any(|name| name == known) {
                let right = "take it off the list of owners";
                problems.push(Problem::new("xtask/src/tidy/games.rs", None, format!("{known} is no game"), right));
            }
        }
    }
    for fixture in fixtures {
        // In PDN a line that is no game begins with a percent sign.
        let source = fixture.first_line.trim_start_matches("% ").strip_prefix("source:");
        if source.is_none_or(|source| source.trim().is_empty()) {
            let right = "begin with `source: ` and where the facts come from";
            problems.push(Problem::new(&fixture.path, Some(1), "names no source", right));
        }
    }
    problems
}

/// The fixtures below a folder; a folder that does not exist has none.
fn read_fixtures(root: &Path, folder: &str, fixtures: &mut Vec<Fixture>) -> Result<()> {
    let listed = root.join(folder);
    if !listed.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(&listed).with_context(|| format!("{} can't be listed", listed.display()))? {
        let entry = entry?;
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            read_fixtures(root, &path, fixtures)?;
        } else {
            let text = fs::read_to_string(entry.path()).with_context(|| format!("{path} can't be read as UTF-8"))?;
            fixtures.push(Fixture { path, first_line: text.lines().next().unwrap_or_default().to_owned() });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixture(path: &str, first_line: &str) -> Fixture {
        Fixture { path: path.to_owned(), first_line: first_line.to_owned() }
    }

    fn shown(problems: &[Problem]) -> Vec<String> {
        problems.iter().map(|problem| format!("{} {}", problem.path, problem.wrong)).collect()
    }

    #[test]
    fn names_come_from_the_command() {
        let listed = "{\"name\":\"mnk\",\"keys\":[]}\n{\"name\":\"connect4\"}\n";
        assert_eq!(names(listed).unwrap(), ["mnk", "connect4"]);
        assert!(names("{\"id\":1}").unwrap_err().to_string().contains("\"name\""));
        assert!(names("mnk").is_err());
    }

    #[test]
    fn every_game_has_its_page_and_its_fixtures() {
        let names = ["mnk", "tictactoe", "teeko"].map(str::to_owned);
        let owners = [("tictactoe", "mnk")];
        let fixtures = [fixture("fixtures/mnk/perft.txt", "source: counted by hand")];
        let found = problems(&names, &owners, &fixtures, |page| page == "docs/games/mnk.md");
        assert_eq!(
            shown(&found),
            [
                "docs/games/teeko.md is not there, and teeko is a game",
                "fixtures/teeko/ has no fixture, and teeko is a game"
            ]
        );
    }

    #[test]
    fn every_fixture_names_its_source() {
        let ours = fixture("fixtures/a/d.pdn", "% source: x");
        let fixtures = [fixture("fixtures/a/b.txt", "1 2 3"), fixture("fixtures/a/c.txt", "source: "), ours];
        let found = problems(&["a".to_owned()], &[], &fixtures, |_| true);
        assert_eq!(shown(&found), ["fixtures/a/b.txt names no source", "fixtures/a/c.txt names no source"]);
    }

    #[test]
    fn owners_are_games() {
        let fixtures = [fixture("fixtures/mnk/a.txt", "source: x")];
        let found = problems(&["mnk".to_owned()], &[("gone", "mnk")], &fixtures, |_| true);
        assert_eq!(shown(&found), ["xtask/src/tidy/games.rs gone is no game"]);
    }

    #[test]
    fn no_game_at_all_is_a_problem() {
        assert_eq!(problems(&[], &[], &[], |_| true).len(), 1);
    }
}
