//! `zermelo solve build` and `verify`, and commands that use the tables.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{failure, output, zermelo};

/// What a command prints whose folder of data is this one.
fn at(data: &Path, args: &[&str]) -> String {
    let output = zermelo(args).env("ZERMELO_DATA", data).assert().success().get_output().clone();
    String::from_utf8(output.stdout).expect("text")
}

/// What a command that fails says.
fn refused(data: &Path, args: &[&str]) -> String {
    let output = zermelo(args).env("ZERMELO_DATA", data).assert().failure().get_output().clone();
    String::from_utf8(output.stderr).expect("text")
}

fn object(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

#[test]
fn a_table_is_built_on_first_use_and_checked_for_corruption() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path();
    let solved = object(&at(data, &["solve", "teeko", "--scores", "--moves", "c3", "--json"]));
    assert_eq!([&solved["value"], &solved["proven"], &solved["nodes"]], [&json!("draw"), &json!(true), &json!(0)]);
    let replies = solved["moves"].as_array().expect("a list");
    let drawn = replies.iter().filter(|reply| reply["value"] == json!("draw")).count();
    assert_eq!((replies.len(), drawn), (24, 4), "after the centre only four replies hold the draw");

    let path = data.join("tables/teeko-standard.table");
    let whole = fs::read(&path).expect("the table");
    let verified = at(data, &["solve", "verify", "teeko"]);
    assert!(verified.starts_with("The file is intact; 12896757 entries agree with their moves, "), "{verified}");
    // A game that differs in its start alone has the same table.
    let other = object(&at(data, &["solve", "teeko:first-centre=off", "--scores", "--json"]));
    assert_eq!((other["moves"].as_array().map(Vec::len), &other["value"]), (Some(24), &json!("draw")));
    let thought = at(data, &["analyse", "teeko", "--moves", "c3 b2", "--agent", "solver", "--json"]);
    let thought = object(thought.lines().last().expect("a line"));
    assert_eq!(thought["score"], json!({ "win_in": 13 }));

    // Puzzles come from the table: one move wins, and that in so many plies.
    let puzzles = at(data, &["puzzles", "teeko", "--plies", "9", "--count", "3"]);
    assert_eq!(puzzles.lines().count(), 3);
    for puzzle in puzzles.lines().map(object) {
        let position = puzzle["position"].as_str().expect("a text");
        let solved = object(&at(data, &["solve", "teeko", "--position", position, "--scores", "--json"]));
        assert_eq!([&solved["value"], &solved["plies"]], [&json!("win"), &json!(9)], "{puzzle}");
        let moves = solved["moves"].as_array().expect("a list").iter();
        let wins: Vec<&Value> = moves.filter(|mv| mv["value"] == json!("win")).map(|mv| &mv["move"]).collect();
        assert_eq!(wins, [&puzzle["best"]], "{puzzle}");
    }

    assert!(refused(data, &["solve", "build", "teeko"]).contains("exists: check it with `zermelo solve verify GAME`"));
    fs::write(&path, &whole[..whole.len() - 1]).expect("a shorter file");
    for args in [&["solve", "teeko"][..], &["solve", "verify", "teeko"], &["analyse", "teeko", "--agent", "solver"]] {
        let why = refused(data, args);
        assert!(why.contains("is truncated: rebuild it with `zermelo solve build GAME --force`"), "{args:?}: {why}");
    }
    assert_eq!(fs::read(&path).expect("the file").len(), whole.len() - 1, "it is left as it is");
    let built = object(&at(data, &["solve", "build", "teeko", "--force", "--json"]));
    assert_eq!((&built["levels"], &built["entries"]), (&json!(9), &json!(12_896_757)));
    assert!(fs::read(&path).expect("the table") == whole, "the same table again");
}

#[test]
fn a_table_can_be_kept_elsewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("deep/small.table");
    let file = file.to_str().expect("a path of text");
    let game = "mnk:width=4,height=3,k=3";
    let built = output(&["solve", "build", game, "--file", file, "--threads", "1"], "");
    assert!(built.starts_with("mnk-4-3-1-3: 13 levels, ") && built.contains("saved in "), "{built}");
    let verified = object(&output(&["solve", "verify", game, "--file", file, "--json"], ""));
    assert_eq!(verified["table"], json!("mnk-4-3-1-3"));
    let (code, why) = failure(&["solve", "verify", "mnk:width=4,height=3,k=4", "--file", file]);
    assert!(code == 1 && why.contains("is the table of mnk-4-3-1-3, and not of mnk-4-3-1-4"), "{why}");
    let (code, why) = failure(&["solve", "verify", game, "--file", "no/such.table"]);
    assert!(code == 1 && why.contains("can't read no/such.table"), "{why}");
}

#[test]
fn says_what_is_wrong() {
    for (args, expected) in [
        (&["solve", "build", "draughts-english"][..], "draughts-english has no table; teeko has one"),
        (&["solve", "build", "mnk"], "boards of at most 16 cells"),
        (&["solve", "verify", "chess"], "chess"),
        (&["solve", "build"], "<GAME>"),
        (&["solve"], "<GAME>"),
        (&["solve", "build", "teeko", "--threads", "0"], "--threads"),
    ] {
        let (code, why) = failure(args);
        assert!(code == 2 && why.contains(expected), "{args:?}: {code}: {why}");
    }
}
