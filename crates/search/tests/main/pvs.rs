//! Principal-variation search: equal to minimax where it must be, and right about wins and losses everywhere.

use std::num::NonZeroUsize;
use std::sync::Arc;

use proptest::prelude::{ProptestConfig, prop_assert_eq, proptest};
use zermelo_core::{
    Agent, AgentError, Bound, Decision, Depth, Evaluator, GameRecord, NoEvaluator, NoObserver, Ply, Score,
    SearchLimits, Searchable, StopToken, Wdl,
};
use zermelo_eval::{DraughtsEvaluator, LineEvaluator, PointOfView, StoneCount, TeekoEvaluator};
use zermelo_games::bitboard::Wide;
use zermelo_games::connect3d::Connect3d;
use zermelo_games::connect4::Connect4;
use zermelo_games::draughts::Draughts;
use zermelo_games::draughts::rules::{English, International};
use zermelo_games::mnk::Mnk;
use zermelo_games::teeko::{Teeko, Variant};
use zermelo_search::{
    AlphaBetaAgent, Method, PvsAgent, PvsOptions, SmpMethod, Switches, TableUse, TextbookOptions, TieBreak, mtdf,
};
use zermelo_testkit::agents::check_agent;
use zermelo_testkit::playout::random_records;
use zermelo_testkit::reference::{SlowOracle, SlowSolver, slow_minimax};
use zermelo_testkit::toy::{Leapers, Pursuit, Snort, Subtraction};

use crate::toys::{Nim, Race, TIC_TAC_TOE, Whim, any_rows, any_start, decide, played, random_record};

/// Small, so that entries are replaced often.
const SMALL: u64 = 1 << 14;

fn options(switches: Switches) -> PvsOptions {
    PvsOptions { switches, hash: SMALL, ..PvsOptions::default() }
}

fn pvs<G: Searchable, E: Evaluator<G>>(switches: Switches, evaluator: &E) -> PvsAgent<G, E> {
    PvsAgent::new(options(switches), evaluator.clone())
}

fn mtd<G: Searchable, E: Evaluator<G>>(switches: Switches, evaluator: &E) -> PvsAgent<G, E> {
    mtdf::agent(options(switches), evaluator.clone())
}

/// All switch settings that change no value: all on, each off, and all off.
fn exact_switches(base: Switches) -> Vec<(&'static str, Switches)> {
    let without = |name, change: fn(&mut Switches)| {
        let mut switches = base;
        change(&mut switches);
        (name, switches)
    };
    vec![
        ("all", base),
        without("no table", |s| s.table = TableUse::Off),
        without("no aspiration", |s| s.aspiration = false),
        without("no null window", |s| s.null_window = false),
        without("no threats", |s| s.threats = false),
        without("no ordering", |s| s.ordering = false),
        without("no killers", |s| s.killers = false),
        without("no history", |s| s.history = false),
        without("no countermoves", |s| s.countermoves = false),
        without("no symmetry", |s| s.symmetry = false),
        without("no null window, no table", |s| (s.null_window, s.table) = (false, TableUse::Off)),
        ("none", Switches::NONE),
    ]
}

/// Switches that are exact only without a history or with a symmetric evaluator are off.
fn base<G: Searchable>(game: &G, is_symmetric: bool) -> Switches {
    let table = if game.is_acyclic() { TableUse::EqualDepth } else { TableUse::Off };
    Switches { table, symmetry: is_symmetric, ..Switches::EXACT }
}

/// The value of every depth up to a limit, as the search reports them.
fn values<G: Searchable>(agent: &mut impl Agent<G>, record: &GameRecord<G>, depth: u32) -> Vec<Option<Score>> {
    let mut scores = Vec::new();
    let mut observer = |decision: &Decision<G::Move>| scores.push(decision.score);
    let decision =
        agent.choose(record, &SearchLimits::depth(depth), &StopToken::new(), &mut observer).expect("a decision");
    crate::toys::check(record, &decision);
    assert_eq!(scores.last(), Some(&decision.score));
    scores
}

/// Each depth has the value of alpha-beta, which is that of minimax (`textbook.rs`); the searches end early only if the
/// value is settled. Exact scores are right, bounds hold.
fn agree<G: Searchable, E: Evaluator<G>>(record: &GameRecord<G>, evaluator: &E, depth: u32, is_symmetric: bool) {
    let expected = textbook_values(record, evaluator, depth);
    for (name, switches) in exact_switches(base(record.game(), is_symmetric)) {
        for method in [Method::Pvs, Method::Mtdf] {
            agree_with(&expected, PvsOptions { method, ..options(switches) }, name, record, evaluator);
        }
    }
}

/// The value of every depth up to a limit, by alpha-beta.
fn textbook_values<G: Searchable, E: Evaluator<G>>(
    record: &GameRecord<G>,
    evaluator: &E,
    depth: u32,
) -> Vec<Option<Score>> {
    let value = |depth| {
        let mut textbook = AlphaBetaAgent::new(TextbookOptions::default(), evaluator.clone());
        decide(&mut textbook, record, SearchLimits::depth(depth)).score
    };
    (1..=depth).map(value).collect()
}

fn agree_with<G: Searchable, E: Evaluator<G>>(
    expected: &[Option<Score>],
    options: PvsOptions,
    name: &str,
    record: &GameRecord<G>,
    evaluator: &E,
) {
    let found = values(&mut PvsAgent::new(options, evaluator.clone()), record, expected.len() as u32);
    let place = || format!("{:?}, {name}, {evaluator:?}, {:?} {:?}", options.method, record.game(), record.position());
    assert_eq!(found, expected[..found.len()], "{}", place());
    let settled = found.len() < expected.len();
    assert!(!settled || expected[found.len()..].iter().all(|value| value == &expected[found.len() - 1]), "{}", place());
}

/// More threads than processors, so that they often search the same moves.
fn threads_agree<G: Searchable>(game: &G, evaluator: &impl Evaluator<G>) {
    for record in random_records(game, 8, 8) {
        let depth = affordable(&record, 60_000);
        let expected = textbook_values(&record, evaluator, depth);
        for method in [Method::Pvs, Method::Mtdf] {
            for (name, sharing) in [("abdada", SmpMethod::Abdada), ("lazy", SmpMethod::LazySmp)] {
                let threads = NonZeroUsize::new(5).expect("five");
                let options = PvsOptions { threads, sharing, method, hash: 1 << 20, ..options(Switches::EXACT) };
                agree_with(&expected, options, name, &record, evaluator);
            }
        }
    }
}

#[test]
fn threads_change_no_value() {
    threads_agree(&Connect4::<u64>::new(6, 5, 4), &LINES[2]);
    threads_agree(&Connect3d::<u64>::new([4, 4, 4], 4, true), &LINES[2]);
    threads_agree(&Mnk::<u64>::new(5, 5, 4), &LINES[2]);
}

/// The greatest depth for which alpha-beta needs some ten thousand nodes.
fn affordable<G: Searchable>(record: &GameRecord<G>, nodes: u64) -> u32 {
    let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::depth(12) };
    let mut textbook = AlphaBetaAgent::new(TextbookOptions::default(), NoEvaluator);
    decide(&mut textbook, record, limits).depth.0.max(1)
}

fn agree_on<G: Searchable>(
    game: &G,
    evaluators: &[impl Evaluator<G>],
    positions: usize,
    deepest: u32,
    is_symmetric: bool,
) {
    const SEED: u64 = 20_260_301;
    let mut reached = 0;
    for record in random_records(game, SEED, positions).into_iter().chain([GameRecord::new(game.clone())]) {
        let depth = affordable(&record, 12_000);
        reached = reached.max(depth);
        for evaluator in evaluators {
            agree(&record, evaluator, depth, is_symmetric);
        }
    }
    assert!(reached >= deepest, "searched to depth {reached} only");
}

const LINES: [LineEvaluator; 4] = [
    LineEvaluator::None,
    LineEvaluator::Combinations,
    LineEvaluator::Alignments { count: StoneCount::Windows, view: PointOfView::Difference },
    LineEvaluator::Alignments { count: StoneCount::Runs, view: PointOfView::Own },
];

const POSITIONAL: DraughtsEvaluator = DraughtsEvaluator {
    man: 100,
    king: 300,
    advancement: 3,
    centre: 2,
    back_row: 8,
    mobility: 2,
    flying: None,
    support: 0,
    runaway: 0,
    lead: 0,
    turn: 0,
};

#[test]
fn values_are_those_of_minimax_on_games_of_lines() {
    agree_on(&Mnk::<u64>::new(3, 3, 3), &LINES, 8, 6, true);
    agree_on(&Mnk::<u64>::new(5, 4, 4), &LINES, 6, 5, true);
    agree_on(&Connect4::<u64>::new(7, 6, 4), &LINES, 8, 5, true);
    agree_on(&Connect4::<u64>::new(4, 5, 3), &LINES, 6, 5, true);
    agree_on(&Connect3d::<Wide<4>>::new([6, 5, 5], 4, true), &LINES[2..3], 4, 3, true);
    agree_on(&Connect3d::<u64>::new([3, 3, 3], 3, true), &LINES, 6, 5, true);
    agree_on(&Connect3d::<u64>::new([3, 3, 3], 3, false), &LINES, 4, 4, true);
}

#[test]
fn values_are_those_of_minimax_where_positions_come_back() {
    agree_on(&Draughts::<u64>::new::<English, 4>(), &[POSITIONAL], 8, 6, true);
    agree_on(&Draughts::<u64>::new::<International, 5>(), &[POSITIONAL], 6, 5, true);
    let teeko = TeekoEvaluator { spacing: true, centre: true, diagonal: true, ..TeekoEvaluator::default() };
    agree_on(&Teeko::new(Variant::Standard, true), &[teeko], 6, 3, true);
    agree_on(&Pursuit::new(6, 10), &[Whim { range: 5 }], 10, 7, false);
}

#[test]
fn values_are_those_of_minimax_on_other_toys() {
    agree_on(&Leapers::new(3, 4), &[Whim { range: 5 }], 10, 6, false);
    agree_on(&Subtraction::new(20, 3), &[Whim { range: 5 }], 10, 7, false);
    agree_on(&Snort::new(10), &[Whim { range: 5 }], 10, 6, false);
    agree_on(&Nim(13), &[Whim { range: 5 }], 4, 5, false);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_are_those_of_minimax_on_rows(game in any_rows(), (moves, seed) in any_start(), depth in 1_u32..=5, range in 2_u64..40) {
        agree(&random_record(game, moves, seed), &Whim { range }, depth, false);
    }

    #[test]
    fn values_are_those_of_minimax_on_rings(goal in 0_u8..=4, (moves, seed) in any_start(), depth in 1_u32..=8) {
        agree(&random_record(Race { goal }, moves, seed), &Whim { range: 5 }, depth, false);
    }

    #[test]
    fn every_line_has_the_value_of_its_move(game in any_rows(), (moves, seed) in any_start(), depth in 1_u32..=4, lines in 1_usize..=5, threads in 1_usize..=3) {
        let record = random_record(game, moves, seed);
        let whim = Whim { range: 12 };
        for method in [Method::Pvs, Method::Mtdf] {
            let switches = Switches { symmetry: false, ..Switches::EXACT };
            let [lines, threads] = [lines, threads].map(|count| NonZeroUsize::new(count).expect("at least one"));
            let mut agent = PvsAgent::new(PvsOptions { method, lines, threads, ..options(switches) }, whim.clone());
            let decision = decide(&mut agent, &record, SearchLimits::depth(depth));
            // It may end early if the best lines are settled.
            let slow = slow_minimax(&record, Some(decision.depth), &whim);
            let mut best: Vec<Score> = slow.moves.iter().map(|(_, score)| *score).collect();
            best.sort_unstable_by(|a, b| b.cmp(a));
            best.truncate(lines.get());
            let mut exact = Vec::new();
            for (root, (mv, score)) in decision.moves.iter().zip(&slow.moves) {
                prop_assert_eq!(root.mv, *mv);
                match root.bound {
                    Bound::Exact => exact.push(root.score.expect("an exact score")),
                    Bound::Upper => assert!(root.score >= Some(*score), "{root:?}, {score}"),
                    Bound::Lower => panic!("no move is left with a lower bound"),
                }
                assert!(root.bound != Bound::Exact || root.score == Some(*score), "{root:?}, {score}");
            }
            exact.sort_unstable_by(|a, b| b.cmp(a));
            assert!(exact.len() >= best.len() && exact[..best.len()] == best[..], "{exact:?}, {best:?}");
            prop_assert_eq!(decision.score, Some(best[0]));
        }
    }
}

/// With all switches on, an unlimited search of a small game finds the game-theoretic value and the exact distance.
fn solves<G: Searchable>(game: &G, positions: usize) {
    let mut solver = SlowSolver::new(game.clone(), 3_000_000);
    for record in random_records(game, 5, positions) {
        let truth = solver.value(record.position()).expect("a small game");
        for hash in [SMALL, 1 << 20] {
            for method in [Method::Pvs, Method::Mtdf] {
                for threads in [1, 2] {
                    let threads = NonZeroUsize::new(threads).expect("at least one");
                    let options = PvsOptions { hash, method, threads, ..PvsOptions::default() };
                    let mut agent = PvsAgent::new(options, NoEvaluator);
                    let decision = decide(&mut agent, &record, SearchLimits::NONE);
                    let score = decision.score.expect("a score");
                    let found = score.decided().map_or((Wdl::Draw, None), |(wdl, plies)| (wdl, Some(plies)));
                    assert_eq!(found, (truth.wdl, truth.plies), "{game:?}, {method:?}: {:?}", record.position());
                    if let Some(plies) = truth.plies {
                        assert!(decision.pv.len() as u32 <= plies.0, "{:?}", decision.pv);
                    }
                }
            }
        }
    }
}

#[test]
fn wins_are_the_shortest_and_losses_the_longest() {
    solves(&Mnk::<u64>::new(3, 3, 3), 30);
    solves(&Mnk::<u64>::new(4, 3, 3), 20);
    solves(&Connect4::<u64>::new(4, 4, 4), 12);
    solves(&Connect4::<u64>::new(5, 4, 3), 12);
    solves(&Connect3d::<u64>::new([3, 2, 2], 3, true), 12);
    solves(&Leapers::new(3, 4), 20);
    solves(&Subtraction::new(24, 3), 24);
    solves(&Snort::new(9), 20);
}

#[test]
fn oracle_values_are_used() {
    let game = Mnk::<u64>::new(3, 3, 3);
    let oracle = Arc::new(SlowOracle::new(game.clone(), 100_000));
    for record in random_records(&game, 8, 20) {
        let plain = decide(&mut pvs(Switches::ALL, &NoEvaluator), &record, SearchLimits::NONE);
        let mut asking = pvs(Switches::ALL, &NoEvaluator).with_oracle(oracle.clone());
        let with_oracle = decide(&mut asking, &record, SearchLimits::NONE);
        assert_eq!(with_oracle.score, plain.score);
        let mut deaf = pvs(Switches { oracle: false, ..Switches::ALL }, &NoEvaluator).with_oracle(oracle.clone());
        assert_eq!(decide(&mut deaf, &record, SearchLimits::NONE).nodes, plain.nodes);
        assert!(with_oracle.nodes <= plain.nodes);
    }
    let start = GameRecord::new(game);
    let mut asking = pvs(Switches::ALL, &NoEvaluator).with_oracle(oracle);
    assert_eq!(decide(&mut asking, &start, SearchLimits::NONE).nodes, 9, "each reply is known");
}

#[test]
fn the_agent_contract_holds_on_every_game() {
    fn keep<G: zermelo_core::erased::Playable + Searchable, E: Evaluator<G>>(game: &G, evaluator: &E) {
        for method in [Method::Pvs, Method::Mtdf] {
            for limits in [
                SearchLimits::nodes(900),
                SearchLimits::depth(3),
                SearchLimits { nodes: Some(3000), ..SearchLimits::depth(4) },
            ] {
                for ties in [TieBreak::First, TieBreak::Random] {
                    let lines = NonZeroUsize::new(if ties == TieBreak::First { 1 } else { 3 }).expect("at least one");
                    let options = PvsOptions { method, ties, lines, hash: SMALL, ..PvsOptions::default() };
                    check_agent(game, "pvs", || PvsAgent::new(options, evaluator.clone()), &limits, 7);
                }
            }
        }
    }
    keep(&Mnk::<u64>::new(3, 3, 3), &NoEvaluator);
    keep(&Mnk::<Wide<4>>::new(15, 15, 5), &LINES[2]);
    keep(&Connect4::<u64>::new(7, 6, 4), &LINES[2]);
    keep(&Connect3d::<Wide<4>>::new([6, 5, 5], 4, true), &LINES[2]);
    keep(&Draughts::<u64>::new::<International, 5>(), &POSITIONAL);
    keep(&Draughts::<u64>::new::<English, 4>(), &POSITIONAL);
    keep(&Teeko::new(Variant::Standard, true), &TeekoEvaluator { spacing: true, ..TeekoEvaluator::default() });
    keep(&Pursuit::new(6, 20), &Whim { range: 7 });
    keep(&Leapers::new(4, 5), &Whim { range: 7 });
    keep(&Subtraction::new(30, 3), &NoEvaluator);
    keep(&Snort::new(12), &NoEvaluator);
}

#[test]
fn endless_searches_are_refused() {
    let record = GameRecord::new(Race { goal: 3 });
    let mut agent = pvs(Switches::ALL, &NoEvaluator);
    let refused = agent.choose(&record, &SearchLimits::NONE, &StopToken::new(), &mut NoObserver);
    assert_eq!(refused.unwrap_err(), AgentError::Endless);
    let decision = decide(&mut agent, &record, SearchLimits::nodes(100_000));
    assert_eq!(decision.score, Some(Score::win_in(Ply(5))));
}

#[test]
fn a_repetition_in_the_record_counts_in_the_search() {
    use crate::toys::Step::{Back, Forth};
    let mut record = GameRecord::new(Race { goal: 0 });
    for mv in [Forth, Forth, Back, Back, Forth, Forth, Back] {
        record.play(mv, None).unwrap();
    }
    for rep2 in [false, true] {
        let lines = NonZeroUsize::new(2).expect("two");
        let switches = Switches { rep2, ..Switches::ALL };
        let mut agent = PvsAgent::new(PvsOptions { lines, ..options(switches) }, Whim { range: 1000 });
        let decision = decide(&mut agent, &record, SearchLimits::depth(1));
        assert_eq!(decision.moves[0].score, Some(Score::DRAW), "the third time");
        let fresh = GameRecord::from_position(Race { goal: 0 }, *record.position());
        assert_ne!(decide(&mut agent, &fresh, SearchLimits::depth(1)).moves[0].score, Some(Score::DRAW));
    }
    // There and back below the root: if the second occurrence is a draw, no other result is possible.
    let start = GameRecord::new(Race { goal: 0 });
    let twice = decide(&mut pvs(Switches::ALL, &NoEvaluator), &start, SearchLimits::nodes(50_000));
    assert_eq!(twice.score, Some(Score::DRAW));
}

/// A stored value must not be used on another path if it depends on a draw by repetition: deeper searches of one agent,
/// with its table, must agree about wins and losses with searches without a table.
#[test]
fn values_that_rest_on_the_path_are_not_kept() {
    for seed in 0..60 {
        let record = random_record(Race { goal: 3 }, (seed % 9) as usize, seed);
        let plain = decide(
            &mut pvs(Switches { table: TableUse::Off, ..Switches::ALL }, &NoEvaluator),
            &record,
            SearchLimits::depth(9),
        );
        let tabled = decide(&mut pvs(Switches::ALL, &NoEvaluator), &record, SearchLimits::depth(9));
        assert_eq!(tabled.score, plain.score, "{:?}", record.position());
    }
    for record in random_records(&Pursuit::new(6, 14), 3, 60) {
        let switches = Switches { rep2: false, lmr: false, ..Switches::ALL };
        let plain = decide(
            &mut pvs(Switches { table: TableUse::Off, ..switches }, &NoEvaluator),
            &record,
            SearchLimits::depth(9),
        );
        let tabled = decide(&mut pvs(switches, &NoEvaluator), &record, SearchLimits::depth(9));
        assert_eq!(tabled.score, plain.score, "{:?}", record.position());
    }
}

#[test]
fn each_refinement_saves_nodes_together() {
    let game = Connect4::<u64>::new(7, 6, 4);
    let record = GameRecord::new(game);
    let evaluator = LINES[2];
    let nodes = |switches| decide(&mut pvs(switches, &evaluator), &record, SearchLimits::depth(8)).nodes;
    let (none, exact, all) = (nodes(Switches::NONE), nodes(Switches::EXACT), nodes(Switches::ALL));
    assert!(exact * 4 < none && all * 4 < none, "{none}, {exact}, {all}");
}

#[test]
fn one_thread_is_deterministic_and_two_agree_on_proven_values() {
    let record = GameRecord::new(TIC_TAC_TOE);
    let mut agent = pvs(Switches::ALL, &NoEvaluator);
    let first = decide(&mut agent, &record, SearchLimits::NONE);
    Agent::<crate::toys::Rows>::new_game(&mut agent, 0);
    let again = decide(&mut agent, &record, SearchLimits::NONE);
    assert_eq!((first.nodes, played(&first), first.score), (again.nodes, played(&again), again.score));
    let options = PvsOptions { threads: NonZeroUsize::new(3).expect("three"), ..options(Switches::ALL) };
    let mut threaded = PvsAgent::new(options, NoEvaluator);
    assert_eq!(decide(&mut threaded, &record, SearchLimits::NONE).score, first.score);
    assert!(
        Agent::<crate::toys::Rows>::is_deterministic(&agent)
            && !Agent::<crate::toys::Rows>::is_deterministic(&threaded)
    );
    for limit in [0, 1, 2, 3, 50, 5_000] {
        let decision = decide(&mut threaded, &record, SearchLimits::nodes(limit));
        assert!(decision.nodes <= limit, "{} of {limit}", decision.nodes);
    }
}

#[test]
fn a_table_that_is_too_large_is_rejected() {
    let huge = PvsOptions { hash: 1 << 60, ..PvsOptions::default() };
    assert!(huge.check().is_err());
    let record = GameRecord::new(TIC_TAC_TOE);
    let refused =
        PvsAgent::new(huge, NoEvaluator).choose(&record, &SearchLimits::NONE, &StopToken::new(), &mut NoObserver);
    let why = refused.unwrap_err().to_string();
    assert!(why.contains("a table of 1073741824.0 GiB does not fit the memory of this machine"), "{why}");
    let off = Switches { table: TableUse::Off, ..Switches::ALL };
    assert!(PvsOptions { switches: off, ..huge }.check().is_ok(), "without a table nothing is needed");
    decide(&mut mtd(off, &NoEvaluator), &record, SearchLimits::NONE);
}

#[test]
fn deep_searches_have_their_own_stack() {
    // One move at a time, 250 times, on a thread with a small stack.
    let search = || {
        let record = GameRecord::new(Subtraction::new(250, 1));
        let switches = Switches { extensions: false, ..Switches::ALL };
        decide(&mut pvs(switches, &NoEvaluator), &record, SearchLimits::depth(300))
    };
    let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(search).expect("a thread");
    let decision = thread.join().expect("no overflow");
    assert_eq!((decision.score, decision.depth), (Some(Score::loss_in(Ply(250))), Depth(250)));
}
