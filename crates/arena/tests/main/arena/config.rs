//! Configurations: what is read, and what is refused and how.

use std::time::Duration;

use zermelo_arena::TournamentConfig;
use zermelo_arena::plan::{AgentConfig, GameCount, OpeningsConfig, RatingConfig, SprtConfig, Time, TournamentFormat};

const FULL: &str = r#"
name = "a test"
game = "connect4:width=8"
format = "gauntlet"
games = 50
seed = 9
random_first = 1
concurrency = 3
openings = { plies = 4, balanced = true, within = 20 }
adjudication = { win = { score = 500, moves = 3 }, draw = { score = 5, moves = 8, after = 30 }, max_plies = 200 }

[limits]
nodes = 10000
margin = "50ms"

[sprt]
elo0 = 0
elo1 = 10.5

[rating]
anchor = "deep"
value = 1500

[[agents]]
name = "deep"
spec = "alphabeta:depth=6"
hang = "10s"

[[agents]]
spec = "mcts:playouts=500"
clock = "60+0.5"
"#;

#[test]
fn all_keys_are_read() {
    let config = TournamentConfig::parse(FULL).unwrap();
    assert_eq!((config.format, config.games, config.seed), (TournamentFormat::Gauntlet, GameCount::Games(50), 9));
    assert_eq!(config.sprt.map(|sprt| (sprt.elo1, sprt.alpha)), Some((10.5, 0.05)));
    assert_eq!(config.openings.as_ref().and_then(|openings| openings.plies), Some(4));
    assert_eq!(config.adjudication.win.map(|rule| rule.moves), Some(3));
    assert_eq!(config.agents[0].name(), "deep");
    assert_eq!(config.agents[1].name(), "mcts:playouts=500");
    let limits = config.agents[0].limits(&config.limits);
    assert_eq!((limits.nodes, limits.hang), (Some(10_000), Some(Time(Duration::from_secs(10)))));
}

#[test]
fn what_is_printed_is_read_back() {
    let full = TournamentConfig::parse(FULL).unwrap();
    let mut listed = TournamentConfig::new("tictactoe", &["random", "a=alphabeta:depth=2,ties=random"]);
    listed.games = GameCount::Endless;
    listed.openings = Some(OpeningsConfig {
        list: Some(vec!["a1 b2".to_owned(), "3/3/x2 o; c3".to_owned()]),
        ..OpeningsConfig::default()
    });
    listed.sprt = Some(SprtConfig::between(-5.0, 0.0));
    listed.rating = Some(RatingConfig::default());
    for config in [full, listed, TournamentConfig::new("connect4", &["random", "greedy"])] {
        let text = config.to_toml();
        assert_eq!(TournamentConfig::parse(&text).unwrap_or_else(|why| panic!("{why}\n{text}")), config, "{text}");
    }
}

#[test]
fn an_agent_may_have_a_name_before_its_specification() {
    let parsed = |text: &str| {
        let agent = AgentConfig::parse(text);
        (agent.name().to_owned(), agent.spec)
    };
    let both = |name: &str, spec: &str| (name.to_owned(), spec.to_owned());
    assert_eq!(parsed("random"), both("random", "random"));
    assert_eq!(parsed("alphabeta:depth=4"), both("alphabeta:depth=4", "alphabeta:depth=4"));
    assert_eq!(parsed("deep=alphabeta:depth=4"), both("deep", "alphabeta:depth=4"));
}

#[test]
fn a_wrong_key_or_value_is_shown_with_its_line_and_what_is_allowed() {
    let agents = "agents = [{ spec = \"random\" }, { spec = \"greedy\" }]\n";
    for (text, line, words) in [
        ("game = \"connect4\"\ngame_count = 3\n", 2, "unknown field `game_count`, expected one of"),
        ("game = \"connect4\"\ngames = 0\n", 2, "a whole number of games from 1, or \"endless\""),
        ("game = \"connect4\"\ngames = \"many\"\n", 2, "a whole number of games from 1, or \"endless\""),
        (
            "game = \"connect4\"\n\nformat = \"league\"\n",
            3,
            "expected one of `round-robin`, `gauntlet`, `swiss`, `knockout`",
        ),
        ("game = \"connect4\"\nlimits = { time = \"fast\" }\n", 2, "\"fast\" is not a time"),
        ("game = \"connect4\"\nlimits = { clock = \"x\" }\n", 2, "is not a time control"),
        ("game = \"connect4\"\nopenings = { ply = 4 }\n", 2, "unknown field `ply`, expected one of `plies`"),
        ("game = \"connect4\"\nseed = -1\n", 2, "invalid value"),
        ("game = \"connect4\"\nseed = \n", 2, ""),
        ("game = \"connect4\"\ngame = \"connect4\"\n", 2, "duplicate key"),
        ("seed = 1\n", 1, "missing field `game`"),
    ] {
        let why = TournamentConfig::parse(&format!("{text}{agents}")).expect_err(text).to_string();
        assert!(why.contains(&format!("at line {line},")), "{text}: {why}");
        assert!(why.contains(words), "{text}: {why}");
    }
}

#[test]
fn a_book_is_read_once_and_kept() {
    let place = super::fixtures::TestDir::new();
    std::fs::write(place.file("book.txt"), "# three of them\n4 4\n\n3\n7 1 7\n").unwrap();
    let mut config = TournamentConfig::new("connect4", &["random", "greedy"]);
    config.openings = Some(OpeningsConfig { book: Some("book.txt".to_owned()), ..OpeningsConfig::default() });
    let folder = place.file("");
    let read = config.clone().with_book(&folder).unwrap();
    assert_eq!(read.openings.as_ref().and_then(|it| it.list.as_ref()).map(Vec::len), Some(5));
    std::fs::remove_file(place.file("book.txt")).unwrap();
    assert_eq!(read.clone().with_book(&folder).unwrap(), read, "the file is not asked again");
    let why = config.with_book(&folder).expect_err("the file is gone").to_string();
    assert!(why.starts_with("openings.book \"book.txt\": "), "{why}");
}
