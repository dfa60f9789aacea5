//! Every agent plays every game as the contract says.

use zermelo_catalog::{AGENTS, agent, game};
use zermelo_core::{AgentError, SearchLimits, StopToken};
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

#[test]
fn every_agent_plays_every_game() {
    let limits = SearchLimits { nodes: Some(2000), playouts: Some(30), ..SearchLimits::depth(2) };
    for info in AGENTS {
        for spec in GAMES {
            let game = game(spec).unwrap_or_else(|why| panic!("{spec}: {why}"));
            let make = || agent(info.name, spec).unwrap_or_else(|why| panic!("{}: {why}", info.name));
            check_dyn_agent(game.as_ref(), &make, &limits, 11);
        }
    }
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

/// Teeko's men move, so that a breadth-first search, for which the opponent stands still, has no meaning there.
#[test]
fn every_agent_but_bfs_plays_teeko() {
    let limits = SearchLimits { nodes: Some(2000), playouts: Some(30), ..SearchLimits::depth(2) };
    for spec in ["teeko", "teeko:variant=advanced,first-centre=off"] {
        let game = game(spec).unwrap_or_else(|why| panic!("{spec}: {why}"));
        for info in AGENTS.iter().filter(|info| info.name != "bfs") {
            let make = || agent(info.name, spec).unwrap_or_else(|why| panic!("{}: {why}", info.name));
            check_dyn_agent(game.as_ref(), &make, &limits, 11);
        }
        let mut bfs = agent("bfs", spec).expect("there is such an agent");
        let refused = bfs.choose(game.new_record().as_ref(), &limits, &StopToken::new(), None);
        assert!(matches!(refused, Err(AgentError::UnfitGame { .. })), "{spec}: {refused:?}");
    }
}

/// A seed in the specification overrules that of the game.
#[test]
fn a_seed_in_the_specification_is_kept() {
    let choose = |spec: &str, seed| {
        let mut agent = agent(spec, "mnk").expect("there is such an agent");
        agent.new_game(seed);
        let record = game("mnk").expect("there is such a game").new_record();
        let decision = agent.choose(record.as_ref(), &SearchLimits::NONE, &StopToken::new(), None);
        decision.expect("a legal move").action
    };
    assert_eq!(choose("random:seed=5", 1), choose("random:seed=5", 2));
    assert_eq!(choose("random", 5), choose("random:seed=5", 2));
    assert_ne!(choose("random", 1), choose("random", 2));
}
