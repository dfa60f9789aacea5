//! `zermelo solve`: values, bounds, errors.

use serde_json::{Value, json};

use super::{failure, output};

/// Of the public set `L3_R1`: won with the last stone.
const POSITION: &str = "7422341735647741166133573473242566";
/// A game of which 18 squares are left.
const SCORE_FOUR: &str = "a2 c4 b1 a3 b4 d4 b2 b3 c1 d1 b2 b3 a3 d1 b3 d1 d1 a1 a2 a4 c2 d2 d3 a4 c2 b1 c3 c3 a2 d2 b3 c2 a1 c2 a1 b2 a1 \
                          d3 d4 a2 d2 b1 c3 b1 c4 b2";
const QUBIC: &str = "connect3d:width=4,depth=4,height=4,gravity=off";

fn solve(args: &[&str]) -> Value {
    let args = [&["solve"], args, &["--json"]].concat();
    let text = output(&args, "");
    assert_eq!(text.lines().count(), 1, "{args:?}: one object");
    serde_json::from_str(&text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

macro_rules! seen {
    ($name:expr, $args:expr) => {
        // How many nodes it takes is not what these tests are about.
        insta::with_settings!({ filters => vec![(r"\d+\.\d{3} s\b", "[time]"), (r"\d+ nodes", "[nodes]")] }, {
            insta::assert_snapshot!($name, output($args, ""));
        });
    };
}

#[test]
fn says_who_wins_and_when() {
    seen!("solve_scores", &["solve", "connect4", "--moves", POSITION, "--scores"]);
    seen!(
        "solve_lost",
        &["solve", "connect4", "--moves", "4 3 5", "--hash", "1mb", "--position", "7/7/7/3o3/3x3/2ooxx1 x"]
    );
    seen!("solve_weak", &["solve", "connect4:width=5,height=4", "--weak", "--threads", "2", "--scores"]);
    seen!("solve_over", &["solve", "connect4", "--moves", "1212121"]);
    seen!("solve_proof", &["solve", "tictactoe", "--moves", "a1 b1", "--scores"]);
    seen!("solve_qubic", &["solve", QUBIC, "--nodes", "1000"]);
    seen!("solve_endless", &["solve", "draughts-international", "--nodes", "1000"]);
}

#[test]
fn programs_read_values() {
    let won = solve(&["connect4", "--moves", "415263", "--scores"]);
    assert_eq!([&won["value"], &won["plies"], &won["score"]], [&json!("win"), &json!(1), &json!(18)]);
    assert_eq!((&won["proven"], won.get("at_least")), (&json!(true), None));
    let moves = won["moves"].as_array().expect("a list");
    assert_eq!(moves.iter().map(|line| &line["move"]).collect::<Vec<_>>(), ["1", "2", "3", "4", "5", "6", "7"]);
    assert_eq!(moves[6], json!({ "move": "7", "value": "win", "plies": 1, "score": 18, "proven": true }));
    assert!(won["nodes"].is_u64() && won["seconds"].is_f64());
    let drawn = solve(&["connect4:width=4,height=4"]);
    assert_eq!([&drawn["value"], &drawn["plies"], &drawn["score"]], [&json!("draw"), &json!(16), &json!(0)]);
    assert_eq!(drawn.get("moves"), None);
    let lost = solve(&["connect4:width=6,height=4", "--threads", "2"]);
    assert_eq!([&lost["value"], &lost["plies"], &lost["score"]], [&json!("loss"), &json!(24), &json!(-1)]);
    let weak = solve(&["connect4:width=6,height=4", "--weak"]);
    assert_eq!([&weak["value"], &weak["proven"], &weak["plies"]], [&json!("loss"), &json!(true), &Value::Null]);
    let over = solve(&["connect4", "--moves", "1212121", "--scores"]);
    assert_eq!([&over["value"], &over["plies"], &over["moves"]], [&json!("loss"), &json!(0), &json!([])]);
    let proof = solve(&["tictactoe", "--scores"]);
    assert_eq!([&proof["value"], &proof["plies"], &proof["score"]], [&json!("draw"), &json!(9), &Value::Null]);
    let corner = solve(&["tictactoe", "--moves", "a1 b1"]);
    assert_eq!([&corner["value"], &corner["plies"]], [&json!("win"), &json!(5)]);
}

/// The values of a position's moves make that of the position, and say the same as positions after them.
#[test]
fn move_values_agree_with_child_positions() {
    let moves = "4455544";
    let here = solve(&["connect4", "--moves", moves, "--scores"]);
    let scores: Vec<(String, i64)> = here["moves"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|line| (line["move"].as_str().expect("a move").to_owned(), line["score"].as_i64().expect("a score")))
        .collect();
    assert_eq!(scores.iter().map(|&(_, score)| score).max(), here["score"].as_i64());
    for (mv, score) in scores {
        let after = solve(&["connect4", "--moves", &format!("{moves}{mv}")]);
        assert_eq!(after["score"].as_i64(), Some(-score), "{mv}");
    }
}

#[test]
fn a_limit_leaves_bounds() {
    let large = solve(&["connect4:width=10,height=8", "--nodes", "1000", "--scores"]);
    assert_eq!((&large["value"], &large["proven"]), (&Value::Null, &json!(false)));
    assert!(large["nodes"].as_u64().is_some_and(|nodes| nodes > 0 && nodes <= 1000), "{large}");
    assert_eq!((&large["at_least"]["value"], &large["at_most"]["value"]), (&json!("loss"), &json!("win")));
    let score = |bound: &str| large[bound]["score"].as_i64().expect("a score");
    assert!(score("at_least") < score("at_most"));
    assert_eq!(large["moves"].as_array().map(Vec::len), Some(10));
    let open = solve(&["draughts-english", "--nodes", "10"]);
    assert_eq!([&open["value"], &open["at_least"], &open["proven"]], [&Value::Null, &Value::Null, &json!(false)]);
}

/// A limit of nodes or time ends the search of every game with what it has.
#[test]
fn proof_search_ends_at_its_limit() {
    for game in ["mnk:width=6,height=6,k=4", "connect3d:width=4,depth=4,height=4", "connect3d", "mnk:width=9,height=9"]
    {
        let open = solve(&[game, "--nodes", "2000", "--scores"]);
        assert_eq!((&open["value"], &open["plies"], &open["proven"]), (&Value::Null, &Value::Null, &json!(false)));
        assert!(open["nodes"].as_u64().is_some_and(|nodes| nodes > 0 && nodes <= 2000), "{game}: {open}");
        assert_eq!(open.get("literature"), None, "{game}");
        let soon = solve(&[game, "--time", "10ms"]);
        assert_eq!(soon["proven"], json!(false), "{game}: {soon}");
    }
}

#[test]
fn late_positions_in_three_dimensions() {
    let args = ["connect3d:width=4,depth=4,height=4", "--moves", SCORE_FOUR, "--scores"];
    let value = solve(&args);
    assert_eq!((&value["value"], &value["plies"], &value["proven"]), (&json!("loss"), &json!(16), &json!(true)));
    let plies = |at: usize| &value["moves"][at]["plies"];
    let late = value["moves"].as_array().expect("a list").iter().filter(|line| line["plies"] == json!(16));
    assert_eq!(late.map(|line| &line["move"]).collect::<Vec<_>>(), ["d2"]);
    assert_eq!(plies(0), &json!(2));
    let cut = solve(&[&args[..], &["--nodes", "3000"]].concat());
    assert_eq!((&cut["value"], &cut["proven"], cut.get("literature")), (&Value::Null, &json!(false), None));
}

#[test]
fn published_values_are_marked() {
    let qubic = solve(&[QUBIC, "--nodes", "1000"]);
    assert_eq!((&qubic["value"], &qubic["proven"]), (&Value::Null, &json!(false)));
    assert_eq!(qubic["literature"]["value"], json!("win"));
    assert!(qubic["literature"]["source"].as_str().is_some_and(|source| source.contains("Patashnik")), "{qubic}");
    // Not of another position, and not where there is none.
    let later = solve(&[QUBIC, "--moves", "a11", "--nodes", "1000"]);
    assert_eq!(later.get("literature"), None);
    let draughts = solve(&["draughts-english", "--nodes", "1000"]);
    assert_eq!((&draughts["value"], &draughts["literature"]["value"]), (&Value::Null, &json!("draw")));
}

#[test]
fn refuses_what_would_not_end() {
    for (args, words) in [
        (
            &["solve", "connect4:width=9,height=7"][..],
            "63 squares are free; without a limit at most 49 are searched; set --nodes or --time to get bounds, or --force",
        ),
        (&["solve", "draughts-english"], "so a search without a limit may not end; set nodes or time"),
        (&["solve", "go"], "there is no game \"go\""),
        (&["solve", "connect4", "--moves", "44444441"], "move 7: \"4\" is not possible"),
        (&["solve", "connect4", "--moves", "448"], "expected a column from 1 to 7"),
        (&["solve", "connect4", "--position", "7/7/7/7/7/oo5 x"], "x moves when both have the same number"),
        (&["solve", "connect4", "--hash", "9999tb"], "does not fit the memory"),
        (&["solve", "connect4", "--hash", "64"], "expected an amount of memory such as 512kb, 64mb or 2gb"),
        (&["solve", "connect4", "--time", "soon"], "expected a duration such as 250ms, 2s or 1m"),
        (&["solve", "connect4", "--threads", "0"], "0 is not in 1..=256"),
        (&["solve", "connect4", "--nodes", "0"], "0 is not in 1.."),
        (
            &["analyse", "mnk", "--agent", "solver"],
            "solver can't play mnk: it solves tictactoe, connect4, teeko and boards of few cells",
        ),
        (&["analyse", "connect4:width=9,height=9", "--agent", "solver"], "at most 49 are searched; set nodes or time"),
    ] {
        let (code, said) = failure(args);
        assert_eq!(code, 2, "{args:?}: {said}");
        assert!(said.starts_with("error: ") && said.contains(words), "{args:?}: {said}");
    }
}

#[test]
fn the_solver_plays() {
    let args = ["analyse", "connect4", "--moves", POSITION, "--agent", "solver", "--lines", "7", "--json"];
    let text = output(&args, "");
    let last: Value = serde_json::from_str(text.lines().last().expect("a last line")).expect("an object");
    let value = solve(&["connect4", "--moves", POSITION, "--scores"]);
    let plies = &value["plies"];
    assert_eq!((&value["value"], &last["score"]), (&json!("win"), &json!({ "win_in": plies })));
    assert_eq!(last["moves"].as_array().map(Vec::len), value["moves"].as_array().map(Vec::len));
    assert_eq!(
        last["pv"].as_array().map(Vec::len),
        plies.as_u64().map(|plies| plies as usize),
        "the line comes to its end"
    );
    let args =
        ["play", "connect4:width=5,height=4", "--first", "solver", "--second", "solver", "--seed", "1", "--json"];
    assert!(output(&args, "").contains("\"termination\":\"board_full\""), "5x4 is a draw");
}
