//! Flat Monte-Carlo, playouts, and the random player.

use std::collections::BTreeSet;

use zermelo_core::{Agent, GameRecord, Line, NoObserver, Ply, SearchLimits, Side, StopToken};
use zermelo_search::budget::Budget;
use zermelo_search::playout::Playouts;
use zermelo_search::{FlatMcAgent, FlatMcOptions, RandomAgent, Rng, TieBreak};

use crate::toys::{Race, TIC_TAC_TOE, decide, played};

#[test]
fn every_move_gets_its_equal_share() {
    let record = GameRecord::new(TIC_TAC_TOE);
    let mut agent = FlatMcAgent::default();
    let decision = decide(&mut agent, &record, SearchLimits::playouts(100));
    assert_eq!((decision.playouts, decision.nodes), (99, 99));
    assert!(decision.moves.iter().all(|root| root.visits == 11 && root.share.is_some()));
    let decision = decide(&mut agent, &record, SearchLimits::playouts(4));
    assert_eq!(decision.moves.iter().map(|root| root.visits).collect::<Vec<_>>(), [1, 1, 1, 1, 0, 0, 0, 0, 0]);
    let decision = decide(&mut agent, &record, SearchLimits::NONE);
    assert_eq!(decision.playouts, 999, "1000 by default");
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let record = GameRecord::new(TIC_TAC_TOE);
    let run = |seed| {
        let mut agent = FlatMcAgent::new(FlatMcOptions { ties: TieBreak::Random, ..FlatMcOptions::default() });
        Agent::<crate::toys::Rows>::new_game(&mut agent, seed);
        let decision = decide(&mut agent, &record, SearchLimits::playouts(90));
        (decision.action, decision.moves)
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1).1, run(2).1);
}

#[test]
fn a_win_is_taken_and_a_draw_counts_as_configured() {
    let game = TIC_TAC_TOE;
    let record = GameRecord::from_position(game.clone(), game.position("oo./.../xx.", Side::First));
    let decision = decide(&mut FlatMcAgent::default(), &record, SearchLimits::NONE);
    assert_eq!((played(&decision), decision.share), (game.cell("c1"), Some(1.0)));
    // The last cell fills the board.
    let record = GameRecord::from_position(game.clone(), game.position("xox/xoo/ox.", Side::First));
    for draws in [0.0, 0.5] {
        let mut agent = FlatMcAgent::new(FlatMcOptions { draws, ..FlatMcOptions::default() });
        assert_eq!(decide(&mut agent, &record, SearchLimits::NONE).share, Some(draws));
    }
}

#[test]
fn playouts_end_where_positions_come_back() {
    let game = Race { goal: 9 };
    let mut budget = Budget::start(&SearchLimits::NONE, Side::First, &StopToken::new());
    let mut rng = Rng::new(3);
    let line = Line::new(game.clone(), zermelo_core::Game::initial(&game));
    let mut outcomes = BTreeSet::new();
    for cap in [1, 10, 1000] {
        let mut playouts = Playouts::new(Ply(cap));
        for _ in 0..200 {
            let outcome = playouts.run(&line, &mut rng, &mut budget).unwrap();
            outcomes.insert(format!("{cap} {outcome:?}"));
            assert_eq!(line.ply(), Ply(0), "the line is as before");
        }
    }
    assert!(outcomes.contains("1 Draw") && outcomes.contains("10 Draw"), "cut short: a draw");
    assert!(!outcomes.contains("10 Win(First)"), "ten plies are not enough to win");
    assert!(outcomes.contains("1000 Draw"), "some end by repetition");
}

#[test]
fn the_random_player_plays_every_move() {
    let record = GameRecord::new(TIC_TAC_TOE);
    let mut agent = RandomAgent::new();
    Agent::<crate::toys::Rows>::new_game(&mut agent, 5);
    let mut decide = || agent.choose(&record, &SearchLimits::NONE, &StopToken::new(), &mut NoObserver).unwrap();
    let moves: Vec<u8> = (0..100).map(|_| played(&decide())).collect();
    assert_eq!(moves.iter().collect::<BTreeSet<_>>().len(), 9);
    Agent::<crate::toys::Rows>::new_game(&mut agent, 5);
    let again = agent.choose(&record, &SearchLimits::NONE, &StopToken::new(), &mut NoObserver).unwrap();
    assert_eq!(played(&again), moves[0]);
}
