//! Every agent with every game.

use zermelo_catalog::{AGENTS, AgentInfo, agent, agents_with_tree, game};
use zermelo_core::erased::DynAgent;
use zermelo_core::{AgentError, Score, SearchLimits, StopToken};
use zermelo_testkit::agents::check_dyn_agent;

/// Every family, and board sizes with different bitboard types.
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

/// The agents that play a game, without external programs.
fn players(spec: &str) -> impl Iterator<Item = &'static AgentInfo> {
    let is_solved = spec.starts_with("connect4") || spec == "tictactoe";
    AGENTS.iter().filter(move |info| !info.is_external() && (is_solved || info.name != "solver"))
}

#[test]
fn the_solver_lists_its_games() {
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
fn solved_games_are_looked_up() {
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
        // A distant win of the first side.
        let spec = "mnk:width=4,height=3,k=3";
        let asking = decide(&format!("{search}:depth=1,oracle=on"), spec);
        let won = |score: Option<Score>| score.and_then(Score::decided).is_some();
        assert!(won(asking.score), "{search}: the table has every reply: {:?}", asking.score);
        let alone = decide(&format!("{search}:depth=1"), spec);
        assert!(!won(alone.score), "{search}: one ply is not enough: {:?}", alone.score);
        // The table is loaded by `new_game`, not by `choose`.
        let unprepared = at_once(make(&format!("{search}:depth=1,oracle=on"), spec).as_mut(), spec);
        assert_eq!((unprepared.score, unprepared.nodes), (alone.score, alone.nodes), "{search}");
    }
    // Without a table the switch has no effect.
    let spec = "connect4:width=9,height=8";
    assert_eq!(decide("pvs:depth=3,oracle=on", spec).nodes, decide("pvs:depth=3", spec).nodes);
}

#[test]
fn an_agent_rejects_another_game() {
    let mut agent = agent("random", "connect4").expect("there is such an agent");
    for other in ["tictactoe", "connect4:width=8"] {
        let record = game(other).expect("there is such a game").new_record();
        let result = agent.choose(record.as_ref(), &SearchLimits::NONE, &StopToken::new(), None);
        let expected = AgentError::OtherGame { expected: "connect4".to_owned(), found: record.game_spec() };
        assert_eq!(result.err(), Some(expected));
    }
}

/// The program is not started before its first game, so specs can be checked without it.
#[test]
fn invalid_external_specs_are_rejected() {
    let build = |spec: &str| agent(spec, "connect4");
    let spec = "external:cmd=\"./no such/bot --x\",options=\"Hash=64;Book=a b\",memory=512mb,deterministic=on";
    let external = build(spec).unwrap_or_else(|why| panic!("{why}"));
    assert!(external.is_deterministic());
    assert_eq!(build(external.spec()).expect("its own text").spec(), external.spec());
    assert!(!build("external:cmd=bot").expect("a program").is_deterministic());
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
        let why = build(spec).map(|_| ()).expect_err(spec).to_string();
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

/// A table that does not fit into memory is an error when the agent is built.
#[test]
fn a_table_must_fit_into_memory() {
    let why = agent("pvs:hash=999999tb", "connect4").map(|_| ()).expect_err("too large").to_string();
    assert!(why.starts_with("hash=999999tb: a table of") && why.contains("does not fit the memory"), "{why}");
    agent("pvs:hash=999999tb,tt=off", "connect4").expect("no table, no memory");
}

/// A seed in the spec overrides that of the game.
#[test]
fn a_seed_in_the_spec_is_used() {
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

/// Exactly the listed agents record a tree.
#[test]
fn agents_with_a_tree_are_listed() {
    let limits = SearchLimits { playouts: Some(50), ..SearchLimits::depth(2) };
    for info in AGENTS.iter().filter(|info| !info.is_external()) {
        let record = game("connect4").expect("there is such a game").new_record();
        let mut searcher = agent(info.name, "connect4").expect("there is such an agent");
        let tree = searcher.trace(record.as_ref(), &limits, &StopToken::new(), 10);
        assert_eq!(tree.is_ok(), agents_with_tree().contains(&info.name), "{}", info.name);
    }
}
