//! Every agent plays every game as the contract says.

use zermelo_catalog::{AGENTS, AgentInfo, agent, agents_with_tree, game};
use zermelo_core::erased::DynAgent;
use zermelo_core::{AgentError, Score, SearchLimits, StopToken};
use zermelo_testkit::agents::check_dyn_agent;

/// Each family, and the sizes that choose another set of squares.
const GAMES: &[&str] = &[
    "tictactoe",
    "mnk:width=9,height=8,k=5",
    "mnk",
    "connect4",
    "connect4:width=9,height=8",
    "connect4:width=16,height=16",
    "connect3d",
    "connect3d:width=4,depth=4,height=4",
    "connect3d:width=8,depth=8,height=8,gravity=off",
];

/// The agents of a game: programs are somebody else's, and a solver knows its own games alone.
fn players(spec: &str) -> impl Iterator<Item = &'static AgentInfo> {
    let is_solved = spec.starts_with("connect4") || spec == "tictactoe";
    AGENTS.iter().filter(move |info| !info.is_external() && (is_solved || info.name != "solver"))
}

#[test]
fn a_solver_says_which_games_it_knows() {
    for spec in ["mnk", "connect3d", "draughts-english"] {
        let why = agent("solver", spec).map(|_| ()).expect_err(spec).to_string();
        assert!(why.contains("it solves tictactoe, connect4, teeko and boards of few cells"), "{spec}: {why}");
    }
}

#[test]
fn every_agent_plays_every_game() {
    let limits = SearchLimits { nodes: Some(2000), playouts: Some(30), ..SearchLimits::depth(2) };
    for spec in GAMES {
        for info in players(spec) {
            let game = game(spec).unwrap_or_else(|why| panic!("{spec}: {why}"));
            let make = || agent(info.name, spec).unwrap_or_else(|why| panic!("{}: {why}", info.name));
            check_dyn_agent(game.as_ref(), &make, &limits, 11);
        }
    }
}

#[test]
fn what_is_solved_is_looked_up() {
    let at_once = |agent: &mut dyn DynAgent, game_spec: &str| {
        let record = game(game_spec).expect("there is such a game").new_record();
        agent.choose(record.as_ref(), &SearchLimits::NONE, &StopToken::new(), None).expect("it plays").text
    };
    let make = |spec: &str, game_spec: &str| agent(spec, game_spec).unwrap_or_else(|why| panic!("{spec}: {why}"));
    let decide = |spec: &str, game_spec: &str| {
        let mut agent = make(spec, game_spec);
        agent.new_game(1);
        at_once(agent.as_mut(), game_spec)
    };
    for search in ["pvs", "mtdf"] {
        // Won for the first side, as is far to see.
        let spec = "mnk:width=4,height=3,k=3";
        let asking = decide(&format!("{search}:depth=1,oracle=on"), spec);
        let won = |score: Option<Score>| score.and_then(Score::decided).is_some();
        assert!(won(asking.score), "{search}: the table knows every reply: {:?}", asking.score);
        let alone = decide(&format!("{search}:depth=1"), spec);
        assert!(!won(alone.score), "{search}: a ply says little: {:?}", alone.score);
        // The table comes with the game: no move waits for it.
        let unprepared = at_once(make(&format!("{search}:depth=1,oracle=on"), spec).as_mut(), spec);
        assert_eq!((unprepared.score, unprepared.nodes), (alone.score, alone.nodes), "{search}");
    }
    // Without a table nobody is asked.
    let spec = "connect4:width=9,height=8";
    assert_eq!(decide("pvs:depth=3,oracle=on", spec).nodes, decide("pvs:depth=3", spec).nodes);
}

#[test]
fn an_agent_refuses_another_game() {
    let mut agent = agent("random", "connect4").expect("there is such an agent");
    for other in ["tictactoe", "connect4:width=8"] {
        let record = game(other).expect("there is such a game").new_record();
        let refused = agent.choose(record.as_ref(), &SearchLimits::NONE, &StopToken::new(), None);
        let expected = AgentError::OtherGame { expected: "connect4".to_owned(), found: record.game_spec() };
        assert_eq!(refused.err(), Some(expected));
    }
}

/// A program is not started before its first game: specifications may be read, listed and compared.
#[test]
fn an_external_agent_says_what_its_specification_lacks() {
    let made = |spec: &str| agent(spec, "connect4");
    let spec = "external:cmd=\"./no such/bot --x\",options=\"Hash=64;Book=a b\",memory=512mb,deterministic=on";
    let external = made(spec).unwrap_or_else(|why| panic!("{why}"));
    assert!(external.is_deterministic());
    assert_eq!(made(external.spec()).expect("its own text").spec(), external.spec());
    assert!(!made("external:cmd=bot").expect("a program").is_deterministic());
    for (spec, words) in [
        ("external", "give cmd=\"PROGRAM ARGUMENTS\", or tcp=\"HOST:PORT\""),
        ("external:cmd=bot,tcp=\"localhost:1\"", "give cmd="),
        ("external:cmd=\"a 'b\"", "a quote that does not end"),
        ("external:cmd=bot,protocol=uci", "protocol is native or plain"),
        ("external:cmd=bot,protocol=plain,depth=3", "no limits and no options"),
        ("external:cmd=bot,options=Hash", "expected NAME=VALUE;NAME=VALUE"),
        ("external:tcp=\"localhost:1\",memory=1gb", "leave them out with tcp"),
        ("external:cmd=bot,memory=much", "an amount of memory"),
        ("external:cmd=bot,hang=0s", "a time such as"),
    ] {
        let why = made(spec).map(|_| ()).expect_err(spec).to_string();
        assert!(why.contains(words), "{spec}: {why}");
    }
}

/// Games with moves of two kinds.
#[test]
fn every_agent_plays_moves_of_two_kinds() {
    let limits = SearchLimits { nodes: Some(2000), playouts: Some(30), ..SearchLimits::depth(2) };
    for spec in ["teeko", "teeko:variant=advanced,first-centre=off", "hex:size=4"] {
        let game = game(spec).unwrap_or_else(|why| panic!("{spec}: {why}"));
        for info in players(spec) {
            let make = || agent(info.name, spec).unwrap_or_else(|why| panic!("{}: {why}", info.name));
            check_dyn_agent(game.as_ref(), &make, &limits, 11);
        }
    }
}

/// What no machine can hold is refused before a search begins.
#[test]
fn a_table_has_to_fit() {
    let why = agent("pvs:hash=999999tb", "connect4").map(|_| ()).expect_err("too large").to_string();
    assert!(why.starts_with("hash=999999tb: a table of") && why.contains("does not fit the memory"), "{why}");
    agent("pvs:hash=999999tb,tt=off", "connect4").expect("no table, no memory");
}

/// A seed in the specification overrules that of the game.
#[test]
fn a_seed_in_the_specification_is_kept() {
    let choose = |spec: &str, seed| {
        let mut agent = agent(spec, "mnk").expect("there is such an agent");
        agent.new_game(seed);
        let record = game("mnk").expect("there is such a game").new_record();
        let decision = agent.choose(record.as_ref(), &SearchLimits::NONE, &StopToken::new(), None);
        decision.expect("a legal move").text.action
    };
    assert_eq!(choose("random:seed=5", 1), choose("random:seed=5", 2));
    assert_eq!(choose("random", 5), choose("random:seed=5", 2));
    assert_ne!(choose("random", 1), choose("random", 2));
}

/// Who is on the list of those with a tree has one, and nobody else.
#[test]
fn the_agents_with_a_tree_are_those_that_are_listed() {
    let limits = SearchLimits { playouts: Some(50), ..SearchLimits::depth(2) };
    for info in AGENTS.iter().filter(|info| !info.is_external()) {
        let record = game("connect4").expect("there is such a game").new_record();
        let mut searcher = agent(info.name, "connect4").expect("there is such an agent");
        let tree = searcher.trace(record.as_ref(), &limits, &StopToken::new(), 10);
        assert_eq!(tree.is_ok(), agents_with_tree().contains(&info.name), "{}", info.name);
    }
}
