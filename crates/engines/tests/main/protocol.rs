//! Lines round-trip, and no input makes the parser panic.

use proptest::prelude::*;
use zermelo_core::{Ply, Score};
use zermelo_engines::client::parse_options;
use zermelo_engines::protocol::{
    BestMove, GoLimits, Info, LineError, OptionKind, Reply, Request, SupportedGames, Tagged,
};
use zermelo_engines::{CommandLine, plain};

fn word() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9:=,()/|-]{1,12}".prop_filter("a word with a meaning of its own", |word| {
        !["moves", "start", "any", "resign", "draw", "seed"].contains(&word.as_str())
    })
}

fn words() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(word(), 0..6)
}

/// One word or more, a space between.
fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(word(), 1..6).prop_map(|words| words.join(" "))
}

fn go() -> impl Strategy<Value = GoLimits> {
    (any::<[Option<u64>; 7]>(), any::<Option<u32>>(), any::<Option<u32>>()).prop_map(|(numbers, depth, movestogo)| {
        let [nodes, playouts, movetime, first, second, firstinc, secondinc] = numbers;
        let (left, increment) = ([first, second], [firstinc, secondinc]);
        GoLimits { depth, nodes, playouts, movetime, left, increment, movestogo }
    })
}

fn request() -> impl Strategy<Value = Request> {
    prop_oneof![
        any::<u32>().prop_map(|version| Request::Hello { version }),
        (word(), text()).prop_map(|(name, value)| Request::SetOption { name, value }),
        (word(), any::<Option<u64>>()).prop_map(|(spec, seed)| Request::Game { spec, seed }),
        (proptest::option::of(text()), words()).prop_map(|(start, moves)| Request::Position { start, moves }),
        words().prop_map(Request::Legal),
        go().prop_map(Request::Go),
        Just(Request::Stop),
        proptest::option::of(word()).prop_map(Request::Ping),
        Just(Request::Quit),
    ]
}

fn score() -> impl Strategy<Value = Score> {
    prop_oneof![
        (-10_000_i32..10_000).prop_map(Score::estimate),
        (0_u32..500).prop_map(|plies| Score::win_in(Ply(plies))),
        (0_u32..500).prop_map(|plies| Score::loss_in(Ply(plies))),
    ]
}

fn info() -> impl Strategy<Value = Info> {
    let numbers = (any::<Option<u32>>(), any::<[Option<u64>; 3]>());
    let rest = (proptest::option::of(score()), proptest::option::of(0.0..=1.0), words(), proptest::option::of(text()));
    (numbers, rest).prop_map(|((depth, [nodes, playouts, time]), (score, share, pv, text))| {
        let pv = if text.is_some() { Vec::new() } else { pv };
        Info { depth, score, share, nodes, playouts, time, pv, text }
    })
}

fn kind() -> impl Strategy<Value = OptionKind> {
    prop_oneof![
        any::<[i64; 3]>().prop_map(|mut ends| {
            ends.sort_unstable();
            OptionKind::Integer { default: ends[1], min: ends[0], max: ends[2] }
        }),
        any::<bool>().prop_map(OptionKind::Switch),
        (words(), word()).prop_map(|(mut words, default)| {
            words.push(default.clone());
            OptionKind::Choice { default, words }
        }),
        proptest::option::of(text()).prop_map(|text| OptionKind::Text(text.unwrap_or_default())),
    ]
}

fn reply() -> impl Strategy<Value = Reply> {
    prop_oneof![
        text().prop_map(Reply::Name),
        text().prop_map(Reply::Author),
        Just(Reply::Games(SupportedGames::Any)),
        proptest::collection::vec(word(), 1..5).prop_map(|games| Reply::Games(SupportedGames::Listed(games))),
        word().prop_map(Reply::Feature),
        (word(), kind()).prop_map(|(name, kind)| Reply::Option { name, kind }),
        Just(Reply::Ok),
        info().prop_map(Reply::Info),
        (word(), any::<bool>()).prop_map(|(text, offers_draw)| Reply::BestMove(BestMove::Move { text, offers_draw })),
        Just(Reply::BestMove(BestMove::Resign)),
        proptest::option::of(word()).prop_map(Reply::Pong),
        (word(), text()).prop_map(|(word, message)| Reply::Error { code: format!("bot/{word}"), message }),
    ]
}

/// Words of the protocol in any order, so that more than the first word is read.
fn almost() -> impl Strategy<Value = String> {
    const WORDS: &[&str] = &[
        "#1",
        "#",
        "id",
        "name",
        "games",
        "any",
        "option",
        "set",
        "integer",
        "choice",
        "ok",
        "info",
        "depth",
        "score",
        "win",
        "pv",
        "text",
        "bestmove",
        "resign",
        "draw",
        "offer-draw",
        "pong",
        "error",
        "a/b",
        "zermelo-protocol",
        "game",
        "seed",
        "position",
        "start",
        "moves",
        "legal",
        "go",
        "nodes",
        "movetime",
        "first",
        "stop",
        "ping",
        "quit",
        "1",
        "-5",
        "0.5",
        "99999999999999999999",
        "x",
        "\t",
        "\u{1b}[2J",
        "\u{2003}",
        "nan",
    ];
    proptest::collection::vec(proptest::sample::select(WORDS), 0..8).prop_map(|words| words.join(" "))
}

/// Whatever parses round-trips; whatever does not has a short error message.
fn check_parsers(text: &str) {
    fn one<T: std::str::FromStr<Err = LineError> + std::fmt::Display + PartialEq + std::fmt::Debug>(text: &str) {
        match text.parse::<Tagged<T>>() {
            Ok(read) => {
                let line = read.to_string();
                assert!(!line.contains('\n'), "{line:?}");
                assert_eq!(line.parse::<Tagged<T>>().as_ref(), Ok(&read), "{line:?}");
            }
            Err(why) => {
                let why = why.to_string();
                assert!(why.chars().count() < 600 && !why.contains('\u{1b}'), "{why}");
            }
        }
    }
    one::<Request>(text);
    one::<Reply>(text);
    if let Some((spec, position)) = plain::parse_request(text) {
        assert!(!spec.is_empty() && !position.is_empty());
    }
    plain::parse_answer(text);
    parse_options(text);
    // A quote that does not end and the like.
    let _ = text.parse::<CommandLine>();
}

proptest! {
    #[test]
    fn requests_round_trip(id in proptest::option::of("[a-z0-9]{1,8}"), line in request()) {
        let tagged = Tagged { id, line };
        prop_assert_eq!(tagged.to_string().parse(), Ok(tagged));
    }

    #[test]
    fn replies_round_trip(id in proptest::option::of("[a-z0-9]{1,8}"), line in reply()) {
        let tagged = Tagged { id, line };
        prop_assert_eq!(tagged.to_string().parse(), Ok(tagged));
    }

    #[test]
    fn any_text_is_parsed_without_a_panic(text in ".{0,200}") {
        check_parsers(&text);
    }

    #[test]
    fn known_words_in_any_order_are_parsed_without_a_panic(text in almost()) {
        check_parsers(&text);
    }

    #[test]
    fn plain_lines_round_trip(position in "[a-z0-9/]{1,20}( [xo])?", legal in words()) {
        let line = plain::format_request("connect4:width=9", &position, &legal);
        prop_assert_eq!(plain::parse_request(&line), Some(("connect4:width=9", position.as_str())));
    }
}

#[test]
fn errors_name_the_correct_form() {
    for (line, words) in [
        ("xyzzy", "the protocol has no line that begins with \"xyzzy\""),
        ("game", "expected game SPEC, optionally followed by seed N"),
        ("go depth", "each with a whole number"),
        ("go depth 3 depth 4", "each with a whole number"),
        ("position", "expected position start or position TEXT"),
        ("option get Hash", "expected option set NAME VALUE"),
        ("zermelo-protocol two", "its version, a number"),
        ("# go", "an id directly after the #"),
        ("stop it", "nothing after stop and quit"),
    ] {
        let why = line.parse::<Tagged<Request>>().expect_err(line).to_string();
        assert!(why.contains(words), "{line}: {why}");
    }
    for (line, words) in [
        ("bestmove", "expected bestmove MOVE"),
        ("bestmove 4 5", "expected bestmove MOVE"),
        ("info depth x", "expected info with depth N"),
        ("info share 2", "share 0..1"),
        ("option Hash integer 5 6 7", "integer DEFAULT MIN MAX"),
        ("option Style choice red green", "the default among them"),
        ("error broken", "a code such as position/malformed"),
        ("bestmove draw", "or bestmove resign"),
        ("bestmove draw offer-draw", "or bestmove resign"),
        ("games", "games any, or games and their names"),
    ] {
        let why = line.parse::<Tagged<Reply>>().expect_err(line).to_string();
        assert!(why.contains(words), "{line}: {why}");
    }
}
