//! Monte-Carlo tree search.

use zermelo_core::{
    Agent, Bound, Decision, GameRecord, NoObserver, Ply, Score, SearchLimits, Searchable, Side, StopToken, Wdl,
};
use zermelo_search::{Expand, FinalMoveRule, MctsAgent, MctsOptions};

use crate::toys::{Nim, Race, Rows, Step, TIC_TAC_TOE, decide, played, random_record};

/// Each option on its own, and all together.
fn variants() -> Vec<MctsOptions> {
    let plain = MctsOptions::plain();
    let all = MctsOptions::default();
    vec![
        plain,
        all,
        MctsOptions { solver: true, ..plain },
        MctsOptions { decisive: true, ..plain },
        MctsOptions { reuse: true, ..plain },
        MctsOptions { expand: Expand::All, ..plain },
        MctsOptions { expand: Expand::All, ..all },
        MctsOptions { rollouts: 4, ..plain },
        MctsOptions { rollouts: 3, expand: Expand::All, ..all },
        MctsOptions { choice: FinalMoveRule::Score, ..plain },
        MctsOptions { choice: FinalMoveRule::Score, ..all },
        MctsOptions { max_nodes: 50, ..plain },
        MctsOptions { max_nodes: 50, ..all },
        MctsOptions { max_nodes: 0, ..all },
    ]
}

fn run<G: Searchable>(options: MctsOptions, record: &GameRecord<G>, playouts: u64, seed: u64) -> Decision<G::Move> {
    let mut agent = MctsAgent::new(options);
    agent.new_game(seed);
    decide(&mut agent, record, SearchLimits::playouts(playouts))
}

/// From a student's program that played a2 and lost: o threatens c2.
#[test]
fn it_blocks_c2() {
    let game = TIC_TAC_TOE;
    let record = GameRecord::from_position(game.clone(), game.position("x.o/.x./..o", Side::First));
    for options in variants() {
        for seed in 0..5 {
            let decision = run(options, &record, 3_000, seed);
            assert_eq!(played(&decision), game.cell("c2"), "{options:?}, seed {seed}");
        }
    }
}

#[test]
fn a_win_in_one_is_taken() {
    let game = TIC_TAC_TOE;
    let record = GameRecord::from_position(game.clone(), game.position("oo./.../xx.", Side::First));
    for options in variants() {
        for seed in 0..5 {
            let decision = run(options, &record, 500, seed);
            assert_eq!(played(&decision), game.cell("c1"), "{options:?}, seed {seed}");
            if options.solver || options.decisive {
                assert_eq!(decision.score, Some(Score::win_in(Ply(1))));
            }
        }
    }
    let at_once = run(MctsOptions::default(), &record, 500, 0);
    assert_eq!((at_once.playouts, at_once.note.as_deref()), (0, Some("wins at once")));
}

#[test]
fn blocks_are_found_without_a_search() {
    let game = TIC_TAC_TOE;
    let record = GameRecord::from_position(game.clone(), game.position("x.o/.x./..o", Side::First));
    let decision = run(MctsOptions::default(), &record, 500, 0);
    assert_eq!((decision.playouts, decision.note.as_deref()), (0, Some("every other move loses at once")));
    // Three threats; c1 stops two of them, and is not the first move.
    let game = Rows { width: 4, height: 4, k: 3 };
    let record = GameRecord::from_position(game.clone(), game.position("..../o.../x.o./oo.x", Side::First));
    let decision = run(MctsOptions::default(), &record, 500, 0);
    assert_eq!(decision.score, Some(Score::loss_in(Ply(2))));
    assert_eq!(played(&decision), game.cell("c1"), "{decision:?}");
}

#[test]
fn a_single_legal_move_needs_no_search() {
    let game = TIC_TAC_TOE;
    let record = GameRecord::from_position(game.clone(), game.position("xox/xoo/ox.", Side::First));
    let decision = run(MctsOptions::default(), &record, 500, 0);
    assert_eq!((decision.playouts, decision.note.as_deref()), (0, Some("the only legal move")));
    assert_eq!(run(MctsOptions::plain(), &record, 500, 0).playouts, 500);
}

#[test]
fn every_root_move_is_reported() {
    let record = GameRecord::new(TIC_TAC_TOE);
    for options in [MctsOptions::plain(), MctsOptions { rollouts: 2, ..MctsOptions::plain() }] {
        let decision = run(options, &record, 2_000, 9);
        let visits: u64 = decision.moves.iter().map(|root| root.visits).sum();
        assert_eq!(visits, decision.playouts / u64::from(options.rollouts));
        assert_eq!(decision.score, None, "nothing is proven without the solver");
        assert!(decision.share.is_some_and(|share| (0.3..0.9).contains(&share)), "{:?}", decision.share);
        let most = decision.moves.iter().max_by_key(|root| root.visits).unwrap();
        assert_eq!(most.mv, played(&decision));
        assert!(decision.moves.iter().all(|root| root.share.is_some_and(|share| (0.0..=1.0).contains(&share))));
        assert!(decision.nodes >= visits && decision.depth.0 >= 2);
    }
}

#[test]
fn the_solver_proves_nim_and_endings() {
    let plain = MctsOptions { solver: true, ..MctsOptions::plain() };
    for options in [plain, MctsOptions::default(), MctsOptions { expand: Expand::All, ..plain }] {
        let ending = TIC_TAC_TOE.position("xox/.o./.x.", Side::Second);
        let drawn = run(options, &GameRecord::from_position(TIC_TAC_TOE, ending), 200_000, 1);
        assert_eq!(drawn.score, Some(Score::DRAW), "{options:?}");
        assert!(drawn.playouts < 200_000);
        for heap in 2_u8..=13 {
            let decision = run(options, &GameRecord::new(Nim(heap)), 200_000, 1);
            if decision.note.as_deref() == Some("every other move loses at once") {
                assert_eq!(played(&decision), heap % 4);
                continue;
            }
            let (result, plies) = decision.score.and_then(Score::decided).expect("proven");
            if heap % 4 == 0 {
                // The winner can't force a longer line than the loser's best defence.
                assert_eq!(result, Wdl::Loss, "{heap}");
                assert!(plies >= Ply(u32::from(heap) / 2), "{heap}: {plies}");
            } else {
                assert_eq!((result, played(&decision)), (Wdl::Win, heap % 4), "{heap}");
                assert!(plies >= Ply(u32::from(heap.div_ceil(4)) * 2 - 1), "{heap}: {plies}");
            }
        }
    }
}

#[test]
fn proven_values_are_true() {
    use zermelo_core::NoEvaluator;
    use zermelo_search::{MinimaxAgent, TextbookOptions};
    for seed in 0..60 {
        let game = Rows { width: 3 + seed as usize % 2, height: 3, k: 3 };
        let record = random_record(game, 3 + seed as usize % 4, seed);
        let mut agent = MctsAgent::new(MctsOptions { decisive: seed % 3 == 0, ..MctsOptions::default() });
        agent.new_game(seed);
        let found = decide(&mut agent, &record, SearchLimits::playouts(300));
        let truth =
            decide(&mut MinimaxAgent::new(TextbookOptions::default(), NoEvaluator), &record, SearchLimits::NONE);
        if found.note.is_some() {
            continue;
        }
        for (claimed, exact) in found.moves.iter().zip(&truth.moves) {
            let Some(score) = claimed.score else { continue };
            let exact = exact.score.unwrap();
            assert_eq!(score.decided().map(|d| d.0), exact.decided().map(|d| d.0), "seed {seed}");
            match claimed.bound {
                Bound::Exact => assert_eq!(score, exact, "seed {seed}"),
                Bound::Lower => assert!(exact >= score, "seed {seed}"),
                Bound::Upper => assert!(exact <= score, "seed {seed}"),
            }
        }
        let best = truth.score.unwrap();
        if let Some(score) = found.score {
            assert_eq!(score.decided().map(|d| d.0), best.decided().map(|d| d.0), "seed {seed}");
        }
    }
}

#[test]
fn among_lost_moves_the_longest_resistance_plays() {
    // x threatens c1. After any other move it wins at once; after c1 it plays b2, with two threats.
    let game = Rows { width: 4, height: 3, k: 3 };
    let record = GameRecord::from_position(game.clone(), game.position("..../..../xx.o", Side::Second));
    let options = MctsOptions { decisive: false, ..MctsOptions::default() };
    for seed in 0..5 {
        let decision = run(options, &record, 100_000, seed);
        let (result, plies) = decision.score.and_then(Score::decided).expect("proven");
        assert_eq!((result, played(&decision)), (Wdl::Loss, game.cell("c1")), "seed {seed}");
        assert!(plies > Ply(2));
    }
}

#[test]
fn a_draw_by_repetition_counts_but_proves_nothing() {
    // No side can win on the ring: every game ends by repetition.
    let record = GameRecord::new(Race { goal: 0 });
    for options in variants() {
        let decision = run(options, &record, 2_000, 4);
        assert_eq!((decision.score, decision.share), (None, Some(0.5)), "{options:?}");
        assert!(decision.moves.iter().all(|root| root.score.is_none()));
    }
    // A win on the board is proven in cyclic games as well.
    let mut record = GameRecord::new(Race { goal: 4 });
    for _ in 0..2 {
        record.play(Step::Forth, None).unwrap();
    }
    let decision = run(MctsOptions::default(), &record, 100_000, 4);
    assert_eq!(decision.score.and_then(Score::decided).map(|d| d.0), Some(Wdl::Win));
    assert_eq!(played(&decision), Step::Forth);
}

#[test]
fn the_same_seed_gives_the_same_search() {
    let record = GameRecord::new(Rows { width: 4, height: 4, k: 3 });
    for options in variants() {
        let figures = |seed| {
            let decision = run(options, &record, 1_000, seed);
            (decision.action, decision.moves, decision.nodes, decision.playouts, decision.pv)
        };
        assert_eq!(figures(1), figures(1));
        assert_ne!(figures(1).1, figures(2).1);
    }
}

#[test]
fn the_tree_is_reused_during_a_game() {
    let options = MctsOptions { reuse: true, ..MctsOptions::plain() };
    let limits = SearchLimits::playouts(2_000);
    let mut agent = MctsAgent::new(options);
    agent.new_game(1);
    let mut record = GameRecord::new(Rows { width: 4, height: 4, k: 4 });
    let visits = |decision: &Decision<u8>| decision.moves.iter().map(|root| root.visits).sum::<u64>();

    let first = decide(&mut agent, &record, limits);
    assert_eq!(visits(&first), 2_000);
    record.play(first.pv[0], None).unwrap();
    record.play(first.pv[1], None).unwrap();
    let second = decide(&mut agent, &record, limits);
    assert_eq!(second.playouts, 2_000);
    assert!(visits(&second) > 2_000, "what was known of this line is kept");

    // The same position again: the search continues with its tree.
    let again = decide(&mut agent, &record, limits);
    assert_eq!(visits(&again), visits(&second) + 2_000);

    // A move taken back, another game, a new game: a new tree each time.
    record.undo();
    assert_eq!(visits(&decide(&mut agent, &record, limits)), 2_000);
    let other = random_record(Rows { width: 4, height: 4, k: 4 }, 4, 99);
    assert_eq!(visits(&decide(&mut agent, &other, limits)), 2_000);
    agent.new_game(1);
    assert_eq!(visits(&decide(&mut agent, &other, limits)), 2_000);
    // Equal cells on a smaller board: the moves differ, so the tree does not fit.
    let mut agent = MctsAgent::new(options);
    decide(&mut agent, &GameRecord::new(Rows { width: 4, height: 4, k: 4 }), limits);
    assert_eq!(visits(&decide(&mut agent, &GameRecord::new(Rows { width: 4, height: 3, k: 3 }), limits)), 2_000);
}

#[test]
fn whole_games_with_a_kept_tree_are_sound() {
    // A small node pool is recycled again and again.
    for (max_nodes, solver) in [(4_000_000, true), (400, true), (400, false), (60, true)] {
        let options = MctsOptions { max_nodes, solver, ..MctsOptions::default() };
        let mut first = MctsAgent::new(options);
        let mut second = MctsAgent::new(options);
        for seed in 0..4 {
            first.new_game(seed);
            second.new_game(seed + 100);
            let mut record = GameRecord::new(TIC_TAC_TOE);
            while record.ending().is_none() {
                let agent = if record.side_to_move() == Side::First { &mut first } else { &mut second };
                let decision = decide(agent, &record, SearchLimits::playouts(1_500));
                record.play(played(&decision), None).unwrap();
            }
            if max_nodes > 1_000 {
                assert_eq!(record.ending().unwrap().outcome, zermelo_core::Outcome::Draw, "seed {seed}");
            }
            let mut race = GameRecord::new(Race { goal: 3 });
            let mut runner = MctsAgent::new(options);
            while race.ending().is_none() {
                let decision = decide(&mut runner, &race, SearchLimits::playouts(300));
                race.play(played(&decision), None).unwrap();
            }
        }
    }
}

#[test]
fn progress_is_told() {
    let record = GameRecord::new(Rows { width: 4, height: 4, k: 4 });
    let mut reports = Vec::new();
    let mut observer = |decision: &Decision<u8>| reports.push(decision.playouts);
    let mut agent = MctsAgent::default();
    let decision = agent.choose(&record, &SearchLimits::NONE, &StopToken::new(), &mut observer).unwrap();
    assert_eq!(decision.playouts, 10_000, "by default");
    assert!(reports.len() > 5 && reports.is_sorted(), "{reports:?}");
    assert_eq!(reports.last(), Some(&10_000));
    let silent = agent.choose(&record, &SearchLimits::NONE, &StopToken::new(), &mut NoObserver);
    assert!(silent.is_ok());
}
