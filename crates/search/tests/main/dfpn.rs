//! Proof-number search: what it proves is the game-theoretic value, on every path and with any table size.

use std::time::Duration;

use zermelo_core::erased::Playable;
use zermelo_core::{
    Agent, AgentError, Bound, Decision, Game, GameRecord, NoEvaluator, NoObserver, Notation, Oracle, OracleQuery, Ply,
    Proven, ProvenBounds, Score, SearchLimits, Searchable, StopToken, Wdl,
};
use zermelo_games::bitboard::Wide;
use zermelo_games::connect3d::Connect3d;
use zermelo_games::connect4::Connect4;
use zermelo_games::draughts::Draughts;
use zermelo_games::draughts::rules::{English, International};
use zermelo_games::mnk::Mnk;
use zermelo_games::teeko::{Teeko, Variant};
use zermelo_search::{DfpnAgent, DfpnOptions, DfpnOracle, DfpnOracleError, ProofAggregation};
use zermelo_testkit::agents::check_agent;
use zermelo_testkit::playout::random_records;
use zermelo_testkit::reference::{SlowRetrograde, SlowSolver, slow_minimax};
use zermelo_testkit::toy::{Leapers, Pursuit, Snort, Subtraction};

use crate::toys::{Race, Rows, TIC_TAC_TOE, check, decide, played, random_record};

/// Small, so that entries are replaced often.
const SMALL: u64 = 1 << 13;
const LARGE: u64 = 1 << 21;

fn shortest(hash: u64) -> DfpnOptions {
    DfpnOptions { hash, shortest: true, ..DfpnOptions::default() }
}

/// All configurations that don't change values.
fn all_options() -> Vec<DfpnOptions> {
    let base = shortest(LARGE);
    vec![
        base,
        shortest(SMALL),
        DfpnOptions { adding: ProofAggregation::Sum, ..base },
        DfpnOptions { epsilon: 0.0, ..base },
        DfpnOptions { epsilon: 2.0, adding: ProofAggregation::Sum, ..base },
        DfpnOptions { symmetry: false, ..base },
    ]
}

/// The value that a decision reports for the root.
fn reported_value<M>(decision: &Decision<M>) -> Option<(Wdl, Option<Ply>)> {
    decision.score.map(|score| score.decided().map_or((Wdl::Draw, None), |(wdl, plies)| (wdl, Some(plies))))
}

fn after<G: Searchable>(record: &GameRecord<G>, mv: G::Move) -> G::Position {
    record.game().play(record.position(), mv).expect("a legal move")
}

/// Checks every claim of a decision against the true values.
fn is_true<G: Searchable>(
    record: &GameRecord<G>,
    decision: &Decision<G::Move>,
    value: impl Fn(&G::Position) -> Proven,
) {
    let place = || format!("{:?} {:?}: {decision:?}", record.game(), record.position());
    for root in &decision.moves {
        let Some(score) = root.score else { continue };
        let truth = value(&after(record, root.mv)).before_move();
        let truth = truth.plies.map_or(Score::DRAW, |plies| Score::finished(truth.wdl, plies));
        match root.bound {
            Bound::Exact => assert_eq!(score, truth, "{}", place()),
            Bound::Lower => assert!(score <= truth, "{truth}, {}", place()),
            Bound::Upper => assert!(score >= truth, "{truth}, {}", place()),
        }
    }
}

/// Without a limit, the agent reports the same value and distance as a brute-force solver, and plays a move of that
/// value.
fn solves<G: Searchable>(game: &G, positions: usize) {
    let mut solver = SlowSolver::new(game.clone(), 3_000_000);
    for record in random_records(game, 11, positions) {
        let truth = solver.value(record.position()).expect("a small game");
        let mut value = |position: &G::Position| solver.value(position).expect("a small game");
        for options in all_options() {
            let decision = decide(&mut DfpnAgent::new(options), &record, SearchLimits::NONE);
            assert_eq!(
                reported_value(&decision),
                Some((truth.wdl, truth.plies)),
                "{options:?}, {:?}",
                record.position()
            );
            let reached = value(&after(&record, played(&decision))).before_move();
            assert_eq!((reached.wdl, reached.plies), (truth.wdl, truth.plies), "{options:?}, {:?}", record.position());
            let quick =
                decide(&mut DfpnAgent::new(DfpnOptions { shortest: false, ..options }), &record, SearchLimits::NONE);
            let quick_value = reported_value(&quick).expect("a value");
            assert_eq!(quick_value.0, truth.wdl);
            assert!(quick_value.1 >= truth.plies, "no proof is shorter than the shortest");
            assert_eq!(value(&after(&record, played(&quick))).before_move().wdl, truth.wdl);
            let values = std::cell::RefCell::new(&mut value);
            is_true(&record, &decision, |position| (values.borrow_mut())(position));
            is_true(&record, &quick, |position| (values.borrow_mut())(position));
        }
    }
}

#[test]
fn games_without_cycles_are_solved_to_the_ply() {
    solves(&Mnk::<u64>::new(3, 3, 3), 30);
    solves(&Mnk::<u64>::new(4, 3, 3), 20);
    solves(&Connect4::<u64>::new(4, 4, 4), 12);
    solves(&Connect4::<u64>::new(5, 4, 3), 12);
    solves(&Connect4::<u64>::new(5, 4, 4), 4);
    solves(&Connect3d::<u64>::new([3, 2, 2], 3, true), 12);
    solves(&Leapers::new(3, 4), 20);
    solves(&Subtraction::new(24, 3), 24);
    solves(&Snort::new(9), 20);
    solves(&Rows { width: 4, height: 3, k: 3 }, 8);
}

/// The value as the oracle reports it: a draw lasts until the board is full.
fn lasting<G: Searchable>(game: &G, position: &G::Position, truth: Proven) -> Proven {
    Proven { plies: truth.plies.or_else(|| game.plies_to_draw(position)), ..truth }
}

#[test]
fn the_oracle_solves_tic_tac_toe() {
    let game = Mnk::<u64>::new(3, 3, 3);
    let mut solver = SlowSolver::new(game.clone(), 100_000);
    let all = SlowRetrograde::new(&game, &game.initial(), 10_000);
    assert_eq!(all.positions().len(), 5478);
    for hash in [SMALL, LARGE] {
        let oracle = DfpnOracle::new(game.clone(), shortest(hash)).expect("no cycles");
        for position in all.positions() {
            let record = GameRecord::from_position(game.clone(), position);
            let found = oracle.probe(&record);
            let expected = |truth| lasting(&game, &position, truth);
            assert_eq!(found, solver.value(&position).map(expected), "{position:?}");
            assert_eq!(found, all.value(&position).map(expected), "{position:?}");
        }
    }
    let start = GameRecord::new(game.clone());
    let oracle = DfpnOracle::new(game, shortest(LARGE)).expect("no cycles");
    let moves = oracle.probe_moves(&start).expect("all are known");
    assert!(moves.len() == 9 && moves.iter().all(|(_, proven)| proven.wdl == Wdl::Draw));
}

/// Compares the oracle with a retrograde solution of a cyclic game: never a wrong value, and a value for at least
/// `share` permille of the positions.
fn agrees<G: Searchable>(game: &G, start: &G::Position, nodes: u64, every: usize, share: usize) {
    let truth = SlowRetrograde::new(game, start, 400_000);
    for options in all_options() {
        let options = DfpnOptions { limits: SearchLimits::nodes(nodes), ..options };
        let oracle = DfpnOracle::new(game.clone(), options).expect("a limit");
        let (mut queries, mut answered) = (0, 0);
        let positions = truth.positions();
        for position in positions.iter().step_by(every) {
            let record = GameRecord::from_position(game.clone(), *position);
            let expected = truth.value(position).expect("it is reached");
            queries += 1;
            if let Some(found) = oracle.probe(&record) {
                answered += 1;
                assert_eq!(found.wdl, expected.wdl, "{options:?}, {position:?}");
                assert!(found.plies.is_none() || found.plies == expected.plies, "{options:?}, {position:?}: {found:?}");
            }
        }
        assert!(answered * 1000 >= queries * share, "{options:?}: {answered} of {queries} answered");
    }
}

#[test]
fn nothing_false_is_proven_where_positions_come_back() {
    for cells in 5..=9 {
        let game = Pursuit::new(cells, 100);
        agrees(&game, &game.initial(), 1_000_000, 1, 1000);
    }
    for goal in [0, 1, 2, 3, 5] {
        agrees(&Race { goal }, &Race { goal }.initial(), 1_000_000, 1, 1000);
    }
    let leapers = Leapers::new(3, 4);
    agrees(&leapers, &leapers.initial(), 1_000_000, 7, 1000);
}

/// A position of a game with notation.
fn position<G: Notation>(game: &G, text: &str) -> G::Position {
    game.parse_position(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

#[test]
fn draughts_on_a_small_board_and_its_endings() {
    let english = Draughts::<u64>::new::<English, 2>();
    agrees(&english, &english.initial(), 100_000, 1, 990);
    let international = Draughts::<u64>::new::<International, 2>();
    agrees(&international, &international.initial(), 100_000, 1, 990);
    let english = Draughts::<u64>::new::<English, 3>();
    agrees(&english, &position(&english, "B:BK1,K2:WK18"), 30_000, 41, 300);
    agrees(&english, &position(&english, "W:B3,5:W14,16"), 30_000, 41, 300);
    let international = Draughts::<u64>::new::<International, 3>();
    agrees(&international, &position(&international, "W:B3:W14,16"), 30_000, 41, 300);
}

/// Compares wins and losses within a limit of plies with minimax to that depth.
fn bounded<G: Searchable>(game: &G, depth: u32, positions: usize) {
    let mut decided = 0;
    for record in random_records(game, 3, positions) {
        let slow = slow_minimax(&record, Some(zermelo_core::Depth(depth)), &NoEvaluator);
        let truth = slow.score.decided();
        decided += usize::from(truth.is_some());
        for options in [shortest(LARGE), shortest(SMALL)] {
            let decision = decide(&mut DfpnAgent::new(options), &record, SearchLimits::depth(depth));
            let found = decision.score.and_then(Score::decided);
            assert_eq!(found, truth, "{:?}", record.position());
            let (_, score) = slow.moves.iter().find(|(mv, _)| *mv == played(&decision)).expect("a legal move");
            let loses = slow.score.decided().is_none() && score.decided().is_some();
            assert!(!loses && (truth.is_none() || score.decided() == truth), "{score}, {:?}", record.position());
            assert!(decision.depth.0 <= depth);
        }
    }
    assert!(decided > 0, "nothing to find");
}

#[test]
fn a_depth_limits_the_length_of_wins_and_losses() {
    bounded(&Teeko::new(Variant::Standard, true), 4, 16);
    bounded(&Teeko::new(Variant::Advanced, true), 3, 16);
    bounded(&Connect4::<u64>::new(7, 6, 4), 6, 12);
    bounded(&Mnk::<u64>::new(5, 5, 4), 4, 12);
    bounded(&Draughts::<u64>::new::<English, 3>(), 7, 30);
    bounded(&Pursuit::new(7, 20), 9, 30);
    bounded(&Race { goal: 3 }, 9, 10);
}

/// With a history, a position can have another value: the agent's claims must agree with exhaustive minimax, including
/// draws by repetition and move limit.
fn compare<G: Searchable>(record: &GameRecord<G>) -> Wdl {
    /// Games that are undecided by this ply are drawn.
    const END: u32 = 60;
    let slow = slow_minimax(record, Some(zermelo_core::Depth(END)), &NoEvaluator);
    let truth = slow.score.decided().map_or((Wdl::Draw, None), |(wdl, plies)| (wdl, Some(plies)));
    for options in all_options() {
        let decision = decide(&mut DfpnAgent::new(options), record, SearchLimits::nodes(300_000));
        assert_eq!(reported_value(&decision), Some(truth), "{options:?}, {:?}", record.position());
        let (_, score) = slow.moves.iter().find(|(mv, _)| *mv == played(&decision)).expect("a legal move");
        assert_eq!(*score, slow.score, "{:?}", record.position());
    }
    truth.0
}

#[test]
fn the_history_of_the_record_counts() {
    let mut seen = Vec::new();
    for cells in 5..=8 {
        for limit in 3..=5 {
            for seed in 0..12 {
                seen.push(compare(&random_record(Pursuit::new(cells, limit), seed as usize, seed)));
            }
        }
    }
    for seed in 0..40 {
        seen.push(compare(&random_record(Race { goal: 2 }, 3 + seed as usize % 12, seed)));
    }
    assert!([Wdl::Win, Wdl::Draw, Wdl::Loss].iter().all(|wdl| seen.contains(wdl)), "{seen:?}");
}

/// When no leaps are left, the tokens step back and forth and positions of the record recur.
#[test]
fn records_that_go_to_and_fro() {
    let mut compared = 0;
    for cells in 5..=8 {
        for limit in 9..=11 {
            for seed in 0..30 {
                let game = Pursuit::new(cells, limit);
                let record = random_record(game, 10 + seed as usize % 14, seed);
                if !game.position_text(record.position()).contains('+') {
                    compare(&record);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 100, "{compared} records");
}

#[test]
fn repeated_positions_do_not_win() {
    use crate::toys::Step::{Back, Forth};
    let game = Race { goal: 3 };
    let mut start = GameRecord::new(game.clone());
    for mv in [Forth, Forth] {
        start.play(mv, None).expect("a legal move");
    }
    let mut record = GameRecord::from_position(game.clone(), *start.position());
    for mv in [Forth, Back, Back, Forth, Forth, Back, Back] {
        record.play(mv, None).expect("a legal move");
    }
    // The second side, at the start of its track, must return to the first position of the record, for the third time.
    assert_eq!(compare(&record), Wdl::Draw);
    assert_eq!(compare(&GameRecord::from_position(game, *record.position())), Wdl::Loss);
}

#[test]
fn without_a_limit_an_endless_search_is_refused() {
    let record = GameRecord::new(Race { goal: 3 });
    let refused = DfpnAgent::default().choose(&record, &SearchLimits::NONE, &StopToken::new(), &mut NoObserver);
    assert_eq!(refused.unwrap_err(), AgentError::Endless);
    let refused = DfpnOracle::new(Race { goal: 3 }, DfpnOptions::default()).unwrap_err();
    assert_eq!(refused, DfpnOracleError::Endless);
    let limits = SearchLimits::nodes(10_000);
    assert!(DfpnOracle::new(Race { goal: 3 }, DfpnOptions { limits, ..DfpnOptions::default() }).is_ok());
}

#[test]
fn a_table_that_is_too_large_is_rejected() {
    let options = DfpnOptions { hash: 1 << 60, ..DfpnOptions::default() };
    let refused = DfpnOracle::new(TIC_TAC_TOE, options).unwrap_err();
    assert!(refused.to_string().contains("does not fit the memory of this machine"), "{refused}");
    let record = GameRecord::new(TIC_TAC_TOE);
    let refused = DfpnAgent::new(options).choose(&record, &SearchLimits::NONE, &StopToken::new(), &mut NoObserver);
    assert!(matches!(refused, Err(AgentError::NotStarted(_))), "{refused:?}");
}

#[test]
fn limits_end_it_without_a_false_word() {
    let game = Connect4::<u64>::new(5, 4, 4);
    let mut solver = SlowSolver::new(game.clone(), 3_000_000);
    for record in random_records(&game, 17, 6) {
        for nodes in [0, 1, 5, 30, 200, 1_000, 5_000] {
            let decision = decide(&mut DfpnAgent::new(shortest(SMALL)), &record, SearchLimits::nodes(nodes));
            assert!(decision.nodes <= nodes);
            let values = std::cell::RefCell::new(&mut solver);
            is_true(&record, &decision, |position| values.borrow_mut().value(position).expect("a small game"));
        }
    }
    let oracle = DfpnOracle::new(game.clone(), shortest(SMALL)).expect("no cycles");
    for record in random_records(&game, 18, 6) {
        let truth = solver.value(record.position()).expect("a small game");
        for nodes in [0, 5, 200, 1_000, u64::MAX] {
            let holds = |findings: &ProvenBounds| {
                assert!(findings.lower.is_none_or(|least| least.wdl <= truth.wdl), "{findings:?}, {truth:?}");
                assert!(findings.upper.is_none_or(|most| most.wdl >= truth.wdl), "{findings:?}, {truth:?}");
            };
            let query = OracleQuery { limits: SearchLimits::nodes(nodes), ..OracleQuery::default() };
            let found = oracle.query(&record, &query, &mut |findings| holds(findings));
            holds(&found);
            assert!(found.nodes <= nodes);
            if nodes == u64::MAX {
                assert_eq!(found.proven(), Some(lasting(&game, record.position(), truth)));
                assert!(found.lower == found.upper, "{found:?}");
            }
        }
    }
    let record = GameRecord::new(Mnk::<Wide<4>>::new(15, 15, 5));
    let stop = StopToken::new();
    stop.stop();
    let decision =
        DfpnAgent::default().choose(&record, &SearchLimits::NONE, &stop, &mut NoObserver).expect("a decision");
    check(&record, &decision);
    assert_eq!((decision.nodes, decision.score), (0, None));
    let oracle = DfpnOracle::new(record.game().clone(), DfpnOptions::default()).expect("no cycles");
    oracle.stop().stop();
    assert_eq!(oracle.probe(&record), None);
    let decision = std::thread::scope(|scope| {
        let stop = StopToken::new();
        let flag = stop.clone();
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            flag.stop();
        });
        DfpnAgent::default().choose(&record, &SearchLimits::NONE, &stop, &mut NoObserver).expect("a decision")
    });
    check(&record, &decision);
}

#[test]
fn the_agent_contract_holds_on_every_game() {
    fn keep<G: Playable + Searchable>(game: &G) {
        for limits in [
            SearchLimits::nodes(900),
            SearchLimits::depth(3),
            SearchLimits { nodes: Some(20_000), ..SearchLimits::depth(4) },
        ] {
            for options in [shortest(SMALL), DfpnOptions { hash: SMALL, ..DfpnOptions::default() }] {
                check_agent(game, "dfpn", || DfpnAgent::new(options), &limits, 7);
            }
        }
    }
    keep(&Mnk::<u64>::new(3, 3, 3));
    keep(&Connect4::<u64>::new(7, 6, 4));
    keep(&Connect3d::<Wide<4>>::new([6, 5, 5], 4, true));
    keep(&Draughts::<u64>::new::<International, 5>());
    keep(&Draughts::<u64>::new::<English, 4>());
    keep(&Teeko::new(Variant::Standard, true));
    keep(&Pursuit::new(6, 20));
    keep(&Leapers::new(4, 5));
    keep(&Subtraction::new(30, 3));
    keep(&Snort::new(12));
}
