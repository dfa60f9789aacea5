//! Every game has its levels, and every level plays.

use zermelo_catalog::{AGENTS, GAMES, LADDERS, LEVELS, agent, game};
use zermelo_core::{SearchLimits, StopToken};

#[test]
fn every_game_stands_on_one_ladder() {
    for info in GAMES {
        let count = LADDERS.iter().filter(|ladder| ladder.games.contains(&info.name)).count();
        assert_eq!(count, 1, "{}", info.name);
    }
    for name in LADDERS.iter().flat_map(|ladder| ladder.games) {
        assert!(GAMES.iter().any(|info| info.name == *name), "{name} is no game");
    }
}

#[test]
fn every_level_plays_every_game() {
    let limits = SearchLimits { nodes: Some(200), ..SearchLimits::depth(1) };
    for spec in GAMES.iter().flat_map(|info| [info.name, info.example]) {
        let record = game(spec).expect("a game of the list").new_record();
        for n in 1..=LEVELS {
            let mut agent =
                agent(&format!("level:n={n}"), spec).unwrap_or_else(|why| panic!("{spec}, level {n}: {why}"));
            agent.new_game(7);
            let decision = agent.choose(record.as_ref(), &limits, &StopToken::new(), None);
            assert!(decision.is_ok(), "{spec}, level {n}: {decision:?}");
        }
    }
}

/// What stands behind a level is itself an agent that can be asked for.
#[test]
fn levels_are_agents() {
    for ladder in LADDERS {
        for spec in ladder.specs {
            let built = agent(spec, ladder.games[0]).unwrap_or_else(|why| panic!("{spec}: {why}"));
            assert!(!built.is_deterministic(), "{spec}: a person wants another game each time");
        }
    }
    let with_levels: Vec<&str> =
        AGENTS.iter().filter(|info| !info.ladders().is_empty()).map(|info| info.name).collect();
    assert_eq!(with_levels, ["level"]);
}

#[test]
fn a_level_that_is_not_there_is_refused() {
    for (spec, message) in [
        ("level:n=9", "n=9: n is a whole number from 1 to 8"),
        ("level:n=0", "n=0: n is a whole number from 1 to 8"),
        ("novice:lapses=2", "lapses=2: lapses is a number from 0 to 1"),
        ("novice:glance=0", "glance=0: glance is a whole number from 1 to 1000"),
    ] {
        assert_eq!(agent(spec, "connect4").map(|_| ()).expect_err(spec).to_string(), message);
    }
}
