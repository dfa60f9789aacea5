//! What is refused before the first game.

use zermelo_arena::plan::{GameCount, OpeningsConfig, RatingConfig, Sides, SprtConfig, differences, tournament_id};
use zermelo_arena::{Plan, TournamentConfig};

use super::fixtures::{TestRoster, config};

fn refused(game: &str, agents: &[&str], change: impl FnOnce(&mut TournamentConfig)) -> String {
    match Plan::new(config(game, agents, change), &TestRoster) {
        Ok(_) => panic!("{game} {agents:?} is taken"),
        Err(why) => why.to_string(),
    }
}

const TWO: [&str; 2] = ["random", "greedy"];

#[test]
fn each_error_names_the_correct_form() {
    let openings = |openings: OpeningsConfig| move |config: &mut TournamentConfig| config.openings = Some(openings);
    let list =
        |line: &str| OpeningsConfig { list: Some(vec!["4".to_owned(), line.to_owned()]), ..OpeningsConfig::default() };
    let plies = |plies| OpeningsConfig { plies: Some(plies), ..OpeningsConfig::default() };
    for (said, words) in [
        (refused("chess", &TWO, |_| {}), "there is no game \"chess\""),
        (refused("connect4", &["random"], |_| {}), "there are 1; a tournament has 2 to 1000"),
        (refused("connect4", &["random", "deepblue"], |_| {}), "agent 2, \"deepblue\": there is no agent \"deepblue\""),
        (refused("connect4", &["random", "alphabeta:dept=3"], |_| {}), "alphabeta has no parameter \"dept\""),
        (refused("draughts-english", &["random", "bfs"], |_| {}), "agent 2, \"bfs\": bfs can't play"),
        (refused("connect4", &["random", "random"], |_| {}), "two agents are called \"random\""),
        (refused("connect4", &TWO, |config| config.seed = u64::MAX), "seed is 18446744073709551615"),
        (refused("connect4", &TWO, |config| config.concurrency = Some(0)), "1 to 1024"),
        (refused("connect4", &TWO, |config| config.sides = Sides::Fixed), "set pairs = false"),
        (refused("connect4", &TWO, |config| config.rounds = Some(3)), "rounds is for format = \"swiss\""),
        (refused("connect4", &TWO, openings(list("9"))), "opening 2, \"9\": move 1: \"9\""),
        (refused("connect4", &TWO, openings(list("1 2 1 2 1 2 1"))), "opening 2, \"1 2 1 2 1 2 1\": the game is over"),
        (refused("connect4", &TWO, openings(list("7/7 x; 1"))), "opening 2, \"7/7 x; 1\": "),
        (
            refused("connect4", &TWO, openings(OpeningsConfig::default())),
            "give plies = N, book = \"FILE\" or list = [..]",
        ),
        (refused("connect4", &TWO, openings(plies(0))), "openings.plies is a whole number from 1"),
        (refused("tictactoe", &TWO, openings(plies(9))), "no opening of 9 random plies"),
        (
            refused("connect4", &TWO, openings(OpeningsConfig { balanced: true, ..plies(4) })),
            "there is no solver or default judge; set openings.judge",
        ),
        (
            refused(
                "connect4",
                &TWO,
                openings(OpeningsConfig { balanced: true, judge: Some("x".to_owned()), ..plies(4) }),
            ),
            "openings.judge \"x\": there is no agent",
        ),
        (
            refused("connect4", &TWO, |config| config.sprt = Some(SprtConfig::between(5.0, 0.0))),
            "elo0 is the smaller one",
        ),
        (
            refused("connect4", &["random", "greedy", "mcts"], |config| {
                config.sprt = Some(SprtConfig::between(0.0, 5.0));
            }),
            "give two agents",
        ),
        (
            refused("connect4", &TWO, |config| {
                config.rating = Some(RatingConfig { anchor: Some("x".to_owned()), ..RatingConfig::default() });
            }),
            "rating.anchor: no agent is called \"x\"",
        ),
        (refused("connect4", &TWO, |config| config.adjudication.solver = true), "there is no solver for connect4"),
        (refused("connect4", &TWO, |config| config.adjudication.max_plies = Some(0)), "from 1"),
    ] {
        assert!(said.contains(words), "{said}\n(expected: {words})");
    }
}

#[test]
fn repeated_games_of_deterministic_agents_are_rejected() {
    let both = ["alphabeta:depth=2", "alphabeta:depth=1"];
    let said = refused("connect4", &both, |_| {});
    for remedy in ["openings.plies = 4", "random_first = 2", "ties=random", "allow_repeats = true", "50 starts"] {
        assert!(said.contains(remedy), "{said}");
    }
    let plies = |plies| Some(OpeningsConfig { plies: Some(plies), ..OpeningsConfig::default() });
    let said = refused("connect4", &both, |config| config.openings = plies(1));
    assert!(said.contains("50 starts are wanted, and there are 7"), "{said}");
    let said = refused("connect4", &both, |config| {
        (config.games, config.openings) = (GameCount::Endless, plies(4));
    });
    assert!(said.contains("endless"), "{said}");
    let fixed = ["mcts:playouts=5,seed=1", "alphabeta:depth=1"];
    assert!(
        refused("connect4", &fixed, |_| {}).contains("are deterministic"),
        "a fixed seed makes an agent deterministic"
    );

    let taken = |agents: &[&str], change: &dyn Fn(&mut TournamentConfig)| {
        let planned = Plan::new(config("connect4", agents, |config| change(config)), &TestRoster);
        assert!(planned.is_ok(), "{:?}", planned.err().map(|why| why.to_string()));
    };
    taken(&both, &|config| config.openings = plies(4));
    taken(&both, &|config| config.random_first = 1);
    taken(&both, &|config| config.allow_repeats = true);
    taken(&both, &|config| config.games = GameCount::Games(2));
    taken(&["alphabeta:depth=2,ties=random", "alphabeta:depth=1"], &|_| {});
    taken(&["random", "alphabeta:depth=1", "greedy:ties=random"], &|_| {});
}

#[test]
fn a_tournament_is_what_makes_its_games() {
    let base = config("connect4", &TWO, |_| {});
    let same = config("connect4", &TWO, |config| {
        (config.games, config.concurrency, config.name) = (GameCount::Games(7), Some(1), Some("x".to_owned()));
    });
    assert_eq!(tournament_id(&base), tournament_id(&same));
    assert_eq!(differences(&base, &same), [""; 0]);
    let other = config("connect4", &TWO, |config| config.seed = 1);
    assert_ne!(tournament_id(&base), tournament_id(&other));
    assert_eq!(differences(&base, &other), ["seed is 0 there and 1 here"]);
}
