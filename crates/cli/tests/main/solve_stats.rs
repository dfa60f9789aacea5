//! `zermelo solve stats`: text, JSON and the picture, on small boards.

use serde_json::{Value, json};

use super::arena::Place;
use super::{failure, output, zermelo};

fn stats(game: &str) -> Value {
    let text = output(&["solve", "stats", game, "--json"], "");
    assert_eq!(text.lines().count(), 1, "one object");
    serde_json::from_str(&text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is a number"))
}

#[test]
fn a_game_at_a_glance() {
    insta::assert_snapshot!("solve_stats", output(&["solve", "stats", "tictactoe"], ""));
    let planes = output(&["solve", "stats", "connect3d:width=2,depth=2,height=3,k=2"], "");
    assert!(planes.ends_with("depth 1\n  W3  W3\ndepth 2\n  W3  W3\n   a   b\n"), "{planes}");
}

#[test]
fn json_output_is_complete() {
    for game in ["tictactoe", "mnk:width=4,height=3,k=3", "connect3d:width=3,depth=1,height=3,k=3"] {
        let all = stats(game);
        for level in all["levels"].as_array().expect("levels") {
            let [arrangements, live, won, lost, drawn, finished, impossible] =
                ["arrangements", "live", "won", "lost", "drawn", "finished", "impossible"]
                    .map(|key| number(&level[key]));
            assert_eq!(arrangements, live + finished + impossible, "{game}: {level}");
            assert_eq!(live, won + lost + drawn, "{game}: {level}");
            let plies: Vec<u64> = level["plies"].as_array().expect("a list").iter().map(number).collect();
            assert_eq!(plies.iter().sum::<u64>(), won + lost, "{game}: {level}");
            for (key, parity) in [("longest_win", 1), ("longest_loss", 0)] {
                let longest = plies.iter().enumerate().rfind(|&(at, &count)| at % 2 == parity && count > 0);
                let told = longest.map_or(Value::Null, |(at, count)| json!({ "plies": at, "positions": count }));
                assert_eq!(level[key], told, "{game}: {level}");
            }
        }
        // What it says of positions is what the solver says.
        for hardest in all["hardest"].as_array().expect("a list") {
            let examples = hardest["examples"].as_array().expect("a list");
            assert!(!examples.is_empty() && examples.len() as u64 <= number(&hardest["positions"]), "{hardest}");
            for position in examples.iter().map(|text| text.as_str().expect("a text")) {
                let text = output(&["solve", game, "--position", position, "--json"], "");
                let solved: Value = serde_json::from_str(&text).expect("an object");
                assert_eq!([&solved["value"], &solved["plies"]], [&hardest["value"], &hardest["plies"]], "{position}");
            }
        }
        let text = output(&["solve", game, "--scores", "--json"], "");
        let solved: Value = serde_json::from_str(&text).expect("an object");
        // The solver also says when a drawn board is full.
        let plies = |of: &Value| if of["value"] == json!("draw") { Value::Null } else { of["plies"].clone() };
        assert_eq!((&solved["value"], plies(&solved)), (&all["value"], all["plies"].clone()));
        let value = |line: &Value| [line["move"].clone(), line["value"].clone(), plies(line)];
        let values = |lines: &Value| lines.as_array().expect("moves").iter().map(value).collect::<Vec<_>>();
        assert_eq!(values(&solved["moves"]), values(&all["first_moves"]), "{game}");
    }
    let all = stats("tictactoe");
    let positions = |level: &Value| number(&level["live"]) + number(&level["finished"]);
    assert_eq!(all["levels"].as_array().expect("levels").iter().map(positions).sum::<u64>(), 5478, "the known number");
    let moves = &all["first_moves"];
    let replies = json!({ "win": 0, "draw": 1, "loss": 7 });
    assert_eq!(moves[0], json!({ "move": "a1", "value": "draw", "plies": null, "replies": replies }));
}

#[test]
fn the_picture_agrees_with_the_json() {
    let place = Place::new();
    let path = place.text("mnk.svg");
    let text = output(&["solve", "stats", "mnk:width=4,height=4,k=3", "--svg", &path], "");
    let picture = std::fs::read_to_string(&path).expect("it was written");
    assert!(picture.starts_with("<?xml version=\"1.0\"") && picture.ends_with("</svg>\n"), "{picture}");
    for words in ["W11", "W7", "W5"] {
        assert!(text.contains(words) && picture.contains(&format!(">{words}</text>")), "{words}: {picture}");
    }
    assert_eq!(picture.matches("class=\"value\"").count(), 16);
    assert_eq!(picture.matches("<title>").count(), 10, "a bar for each of the 10 distances");
    assert!(
        picture.contains("<title>lost in 10 plies: 28</title>") && text.contains("loss in 10 plies (28 positions)")
    );
}

/// The picture on the page of Teeko is the one that the command on the page makes.
#[test]
fn the_page_of_teeko_shows_the_picture() {
    let place = Place::new();
    let path = place.text("teeko.svg");
    let args = ["solve", "stats", "teeko", "--json", "--svg", &path];
    let ran = zermelo(&args).env("ZERMELO_DATA", place.text("data")).assert().success().get_output().clone();
    let all: Value = serde_json::from_slice(&ran.stdout).expect("an object");
    assert_eq!([&all["value"], &all["table"]], [&json!("draw"), &json!("teeko-standard")]);
    assert_eq!(all["levels"][0]["longest_win"], json!({ "plies": 39, "positions": 40 }));
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/games/teeko-stats.svg");
    let read = |path: &str| std::fs::read_to_string(path).expect("a picture");
    assert_eq!(read(page), read(&path), "make docs/games/teeko-stats.svg anew, as the page says");
}

#[test]
fn what_has_no_table_is_refused() {
    for (args, code, words) in [
        (&["connect4"][..], 2, "connect4 has no table; teeko has one"),
        (&["mnk"], 2, "mnk has no table"),
        (&["go"], 2, "there is no game \"go\""),
        (&["tictactoe", "--file", "no such file"], 1, "no such file"),
        (&["tictactoe", "--svg", "no such folder/x.svg"], 1, "can't write no such folder/x.svg"),
    ] {
        let (found, said) = failure(&[&["solve", "stats"], args].concat());
        assert_eq!(found, code, "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
    }
}
