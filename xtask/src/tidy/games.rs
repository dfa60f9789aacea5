//! Checks that every game of the catalogue has the files of "Add a game" in CONTRIBUTING.md. The compiler checks the rest.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use super::problem::Problem;
use crate::cargo::{output, zermelo};

/// Games that share the page and the fixtures of another game: the game, then the owner.
const OWNERS: &[(&str, &str)] = &[("tictactoe", "mnk")];

/// Games whose rules are in a folder with another name: the game, then the folder.
const RULES: &[(&str, &str)] =
    &[("tictactoe", "mnk"), ("draughts-english", "draughts"), ("draughts-international", "draughts")];

/// Files that name every game: the file, the text before the name of the game or of its rules, whether it is the name of the rules, and the
/// fix.
const MENTIONS: &[(&str, &str, bool, &str)] = &[
    ("crates/games/src/lib.rs", "pub mod ", true, "declare the module of its rules"),
    (
        "crates/games/tests/main/conformance.rs",
        "fn ",
        true,
        "write a test of that name that runs the conformance suite",
    ),
    ("fuzz/src/lib.rs", "\"", false, "put its specification at the end of GAMES"),
    ("crates/cli/src/commands/bench/positions.toml", "game = \"", false, "give it five to ten positions and a depth"),
];

/// A fixture file, as far as this check reads it.
struct Fixture {
    path: String,
    first_line: String,
}

/// Gets the games from the command line, then checks their files.
pub(super) fn check(root: &Path) -> Result<Vec<Problem>> {
    let listed = output(Command::new(zermelo(root)?).current_dir(root).args(["games", "--json"]))?;
    let names = names(&listed)?;
    let mut fixtures = Vec::new();
    read_fixtures(root, "fixtures", &mut fixtures)?;
    let mut found = problems(&names, OWNERS, &fixtures, |page| root.join(page).is_file());
    found.extend(missing(
        &names,
        |path| root.join(path).is_file(),
        |path| fs::read_to_string(root.join(path)).unwrap_or_default(),
    ));
    Ok(found)
}

/// The missing parts of the checklist, except page and fixtures.
fn missing(names: &[String], is_file: impl Fn(&str) -> bool, text: impl Fn(&str) -> String) -> Vec<Problem> {
    let mut problems = Vec::new();
    for name in names {
        let rules = RULES.iter().find(|(game, _)| game == name).map_or(name.as_str(), |(_, rules)| rules);
        for file in ["mod.rs", "notation.rs", "view.rs"] {
            let path = format!("crates/games/src/{rules}/{file}");
            if !is_file(&path) {
                let right = "see \"Add a game\" in CONTRIBUTING.md";
                problems.push(Problem::new(&path, None, format!("does not exist, but {name} is a game"), right));
            }
        }
        for &(path, before, is_rules, right) in MENTIONS {
            let word = if is_rules { rules } else { name };
            if !mentions(&text(path), before, word) {
                problems.push(Problem::new(path, None, format!("does not have {before}{word}"), right));
            }
        }
    }
    problems
}

/// Whether a text has a whole word after `before`.
fn mentions(text: &str, before: &str, word: &str) -> bool {
    let wanted = format!("{before}{word}");
    let is_end = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric() || matches!(next, '_' | '-'));
    text.match_indices(&wanted).any(|(at, _)| is_end(&text[at + wanted.len()..]))
}

/// The names in the output of `zermelo games --json`: JSON Lines.
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
            problems.push(Problem::new(&page, None, format!("does not exist, but {name} is a game"), right));
        }
        let folder = format!("fixtures/{family}/");
        if !fixtures.iter().any(|fixture| fixture.path.starts_with(&folder)) {
            let right = "put known truth there, each file with its source: line";
            problems.push(Problem::new(&folder, None, format!("has no fixture, but {name} is a game"), right));
        }
    }
    for (game, owner) in owners {
        for known in [game, owner] {
            if !names.iter().any(|name| name == known) {
                let right = "remove it from the list of owners";
                problems.push(Problem::new("xtask/src/tidy/games.rs", None, format!("{known} is no game"), right));
            }
        }
    }
    for fixture in fixtures {
        // In PDN, a line that begins with a percent sign is a comment.
        let source = fixture.first_line.trim_start_matches("% ").strip_prefix("source:");
        if source.is_none_or(|source| source.trim().is_empty()) {
            let right = "begin with `source: ` and where the facts come from";
            problems.push(Problem::new(&fixture.path, Some(1), "names no source", right));
        }
    }
    problems
}

/// The fixtures below a folder; empty if it does not exist.
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
                "docs/games/teeko.md does not exist, but teeko is a game",
                "fixtures/teeko/ has no fixture, but teeko is a game"
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
    fn every_item_of_the_checklist_is_looked_for() {
        let names = ["morris".to_owned()];
        let found =
            missing(&names, |path| !path.ends_with("view.rs"), |_| "game = \"morris-2\", fn morris()".to_owned());
        assert_eq!(
            shown(&found),
            [
                "crates/games/src/morris/view.rs does not exist, but morris is a game",
                "crates/games/src/lib.rs does not have pub mod morris",
                "fuzz/src/lib.rs does not have \"morris",
                "crates/cli/src/commands/bench/positions.toml does not have game = \"morris",
            ]
        );
        let all = "pub mod morris; fn morris() game = \"morris\"";
        assert_eq!(missing(&names, |_| true, |_| all.to_owned()), []);
    }

    #[test]
    fn rules_may_lie_in_a_folder_of_another_name() {
        let names = ["draughts-english".to_owned()];
        let all = "pub mod draughts; fn draughts() game = \"draughts-english\"";
        assert_eq!(missing(&names, |path| path.starts_with("crates/games/src/draughts/"), |_| all.to_owned()), []);
    }

    #[test]
    fn the_games_of_this_workspace_pass() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let names = ["tictactoe", "connect3d", "draughts-english", "teeko"].map(str::to_owned);
        let text = |path: &str| fs::read_to_string(root.join(path)).unwrap();
        assert_eq!(missing(&names, |path| root.join(path).is_file(), text), []);
    }

    #[test]
    fn no_game_at_all_is_a_problem() {
        assert_eq!(problems(&[], &[], &[], |_| true).len(), 1);
    }
}
