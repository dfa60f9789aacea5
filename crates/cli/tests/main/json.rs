//! JSON output: JSON Lines with stable names.

use serde_json::{Value, json};

use super::{output, zermelo};

fn lines(args: &[&str], typed: &str) -> Vec<Value> {
    let text = output(args, typed);
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{line}: {why}"))).collect()
}

#[test]
fn perft() {
    let text = output(&["perft", "connect4", "3", "--json"], "");
    assert_eq!(text, "{\"depth\":1,\"nodes\":7}\n{\"depth\":2,\"nodes\":49}\n{\"depth\":3,\"nodes\":343}\n");
    assert_eq!(output(&["perft", "connect4", "0", "--json"], ""), "{\"depth\":0,\"nodes\":1}\n");
    let divided = lines(&["perft", "connect4", "2", "--divide", "--json"], "");
    assert_eq!(divided.len(), 7);
    assert_eq!(divided[0], json!({ "move": "1", "nodes": 7 }));
    let totals = &lines(&["perft", "tictactoe", "9", "--totals", "--json"], "")[0];
    assert_eq!((&totals["games"], &totals["positions_under_symmetry"]), (&json!(255_168), &json!(765)));
}

#[test]
fn analyse() {
    let found = lines(&["analyse", "connect3d", "--agent", "alphabeta:depth=4", "--json"], "");
    let last = found.last().expect("always a last line");
    assert_eq!((&last["depth"], &last["score"], &last["nodes"]), (&json!(4), &json!(0), &json!(15252)));
    assert_eq!(last["best"], last["pv"][0]);
    let won = lines(&["analyse", "connect4", "--moves", "415263", "--agent", "alphabeta:depth=3", "--json"], "");
    assert_eq!(won.last().expect("a line")["score"], json!({ "win_in": 1 }));
    let lost = lines(&["analyse", "connect4", "--moves", "44553", "--agent", "alphabeta:depth=2", "--json"], "");
    assert_eq!(lost.last().expect("a line")["score"], json!({ "loss_in": 2 }));
    let deep = lines(&["analyse", "connect4", "--agent", "alphabeta:nodes=5000", "--lines", "9", "--json"], "");
    assert!(deep.len() > 3, "a line a depth and a last one");
    assert_eq!(deep.last().expect("a line")["moves"].as_array().map(Vec::len), Some(7));
}

#[test]
fn lines_of_a_strong_search_are_exact() {
    let bounds = |agent: &str, lines: &str| {
        let args = ["analyse", "connect4", "--moves", "4453", "--agent", agent, "--lines", lines, "--json"];
        let last = self::lines(&args, "").pop().expect("a last line");
        assert_eq!(last["score"], last["moves"][0]["score"], "{agent}: the best move has the best value");
        let moves = last["moves"].as_array().expect("moves").clone();
        moves.iter().map(|line| line["bound"] == json!("exact")).collect::<Vec<bool>>()
    };
    for agent in ["pvs:depth=6", "pvs:depth=8", "mtdf:depth=6"] {
        assert_eq!(bounds(agent, "3"), [true; 3], "{agent}");
        assert_eq!(bounds(agent, "7"), [true; 7], "{agent}");
        assert_eq!(bounds(agent, "1000"), [true; 7], "{agent}: there are only seven moves");
    }
    // The specification has the last word; other agents have no lines.
    assert!(bounds("pvs:depth=6,lines=1", "7").contains(&false));
    assert_eq!(bounds("minimax:depth=2", "3"), [true; 3]);
}

#[test]
fn lists() {
    let games = lines(&["games", "--json"], "");
    assert_eq!(
        games.iter().map(|game| &game["name"]).collect::<Vec<_>>(),
        zermelo_catalog::GAMES.iter().map(|info| info.name).collect::<Vec<_>>()
    );
    assert_eq!(games[2]["params"][0]["default"], json!("7"));
    let agents = lines(&["agents", "--json"], "");
    assert!(agents.iter().any(|agent| agent["name"] == json!("mcts")));
}

#[test]
fn play() {
    let args = ["play", "tictactoe", "--second", "alphabeta", "--seed", "1", "--json"];
    let events = lines(&args, "b2\nundo\na1\nresign\n");
    let names: Vec<&str> = events.iter().filter_map(|event| event["event"].as_str()).collect();
    assert_eq!(names, ["start", "move", "move", "undo", "move", "move", "end", "statistics"]);
    assert_eq!(events[1]["move"], json!("b2"));
    let end = &events[6];
    assert_eq!((&end["winner"], &end["termination"]), (&json!("second"), &json!("resignation")));
}

#[test]
fn saved_games_are_complete() {
    let folder = std::env::temp_dir().join(format!("zermelo-save-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let file = folder.join("games.jsonl");
    let path = file.to_str().expect("a plain path");
    let args = ["play", "connect4", "--first", "random", "--second", "random", "--seed", "3", "--save", path];
    output(&args, "");
    output(&args, "");
    let text = std::fs::read_to_string(&file).expect("the games were kept");
    let games: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(games.len(), 2, "the second game is added to the first");
    assert_eq!(games[0]["moves"], games[1]["moves"], "the same seed, the same game");
    let moves: Vec<&str> = games[0]["moves"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    let again = zermelo(&["play", "connect4", "--moves", &moves.join(" ")]).assert().failure().get_output().clone();
    let said = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(said.contains("the start position is already decided"), "the moves lead to the end: {said}");
    for (name, game, agent) in
        [("games.csv", "connect4", "alphabeta:depth=2"), ("games.pdn", "draughts-english", "random")]
    {
        let file = folder.join(name);
        let path = file.to_str().expect("a plain path");
        let args = ["play", game, "--first", agent, "--second", agent, "--seed", "3", "--save", path];
        output(&args, "");
        let once = std::fs::read_to_string(&file).expect("the game was kept");
        output(&args, "");
        let twice = std::fs::read_to_string(&file).expect("the games were kept");
        assert!(twice.starts_with(&once) && once.contains(agent), "{name}: {twice}");
    }
    std::fs::remove_dir_all(&folder).expect("the test's own folder");
}
