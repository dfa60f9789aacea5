//! The check of evaluators finds evaluators that break the contract.

use zermelo_core::{Evaluator, Game, Ply, Position, Score};
use zermelo_testkit::evaluators::check_evaluator;
use zermelo_testkit::toy::Subtraction;

use crate::suite::panic_message;

/// Estimates the number of stones left, which the state counts; correctly or with one of three defects.
#[derive(Clone, Debug)]
enum StoneCount {
    Correct,
    NoUpdate,
    NoRevert,
    ProvenScore,
}

type RemainingStones = <Subtraction as Game>::Position;

impl Evaluator<Subtraction> for StoneCount {
    type State = i32;

    fn fresh(&self, _: &Subtraction, root: &RemainingStones) -> i32 {
        i32::from(root.left())
    }

    fn update(&self, _: &Subtraction, state: &mut i32, _: &RemainingStones, mv: u8, _: &RemainingStones) {
        if !matches!(self, Self::NoUpdate) {
            *state -= i32::from(mv);
        }
    }

    fn revert(&self, _: &Subtraction, state: &mut i32, _: &RemainingStones, mv: u8, _: &RemainingStones) {
        if matches!(self, Self::Correct) {
            *state += i32::from(mv);
        }
    }

    fn evaluate(&self, _: &Subtraction, state: &i32, position: &RemainingStones) -> Score {
        assert!(position.key() != 0);
        if matches!(self, Self::ProvenScore) { Score::win_in(Ply(3)) } else { Score::estimate(*state) }
    }
}

#[test]
fn a_correct_state_passes() {
    check_evaluator(&Subtraction::new(20, 3), &StoneCount::Correct, 1);
}

#[test]
fn wrong_states_and_scores_are_found() {
    let game = Subtraction::new(20, 3);
    assert!(
        panic_message(|| check_evaluator(&game, &StoneCount::NoUpdate, 1)).contains("updated state and fresh state")
    );
    let message = panic_message(|| check_evaluator(&game, &StoneCount::NoRevert, 1));
    assert!(message.contains("after taking") && message.contains("seed 1"), "{message}");
    assert!(
        panic_message(|| check_evaluator(&game, &StoneCount::ProvenScore, 1))
            .contains("the estimate win in 3 is a proven score")
    );
}
