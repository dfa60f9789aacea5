//! Tables.

use proptest::prelude::{ProptestConfig, prop_assert_eq, proptest};
use zermelo_core::Side;
use zermelo_records::csv::{GAME_COLUMNS, GameRow, GamesWriter, MovesWriter, ReadError, read_games};
use zermelo_records::{MAX_LINE, SavedGame};

use super::games::{example, saved_games, toys};

fn written(rows: &[GameRow]) -> String {
    let mut table = Vec::new();
    let mut writer = GamesWriter::new(&mut table).expect("memory takes the titles");
    for row in rows {
        writer.add(row).expect("memory takes every row");
    }
    String::from_utf8(table).expect("text")
}

fn titled(rows: &str) -> String {
    format!("{}\n{rows}", GAME_COLUMNS.join(","))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read((index, game) in saved_games()) {
        let first_to_move = game.first_to_move(toys()[index].as_ref()).expect("its own start");
        let row = GameRow::of(&game, first_to_move);
        let rows: Vec<_> = read_games(written(&[row.clone(), row.clone()]).as_bytes())
            .expect("our titles")
            .map(|row| row.expect("a row of ours"))
            .collect();
        prop_assert_eq!(&rows, &[row.clone(), row]);
        prop_assert_eq!(&rows[0].game.moves, &game.moves);
        prop_assert_eq!(rows[0].game.winner, game.winner);
    }
}

#[test]
fn the_form_of_the_tables() {
    insta::assert_snapshot!("games", written(&[GameRow::of(&example(), Side::First)]));
    let mut table = Vec::new();
    let mut writer = MovesWriter::new(&mut table).expect("memory takes the titles");
    writer.add(1, &example(), Side::First).expect("memory takes every row");
    let unknown = SavedGame { moves: vec!["2".to_owned()], ..SavedGame::default() };
    writer.add(2, &unknown, Side::Second).expect("memory takes every row");
    insta::assert_snapshot!("moves", String::from_utf8(table).expect("text"));
}

#[test]
fn means_go_by_the_side_that_moved() {
    let row = GameRow::of(&example(), Side::First);
    assert_eq!((row.mean_ms, row.mean_nodes), ([Some(131.0), None], [Some(5.5), Some(7.0)]));
    let row = GameRow::of(&example(), Side::Second);
    assert_eq!((row.mean_ms, row.mean_nodes), ([None, Some(131.0)], [Some(7.0), Some(5.5)]));
}

#[test]
fn refusals_say_where_and_why_and_the_other_rows_are_read() {
    let good = ",leapers,,,,,,1,,,,,,a1-a2\n";
    for (row, said) in [
        (",leapers,,,,white,,0,,,,,,\n", "line 3: winner is \"white\": expected first, second or draw"),
        (",leapers,,,,,boredom,0,,,,,,\n", "line 3: termination: unknown variant `boredom`"),
        (",,,,,,,0,,,,,,\n", "line 3: game is empty: expected what was played, such as connect4"),
        (",leapers,,,,,,2,,,,,,a1-a2\n", "line 3: plies is 2, and there are 1 moves"),
        (",leapers,,,,,,many,,,,,,\n", "line 3: plies is \"many\": expected a whole number or nothing"),
        (",leapers,,,,,,0,-1,,,,,\n", "line 3: first_ms is -1: expected 0 or more"),
        (",leapers,,,,,,0,,,inf,,,\n", "line 3: first_nodes is inf: expected 0 or more"),
        (",leapers,,,,,,0,,,NaN,,,\n", "line 3: first_nodes is NaN: expected 0 or more"),
        (",leapers,,,,,,0,,,,,-7,\n", "line 3: seed is \"-7\": expected a whole number or nothing"),
        (",leapers,,,,,,0,,,,,\n", "line 3: 13 fields; expected 14, as there are titles"),
    ] {
        let text = titled(&[good, row, good].concat());
        let rows: Vec<_> = read_games(text.as_bytes()).expect("our titles").collect();
        assert_eq!(rows.len(), 3, "{row}");
        assert!(rows[0].is_ok() && rows[2].is_ok(), "{row}");
        let why = rows[1].as_ref().expect_err("a refusal").to_string();
        assert!(why.starts_with(said), "{row}: {why}");
    }
}

#[test]
fn a_row_that_is_not_text_is_refused() {
    let good = ",leapers,,,,,,1,,,,,,a1-a2\n";
    let text = [titled(good).as_bytes(), b",leapers,,\xFF,,,,0,,,,,,\n", good.as_bytes()].concat();
    let rows: Vec<_> = read_games(text.as_slice()).expect("our titles").collect();
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[1].as_ref().expect_err("a refusal").to_string(), "line 3: the row is not UTF-8");
}

#[test]
fn another_table_is_refused() {
    for text in ["", "a,b\n1,2\n", "\"game\n", "date,game\n"] {
        let why = read_games(text.as_bytes()).err().expect("a refusal");
        assert!(matches!(why, ReadError::Titles { .. }), "{text:?}: {why}");
        assert!(why.to_string().starts_with("line 1: expected the titles date,game,start,"), "{why}");
    }
}

#[test]
fn a_quotation_mark_left_open_does_not_take_the_memory() {
    let endless = format!("{},\"{}", titled(""), "x".repeat(3 * MAX_LINE));
    let mut rows = read_games(endless.as_bytes()).expect("our titles");
    let why = rows.next().expect("a row").expect_err("too long").to_string();
    assert!(why.contains("a row has more than 1048576 bytes; is a quotation mark left open?"), "{why}");
    assert!(rows.next().is_none());
}
