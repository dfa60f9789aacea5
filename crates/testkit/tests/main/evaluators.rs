//! The check of evaluators finds states that drift.

use zermelo_core::{Evaluator, Game, Ply, Position, Score};
use zermelo_testkit::evaluators::check_evaluator;
use zermelo_testkit::toy::Subtraction;

use crate::suite::complaint;

/// Guesses the stones left, counted along; in one of three wrong ways, or in none.
#[derive(Clone, Debug)]
enum Counting {
    Right,
    ForgetsToUpdate,
    ForgetsToRevert,
    KnowsTooMuch,
}

type Left = <Subtraction as Game>::Position;

impl Evaluator<Subtraction> for Counting {
    type State = i32;

    fn fresh(&self, _: &Subtraction, root: &Left) -> i32 {
        i32::from(root.left())
    }

    fn update(&self, _: &Subtraction, state: &mut i32, _: &Left, mv: u8, _: &Left) {
        if !matches!(self, Self::ForgetsToUpdate) {
            *state -= i32::from(mv);
        }
    }

    fn revert(&self, _: &Subtraction, state: &mut i32, _: &Left, mv: u8, _: &Left) {
        if matches!(self, Self::Right) {
            *state += i32::from(mv);
        }
    }

    fn evaluate(&self, _: &Subtraction, state: &i32, position: &Left) -> Score {
        assert!(position.key() != 0);
        if matches!(self, Self::KnowsTooMuch) { Score::win_in(Ply(3)) } else { Score::estimate(*state) }
    }
}

#[test]
fn a_state_that_follows_passes() {
    check_evaluator(&Subtraction::new(20, 3), &Counting::Right, 1);
}

#[test]
fn a_state_that_drifts_is_found() {
    let game = Subtraction::new(20, 3);
    assert!(complaint(|| check_evaluator(&game, &Counting::ForgetsToUpdate, 1)).contains("kept and fresh"));
    let said = complaint(|| check_evaluator(&game, &Counting::ForgetsToRevert, 1));
    assert!(said.contains("after taking") && said.contains("seed 1"), "{said}");
    assert!(complaint(|| check_evaluator(&game, &Counting::KnowsTooMuch, 1)).contains("a guess of win in 3"));
}
