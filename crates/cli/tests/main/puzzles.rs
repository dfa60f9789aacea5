//! `zermelo puzzles`: output, exit codes, errors.

use std::fs;

use serde_json::{Value, json};

use super::{failure, output, zermelo};

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{line}: {why}"))).collect()
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|text| text.as_str().expect("a text")).collect()
}

#[test]
fn one_object_a_line() {
    insta::assert_snapshot!(
        "puzzles",
        output(&["puzzles", "connect4", "--plies", "7", "--count", "3", "--seed", "1"], "")
    );
    let game = "mnk:width=4,height=4,k=3";
    insta::assert_snapshot!("puzzles_mnk", output(&["puzzles", game, "--count", "2"], ""));
}

/// What `solve` says of the same positions.
#[test]
fn solve_agrees() {
    for game in ["connect4:width=5,height=5", "mnk:width=5,height=5,k=4", "connect3d:width=3,depth=3,height=3,k=3"] {
        let found = lines(&output(&["puzzles", game, "--plies", "5", "--count", "3", "--seed", "7"], ""));
        assert_eq!(found.len(), 3);
        for puzzle in found {
            let position = puzzle["position"].as_str().expect("a text");
            let (moves, solution) = (texts(&puzzle["moves"]).join(" "), texts(&puzzle["solution"]));
            assert_eq!((solution.len(), &puzzle["plies"], &puzzle["seed"]), (5, &json!(5), &json!(7)));
            assert_eq!(json!(solution[0]), puzzle["best"]);
            let solve = |args: &[&str]| {
                let args = [&["solve", game], args, &["--scores", "--json"]].concat();
                lines(&output(&args, "")).remove(0)
            };
            for start in [["--position", position], ["--moves", &moves]] {
                let value = solve(&start);
                assert_eq!((&value["value"], &value["plies"]), (&json!("win"), &json!(5)), "{puzzle}");
                let moves = value["moves"].as_array().expect("a list").iter();
                let wins = moves.filter(|line| line["value"] == json!("win")).map(|line| &line["move"]);
                assert_eq!(wins.collect::<Vec<_>>(), [&puzzle["best"]], "{puzzle}");
            }
            let over = solve(&["--position", position, "--moves", &solution.join(" ")]);
            assert_eq!((&over["value"], &over["plies"]), (&json!("loss"), &json!(0)), "{puzzle}");
        }
    }
}

#[test]
fn writes_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("puzzles.jsonl");
    let args = ["puzzles", "connect4:width=5,height=4", "--plies", "3", "--count", "4"];
    let said = output(&[&args[..], &["--out", path.to_str().expect("a path of text")]].concat(), "");
    assert_eq!(said, "");
    assert_eq!(fs::read_to_string(&path).expect("the file"), output(&args, ""));
    let (code, said) = failure(&[&args[..], &["--out", folder.path().to_str().expect("a path of text")]].concat());
    assert_eq!(code, 1);
    assert!(said.contains("can't write"), "{said}");
}

/// Fewer than asked for is a failure that keeps what was found.
#[test]
fn fewer_than_asked_for() {
    let all =
        zermelo(&["puzzles", "tictactoe", "--plies", "5", "--count", "1000"]).assert().code(1).get_output().clone();
    let found = lines(&String::from_utf8(all.stdout).expect("text")).len();
    let said = String::from_utf8(all.stderr).expect("text");
    assert!(found > 0 && said.contains(&format!("found {found} of 1000 puzzles")), "{said}");
    assert!(said.contains("1000 consecutive games had no new position"), "{said}");
    let few = ["puzzles", "connect4", "--plies", "7", "--count", "1000000"];
    for limit in [["--nodes", "5000"], ["--time", "20ms"]] {
        let said = zermelo(&[&few[..], &limit].concat()).assert().code(1).get_output().stderr.clone();
        let said = String::from_utf8(said).expect("text");
        assert!(said.contains("of 1000000 puzzles") && said.contains("the limit is reached"), "{said}");
    }
}

#[test]
fn an_interrupt_keeps_what_was_found() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(["puzzles", "connect4", "--plies", "7", "--count", "1000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    reader.read_line(&mut text).expect("a first puzzle");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(kill.success());
    reader.read_to_string(&mut text).expect("text to the end");
    let found = lines(&text).len();
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(1), "{said}");
    assert!(said.contains(&format!("found {found} of 1000000 puzzles")) && said.contains("stopped"), "{said}");
}

#[test]
fn refuses_what_does_not_exist() {
    for (args, words) in [
        (&["puzzles", "connect4", "--plies", "4"][..], "a win takes 1, 3, 5 or another odd number of plies"),
        (&["puzzles", "connect4", "--plies", "0"], "0 is not in 1..=255"),
        (&["puzzles", "tictactoe", "--plies", "11"], "a game lasts at most 9 plies"),
        (&["puzzles", "mnk:width=3,height=3,k=4"], "neither side can win this game"),
        (&["puzzles", "go"], "there is no game \"go\""),
        (&["puzzles", "connect4", "--count", "0"], "0 is not in 1..=1000000"),
        (&["puzzles", "connect4", "--hash", "9999tb"], "does not fit the memory"),
        (&["puzzles", "connect4", "--effort", "0"], "0 is not in 1.."),
    ] {
        let (code, said) = failure(args);
        assert_eq!(code, 2, "{args:?}: {said}");
        assert!(said.starts_with("error: ") && said.contains(words), "{args:?}: {said}");
    }
}
