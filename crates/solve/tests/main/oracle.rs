//! The oracle against exhaustive search; limited inquiries give true bounds.

use zermelo_core::{
    Column, Game, GameRecord, Oracle, OracleQuery, Ply, Proven, ProvenBounds, SearchLimits, StopToken, Wdl,
};
use zermelo_games::bitboard::Bits;
use zermelo_games::connect4::Connect4;
use zermelo_games::stones::StoneGame;
use zermelo_solve::connect4::{ScoreQuestion, SolveLimits, Solver, SolverBits, SolverOracle};
use zermelo_testkit::reference::SlowSolver;

use super::late_records;

const TABLE: u64 = 1 << 20;
const SMALL: [[u8; 3]; 5] = [[4, 4, 4], [5, 4, 4], [4, 5, 4], [3, 5, 3], [5, 3, 3]];

fn oracle<S: SolverBits>([width, height, k]: [u8; 3], threads: usize) -> (Connect4<S>, SolverOracle<S>) {
    let game = Connect4::new(width, height, k);
    let oracle = SolverOracle::new(&game, TABLE, threads).expect("there is 1 MiB");
    (game, oracle)
}

/// The value in the convention of the oracle: a draw lasts until the board is full.
fn truth(game: &Connect4<u64>, slow: &mut SlowSolver<Connect4<u64>>, record: &GameRecord<Connect4<u64>>) -> Proven {
    let value = slow.value(record.position()).expect("a small board");
    let free = game.lattice().cells().count() as u32 - record.position().occupied().count();
    Proven { plies: value.plies.or(Some(Ply(free))), ..value }
}

#[test]
fn values_match_exhaustive_search() {
    for (seed, size) in (1..).zip(SMALL) {
        let (game, oracle) = oracle::<u64>(size, 1);
        let mut slow = SlowSolver::new(game.clone(), usize::MAX);
        for mut record in late_records(&game, seed, 40) {
            let mut moves = Vec::new();
            game.generate(record.position(), &mut moves);
            let expected: Vec<(Column, Proven)> = moves
                .iter()
                .map(|&mv| {
                    record.play(mv, None).expect("a legal move");
                    let value = truth(&game, &mut slow, &record).before_move();
                    record.undo();
                    (mv, value)
                })
                .collect();
            let bare = |proven: Proven| Proven { score: None, ..proven };
            let place = format!("{size:?}, seed {seed}: {:?}", record.position());
            let found = oracle.probe(&record).expect("within reach");
            assert_eq!(bare(found), truth(&game, &mut slow, &record), "{place}");
            let values = oracle.probe_moves(&record).expect("within reach");
            let best = values.iter().filter_map(|(_, proven)| proven.score).max();
            assert_eq!(best, found.score, "{place}");
            let values: Vec<_> = values.into_iter().map(|(mv, proven)| (mv, bare(proven))).collect();
            assert_eq!(values, expected, "{place}");
        }
    }
}

#[test]
fn finished_games_and_symmetric_ones() {
    let (game, oracle) = oracle::<u64>([5, 4, 4], 1);
    let mut record = GameRecord::new(game.clone());
    let moves = oracle.probe_moves(&record).expect("within reach");
    let values: Vec<Proven> = moves.iter().map(|&(_, value)| value).collect();
    let mirrored: Vec<Proven> = values.iter().rev().copied().collect();
    assert_eq!((values.len(), &values), (5, &mirrored), "an empty board is its own mirror image");
    for column in [0, 1, 0, 1, 0, 1, 0] {
        record.play(Column(column), None).expect("a legal move");
    }
    // With the fourth of ten stones: six are left, and the winning one counts.
    let lost = Proven { wdl: Wdl::Loss, plies: Some(Ply(0)), score: Some(-7) };
    assert_eq!(oracle.probe(&record), Some(lost));
    assert_eq!(oracle.probe_moves(&record), Some(Vec::new()));
}

#[test]
fn intermediate_bounds_are_true() {
    for (seed, size) in (1..).zip(SMALL) {
        for threads in [1, 2] {
            let (game, oracle) = oracle::<u64>(size, threads);
            let mut slow = SlowSolver::new(game.clone(), usize::MAX);
            for record in late_records(&game, seed, 10) {
                let truth = truth(&game, &mut slow, &record);
                let holds = |findings: &ProvenBounds| {
                    let place = || format!("{size:?}, seed {seed}: {findings:?}, {truth:?} {:?}", record.position());
                    let is_above = |a: Proven, b: Proven| rank(a) >= rank(b);
                    assert!(findings.lower.is_none_or(|lower| is_above(truth, lower)), "{}", place());
                    assert!(findings.upper.is_none_or(|upper| is_above(upper, truth)), "{}", place());
                };
                for nodes in [0, 1, 5, 50] {
                    // The table is kept: its entries are true too, and a fresh one would be slow.
                    let query = OracleQuery { limits: SearchLimits::nodes(nodes), ..OracleQuery::default() };
                    let found = oracle.query(&record, &query, &mut |findings| holds(findings));
                    holds(&found);
                    assert!(found.nodes <= nodes, "{found:?}");
                }
                let weak = OracleQuery { outcome_only: true, ..OracleQuery::default() };
                assert_eq!(oracle.query(&record, &weak, &mut |findings| holds(findings)).wdl(), Some(truth.wdl));
            }
        }
    }
}

/// Greater values are better for the side to move.
fn rank(Proven { wdl, plies, .. }: Proven) -> (Wdl, i64) {
    let plies = plies.map_or(0, |plies| i64::from(plies.0));
    match wdl {
        Wdl::Win => (wdl, -plies),
        Wdl::Draw => (wdl, 0),
        Wdl::Loss => (wdl, plies),
    }
}

/// Many questions with one table: every answer is true.
#[test]
fn questions_share_a_table() {
    for size in [[5, 5, 4], [5, 4, 4], [6, 4, 4]] {
        let [width, height, k] = size;
        let game = Connect4::<u64>::new(width, height, k);
        let make = || Solver::<u64>::new(width, height, k, TABLE).expect("there is 1 MiB");
        let (shared, other) = (make(), make());
        let ask = |solver: &Solver<u64>, record: &GameRecord<Connect4<u64>>, question| {
            solver.solve(record.position(), question, &SolveLimits::default(), &mut |_| {}).bounds
        };
        for record in late_records(&game, 5, 20) {
            let truth = ask(&other, &record, ScoreQuestion::Score).score().expect("no limit");
            let place = format!("{size:?}: {:?}", record.position());
            for score in [truth - 1, truth, truth + 1, 0, -1, -20, 20] {
                let bounds = ask(&shared, &record, ScoreQuestion::Above(score));
                assert!(bounds.lower <= truth && truth <= bounds.upper, "{place}: {bounds:?}, {truth}");
                assert_eq!((bounds.lower > score, bounds.upper <= score), (truth > score, truth <= score), "{place}");
                let outcome = ask(&shared, &record, ScoreQuestion::Outcome);
                assert!(outcome.lower <= truth && truth <= outcome.upper, "{place}: {outcome:?}, {truth}");
                assert_eq!(outcome.wdl(), Some(other.proven(record.position(), truth).wdl), "{place}");
            }
            assert_eq!(ask(&shared, &record, ScoreQuestion::Score).score(), Some(truth), "{place}");
        }
    }
}

#[test]
fn a_raised_stop_token_ends_it_at_once() {
    let stop = StopToken::new();
    stop.stop();
    for threads in [1, 2] {
        let (game, oracle) = oracle::<u128>([9, 9, 4], threads);
        let query = OracleQuery { stop: stop.clone(), ..OracleQuery::default() };
        let found = oracle.query(&GameRecord::new(game), &query, &mut |_| {});
        assert_eq!((found.nodes, found.wdl()), (0, None), "{threads} threads");
    }
}

#[test]
fn large_boards_are_not_probed() {
    let (game, oracle) = oracle::<u128>([9, 9, 4], 1);
    let mut record = GameRecord::new(game);
    assert_eq!(
        oracle.endless_reason(&record).as_deref(),
        Some("81 squares are free; without a limit at most 49 are searched")
    );
    assert_eq!((oracle.probe(&record), oracle.probe_moves(&record)), (None, None));
    let limited = OracleQuery { limits: SearchLimits::nodes(1000), ..OracleQuery::default() };
    let found = oracle.query(&record, &limited, &mut |_| {});
    assert!(found.nodes > 0 && found.wdl().is_none(), "{found:?}");
    // Three in a row with both ends free.
    for column in [4, 0, 3, 0, 5, 1] {
        record.play(Column(column), None).expect("a legal move");
    }
    let won = oracle.query(&record, &limited, &mut |_| {});
    assert_eq!(won.proven().and_then(|proven| proven.plies), Some(Ply(1)));
    let other = GameRecord::new(Connect4::<u128>::new(9, 8, 4));
    assert_eq!(oracle.probe(&other), None);
    assert_eq!(oracle.query(&other, &limited, &mut |_| {}), ProvenBounds::default());
}
