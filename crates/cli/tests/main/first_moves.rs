//! First moves: counted over a tournament with random first moves, exported, and played from the file.

use serde_json::Value;

use super::arena::{Place, games};
use super::{failure, output};

const TEEKO: &str = "teeko";

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{line}: {why}"))).collect()
}

/// A tournament of random players; chance makes the first move.
fn tournament(place: &Place) -> String {
    let results = place.text("results.db");
    output(
        &[
            "arena",
            "run",
            "--game",
            TEEKO,
            "--agent",
            "a=random",
            "--agent",
            "b=random",
            "--games",
            "400",
            "--seed",
            "3",
            "--random-first",
            "1",
            "--quiet",
            "--out",
            &results,
        ],
        "",
    );
    results
}

#[test]
fn first_moves_are_counted_exported_and_played() {
    let place = Place::new();
    let results = tournament(&place);

    // Counted: by the games of the file, counted here once more.
    let shown = lines(&output(&["arena", "show", &results, "--table", "first-moves", "--json"], ""));
    let rows: Vec<&Value> = shown.iter().filter(|line| line["table"] == "first_move").collect();
    assert!(rows.len() > 20, "of 400 games most squares have some: {}", rows.len());
    let stored = games(&place.path("results.db"));
    for row in &rows {
        let mv = row["move"].as_str().expect("a move");
        let own = stored.iter().filter(|game| game.moves.split(' ').next() == Some(mv));
        let won = own.clone().filter(|game| game.outcome.winner() == Some(zermelo_core::Side::First)).count();
        assert_eq!(row["games"].as_u64(), Some(own.count() as u64), "{mv}");
        assert_eq!(row["wins"].as_u64(), Some(won as u64), "{mv}");
    }
    let text = output(&["arena", "show", &results, "--table", "first-moves"], "");
    let board = text.split("Score % of each first move\n").nth(1).expect("a board");
    assert_eq!(board.lines().count(), 6, "{text}");
    assert!(board.starts_with("5  ") && board.trim_end().ends_with('e'), "{text}");

    // Written: the same counts, the best first.
    output(&["arena", "export", &results, "--format", "first-moves", "--out", &place.text("grid")], "");
    let file = place.path("grid").join("first-moves.csv");
    let table = std::fs::read_to_string(&file).expect("it was written");
    let mut written = table.lines();
    assert_eq!(written.next(), Some("move,games,won,drawn,lost,score"));
    let written: Vec<Vec<&str>> = written.map(|line| line.split(',').collect()).collect();
    assert_eq!(written.len(), rows.len());
    let scores: Vec<f64> = written.iter().map(|row| row[5].parse().expect("a number")).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    for row in &written {
        let shown = rows.iter().find(|shown| shown["move"] == row[0]).expect("it is shown");
        assert_eq!([&row[1], &row[2]], [&shown["games"].to_string(), &shown["wins"].to_string()]);
    }

    // Played: the first side takes the best square, the second side the best that is left.
    let spec = format!("alphabeta:depth=1,first=\"{}\"", file.display());
    let again = place.text("again.db");
    let played = ["--game", TEEKO, "--agent", &spec, "--agent", "random", "--games", "20", "--quiet", "--out", &again];
    output(&[&["arena", "run"], &played[..]].concat(), "");
    let (best, second) = (written[0][0], written[1][0]);
    for game in games(&place.path("again.db")) {
        let moves: Vec<&str> = game.moves.split(' ').collect();
        if game.players[0] == 0 {
            assert_eq!(moves[0], best);
        } else {
            assert_eq!(moves[1], if moves[0] == best { second } else { best }, "{}", game.moves);
        }
    }
}

#[test]
fn an_invalid_file_is_reported() {
    let place = Place::new();
    let path = place.path("first.csv");
    let name = path.display().to_string();
    for (text, words) in [
        (None, "No such file"),
        (Some(""), "expected a table with the columns move and score"),
        (Some("move,games\nc3,9\n"), "expected a table with the columns move and score"),
        (Some("move,score\n"), "it has no move"),
        (Some("move,score\nc3,0.5\nf9,0.5\n"), "line 3: "),
        (Some("move,score\nc3-d3,0.5\n"), "line 2: "),
        (Some("move,score\nc3,good\n"), "line 2: expected a number as the score of c3"),
        (Some("move,score\nc3,inf\n"), "line 2: expected a number"),
        (Some("move,score\nc3,1\nc3,0\n"), "line 3: c3 is listed twice"),
        (Some("move,score\nc3\n"), "line: 2"),
    ] {
        match text {
            Some(text) => std::fs::write(&path, text).expect("a file of the test"),
            None => assert!(!path.exists()),
        }
        let spec = format!("greedy:first=\"{name}\"");
        let (code, said) = failure(&["analyse", TEEKO, "--agent", &spec]);
        assert_eq!(code, 2, "{text:?}: {said}");
        assert!(said.contains("first=") && said.contains(words), "{text:?}: {said}");
    }
    let (_, said) = failure(&["analyse", TEEKO, "--agent", &format!("greedy:first=\"{}\"", place.text(""))]);
    assert!(said.contains("it is not a file"), "{said}");
    std::fs::write(&path, "move,score\n".repeat(10_000)).expect("a file of the test");
    let (_, said) = failure(&["analyse", TEEKO, "--agent", &format!("mcts:playouts=9,first=\"{name}\"")]);
    assert!(said.contains("at most 64 KiB"), "{said}");
    let (_, said) = failure(&["analyse", TEEKO, "--agent", &format!("random:first=\"{name}\"")]);
    assert!(said.contains("first"), "{said}");
}

/// By hand: other columns, spaces, equal scores; asked for a position, after moves, and where nothing of the file is free.
#[test]
fn only_the_first_move_is_that_of_the_file() {
    let place = Place::new();
    let path = place.path("first.csv");
    std::fs::write(&path, "score, move, why\n0.5, b2, near\n 0.9,a1,corner\n0.5,c3,centre\n")
        .expect("a file of the test");
    let spec = format!("greedy:first=\"{}\"", path.display());
    let best = |more: &[&str]| {
        let text = output(&[&["analyse", TEEKO, "--agent", &spec, "--json"], more].concat(), "");
        let last = lines(&text).pop().expect("a last line");
        (last["best"].as_str().expect("a move").to_owned(), last["nodes"].as_u64() == Some(0))
    };
    let from_file = |mv: &str| (mv.to_owned(), true);
    assert_eq!(best(&[]), from_file("a1"));
    assert_eq!(best(&["--moves", "a1"]), from_file("b2"));
    assert_eq!(best(&["--moves", "e5"]), from_file("a1"));
    // The second man, and a game that began elsewhere, are searched for.
    assert!(!best(&["--moves", "e5 d5"]).1);
    assert!(!best(&["--position", "5/5/2x2/5/5 o"]).1);
    let (_, said) = failure(&[
        "tree",
        TEEKO,
        "--agent",
        &spec.replace("greedy:", "minimax:depth=1,"),
        "--out",
        &place.text("t.html"),
    ]);
    assert!(said.contains("its first move comes from a file"), "{said}");
}
