//! Results in other kinds of file, read again.

use std::collections::HashSet;
use std::fs;
use std::io::BufReader;

use zermelo_arena::Roster;
use zermelo_arena::export::{ExportFormat, export};
use zermelo_arena::plan::GameCount;
use zermelo_arena::results::{GameFilter, ResultsReader};
use zermelo_records::{Draws, jsonl, pdn};

use super::fixtures::{TestDir, TestRoster, config, games, play};

fn exported(game: &str, agents: [&str; 2], format: ExportFormat) -> TestDir {
    let place = TestDir::new();
    let short = config(game, &agents, |config| {
        (config.games, config.random_first) = (GameCount::Games(6), 2);
        config.adjudication.max_plies = Some(120);
    });
    play(short, &place, "results");
    let reader = ResultsReader::open(&place.file("results")).unwrap();
    export(&reader, TestRoster.game(game).unwrap().as_ref(), &GameFilter::default(), format, &place.file("out"))
        .unwrap();
    place
}

fn rows(place: &TestDir, name: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_path(place.file("out").join(name)).unwrap();
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

#[test]
fn json_lines_hold_all_and_play_again() {
    let place = exported("connect4", ["alphabeta:depth=2", "flat-mc:playouts=20"], ExportFormat::JsonLines);
    let all = games(&place, "results");
    let file = fs::File::open(place.file("out/games.jsonl")).unwrap();
    let rules = TestRoster.game("connect4").unwrap();
    let mut read = 0;
    for (game, stored) in jsonl::read(BufReader::new(file)).zip(&all) {
        let (_, saved) = game.unwrap();
        let record = saved.replay(rules.as_ref(), Draws::AtOnce).unwrap();
        assert_eq!(record.ending().map(|ending| ending.outcome), Some(stored.outcome));
        assert_eq!((saved.moves.join(" "), saved.seed), (stored.moves.clone(), Some(stored.seed)));
        assert_eq!(saved.extra["opening"], 2);
        assert_eq!(saved.times_ms[0], None, "nobody chose the opening");
        assert!(saved.extra.contains_key("playouts"));
        read += 1;
    }
    assert_eq!(read, 6);
}

#[test]
fn tables_have_a_row_a_game_and_a_row_a_move() {
    let place = exported("connect4", ["alphabeta:depth=2", "random"], ExportFormat::Csv);
    let all = games(&place, "results");
    let table = rows(&place, "games.csv");
    assert_eq!(table.len(), 7);
    let at = |title: &str| table[0].iter().position(|it| it == title).unwrap_or_else(|| panic!("no {title}"));
    for (row, game) in table[1..].iter().zip(&all) {
        assert_eq!(row[at("moves")], game.moves);
        assert_eq!(row[at("plies")], game.plies.to_string());
        assert_eq!(row[at("first_kind")], "bot");
        let deep = if game.players[0] == 0 { "first_depth" } else { "second_depth" };
        assert_eq!(row[at(deep)], "2");
    }
    assert!(!table[0].iter().any(|title| title == "first_drop_ms"), "a game of one phase");
    let moves = rows(&place, "moves.csv");
    assert_eq!(moves.len(), 1 + all.iter().map(|game| game.plies as usize).sum::<usize>());
    let players: HashSet<&str> = moves[1..].iter().map(|row| row[4].as_str()).collect();
    assert_eq!(players, HashSet::from(["opening", "alphabeta:depth=2", "random"]));
}

#[test]
fn a_game_of_two_phases_has_the_figures_of_each() {
    let place = exported("teeko", ["random:seed=5", "random"], ExportFormat::Csv);
    let all = games(&place, "results");
    let table = rows(&place, "games.csv");
    let at = |title: &str| table[0].iter().position(|it| it == title).unwrap_or_else(|| panic!("no {title}"));
    let (drops, moves) = (at("first_drop_moves"), at("first_move_moves"));
    assert!(all.iter().any(|game| game.plies > 8), "some game gets beyond the drops");
    for (row, game) in table[1..].iter().zip(&all) {
        let number = |column: usize| row[column].parse::<u32>().unwrap();
        // Four drops a side, of which one was the opening's.
        assert_eq!(number(drops), (game.plies.min(8)).div_ceil(2) - 1);
        assert_eq!(number(moves), game.plies.saturating_sub(8).div_ceil(2));
    }
    let phases: HashSet<String> = rows(&place, "moves.csv")[1..].iter().map(|row| row[5].clone()).collect();
    assert_eq!(phases, HashSet::from(["drop".to_owned(), "move".to_owned()]));
}

#[test]
fn draughts_go_into_pdn_and_back() {
    let place = exported("draughts-english", ["random", "greedy"], ExportFormat::Pdn);
    let all = games(&place, "results");
    let text = fs::read_to_string(place.file("out/games.pdn")).unwrap();
    let rules = TestRoster.game("draughts-english").unwrap();
    let read: Vec<_> = pdn::read(&text).map(|game| game.expect("whole games")).collect();
    assert_eq!(read.len(), 6);
    for (game, stored) in read.iter().zip(&all) {
        let record = game.replay(rules.as_ref()).unwrap();
        assert_eq!(record.ending().map(|ending| ending.outcome), Some(stored.outcome));
    }
}

#[test]
fn other_games_are_not_written_in_pdn() {
    let place = exported("connect4", ["random", "greedy"], ExportFormat::JsonLines);
    let reader = ResultsReader::open(&place.file("results")).unwrap();
    let rules = TestRoster.game("connect4").unwrap();
    let why =
        export(&reader, rules.as_ref(), &GameFilter::default(), ExportFormat::Pdn, &place.file("none")).unwrap_err();
    assert!(why.to_string().contains("connect4 is not written in PDN"), "{why}");
    assert!(!place.file("none").exists());
}
