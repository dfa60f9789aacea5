//! Positions with known scores.

use zermelo_solve::connect4::SolverBits;
use zermelo_testkit::fixture::Fixture;

use super::{after, score, solver};

/// Checks the first `count` positions of a test set.
fn check<S: SolverBits>([width, height]: [u8; 2], set: &str, first: char, count: usize) {
    let (game, solver) = solver::<S>(width, height, 4);
    let fixture = Fixture::load(format!("connect4/solver/{set}.txt"));
    for row in fixture.rows().iter().take(count) {
        let position = after(&game, row.text("moves"), first);
        assert_eq!(score(&solver, &position), row.number::<i32>("score"), "{}", row.place());
    }
}

#[test]
fn late_positions() {
    check::<u64>([7, 6], "L3_R1", '1', usize::MAX);
}

#[test]
fn easy_positions_of_the_middle() {
    check::<u64>([7, 6], "L2_R1", '1', usize::MAX);
}

#[test]
fn positions_of_the_middle() {
    check::<u64>([7, 6], "L2_R2", '1', usize::MAX);
}

#[test]
fn easy_openings() {
    check::<u64>([7, 6], "L1_R1", '1', usize::MAX);
}

#[test]
fn openings() {
    check::<u64>([7, 6], "L1_R2", '1', 20);
}

#[test]
fn hard_openings() {
    check::<u64>([7, 6], "L1_R3", '1', 2);
}

#[test]
fn a_wide_board() {
    check::<u64>([9, 5], "9x5", '0', usize::MAX);
}

#[test]
fn a_board_beyond_64_bits() {
    check::<u128>([10, 6], "10x6", '0', usize::MAX);
}
