//! Puzzles, checked by exhaustive search.

use std::collections::HashSet;

use zermelo_core::{
    GameRecord, Oracle, OracleQuery, Ply, Proven, ProvenBounds, SearchLimits, Searchable, StopToken, Wdl,
};
use zermelo_games::bitboard::Bits;
use zermelo_games::connect3d::Connect3d;
use zermelo_games::connect4::Connect4;
use zermelo_games::mnk::Mnk;
use zermelo_search::{DfpnOptions, DfpnOracle};
use zermelo_solve::connect4::{SolverBits, SolverOracle};
use zermelo_solve::puzzles::{Puzzle, PuzzleError, PuzzleOptions, PuzzleSearch, PuzzleSearchEnd};
use zermelo_testkit::reference::SlowSolver;

const TABLE: u64 = 1 << 20;

fn options(plies: u32, seed: u64) -> PuzzleOptions {
    PuzzleOptions { plies: Ply(plies), seed, nodes_per_position: PuzzleOptions::DEFAULT_NODES }
}

fn solver<S: SolverBits>(game: &Connect4<S>) -> SolverOracle<S> {
    SolverOracle::new(game, TABLE, 1).expect("there is 1 MiB")
}

fn proofs<G: Searchable>(game: &G) -> DfpnOracle<G> {
    let options = DfpnOptions { hash: TABLE, shortest: true, ..DfpnOptions::default() };
    DfpnOracle::new(game.clone(), options).expect("no cycles")
}

fn search<G: Searchable, O: Oracle<G>>(game: &G, oracle: O, options: PuzzleOptions) -> PuzzleSearch<G, O> {
    PuzzleSearch::new(game.clone(), oracle, options, SearchLimits::NONE, StopToken::new()).expect("possible puzzles")
}

/// At most `count` puzzles.
fn find<G: Searchable, O: Oracle<G>>(
    game: &G,
    oracle: O,
    options: PuzzleOptions,
    count: usize,
) -> Vec<Puzzle<G::Move>> {
    let mut search = search(game, oracle, options);
    (0..count).map_while(|_| search.next(&mut |_| {}).ok()).collect()
}

/// The value of each move for the side that plays it, with the distance to the end.
fn values<G: Searchable>(
    game: &G,
    value: &mut dyn FnMut(&G::Position) -> Proven,
    position: &G::Position,
) -> Vec<(G::Move, Proven)> {
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let of = |mv| (mv, value(&game.play(position, mv).expect("a legal move")).before_move());
    moves.into_iter().map(of).collect()
}

/// Plays the moves of a puzzle and its solution, and checks them against the values of all moves.
fn check<G: Searchable>(
    game: &G,
    value: &mut dyn FnMut(&G::Position) -> Proven,
    puzzle: &Puzzle<G::Move>,
    plies: u32,
) -> G::Position {
    let mut record = GameRecord::new(game.clone());
    for &mv in &puzzle.moves {
        record.play(mv, None).unwrap_or_else(|why| panic!("{puzzle:?}: {why}"));
    }
    let position = *record.position();
    let winner = record.side_to_move();
    assert_eq!(puzzle.solution.len(), plies as usize, "{puzzle:?}");
    let mut unique = 0;
    for (at, &mv) in puzzle.solution.iter().enumerate() {
        let left = Some(Ply(plies - at as u32));
        let values = values(game, value, record.position());
        let wins = values.iter().filter(|(_, proven)| proven.wdl == Wdl::Win).count();
        if record.side_to_move() == winner {
            assert!(at > 0 || wins == 1, "{puzzle:?}: {wins} moves win");
            unique += u32::from(wins == 1);
            let is_best = |proven: &Proven| proven.wdl == Wdl::Win && proven.plies == left;
            assert_eq!(values.iter().find(|(_, proven)| is_best(proven)).map(|&(mv, _)| mv), Some(mv), "{puzzle:?}");
            assert!(!values.iter().any(|(_, proven)| proven.wdl == Wdl::Win && proven.plies < left), "{puzzle:?}");
        } else {
            assert!(values.iter().all(|(_, proven)| proven.wdl == Wdl::Loss && proven.plies <= left), "{puzzle:?}");
            let longest = values.iter().find(|(_, proven)| proven.plies == left);
            assert_eq!(longest.map(|&(mv, _)| mv), Some(mv), "{puzzle:?}");
        }
        record.play(mv, None).unwrap_or_else(|why| panic!("{puzzle:?}: {why}"));
    }
    assert_eq!(record.ending().map(|ending| ending.outcome.wdl(winner)), Some(Wdl::Win), "{puzzle:?}");
    assert_eq!(puzzle.unique, unique, "{puzzle:?}");
    position
}

/// Finds at least `least` different puzzles and checks them by exhaustive search.
fn check_puzzles<G: Searchable, O: Oracle<G>>(
    game: &G,
    oracle: impl Fn(&G) -> O,
    plies: u32,
    [least, most]: [usize; 2],
) {
    let mut slow = SlowSolver::new(game.clone(), 3_000_000);
    let mut value = |position: &G::Position| slow.value(position).expect("a small game");
    let found = find(game, oracle(game), options(plies, 1), most);
    assert!(found.len() >= least, "{game:?}, {plies} plies: {} found", found.len());
    let positions = found.iter().map(|puzzle| game.canonical(&check(game, &mut value, puzzle, plies)));
    assert_eq!(positions.collect::<HashSet<_>>().len(), found.len(), "{game:?}: a position is repeated");
}

#[test]
fn puzzles_on_small_boards_without_gravity() {
    check_puzzles(&Mnk::<u64>::new(3, 3, 3), proofs, 1, [10, 40]);
    check_puzzles(&Mnk::<u64>::new(3, 3, 3), proofs, 3, [10, 40]);
    check_puzzles(&Mnk::<u64>::new(3, 3, 3), proofs, 5, [2, 40]);
    check_puzzles(&Mnk::<u64>::new(4, 3, 3), proofs, 5, [5, 20]);
    check_puzzles(&Mnk::<u64>::new(4, 4, 4), proofs, 3, [5, 10]);
}

#[test]
fn puzzles_of_connect_four_on_small_boards() {
    for (size, plies) in [([5, 4, 4], 3), ([5, 4, 4], 5), ([4, 4, 3], 5), ([5, 4, 3], 7), ([4, 5, 4], 7)] {
        let [width, height, k] = size;
        check_puzzles(&Connect4::<u64>::new(width, height, k), solver, plies, [3, 10]);
    }
}

#[test]
fn puzzles_in_a_small_box() {
    check_puzzles(&Connect3d::<u64>::new([3, 3, 2], 3, true), proofs, 3, [5, 10]);
}

/// The 7x6 board against a second solver without depth limits and with its own table.
#[test]
fn puzzles_of_connect_four() {
    let game = Connect4::<u64>::new(7, 6, 4);
    let other = solver(&game);
    let mut value = |position: &_| {
        let record = GameRecord::from_position(game.clone(), *position);
        other.probe(&record).expect("within reach")
    };
    for (plies, count) in [(3, 10), (7, 10), (11, 3)] {
        let found = find(&game, solver(&game), options(plies, 3), count);
        assert_eq!(found.len(), count);
        // The other solver needs too long for early positions.
        let late = found.iter().filter(|puzzle| puzzle.moves.len() >= 14);
        assert!(late.map(|puzzle| check(&game, &mut value, puzzle, plies)).count() > 0, "{plies} plies: all early");
    }
}

/// An query with a depth gives exact wins and losses within that depth, and true bounds beyond.
#[test]
fn a_depth_limits_the_horizon_of_the_solver() {
    let game = Connect4::<u64>::new(5, 4, 4);
    let mut slow = SlowSolver::new(game.clone(), usize::MAX);
    for record in super::late_records(&game, 9, 30) {
        let truth = slow.value(record.position()).expect("a small game");
        for plies in 0..13 {
            let oracle = solver(&game);
            let query = OracleQuery { limits: SearchLimits::depth(plies), ..OracleQuery::default() };
            let ProvenBounds { lower, upper, .. } = oracle.query(&record, &query, &mut |_| {});
            let place = || format!("{plies} plies, {truth:?}, {lower:?}, {upper:?}: {:?}", record.position());
            assert!(lower.is_none_or(|lower| lower.wdl <= truth.wdl), "{}", place());
            assert!(upper.is_none_or(|upper| upper.wdl >= truth.wdl), "{}", place());
            if truth.plies.is_some_and(|end| end <= Ply(plies)) {
                assert_eq!(lower, upper, "{}", place());
                assert_eq!(lower.map(|it| (it.wdl, it.plies)), Some((truth.wdl, truth.plies)), "{}", place());
            }
        }
    }
}

#[test]
fn a_seed_gives_the_same_puzzles_under_any_limit() {
    let game = Connect4::<u64>::new(7, 6, 4);
    let many = find(&game, solver(&game), options(5, 8), 12);
    assert_eq!(many.len(), 12);
    assert_eq!(find(&game, solver(&game), options(5, 8), 4), many[..4]);
    assert_ne!(find(&game, solver(&game), options(5, 9), 4), many[..4]);
    for nodes in [1, 1000, 20_000] {
        let stop = StopToken::new();
        let mut search =
            PuzzleSearch::new(game.clone(), solver(&game), options(5, 8), SearchLimits::nodes(nodes), stop)
                .expect("possible puzzles");
        let mut found = Vec::new();
        let end = loop {
            match search.next(&mut |_| {}) {
                Ok(puzzle) if found.len() < 12 => found.push(puzzle),
                Ok(_) => break PuzzleSearchEnd::LimitReached,
                Err(end) => break end,
            }
        };
        assert_eq!(end, PuzzleSearchEnd::LimitReached);
        assert_eq!(found, many[..found.len()], "{nodes} nodes");
        assert!(search.progress().nodes <= nodes, "{:?}", search.progress());
    }
}

#[test]
fn the_reason_of_the_end_is_reported() {
    let game = Mnk::<u64>::new(3, 3, 3);
    let mut all = search(&game, proofs(&game), options(3, 1));
    let end = loop {
        if let Err(end) = all.next(&mut |_| {}) {
            break end;
        }
    };
    assert_eq!(end, PuzzleSearchEnd::NoNewPosition);
    assert_eq!(all.next(&mut |_| {}), Err(PuzzleSearchEnd::NoNewPosition), "the end is final");
    // Games of one-in-a-row end with their first move.
    let game = Mnk::<u64>::new(3, 3, 1);
    assert_eq!(search(&game, proofs(&game), options(3, 1)).next(&mut |_| {}), Err(PuzzleSearchEnd::TooShort));
    let stop = StopToken::new();
    stop.stop();
    let mut stopped = PuzzleSearch::new(game.clone(), proofs(&game), options(1, 1), SearchLimits::NONE, stop)
        .expect("possible puzzles");
    assert_eq!(stopped.next(&mut |_| {}), Err(PuzzleSearchEnd::Stopped));
}

#[test]
fn impossible_puzzles_are_rejected() {
    fn error<B: Bits>(size: [u8; 3], plies: u32) -> Option<PuzzleError> {
        let [width, height, k] = size;
        let game = Mnk::<B>::new(width, height, k);
        let oracle = proofs(&game);
        PuzzleSearch::new(game, oracle, options(plies, 1), SearchLimits::NONE, StopToken::new()).err()
    }
    assert_eq!(error::<u64>([3, 3, 3], 4), Some(PuzzleError::Even(Ply(4))));
    assert_eq!(error::<u64>([3, 3, 3], 0), Some(PuzzleError::Even(Ply(0))));
    assert_eq!(error::<u64>([3, 3, 3], 11), Some(PuzzleError::TooLong { plies: Ply(11), longest: Ply(9) }));
    assert_eq!(error::<u64>([3, 3, 4], 3), Some(PuzzleError::NeverWon));
    assert_eq!(error::<u64>([3, 3, 3], 9), None);
}
