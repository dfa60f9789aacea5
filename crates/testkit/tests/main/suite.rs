//! The suite finds what is wrong, and says where.

use std::panic::{AssertUnwindSafe, catch_unwind};

use zermelo_core::Searchable;
use zermelo_core::erased::Playable;
use zermelo_testkit::conformance::{check, check_refused, check_texts};
use zermelo_testkit::reference::SlowBox;
use zermelo_testkit::toy::{Leapers, Pursuit};

use crate::flawed::{Flaw, Flawed};

/// What a panic said.
pub(crate) fn complaint<R>(run: impl FnOnce() -> R) -> String {
    let panic = catch_unwind(AssertUnwindSafe(run)).err().expect("this is to panic");
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned())).expect("a panic with a message")
}

fn finds<G: Playable + Searchable>(game: G, flaw: Flaw, words: &str) {
    let flawed = Flawed { game, flaw };
    let said = complaint(|| check(&flawed, 77));
    assert!(said.contains(words), "{flaw:?}: {said}");
    if flaw != Flaw::Irreversible && flaw != Flaw::Acyclic && flaw != Flaw::OneKey {
        assert!(said.contains("game: ") && said.contains("seed: 77"), "{flaw:?}: {said}");
    }
}

fn board() -> SlowBox<12> {
    SlowBox::flat(4, 3, 3, true)
}

#[test]
fn a_sound_game_passes_in_the_wrapper_too() {
    check(&Flawed { game: board(), flaw: Flaw::None }, 77);
    check(&Flawed { game: Pursuit::default(), flaw: Flaw::None }, 77);
}

#[test]
fn flaws_of_the_moves_are_found() {
    finds(board(), Flaw::Doubles, "different ones");
    finds(board(), Flaw::Miscounts, "count_moves says otherwise");
    finds(board(), Flaw::MiscountsLeaves, "leaves at depth 2");
    finds(board(), Flaw::Lenient, "let through that is not generated");
    finds(board(), Flaw::Strict, "a generated move is refused");
    finds(board(), Flaw::NoDraw, "nothing can be played, but the game goes on");
    finds(board(), Flaw::Gloomy, "and can't be able to");
    finds(board(), Flaw::EarlyDraw, "a draw is said to take");
    finds(board(), Flaw::KeepsTurn, "moved, and moves again");
    finds(board(), Flaw::PlaysOther, "does not commute with play");
}

#[test]
fn flaws_of_keys_and_symmetries_are_found() {
    finds(board(), Flaw::OneKey, "the key does not hold the side to move");
    finds(Leapers::default(), Flaw::OneKey, "two positions have one key");
    finds(board(), Flaw::MirrorsHalf, "does not commute with play");
}

#[test]
fn flaws_of_the_texts_are_found() {
    finds(board(), Flaw::LossyText, "the record's text");
    finds(board(), Flaw::OneText, "the list of moves");
    finds(board(), Flaw::ReadsAll, "is read as an illegal move");
    finds(board(), Flaw::Unstable, "is read, but printed as");
    finds(board(), Flaw::OddSpec, "can't be read");
    finds(Pursuit::default(), Flaw::HidesCounters, "the record's text");
}

#[test]
fn flaws_of_the_view_are_found() {
    finds(board(), Flaw::LacksEffect, "1 steps for the path");
    finds(Leapers::default(), Flaw::LacksEffect, "the effects lead to");
    finds(Leapers::default(), Flaw::ShortPath, "lead to Choice");
    finds(board(), Flaw::HidesLine, "winning cells []");
    finds(board(), Flaw::HidesPiece, "the effects lead to");
    finds(board(), Flaw::OneName, "two cells are called");
}

#[test]
fn flaws_of_the_history_are_found() {
    finds(Pursuit::default(), Flaw::Irreversible, "the history's count");
    finds(Pursuit::default(), Flaw::OneKey, "the history's count");
    finds(Pursuit::default(), Flaw::Acyclic, "acyclic, but a position came up 2 times");
}

#[test]
fn a_failure_shows_the_position_and_the_move() {
    let said = complaint(|| check(&Flawed { game: board(), flaw: Flaw::Lenient }, 5));
    let lines: Vec<&str> = said.lines().map(str::trim).collect();
    assert!(lines.contains(&"game: slow-box:width=4,depth=1,height=3,k=3,gravity=on"), "{said}");
    assert!(lines.iter().any(|line| line.starts_with("position: ")), "{said}");
    assert!(lines.iter().any(|line| line.starts_with("move: ")), "{said}");
}

#[test]
fn texts_that_are_not_the_usual_ones_are_found() {
    let said = complaint(|| check_texts(&board(), 1, &["4/4/112 o"]));
    assert!(said.starts_with("\"4/4/112 o\" is refused"), "{said}");
    let said = complaint(|| check_texts(&Leapers::default(), 1, &["oooo/4/22/4/xxxx x"]));
    assert!(said.starts_with("\"oooo/4/22/4/xxxx x\" is printed as \"oooo/4/4/4/xxxx x\""), "{said}");
    let said = complaint(|| check_refused(&board(), &[("4/4/4 x", "position/malformed")]));
    assert!(said.contains("which is to be refused"), "{said}");
    let said = complaint(|| check_refused(&board(), &[("4/4 x", "position/unreachable")]));
    assert!(said.contains("refuses \"4/4 x\""), "{said}");
}
