//! JSON Lines.

use proptest::prelude::{ProptestConfig, prop_assert_eq, proptest};
use zermelo_records::jsonl::{JsonlLineError, ReadError, Writer, read};
use zermelo_records::{MAX_LINE, Place, SavedGame};

use super::games::{example, saved_games};

fn written(games: &[SavedGame]) -> String {
    let mut writer = Writer::new(Vec::new());
    for game in games {
        writer.add(game).expect("memory takes every line");
    }
    String::from_utf8(writer.into_inner()).expect("text")
}

/// The only line of a text, which is refused.
fn refusal(text: impl AsRef<[u8]>) -> ReadError {
    let mut games = read(text.as_ref());
    let refused = games.next().expect("a line").expect_err("a refusal");
    assert!(games.next().is_none(), "one line");
    refused
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read((_, game) in saved_games()) {
        let text = written(std::slice::from_ref(&game));
        prop_assert_eq!(text.matches('\n').count(), 1);
        let read: Vec<_> = read(text.as_bytes()).map(|read| read.expect("a line of ours")).collect();
        prop_assert_eq!(read, [(1, game)]);
    }
}

#[test]
fn the_form_of_a_line() {
    insta::assert_snapshot!(written(&[example()]));
}

#[test]
fn fields_may_be_missing_and_unknown_ones_are_kept() {
    let line = r#"{"game":"subtraction:pile=7,most=3","moves":["3"],"event":"Club","rounds":[1,{"of":3}]}"#;
    let (number, game) = read(line.as_bytes()).next().expect("a line").expect("a game");
    assert_eq!((number, &game.start, game.winner, &game.first), (1, &None, None, &None));
    assert_eq!(game.extra["event"], "Club");
    let again = written(&[game]);
    assert!(again.contains(r#""event":"Club","rounds":[1,{"of":3}]"#), "{again}");
}

#[test]
fn a_bad_line_is_reported_and_the_others_are_read() {
    let good = written(&[example()]);
    let text = format!("\u{feff}{good}\n  \r\n{{\"game\":7}}\n{good}not json\n{good}");
    let read: Vec<_> = read(text.as_bytes()).collect();
    let lines: Vec<_> =
        read.iter().map(|read| read.as_ref().map(|(line, _)| *line).map_err(|why| why.place.line)).collect();
    assert_eq!(lines, [Ok(1), Err(4), Ok(5), Err(6), Ok(7)]);
}

#[test]
fn refusals_say_where_and_why() {
    for (line, said) in [
        ("{\"game\":7}\n", "line 1, column 9: invalid type: integer `7`, expected a string"),
        ("{\"game\":\"connect4\"}\n", "line 1, column 19: missing field `moves`"),
        ("{\"game\":\"é\",\"moves\":[4]}\n", "line 1, column 22: invalid type: integer `4`, expected a string"),
        ("[]\n", "line 1, column 1: invalid type: sequence, expected struct SavedGame"),
        ("{\"game\":\"a\",\"moves\":[]}}\n", "line 1, column 24: trailing characters"),
        ("{\"game\":\"a\",\n", "line 1, column 13: EOF while parsing a value"),
        ("hello\n", "line 1, column 1: expected value"),
    ] {
        assert_eq!(refusal(line).to_string(), said, "{line}");
    }
    let with = |field: &str| refusal(format!("{{\"game\":\"a\",\"moves\":[\"1\",\"2\"],{field}}}\n")).to_string();
    for (field, said) in [
        ("\"winner\":\"white\"", "winner is \"white\": expected first, second or draw"),
        ("\"termination\":\"boredom\"", "unknown variant `boredom`, expected one of `line`, `board_full`"),
        ("\"times_ms\":[1]", "times_ms has 1 entries for 2 moves: expected one a move"),
        ("\"nodes\":[1,2,3]", "nodes has 3 entries for 2 moves"),
        ("\"times_ms\":[1,-0.5]", "times_ms has -0.5: a time is 0 or more milliseconds"),
        ("\"times_ms\":[1,1e999]", "number out of range"),
        ("\"scores\":[1,{\"mate_in\":3}]", "a score is a whole number"),
        ("\"seed\":-1", "expected u64"),
        ("\"seed\":1,\"seed\":2", "duplicate field `seed`"),
    ] {
        let why = with(field);
        assert!(why.starts_with("line 1, column ") && why.contains(said), "{field}: {why}");
    }
}

#[test]
fn a_torn_last_line_is_told_from_a_bad_one() {
    let good = written(&[example()]);
    let umlaut = good.replace("human", "ü");
    for cut in 1..umlaut.len() - 2 {
        let torn = [good.as_bytes(), &umlaut.as_bytes()[..cut]].concat();
        let mut games = read(torn.as_slice());
        assert!(games.next().expect("a line").is_ok());
        let why = games.next().expect("a torn line").expect_err("a refusal");
        assert!(matches!(why.why, JsonlLineError::Torn(_)), "{cut}: {why}");
        assert_eq!(why.place.line, 2);
        assert!(games.next().is_none());
    }
    // All but the end of the line is there: nothing is lost.
    assert!(read(good.trim_end().as_bytes()).next().expect("a line").is_ok());
}

#[test]
fn a_line_that_is_too_long_is_passed_over() {
    let good = written(&[example()]);
    let text = format!("{}\n{good}{}", "x".repeat(3 * MAX_LINE), "y".repeat(MAX_LINE + 1));
    let mut games = read(text.as_bytes());
    let why = games.next().expect("a line").expect_err("too long");
    assert_eq!(why.to_string(), "line 1, column 1: the line has more than 1048576 bytes; no game is that long");
    assert_eq!(games.next().expect("a line").expect("a game").0, 2);
    assert!(matches!(
        games.next().expect("a line"),
        Err(ReadError { why: JsonlLineError::TooLong, place: Place { line: 3, .. } })
    ));
    assert!(games.next().is_none());
}

#[test]
fn what_is_not_text_is_refused() {
    assert_eq!(refusal(b"{\"\xC3\xA9\xFF\"}\n").to_string(), "line 1, column 4: the line is not UTF-8");
}

#[test]
fn a_file_that_breaks_down_ends_the_games() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    let mut games = read(std::io::BufReader::new(Broken));
    let why = games.next().expect("a failure").expect_err("a failure");
    assert_eq!(why.to_string(), "line 1, column 1: can't be read: the disk is gone");
    assert!(games.next().is_none());
}
