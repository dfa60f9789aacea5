//! The suite finds planted defects and reports where.

use std::panic::{AssertUnwindSafe, catch_unwind};

use zermelo_core::Searchable;
use zermelo_core::erased::Playable;
use zermelo_testkit::conformance::{check, check_invalid_positions, check_positions};
use zermelo_testkit::reference::SlowBox;
use zermelo_testkit::toy::{Leapers, Pursuit};

use crate::flawed::{Flaw, Flawed};

/// The message of the panic of a function.
pub(crate) fn panic_message<R>(run: impl FnOnce() -> R) -> String {
    let panic = catch_unwind(AssertUnwindSafe(run)).err().expect("the function should panic");
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned())).expect("a panic with a message")
}

/// Checks that the suite finds a flaw and that its message contains `words`.
fn assert_found<G: Playable + Searchable>(game: G, flaw: Flaw, words: &str) {
    let flawed = Flawed { game, flaw };
    let message = panic_message(|| check(&flawed, 77));
    assert!(message.contains(words), "{flaw:?}: {message}");
    if flaw != Flaw::AlwaysIrreversible && flaw != Flaw::ClaimsAcyclic && flaw != Flaw::ConstantKey {
        assert!(message.contains("game: ") && message.contains("seed: 77"), "{flaw:?}: {message}");
    }
}

fn board() -> SlowBox<12> {
    SlowBox::flat(4, 3, 3, true)
}

#[test]
fn a_correct_game_passes_in_the_wrapper() {
    check(&Flawed { game: board(), flaw: Flaw::None }, 77);
    check(&Flawed { game: Pursuit::default(), flaw: Flaw::None }, 77);
}

#[test]
fn flaws_of_the_moves_are_found() {
    assert_found(board(), Flaw::DuplicateMove, "different moves");
    assert_found(board(), Flaw::WrongMoveCount, "count_moves gives another number");
    assert_found(board(), Flaw::WrongLeafCount, "leaves at depth 2");
    assert_found(board(), Flaw::AcceptsIllegal, "check accepts a move that is not generated");
    assert_found(board(), Flaw::RejectsLegal, "a generated move is rejected");
    assert_found(board(), Flaw::IgnoresDraw, "the game is not over, but there is no legal move");
    assert_found(board(), Flaw::NoWinPossible, "but can_win is false");
    assert_found(board(), Flaw::WrongPliesToDraw, "plies_to_draw is 1");
    assert_found(board(), Flaw::ConstantSideToMove, "is to move again after its move");
    assert_found(board(), Flaw::PlaysAnotherMove, "does not commute with play");
}

#[test]
fn flaws_of_keys_and_symmetries_are_found() {
    assert_found(board(), Flaw::ConstantKey, "the key does not depend on the side to move");
    assert_found(Leapers::default(), Flaw::ConstantKey, "two positions have the same key");
    assert_found(board(), Flaw::TransformsOnlyPositions, "does not commute with play");
}

#[test]
fn flaws_of_the_texts_are_found() {
    assert_found(board(), Flaw::LossyText, "the record's text");
    assert_found(board(), Flaw::ConstantMoveText, "the list of moves");
    assert_found(board(), Flaw::ParsesIllegal, "is parsed as an illegal move");
    assert_found(board(), Flaw::UnstableParse, "is parsed, but its printed form");
    assert_found(board(), Flaw::InvalidSpec, "can't be parsed");
    assert_found(Pursuit::default(), Flaw::MissingCounters, "the record's text");
}

#[test]
fn flaws_of_the_view_are_found() {
    assert_found(board(), Flaw::MissingEffect, "1 steps for the path");
    assert_found(Leapers::default(), Flaw::MissingEffect, "the effects give the pieces");
    assert_found(Leapers::default(), Flaw::ShortPath, "give ClickOptions");
    assert_found(board(), Flaw::MissingWinningCells, "winning cells []");
    assert_found(board(), Flaw::MissingPiece, "the effects give the pieces");
    assert_found(board(), Flaw::DuplicateCellName, "two cells have the name");
}

#[test]
fn flaws_of_the_history_are_found() {
    assert_found(Pursuit::default(), Flaw::AlwaysIrreversible, "the history's occurrences");
    assert_found(Pursuit::default(), Flaw::ConstantKey, "the history's occurrences");
    assert_found(Pursuit::default(), Flaw::ClaimsAcyclic, "acyclic, but a position occurs 2 times");
}

#[test]
fn a_failure_shows_the_position_and_the_move() {
    let message = panic_message(|| check(&Flawed { game: board(), flaw: Flaw::AcceptsIllegal }, 5));
    let lines: Vec<&str> = message.lines().map(str::trim).collect();
    assert!(lines.contains(&"game: slow-box:width=4,depth=1,height=3,k=3,gravity=on"), "{message}");
    assert!(lines.iter().any(|line| line.starts_with("position: ")), "{message}");
    assert!(lines.iter().any(|line| line.starts_with("move: ")), "{message}");
}

#[test]
fn texts_that_are_not_canonical_are_found() {
    let message = panic_message(|| check_positions(&board(), 1, &["4/4/112 o"]));
    assert!(message.starts_with("\"4/4/112 o\" is rejected"), "{message}");
    let message = panic_message(|| check_positions(&Leapers::default(), 1, &["oooo/4/22/4/xxxx x"]));
    assert!(message.starts_with("\"oooo/4/22/4/xxxx x\" is printed as \"oooo/4/4/4/xxxx x\""), "{message}");
    let message = panic_message(|| check_invalid_positions(&board(), &[("4/4/4 x", "position/malformed")]));
    assert!(message.contains("expected the error position/malformed"), "{message}");
    let message = panic_message(|| check_invalid_positions(&board(), &[("4/4 x", "position/unreachable")]));
    assert!(message.contains("\"4/4 x\": "), "{message}");
}
