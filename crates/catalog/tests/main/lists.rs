//! The lists of games and agents: unique names, working examples, valid defaults.

use std::collections::HashSet;

use zermelo_catalog::{
    AGENTS, CatalogGame, GAMES, GameVisitor, agent, evaluators, game, move_codes, phrase_keys, pictures, with_game,
};
use zermelo_core::spec::{ParamInfo, Spec};
use zermelo_core::text::one_of;
use zermelo_core::{CodedError, SearchLimits, StopToken};

/// Setting a parameter to its default is accepted and changes nothing.
fn check_params(name: &str, infos: &'static [ParamInfo]) {
    let keys: HashSet<&str> = infos.iter().map(|info| info.key).collect();
    assert_eq!(keys.len(), infos.len(), "{name}: a duplicate key");
    let defaults = infos.iter().filter(|info| info.default.is_some());
    let pairs = defaults.map(|info| (info.key.to_owned(), info.default_text())).collect();
    let params = Spec { name: name.to_owned(), pairs }.check(infos).unwrap_or_else(|why| panic!("{name}: {why}"));
    assert_eq!(params.canonical(name), name);
}

#[test]
fn games() {
    let names: HashSet<&str> = GAMES.iter().map(|info| info.name).collect();
    assert_eq!(names.len(), GAMES.len());
    for info in GAMES {
        check_params(info.name, info.params);
        for spec in [info.name, info.example] {
            let built = game(spec).unwrap_or_else(|why| panic!("{spec}: {why}"));
            let again = game(&built.spec()).unwrap_or_else(|why| panic!("{}: {why}", built.spec()));
            assert_eq!(again.spec(), built.spec(), "{spec}");
        }
    }
}

#[test]
fn presets() {
    let presets: Vec<_> = GAMES.iter().flat_map(|info| info.presets.iter().map(move |preset| (info, preset))).collect();
    let ids: HashSet<&str> = presets.iter().map(|(_, preset)| preset.id).collect();
    let ranks: HashSet<u8> = presets.iter().map(|(_, preset)| preset.rank).collect();
    assert_eq!((ids.len(), ranks.len()), (presets.len(), presets.len()), "duplicate ids or ranks");
    for info in GAMES {
        assert!(
            info.presets.iter().any(|preset| preset.spec == info.name),
            "{}: no preset has the defaults",
            info.name
        );
        for preset in info.presets {
            let spec: Spec = preset.spec.parse().unwrap_or_else(|why| panic!("{}: {why}", preset.id));
            assert_eq!(spec.name, info.name, "{}", preset.id);
            assert_eq!(spec.to_string(), game(preset.spec).expect("a game").spec(), "{}: not canonical", preset.id);
            for mark in preset.marks {
                assert!(info.params.iter().any(|param| param.key == *mark), "{}: {mark} is not a parameter", preset.id);
            }
        }
    }
    let pictures = pictures().expect("every demo game is legal");
    for (_, preset) in presets {
        let picture = &pictures[preset.id];
        assert!(picture.moves.len() >= 7 && picture.moves.iter().all(|effects| !effects.is_empty()), "{}", preset.id);
        assert_eq!(picture.board, game(preset.spec).expect("a game").board().kind, "{}", preset.id);
    }
}

/// Each game lists its error codes, because the page needs a text for each.
#[test]
fn move_codes_are_listed() {
    struct Codes;

    impl GameVisitor for Codes {
        type Output = usize;

        fn visit<G: CatalogGame>(self, _: G) -> usize {
            G::MoveError::CODES.len()
        }
    }

    for info in GAMES {
        let spec = info.name.parse().expect("a name is a specification");
        assert!(with_game(&spec, Codes).expect("a game of the list") > 0, "{}", info.name);
    }
    let codes = move_codes().expect("games of the list");
    assert!(["move/malformed", "move/column-full", "move/must-capture"].iter().all(|code| codes.contains(code)));
}

/// Phrases from random games. This list detects when one is no longer found.
#[test]
fn phrases_are_found() {
    let keys = phrase_keys().expect("games of the list");
    for key in
        ["place", "drop", "drop-on-post", "place-in-cube", "move", "move-crowned", "capture", "capture-crowned", "swap"]
    {
        assert!(keys.moves.contains(key), "{key}: {keys:?}");
    }
    assert!(["square", "column-row", "column-depth-row"].iter().all(|key| keys.cells.contains(key)), "{keys:?}");
}

#[test]
fn default_evaluators() {
    for info in GAMES {
        let evaluators =
            evaluators(&info.name.parse().expect("a name is a specification")).expect("a game of the list");
        for name in [evaluators.textbook, evaluators.strongest] {
            assert!(evaluators.all.iter().any(|info| info.name == name), "{}: there is no {name}", info.name);
        }
    }
    // The same search, with the same nodes, as with the evaluator named.
    let nodes = |spec: &str, game_spec: &str| {
        let record = game(game_spec).expect("there is such a game").new_record();
        let mut agent = agent(spec, game_spec).unwrap_or_else(|why| panic!("{spec}: {why}"));
        agent.new_game(1);
        let decision = agent.choose(record.as_ref(), &SearchLimits::NONE, &StopToken::new(), None).expect("it plays");
        (decision.text.score, decision.text.nodes)
    };
    for (game, textbook, strongest) in [
        ("connect4", "alignments", "threats"),
        ("draughts-english", "material", "formation"),
        ("teeko", "seed", "shapes"),
    ] {
        for (agent, eval) in [("alphabeta:depth=3", textbook), ("pvs:depth=4", strongest), ("mtdf:depth=4", strongest)]
        {
            assert_eq!(nodes(agent, game), nodes(&format!("{agent},eval={eval}"), game), "{game}: {agent}");
        }
        let searched = nodes("mcts:playouts=200,bias=1,seed=1", game);
        assert_eq!(searched, nodes(&format!("mcts:playouts=200,bias=1,eval={strongest},seed=1"), game), "{game}");
    }
    assert_ne!(nodes("pvs:depth=4", "teeko"), nodes("pvs:depth=4,eval=seed", "teeko"));
}

#[test]
fn agents() {
    let names: HashSet<&str> = AGENTS.iter().map(|info| info.name).collect();
    assert_eq!(names.len(), AGENTS.len());
    for info in AGENTS {
        check_params(info.name, info.params);
        // An external program has to be named.
        let specs = [info.example, info.name].into_iter().take(if info.is_external() { 1 } else { 2 });
        for spec in specs.chain(info.offer) {
            // One game that every agent plays.
            let built = agent(spec, "connect4").unwrap_or_else(|why| panic!("{spec}: {why}"));
            let again = agent(built.spec(), "connect4").unwrap_or_else(|why| panic!("{}: {why}", built.spec()));
            assert_eq!(again.spec(), built.spec(), "{spec}");
        }
    }
}

#[test]
fn errors_of_specs_name_the_valid_values() {
    let games = one_of(&GAMES.iter().map(|info| info.name).collect::<Vec<_>>());
    for (spec, message) in [
        ("chess", format!("there is no game \"chess\"; there is {games}")),
        ("mnk:width=0", "width=0: width is a whole number from 1 to 15".to_owned()),
        ("mnk:width=-1", "width=-1: width is a whole number from 1 to 15".to_owned()),
        ("mnk:m=3", "mnk has no parameter \"m\"; it has width, height or k".to_owned()),
        ("connect4:k=99", "k=99: k is a whole number from 1 to 16".to_owned()),
        ("connect3d:gravity=no", "gravity=no: gravity is on or off".to_owned()),
        ("connect3d:depth=9", "depth=9: depth is a whole number from 1 to 8".to_owned()),
        ("tictactoe:k=4", "tictactoe has no parameter \"k\"; it has none".to_owned()),
        ("connect4:k=4,k=5", "\"k\" is given twice; give it once".to_owned()),
    ] {
        assert_eq!(game(spec).expect_err(spec).to_string(), message);
    }
    let agents = "random, greedy, minimax, negamax, alphabeta, pvs, mtdf, flat-mc, mcts, dfpn, solver, bfs, novice, level or external";
    for (spec, message) in [
        ("stockfish", format!("there is no agent \"stockfish\"; there is {agents}")),
        ("alphabeta:depth=-1", "depth=-1: depth is a whole number from 1 to 1000".to_owned()),
        ("pvs:hash=64", "hash=64: hash is an amount of memory such as 512kb, 64mb or 2gb".to_owned()),
        ("pvs:threads=0", "threads=0: threads is a whole number from 1 to 256".to_owned()),
        ("pvs:killers=no", "killers=no: killers is on or off".to_owned()),
        ("alphabeta:depth=0", "depth=0: depth is a whole number from 1 to 1000".to_owned()),
        ("mcts:time=0s", "time=0s: time is a time such as 250ms, 2s or 1m".to_owned()),
        ("mcts:time=fast", "time=fast: time is a time such as 250ms, 2s or 1m".to_owned()),
        ("mcts:c=nan", "c=nan: c is a number from 0 to 1000".to_owned()),
        (
            "greedy:eval=material",
            "there is no evaluator \"material\"; there is alignments, threats, combinations or none".to_owned(),
        ),
        (
            "alphabeta:eval=(alignments:count=runs",
            "\"alphabeta:eval=(alignments:count=runs\", character 16: \
             expected a closing ) for the parenthesis that opens here"
                .to_owned(),
        ),
    ] {
        assert_eq!(agent(spec, "connect4").map(|_| ()).expect_err(spec).to_string(), message);
    }
}
