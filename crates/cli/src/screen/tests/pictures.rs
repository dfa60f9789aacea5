//! Pictures of the screen.

use std::time::Duration;

use ratatui::layout::{Position, Rect};
use zermelo_core::Side;
use zermelo_core::erased::{DynGame, ErasedGame};
use zermelo_core::view::BoardKind;
use zermelo_testkit::toy::Leapers;

use super::{answer, chosen, decision, model_with, people, picture, press, record, search};
use crate::screen::model::{Input, Model};
use crate::screen::page;
use crate::screen::theme::Theme;

#[test]
fn a_game_of_tic_tac_toe() {
    let mut model = people("tictactoe", "");
    press(&mut model, "enter right enter up");
    insta::assert_snapshot!(picture(&model, 80, 24));
    insta::assert_snapshot!("tictactoe_small", picture(&model, 30, 10));
}

#[test]
fn a_won_line() {
    let mut model = people("connect4", "4545453");
    press(&mut model, "enter");
    press(&mut model, "4 enter");
    insta::assert_snapshot!(picture(&model, 80, 24));
    model.theme = Theme { unicode: false, colour: false };
    insta::assert_snapshot!("a_won_line_in_ascii", picture(&model, 80, 24));
}

#[test]
fn all_planes_and_the_side_view() {
    let mut model = people("connect3d", "c3 c3 d3 d2");
    press(&mut model, "b");
    insta::assert_snapshot!(picture(&model, 80, 24));
    press(&mut model, "v");
    insta::assert_snapshot!("the_side_view", picture(&model, 80, 24));
}

#[test]
fn the_largest_boards_fit() {
    insta::assert_snapshot!("gomoku", picture(&people("mnk", "h8 i9 h9"), 80, 24));
    insta::assert_snapshot!("connect4_16x16", picture(&people("connect4:width=16,height=16", "89"), 80, 24));
    insta::assert_snapshot!("cube_8x8x8", picture(&people("connect3d:width=8,depth=8,height=8", "a1 b2"), 80, 24));
    let draughts = people("draughts-international:size=12", "");
    insta::assert_snapshot!("draughts_12x12", picture(&draughts, 80, 24));
}

/// A board of hexagons: the pieces of a game on a grid, drawn otherwise.
fn hexagons(moves: &str) -> Model {
    let mut model = people("mnk:width=5,height=4,k=4", moves);
    model.view.board.kind = BoardKind::Hexagons;
    model.view.board.edges = vec![Side::First, Side::Second, Side::First, Side::Second];
    model
}

#[test]
fn hexagons_are_drawn_as_a_rhombus() {
    let model = hexagons("c2 b3 d4 a1");
    insta::assert_snapshot!("hexagons", picture(&model, 80, 24));
    insta::assert_snapshot!("hexagons_small", picture(&model, 40, 12));
    insta::assert_snapshot!(
        "hexagons_plain",
        anstream::adapter::strip_str(&crate::board::draw(&model.view)).to_string()
    );
    // A click on a cell means that cell.
    let area = Rect::new(0, 0, 80, 24);
    let clicked = |name: &str| {
        let text = picture(&model, 80, 24);
        let row = text.lines().position(|line| line.contains(name)).expect("a row with the name");
        let column = text.lines().nth(row).and_then(|line| line.chars().position(|c| c == '(')).expect("a mark");
        page::cell_at(&model, area, Position::new(column as u16 + 1, row as u16))
    };
    let last = model.view.last_cell();
    assert!(last.is_some() && clicked("(o)") == last);
}

#[test]
fn a_chain_of_captures_step_by_step() {
    let game = ErasedGame(Leapers::default());
    let mut model = model_with(game.record_from("4/o3/4/o3/x3 x").expect("a position"), [true, true]);
    insta::assert_snapshot!("chain_1_choose_a_man", picture(&model, 60, 16));
    press(&mut model, "enter");
    assert_eq!(model.clicked.len(), 1);
    insta::assert_snapshot!("chain_2_choose_where_to", picture(&model, 60, 16));
    press(&mut model, "up enter");
    insta::assert_snapshot!("chain_3_after_one_jump", picture(&model, 60, 16));
    press(&mut model, "enter");
    insta::assert_snapshot!("chain_4_all_taken", picture(&model, 60, 16));
}

#[test]
fn draughts_chosen_in_two_steps() {
    let mut model = people("draughts-english", "11-15 22-18");
    insta::assert_snapshot!("draughts_1_must_capture", picture(&model, 80, 24));
    press(&mut model, "enter");
    insta::assert_snapshot!("draughts_2_where_to", picture(&model, 80, 24));
    press(&mut model, "enter");
    insta::assert_snapshot!("draughts_3_numbers_hidden", {
        press(&mut model, "#");
        picture(&model, 80, 24)
    });
}

#[test]
fn two_captures_in_draughts() {
    let game = zermelo_catalog::game("draughts-english").expect("a game");
    let start = game.record_from("W:WK22,30:B18,11,3").expect("a position");
    let mut model = model_with(start, [true, true]);
    press(&mut model, "enter enter");
    insta::assert_snapshot!("double_1_half_way", picture(&model, 80, 24));
    press(&mut model, "enter");
    insta::assert_snapshot!("double_2_done", picture(&model, 80, 24));
}

#[test]
fn points_are_joined_by_lines() {
    let mut model = people("teeko", "c3 b2 d4 a1 b3 d2 c2 e5");
    press(&mut model, "enter");
    insta::assert_snapshot!("teeko", picture(&model, 80, 24));
    insta::assert_snapshot!("teeko_small", picture(&model, 40, 16));
}

#[test]
fn the_keys() {
    let mut model = people("tictactoe", "");
    press(&mut model, "?");
    insta::assert_snapshot!(picture(&model, 80, 24));
}

#[test]
fn no_room() {
    let model = people("tictactoe", "");
    insta::assert_snapshot!("too_small", picture(&model, 50, 7));
    insta::assert_snapshot!("smallest", picture(&model, 24, 8));
    insta::assert_snapshot!("scrolled", picture(&people("mnk", "h8"), 24, 10));
}

#[test]
fn an_agent_thinks_plays_and_is_measured() {
    let mut model = model_with(record("connect4", ""), [true, false]);
    press(&mut model, "4 enter");
    let (id, _, record) = search(&mut model).expect("the agent thinks");
    model.handle(Input::Progress(id, decision("5")), Duration::from_millis(1250));
    insta::assert_snapshot!("thinking", picture(&model, 80, 24));
    model.handle(
        Input::Answer(id, Ok(chosen(record.as_ref(), "5")), Duration::from_millis(1500)),
        Duration::from_millis(1500),
    );
    insta::assert_snapshot!("answered", picture(&model, 80, 24));
    for _ in 0..2 {
        press(&mut model, "4 enter");
        answer(&mut model, "5");
    }
    press(&mut model, "4 enter");
    insta::assert_snapshot!("measured", picture(&model, 80, 24));
}

#[test]
fn what_is_refused_stands_over_what_was_typed() {
    let mut model = people("draughts-english", "11-15 22-18");
    press(&mut model, ":8-11 enter");
    insta::assert_snapshot!("refused", picture(&model, 60, 20));
}

#[test]
fn agents_stand_still() {
    let mut model = model_with(record("teeko", "c3 b2"), [false, false]);
    answer(&mut model, "d4");
    press(&mut model, "space");
    insta::assert_snapshot!("watched", picture(&model, 80, 24));
    answer(&mut model, "a1");
    insta::assert_snapshot!("paused", picture(&model, 60, 20));
}

#[test]
fn a_hint_and_a_question() {
    let mut model = people("connect4", "4455").advised_by("mcts:time=1s");
    press(&mut model, "h");
    answer(&mut model, "6");
    insta::assert_snapshot!("hint", picture(&model, 80, 24));
    press(&mut model, "q");
    insta::assert_snapshot!("question", picture(&model, 60, 20));
}
