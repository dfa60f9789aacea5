//! The values of the toy games, on which tests of searches rely.

use zermelo_core::{Depth, Game, GameRecord, NoEvaluator, Notation, Ply, Proven, Score, Wdl};
use zermelo_testkit::reference::{SlowSolver, slow_minimax};
use zermelo_testkit::toy::{Leapers, Pursuit, Subtraction};

#[test]
fn the_formula_of_the_subtraction_game_is_correct() {
    for most in 1..=4 {
        let game = Subtraction::new(30, most);
        let mut solver = SlowSolver::new(game, usize::MAX);
        let mut position = game.initial();
        while game.outcome(&position).is_none() {
            assert_eq!(solver.value(&position), Some(game.value(&position)), "{most}: {position:?}");
            game.play_unchecked(&mut position, 1);
        }
    }
}

#[test]
fn leapers_are_solved() {
    for (width, height, plies) in [(2, 3, 4), (2, 4, 8), (3, 3, 12), (3, 4, 14)] {
        let game = Leapers::new(width, height);
        let value = SlowSolver::new(game, usize::MAX).value(&game.initial());
        assert_eq!(value, Some(Proven { wdl: Wdl::Loss, plies: Some(Ply(plies)), score: None }), "{width}x{height}");
    }
}

/// On six cells, every first step comes within reach of a leap. Without leaps, both sides can avoid capture.
#[test]
fn pursuit_is_solved() {
    for (cells, text, expected) in [
        (6, "a+ d+ x", Score::loss_in(Ply(2))),
        (6, "a- d- x", Score::DRAW),
        (6, "a+ c+ o", Score::win_in(Ply(1))),
        (6, "a- b- x", Score::win_in(Ply(1))),
        (8, "a+ e+ x", Score::DRAW),
    ] {
        let game = Pursuit::new(cells, 20);
        let start = game.parse_position(text).unwrap();
        let record = GameRecord::from_position(game, start);
        let slow = slow_minimax(&record, Some(Depth(8)), &NoEvaluator);
        assert_eq!(slow.score, expected, "{text} on {cells} cells");
    }
}
