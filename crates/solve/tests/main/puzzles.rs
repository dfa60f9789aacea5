//! Puzzles: what trying everything says of them.

use std::collections::HashSet;

use zermelo_core::{Findings, GameRecord, Inquiry, Oracle, Ply, Proven, SearchLimits, Searchable, StopToken, Wdl};
use zermelo_games::bitboard::Bits;
use zermelo_games::connect3d::Connect3d;
use zermelo_games::connect4::Connect4;
use zermelo_games::mnk::Mnk;
use zermelo_search::{DfpnOptions, DfpnOracle};
use zermelo_solve::connect4::{Sizes, SolverOracle};
use zermelo_solve::puzzles::{End, Hopeless, Hunt, Puzzle, Wanted};
use zermelo_testkit::reference::SlowSolver;

const TABLE: u64 = 1 << 20;

fn wanted(plies: u32, seed: u64) -> Wanted {
    Wanted { plies: Ply(plies), seed, effort: Wanted::EFFORT }
}

fn solver<S: Sizes>(game: &Connect4<S>) -> SolverOracle<S> {
    SolverOracle::new(game, TABLE, 1).expect("there is 1 MiB")
}

fn proofs<G: Searchable>(game: &G) -> DfpnOracle<G> {
    let options = DfpnOptions { hash: TABLE, shortest: true, ..DfpnOptions::default() };
    DfpnOracle::new(game.clone(), options).expect("no cycles")
}

fn hunt<G: Searchable, O: Oracle<G>>(game: &G, oracle: O, wanted: Wanted) -> Hunt<G, O> {
    Hunt::new(game.clone(), oracle, wanted, SearchLimits::NONE, StopToken::new()).expect("there may be some")
}

/// Up to so many puzzles.
fn find<G: Searchable, O: Oracle<G>>(game: &G, oracle: O, wanted: Wanted, count: usize) -> Vec<Puzzle<G::Move>> {
    let mut hunt = hunt(game, oracle, wanted);
    (0..count).map_while(|_| hunt.next(&mut |_| {}).ok()).collect()
}

/// What each move is worth to who plays it, and when the game ends after it.
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

/// Plays a puzzle's moves and its solution, and holds every word of it against the values of all moves.
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

/// Finds puzzles and checks them by trying everything; at least `least` there must be, all different.
fn are_puzzles<G: Searchable, O: Oracle<G>>(game: &G, oracle: impl Fn(&G) -> O, plies: u32, [least, most]: [usize; 2]) {
    let mut slow = SlowSolver::new(game.clone(), 3_000_000);
    let mut value = |position: &G::Position| slow.value(position).expect("a small game");
    let found = find(game, oracle(game), wanted(plies, 1), most);
    assert!(found.len() >= least, "{game:?}, {plies} plies: {} found", found.len());
    let positions = found.iter().map(|puzzle| game.canonical(&check(game, &mut value, puzzle, plies)));
    assert_eq!(positions.collect::<HashSet<_>>().len(), found.len(), "{game:?}: a position comes twice");
}

#[test]
fn on_small_boards_without_gravity() {
    are_puzzles(&Mnk::<u64>::new(3, 3, 3), proofs, 1, [10, 40]);
    are_puzzles(&Mnk::<u64>::new(3, 3, 3), proofs, 3, [10, 40]);
    are_puzzles(&Mnk::<u64>::new(3, 3, 3), proofs, 5, [2, 40]);
    are_puzzles(&Mnk::<u64>::new(4, 3, 3), proofs, 5, [5, 20]);
    are_puzzles(&Mnk::<u64>::new(4, 4, 4), proofs, 3, [5, 10]);
}

#[test]
fn in_connect_four_on_small_boards() {
    for (size, plies) in [([5, 4, 4], 3), ([5, 4, 4], 5), ([4, 4, 3], 5), ([5, 4, 3], 7), ([4, 5, 4], 7)] {
        let [width, height, k] = size;
        are_puzzles(&Connect4::<u64>::new(width, height, k), solver, plies, [3, 10]);
    }
}

#[test]
fn in_a_small_box() {
    are_puzzles(&Connect3d::<u64>::new([3, 3, 2], 3, true), proofs, 3, [5, 10]);
}

/// On the usual board against another solver, without limits: it does not know of depths or of what was asked before.
#[test]
fn in_connect_four() {
    let game = Connect4::<u64>::new(7, 6, 4);
    let other = solver(&game);
    let mut value = |position: &_| {
        let record = GameRecord::from_position(game.clone(), *position);
        other.probe(&record).expect("within reach")
    };
    for (plies, count) in [(3, 10), (7, 10), (11, 3)] {
        let found = find(&game, solver(&game), wanted(plies, 3), count);
        assert_eq!(found.len(), count);
        // Early positions take the other solver long.
        let late = found.iter().filter(|puzzle| puzzle.moves.len() >= 14);
        assert!(late.map(|puzzle| check(&game, &mut value, puzzle, plies)).count() > 0, "{plies} plies: all early");
    }
}

/// A depth asks the solver for wins and losses of so many plies: those it tells exactly, the others it does not claim.
#[test]
fn a_depth_is_an_horizon_of_the_solver() {
    let game = Connect4::<u64>::new(5, 4, 4);
    let mut slow = SlowSolver::new(game.clone(), usize::MAX);
    for record in super::late_records(&game, 9, 30) {
        let truth = slow.value(record.position()).expect("a small game");
        for plies in 0..13 {
            let oracle = solver(&game);
            let inquiry = Inquiry { limits: SearchLimits::depth(plies), ..Inquiry::default() };
            let Findings { lower, upper, .. } = oracle.inquire(&record, &inquiry, &mut |_| {});
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
fn a_seed_gives_the_same_puzzles_whatever_ends_the_search() {
    let game = Connect4::<u64>::new(7, 6, 4);
    let many = find(&game, solver(&game), wanted(5, 8), 12);
    assert_eq!(many.len(), 12);
    assert_eq!(find(&game, solver(&game), wanted(5, 8), 4), many[..4]);
    assert_ne!(find(&game, solver(&game), wanted(5, 9), 4), many[..4]);
    for nodes in [1, 1000, 20_000] {
        let stop = StopToken::new();
        let mut hunt =
            Hunt::new(game.clone(), solver(&game), wanted(5, 8), SearchLimits::nodes(nodes), stop).expect("some");
        let mut found = Vec::new();
        let end = loop {
            match hunt.next(&mut |_| {}) {
                Ok(puzzle) if found.len() < 12 => found.push(puzzle),
                Ok(_) => break End::Spent,
                Err(end) => break end,
            }
        };
        assert_eq!(end, End::Spent);
        assert_eq!(found, many[..found.len()], "{nodes} nodes");
        assert!(hunt.tally().nodes <= nodes, "{:?}", hunt.tally());
    }
}

#[test]
fn says_why_it_ends() {
    let game = Mnk::<u64>::new(3, 3, 3);
    let mut all = hunt(&game, proofs(&game), wanted(3, 1));
    let end = loop {
        if let Err(end) = all.next(&mut |_| {}) {
            break end;
        }
    };
    assert_eq!(end, End::NothingNew);
    assert_eq!(all.next(&mut |_| {}), Err(End::NothingNew), "and stays at its end");
    // Games of one-in-a-row end with their first move.
    let game = Mnk::<u64>::new(3, 3, 1);
    assert_eq!(hunt(&game, proofs(&game), wanted(3, 1)).next(&mut |_| {}), Err(End::TooShort));
    let stop = StopToken::new();
    stop.stop();
    let mut stopped =
        Hunt::new(game.clone(), proofs(&game), wanted(1, 1), SearchLimits::NONE, stop).expect("there may be some");
    assert_eq!(stopped.next(&mut |_| {}), Err(End::Stopped));
}

#[test]
fn refuses_what_does_not_exist() {
    fn refused<B: Bits>(size: [u8; 3], plies: u32) -> Option<Hopeless> {
        let [width, height, k] = size;
        let game = Mnk::<B>::new(width, height, k);
        let oracle = proofs(&game);
        Hunt::new(game, oracle, wanted(plies, 1), SearchLimits::NONE, StopToken::new()).err()
    }
    assert_eq!(refused::<u64>([3, 3, 3], 4), Some(Hopeless::Even(Ply(4))));
    assert_eq!(refused::<u64>([3, 3, 3], 0), Some(Hopeless::Even(Ply(0))));
    assert_eq!(refused::<u64>([3, 3, 3], 11), Some(Hopeless::TooLong { plies: Ply(11), longest: Ply(9) }));
    assert_eq!(refused::<u64>([3, 3, 4], 3), Some(Hopeless::NeverWon));
    assert_eq!(refused::<u64>([3, 3, 3], 9), None);
}
