//! Tests of the Connect Four solver, its oracle and agent, of puzzles, and of endgame tables, against known values and exhaustive search.

mod agent;
mod boards;
mod corpus;
mod known;
mod oracle;
mod properties;
mod puzzles;
mod tables;
mod teeko_stats;

use zermelo_core::{Column, GameRecord};
use zermelo_games::bitboard::Bits;
use zermelo_games::connect4::Connect4;
use zermelo_games::stones::{StoneGame, Stones};
use zermelo_solve::connect4::{ScoreBounds, ScoreQuestion, SolveLimits, Solver, SolverBits};
use zermelo_testkit::playout::random_records;

/// The table size in bytes.
const TABLE: u64 = 16 << 20;

fn solver<S: SolverBits>(width: u8, height: u8, k: u8) -> (Connect4<S>, Solver<S>) {
    (Connect4::new(width, height, k), Solver::new(width, height, k, TABLE).expect("there are 16 MiB"))
}

fn score<S: Bits>(solver: &Solver<S>, position: &Stones<S>) -> i32 {
    let answer = solver.solve(position, ScoreQuestion::Score, &SolveLimits::default(), &mut |_: ScoreBounds| {});
    answer.bounds.score().expect("no limit")
}

/// The position after moves of one character each; `first` is the leftmost column.
fn after<S: Bits>(game: &Connect4<S>, moves: &str, first: char) -> Stones<S> {
    let mut record = GameRecord::new(game.clone());
    for mv in moves.chars() {
        let column = Column((u32::from(mv) - u32::from(first)) as u8);
        record.play(column, None).unwrap_or_else(|why| panic!("{moves}: {mv}: {why}"));
    }
    *record.position()
}

/// Unfinished random games with few free squares, for exhaustive search.
fn late_records<S: Bits>(game: &Connect4<S>, seed: u64, count: usize) -> Vec<GameRecord<Connect4<S>>> {
    const FREE: usize = 12;
    let area = game.lattice().cells().count();
    let mut records = random_records(game, seed, 4 * count);
    records.retain(|record| record.position().occupied().count() as usize + FREE >= area);
    records.truncate(count);
    assert!(records.len() > count / 2, "seed {seed}: {} games", records.len());
    records
}
