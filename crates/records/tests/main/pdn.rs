//! PDN as a text: what is read, what is refused, how it is written. The rules come in `draughts`.

use proptest::collection::vec;
use proptest::prelude::{Just, ProptestConfig, Strategy, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::{option, sample};
use zermelo_records::Place;
use zermelo_records::pdn::{PdnGame, PdnMove, PdnResult, PdnSyntaxError, ReadError, Tag, decode, read};

/// A game without its places.
fn bare(game: &PdnGame) -> PdnGame {
    let unplaced = |mv: &PdnMove| PdnMove { place: Place::START, ..mv.clone() };
    PdnGame { place: Place::START, moves: game.moves.iter().map(unplaced).collect(), ..game.clone() }
}

fn games(text: &str) -> Vec<PdnGame> {
    read(text).map(|game| game.unwrap_or_else(|why| panic!("{why}\n{text}"))).collect()
}

/// The only game of a text.
fn game(text: &str) -> PdnGame {
    let mut games = games(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn moves(game: &PdnGame) -> Vec<&str> {
    game.moves.iter().map(|mv| mv.text.as_str()).collect()
}

fn tag(name: &str, value: &str) -> Tag {
    Tag { name: name.to_owned(), value: value.to_owned() }
}

fn any_game() -> impl Strategy<Value = PdnGame> {
    let words = "[^\\s{}\u{feff}]{1,12}( [^\\s{}\u{feff}]{1,12}){0,9}";
    let mv =
        ("[1-9][0-9]?-[1-9][0-9]?|[1-9][0-9]?(x[1-9][0-9]?){1,9}|[a-h][1-8]-[a-h][1-8]", option::weighted(0.2, words))
            .prop_filter("a result is no move", |(text, _)| PdnResult::read(text).is_none())
            .prop_map(|(text, comment)| PdnMove { text, comment, place: Place::START });
    let name = prop_oneof![sample::select(vec!["Event", "Date", "White", "Black"]), Just("Annotator"), Just("X_1")];
    let other = (name, "[^\\p{Cc}]{0,30}").prop_map(|(name, value)| tag(name, &value));
    let kind =
        sample::select(vec!["20", "21", "27", "20,W,6,6,N2,0", "nonsense"]).prop_map(|kind| tag("GameType", kind));
    let fen = sample::select(vec!["B:W21-32:B1-12", "W:W31-50:B1-20", "?:"]).prop_map(|fen| tag("FEN", fen));
    let tags = vec(prop_oneof![4 => other, 1 => kind, 1 => fen], 0..8);
    let result =
        sample::select(vec![PdnResult::First, PdnResult::Draw, PdnResult::Second, PdnResult::Neither, PdnResult::Open]);
    (tags, option::weighted(0.2, words), vec(mv, 0..60), result).prop_map(|(mut tags, comment, moves, result)| {
        // A second event would begin another game.
        let mut events = 0;
        tags.retain(|tag: &Tag| {
            events += usize::from(tag.name == "Event");
            tag.name != "Event" || events == 1
        });
        PdnGame { place: Place::START, tags, comment, moves, result }
    })
}

/// What is read of a game that says nothing at all.
fn is_nothing(game: &PdnGame) -> bool {
    game.tags.is_empty() && game.moves.is_empty() && game.comment.is_none()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read(written in vec(any_game(), 0..4)) {
        let text: Vec<String> = written.iter().map(PdnGame::to_string).collect();
        let text = text.join("\n");
        let read: Vec<PdnGame> = games(&text).iter().map(bare).collect();
        let expected: Vec<_> = written.into_iter().filter(|game| !is_nothing(game)).collect();
        prop_assert_eq!(read, expected);
        for line in text.lines().filter(|line| !line.starts_with('[') && line.contains(' ')) {
            prop_assert!(line.chars().count() < 80, "{}", line);
        }
    }

    #[test]
    fn nothing_breaks_the_reader(text in "[\\[\\]{}()\"\\\\%$*/ \n0-9a-h.x!?-]{0,200}") {
        for error in read(&text).filter_map(Result::err) {
            let line = text.lines().nth(error.place.line - 1).unwrap_or_default();
            prop_assert!(error.place.column <= line.chars().count() + 1, "{}", error);
        }
    }
}

#[test]
fn the_form_of_a_game() {
    let mv = |text: &str| PdnMove { text: text.to_owned(), comment: None, place: Place::START };
    let mut moves: Vec<_> = ["18-22", "25x18", "15x22x29", "30-25"].into_iter().cycle().take(40).map(mv).collect();
    moves[2].comment =
        Some("a long capture, after which the game is as good as over; } is no good sign here".to_owned());
    let fen = tag("FEN", "W:W25,30:BK1,15,18");
    let tags = vec![
        tag("Event", "The \"Old\" \\ Cup"),
        tag("White", "Ü. Müller"),
        tag("GameType", "21"),
        tag("SetUp", "1"),
        fen,
    ];
    let comment = Some("White to move.".to_owned());
    insta::assert_snapshot!(PdnGame { place: Place::START, tags, comment, moves, result: PdnResult::Second });
}

#[test]
fn results_are_written_as_the_type_counts_them() {
    for (kind, results) in
        [("20", ["2-0", "1-1", "0-2"]), ("27", ["2-0", "1-1", "0-2"]), ("21", ["1-0", "1/2-1/2", "0-1"])]
    {
        for result in results {
            let text = format!("[GameType \"{kind}\"]\n1. 11-15 {result}");
            let written = game(&text).to_string();
            assert!(written.contains(&format!("[Result \"{result}\"]\n")), "{written}");
            assert!(written.ends_with("\n1. 11-15 *\n"), "{written}");
        }
    }
}

#[test]
fn what_old_files_have_is_read() {
    let text = "% a line to skip
{ by hand }
[White \"A \\\"B\\\" C\\\\D\"]\r
[ Black\t\"Сергей 高文龙\" ]
1.32-28!? 19-23(!?!!!) {one} {two
  lines} 2. 28x19 $5 14x23* 3... 9-13 4. ... 10-15 a3b4 c3:e5:g7 ? ! 1/2-1/2
";
    let game = game(text);
    assert_eq!(game.tags, [tag("White", "A \"B\" C\\D"), tag("Black", "Сергей 高文龙")]);
    assert_eq!(moves(&game), ["32-28", "19-23", "28x19", "14x23", "9-13", "10-15", "a3b4", "c3:e5:g7"]);
    assert_eq!(game.comment.as_deref(), Some("by hand"));
    assert_eq!(game.moves[1].comment.as_deref(), Some("one two lines"));
    assert_eq!(game.result, PdnResult::Draw);
    assert_eq!((game.place, game.moves[2].place), (Place { line: 2, column: 1 }, Place { line: 6, column: 13 }));
}

#[test]
fn a_remark_right_behind_a_move_is_kept() {
    let game = game("1. 11-15 22-18Time! 2. 15x22Überschritten. *");
    assert_eq!(moves(&game), ["11-15", "22-18", "15x22"]);
    let said: Vec<_> = game.moves.iter().map(|mv| mv.comment.as_deref()).collect();
    assert_eq!(said, [None, Some("Time!"), Some("Überschritten.")]);
}

#[test]
fn results_end_games() {
    let text = "1. 1-2 * 1. 3-4 2-0 1-0 [White \"x\"] [Result \"0-1\"] 1. 5-6 [White \"y\"] [Result \"1-1\"] 1. 7-8 *";
    let found: Vec<_> = games(text).iter().map(|game| (moves(game).join(" "), game.result)).collect();
    let expected =
        [("1-2", PdnResult::Open), ("3-4", PdnResult::First), ("5-6", PdnResult::Second), ("7-8", PdnResult::Draw)];
    assert_eq!(found, expected.map(|(moves, result)| (moves.to_owned(), result)));
    let bare = "[Event \"a\"]\n[Result \"1-0\"]\n\n[Event \"b\"]\n[Result \"0-1\"]\n1. 1-5 0-1";
    let found: Vec<_> = games(bare).iter().map(|game| (moves(game).len(), game.result)).collect();
    assert_eq!(found, [(0, PdnResult::First), (1, PdnResult::Second)]);
    // A result of another way of counting stays a tag.
    let counted = game("[Result \"1 1/2 - 1/2\"] 1. 1-5 *");
    assert_eq!((counted.result, counted.tag("Result")), (PdnResult::Open, Some("1 1/2 - 1/2")));
    assert!(counted.to_string().starts_with("[Result \"1 1/2 - 1/2\"]\n\n1. 1-5 *\n"), "{counted}");
    assert_eq!(games("").len() + games(" \n% only this\n").len() + games("* 1-0 *").len(), 0);
}

#[test]
fn refusals_say_where_and_why() {
    for (text, said) in [
        (
            "[\"x\"]",
            "line 1, column 2: a tag has a name and a text, such as [Event \"Club match\"]: the name is missing",
        ),
        (
            "[Event x]",
            "line 1, column 8: a tag has a name and a text, such as [Event \"Club match\"]: expected \" behind Event",
        ),
        ("\n [Event \"x]\n", "line 2, column 9: the text of Event has no closing \" on its line"),
        ("[Event \"a\"b\"]", "line 1, column 11: expected ] behind the text of Event"),
        ("1. 11-15 {so", "line 1, column 10: the comment that begins here has no closing }"),
        ("1. 3-9 { a { b } }", "line 1, column 18: '}' begins nothing here"),
        ("1. 11-15\n (1. 12-16)", "line 2, column 2: variations are not read yet"),
        ("1. 11-15 (?", "line 1, column 10: variations are not read yet"),
        ("1. /FEN \"W:W1:B2\"/", "line 1, column 4: positions inside the moves are not read yet"),
        ("1. 11-15 $ 22-18", "line 1, column 11: expected a number behind $"),
        ("1. 11 - 15", "line 1, column 4: \"11\" is no move: expected two squares or more"),
        ("1. 1115", "line 1, column 4: \"1115\" is no move"),
        ("1. 11-1234", "line 1, column 4: \"11-1234\" is no move"),
        ("1. ü 11-", "line 1, column 4: \"ü\" is no move"),
        ("1. 11-15X", "line 1, column 4: \"11-15X\" is no move"),
        ("1. 11-15A1", "line 1, column 4: \"11-15A1\" is no move"),
        ("1. 11-Time", "line 1, column 4: \"11-Time\" is no move"),
        ("1. 1-0Time", "line 1, column 4: \"1-0Time\" is no move"),
        ("1. 11-", "line 1, column 4: \"11-\" is no move"),
        ("1. 11-15 ; so", "line 1, column 10: ';' begins nothing here"),
        ("[Result \"1-0\"] 1. 11-15 0-1", "line 1, column 25: the moves end with 0-1, and the tag Result says 1-0"),
    ] {
        let read: Vec<_> = read(text).collect();
        assert_eq!(read.len(), 1, "{text}: {read:?}");
        let why = read[0].as_ref().expect_err("a refusal").to_string();
        assert!(why.starts_with(said), "{text}: {why}");
    }
    assert!(read("[Result \"2-0\"] 1. 11-15 1-0").all(|game| game.is_ok()), "the same in both ways of counting");
}

#[test]
fn a_bad_game_does_not_take_the_others_along() {
    let good = |name: &str| format!("[White \"{name}\"]\n[Black \"x\"]\n\n1. 11-15 22-18 *\n\n");
    for bad in [
        "[White \"bad\"]\n[Black x]\n[Round \"3\"]\n\n1. 11-15 *\n",
        "[White \"bad\"]\n[Black \"x\"]\n\n1. 11-15 (1. 9-13\n [note] 21-17) 22-18 *\n",
        "[White \"bad\"]\n[Black \"x\"]\n\n1. 11-15 { no end of it 22-18 *\n",
        "[White \"bad\"]\n[Black \"x\"]\n[Result \"1-0\"]\n\n1. 11-15 0-1\n",
        "[White \"bad]\n\n1. 11-15 0-1\n",
    ] {
        // An open comment would reach to the next brace, and there is none.
        let text = [good("a"), bad.to_owned(), good("b"), good("c")].concat();
        let found: Vec<Result<PdnGame, ReadError>> = read(&text).collect();
        let white = |game: &Result<PdnGame, ReadError>| {
            game.as_ref().ok().and_then(|game| game.tag("White").map(str::to_owned))
        };
        let names: Vec<_> = found.iter().map(white).collect();
        let expected = [Some("a"), None, Some("b"), Some("c")].map(|name| name.map(str::to_owned));
        assert_eq!(names, expected, "{bad}: {found:?}");
        assert!(found[1].as_ref().expect_err("bad").place.line >= 6, "{bad}");
    }
}

#[test]
fn files_are_utf8_or_latin1() {
    assert_eq!(decode("Müller".as_bytes()), "Müller");
    assert_eq!(decode(b"M\xFCller"), "Müller");
    let game = game(&decode(b"\xEF\xBB\xBF[White \"x\"] 1-5"));
    assert_eq!(game.tag("White"), Some("x"));
}

#[test]
fn long_files_take_time_in_proportion() {
    let text = "1. 11-15 22-18 ".repeat(200_000);
    assert_eq!(game(&text).moves.len(), 400_000);
    let text = "[White \"x\"] (\n".repeat(50_000);
    let refused =
        read(&text).filter(|game| matches!(game, Err(ReadError { why: PdnSyntaxError::Variation, .. }))).count();
    assert_eq!(refused, 50_000);
}
