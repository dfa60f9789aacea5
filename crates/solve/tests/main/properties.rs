//! Properties of all positions, against exhaustive search.

use zermelo_core::{Game, Proven, SearchLimits, StopToken, Wdl};
use zermelo_games::bitboard::{Bits, Wide};
use zermelo_games::connect4::Connect4;
use zermelo_games::stones::Stones;
use zermelo_solve::connect4::{ScoreQuestion, SolveLimits, Solver, SolverBits};
use zermelo_testkit::playout::random_game;
use zermelo_testkit::reference::SlowSolver;
use zermelo_testkit::rng::TestRng;

use super::{TABLE, score, solver};

/// Positions with `free` squares left or fewer, from random games.
fn late<S: Bits>(game: &Connect4<S>, area: u32, free: u32, seed: u64, count: usize) -> Vec<Stones<S>> {
    let mut rng = TestRng::new(seed);
    let mut positions = Vec::new();
    for _ in 0..2000 * count {
        let plies = area - free + rng.below(free as usize) as u32;
        let record = random_game(game, &mut rng, plies as usize);
        if record.position().occupied().count() >= area - free {
            positions.push(*record.position());
        }
        if positions.len() == count {
            return positions;
        }
    }
    panic!("seed {seed}: {} positions", positions.len());
}

/// Compares late positions with exhaustive search.
fn check_against_search<S: SolverBits>(size: [u8; 3], free: u32, seed: u64) {
    let [width, height, k] = size;
    let (game, solver) = solver::<S>(width, height, k);
    let mut slow = SlowSolver::new(game.clone(), usize::MAX);
    for position in late(&game, u32::from(width) * u32::from(height), free, seed, 20) {
        let found = solver.proven(&position, score(&solver, &position));
        let Proven { wdl, plies, .. } = slow.value(&position).expect("no limit");
        assert_eq!(found.wdl, wdl, "{size:?}, seed {seed}: {position:?}");
        if wdl != Wdl::Draw {
            assert_eq!(found.plies, plies, "{size:?}, seed {seed}: {position:?}");
        }
    }
}

#[test]
fn late_positions_of_every_size_are_correct() {
    let small = [
        [7, 6, 4],
        [6, 7, 4],
        [7, 7, 4],
        [8, 6, 4],
        [9, 5, 4],
        [8, 7, 4],
        [9, 6, 4],
        [6, 6, 4],
        [5, 5, 3],
        [7, 6, 5],
        [6, 6, 5],
    ];
    for (seed, size) in (1..).zip(small) {
        check_against_search::<u64>(size, 11, seed);
    }
    for (seed, size) in (1..).zip([[8, 8, 4], [9, 7, 4], [10, 6, 4], [9, 9, 6], [8, 9, 5]]) {
        check_against_search::<u128>(size, 10, seed);
    }
    for (seed, size) in (1..).zip([[12, 12, 8], [16, 11, 9]]) {
        check_against_search::<Wide<5>>(size, 8, seed);
    }
}

#[test]
fn boards_without_room_for_a_line_are_drawn() {
    // In one column or one row, stones of both sides take turns.
    for [width, height, k] in [[1, 1, 4], [1, 16, 5], [3, 3, 4], [16, 1, 16], [8, 2, 9]] {
        let (game, solver) = solver::<u64>(width, height, k);
        assert_eq!(score(&solver, &game.initial()), 0, "{width}x{height}, {k} in a row");
    }
    let (game, solver) = solver::<u64>(3, 3, 1);
    assert_eq!(solver.proven(&game.initial(), score(&solver, &game.initial())).plies.map(|plies| plies.0), Some(1));
}

/// The best score of the moves, for the side to move.
fn best_of_moves(game: &Connect4<u64>, solver: &Solver<u64>, position: &Stones<u64>) -> Option<i32> {
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    moves
        .into_iter()
        .map(|mv| {
            let mut after = *position;
            game.play_unchecked(&mut after, mv);
            -score(solver, &after)
        })
        .max()
}

#[test]
fn scores_agree_with_moves_and_mirror_images() {
    let (game, solver) = solver::<u64>(7, 6, 4);
    for position in late(&game, 42, 22, 7, 60) {
        let value = score(&solver, &position);
        assert_eq!(score(&solver, &game.transform(&position, 1)), value, "{position:?}");
        if let Some(best) = best_of_moves(&game, &solver, &position) {
            assert_eq!(best, value, "{position:?}");
        }
    }
}

#[test]
fn threads_and_questions_agree() {
    let (game, solver) = solver::<u64>(7, 6, 4);
    for position in late(&game, 42, 24, 11, 30) {
        let fresh = Solver::<u64>::new(7, 6, 4, TABLE).expect("there are 16 MiB");
        let limits = SolveLimits { threads: 3, ..SolveLimits::default() };
        let together = fresh.solve(&position, ScoreQuestion::Score, &limits, &mut |_| {});
        let value = score(&solver, &position);
        assert_eq!(together.bounds.score(), Some(value), "{position:?}");
        let fresh = Solver::<u64>::new(7, 6, 4, TABLE).expect("there are 16 MiB");
        let outcome = fresh.solve(&position, ScoreQuestion::Outcome, &SolveLimits::default(), &mut |_| {}).bounds;
        assert_eq!(outcome.wdl().expect("it was asked for"), solver.proven(&position, value).wdl, "{position:?}");
    }
}

#[test]
fn one_thread_is_deterministic() {
    let game: Connect4<u64> = Connect4::new(7, 6, 4);
    let nodes = || {
        let (_, solver) = solver::<u64>(7, 6, 4);
        late(&game, 42, 24, 3, 10)
            .iter()
            .map(|position| solver.solve(position, ScoreQuestion::Score, &SolveLimits::default(), &mut |_| {}).nodes)
            .collect::<Vec<_>>()
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn a_limited_search_gives_true_bounds() {
    let game: Connect4<u64> = Connect4::new(7, 6, 4);
    for threads in [1, 2] {
        let solver = Solver::<u64>::new(7, 6, 4, TABLE).expect("there are 16 MiB");
        let limits = SolveLimits { limits: SearchLimits::nodes(20_000), threads, ..SolveLimits::default() };
        let mut reported = Vec::new();
        let answer = solver.solve(&game.initial(), ScoreQuestion::Score, &limits, &mut |bounds| reported.push(bounds));
        assert!(answer.nodes <= 20_000 + 1, "{} nodes", answer.nodes);
        assert!(answer.bounds.lower <= 1 && answer.bounds.upper >= 1, "{:?}", answer.bounds);
        assert_eq!(answer.bounds.score(), None);
        assert!(reported.windows(2).all(|pair| pair[0] != pair[1]), "{reported:?}");
    }
    let stop = StopToken::new();
    stop.stop();
    let solver = Solver::<u64>::new(7, 6, 4, TABLE).expect("there are 16 MiB");
    let answer = solver.solve(
        &game.initial(),
        ScoreQuestion::Score,
        &SolveLimits { stop, ..SolveLimits::default() },
        &mut |_| {},
    );
    assert_eq!((answer.nodes, answer.bounds.score()), (0, None));
}
