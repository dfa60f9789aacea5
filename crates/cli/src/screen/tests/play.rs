//! Keys and agents in local games.

use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use zermelo_core::{Action, AgentError, Ending, Outcome, Side, Termination};
use zermelo_testkit::agents::dyn_decision;

use super::{LATER, answer, chosen, decision, key, model_with, people, picture, press, record, search};
use crate::board;
use crate::screen::model::{Input, InputMode, Model, SearchPurpose, Task};
use crate::screen::words;

fn moves(model: &Model) -> String {
    model.moves().1.join(" ")
}

fn said(model: &Model) -> &str {
    model.message.as_ref().map_or("", |message| message.text.as_str())
}

fn leaves(model: &mut Model) -> bool {
    model.take_tasks().iter().any(|task| matches!(task, Task::Leave))
}

/// White can only pass: the key p, Enter, and the typed word do it; the line of keys and the dialogue say so.
#[test]
fn a_pass_has_a_key_and_is_offered() {
    let game = zermelo_catalog::game("reversi:size=4").expect("a game");
    let start = || game.record_from("xo2/xxo1/xxxx/xxxx o").expect("a position");
    for keys in ["p", "enter", ":pass enter"] {
        let mut model = model_with(start(), [true, true]);
        let shown = picture(&model, 80, 24);
        assert!(shown.contains("White (o) to move: only a pass is possible."), "{shown}");
        assert!(shown.contains("\np pass   u take back"), "{shown}");
        assert_eq!(board::turn(&model.view).matches("only pass is possible").count(), 1);
        press(&mut model, keys);
        assert_eq!(model.moves().1, ["pass"], "{keys}");
    }
    // Where discs can be placed there is no pass, and the squares are marked.
    let mut model = people("reversi", "");
    press(&mut model, "p");
    assert_eq!(model.message.as_ref().map(|message| message.is_error), Some(true));
    let shown = picture(&model, 80, 24);
    assert!(!shown.contains("p pass") && shown.contains('◦'), "{shown}");
}

#[test]
fn arrows_and_enter_play() {
    let mut model = people("tictactoe", "");
    // The cursor leaves the square that was taken for the nearest that is free.
    press(&mut model, "enter left enter");
    assert_eq!(moves(&model), "b2 a1");
    press(&mut model, "right right up up space");
    assert_eq!(moves(&model), "b2 a1 c3");
}

#[test]
fn name_keys_move_the_cursor() {
    let mut model = people("mnk", "");
    press(&mut model, "b12 enter");
    assert_eq!(moves(&model), "b12");
    // Small h asks for a hint, the capital is the column.
    press(&mut model, "H3 enter");
    assert_eq!(moves(&model), "b12 h3");
    press(&mut model, "z");
    assert_eq!(said(&model), words::no_such_name('z'));
}

#[test]
fn a_full_column_is_reported() {
    let mut model = people("connect4", "444444");
    press(&mut model, "4");
    assert_eq!(said(&model), words::nothing_there("4"));
    press(&mut model, "7 enter");
    assert_eq!(moves(&model), "4 4 4 4 4 4 7");
}

#[test]
fn a_typed_move_can_be_corrected() {
    let mut model = people("connect4", "");
    press(&mut model, ":9 enter");
    assert!(said(&model).contains("column"), "{}", said(&model));
    assert_eq!(model.mode, InputMode::Typing("9".to_owned()));
    press(&mut model, "backspace 3 enter");
    assert_eq!((moves(&model).as_str(), &model.mode), ("3", &InputMode::Board));
    press(&mut model, "/ esc");
    assert_eq!(model.mode, InputMode::Board);
}

#[test]
fn a_digit_begins_a_move_where_squares_have_numbers() {
    let mut model = people("draughts-english", "");
    press(&mut model, "11-15 enter");
    assert_eq!(moves(&model), "11-15");
}

#[test]
fn escape_undoes_the_selection() {
    let mut model = people("draughts-english", "");
    press(&mut model, "enter");
    assert_eq!(model.clicked.len(), 1);
    let chosen = model.clicked[0];
    press(&mut model, "esc");
    assert_eq!((model.clicked.len(), model.cursor), (0, chosen));
}

#[test]
fn the_mouse_selects_and_plays() {
    let mut model = people("draughts-english", "");
    let square = |model: &Model, name: &str| {
        model.view.board.cells.iter().find(|cell| cell.name == name).map(|cell| cell.square).expect("a square")
    };
    for name in ["11", "10", "15"] {
        model.handle(Input::Click(square(&model, name)), Duration::ZERO);
    }
    assert_eq!(moves(&model), "10-15");
    model.handle(Input::Click(square(&model, "1")), Duration::ZERO);
    assert_eq!(said(&model), words::NOT_POSSIBLE);
}

#[test]
fn agents_answer_and_two_moves_are_taken_back() {
    let mut model = model_with(record("connect4", ""), [true, false]);
    press(&mut model, "4 enter");
    assert!(!model.is_persons_turn());
    answer(&mut model, "5");
    assert_eq!(moves(&model), "4 5");
    press(&mut model, "u");
    assert_eq!(moves(&model), "");
    assert_eq!(said(&model), "2 moves taken back.");
    press(&mut model, "u");
    assert_eq!(said(&model), words::NOTHING_TO_TAKE_BACK);
}

#[test]
fn a_draw_offer_stands_until_it_is_answered() {
    let mut model = people("connect4", "");
    press(&mut model, "=");
    assert_eq!(said(&model), "Red (x) offers a draw: = accepts, a move declines.");
    press(&mut model, "4 enter");
    assert_eq!(said(&model), "Red (x) offers a draw: = accepts, a move declines.");
    press(&mut model, "4 enter =");
    assert_eq!(model.view.ending, None, "the move declined it");
    press(&mut model, "5 enter =");
    let agreed = Ending { outcome: Outcome::Draw, termination: Termination::Agreement };
    assert_eq!(model.view.ending, Some(agreed));
}

#[test]
fn an_agent_offers_a_draw_with_its_move() {
    let mut model = model_with(record("connect4", ""), [true, false]);
    press(&mut model, "4 enter");
    let (id, _, record) = search(&mut model).expect("the agent thinks");
    let mut offer = decision("5");
    offer.action = Action::OfferDraw("5".to_owned());
    model.handle(Input::Answer(id, Ok(dyn_decision(record.as_ref(), offer)), LATER), LATER);
    assert_eq!(moves(&model), "4 5");
    assert!(said(&model).contains("offers a draw"), "{}", said(&model));
    press(&mut model, "=");
    assert_eq!(model.view.ending.map(|ending| ending.termination), Some(Termination::Agreement));
}

#[test]
fn a_late_search_result_is_ignored() {
    let mut model = model_with(record("connect4", ""), [true, false]);
    press(&mut model, "4 enter");
    let (id, _, record) = search(&mut model).expect("the agent thinks");
    press(&mut model, "u");
    assert!(model.take_tasks().iter().any(|task| matches!(task, Task::Stop)));
    model.handle(Input::Answer(id, Ok(chosen(record.as_ref(), "5")), LATER), LATER);
    assert_eq!(moves(&model), "");
    assert!(model.is_persons_turn());
}

#[test]
fn escape_makes_an_agent_move_now() {
    let mut model = model_with(record("connect4", ""), [false, true]);
    let (id, _, record) = search(&mut model).expect("the agent thinks");
    press(&mut model, "esc");
    assert!(model.take_tasks().iter().any(|task| matches!(task, Task::Stop)));
    model.handle(Input::Answer(id, Ok(chosen(record.as_ref(), "4")), LATER), LATER);
    assert_eq!(moves(&model), "4");
}

#[test]
fn a_hint_marks_its_move_until_a_move_is_played() {
    let mut model = people("draughts-english", "");
    press(&mut model, "h");
    let (id, purpose, record) = search(&mut model).expect("a hint is searched");
    assert_eq!(purpose, SearchPurpose::Hint);
    model.handle(Input::Answer(id, Ok(chosen(record.as_ref(), "11-15")), LATER), LATER);
    assert!(said(&model).starts_with("Hint: 11-15"), "{}", said(&model));
    assert_eq!(model.hinted.len(), 2);
    press(&mut model, "enter enter");
    assert!(model.hinted.is_empty());
}

#[test]
fn a_failed_hint_is_shown_and_a_failed_player_quits() {
    let mut model = people("connect4", "");
    press(&mut model, "h");
    let (id, ..) = search(&mut model).expect("a hint is searched");
    model.handle(Input::Answer(id, Err(AgentError::Endless), LATER), LATER);
    assert!(model.message.as_ref().is_some_and(|message| message.is_error));
    let mut model = model_with(record("connect4", "4"), [true, false]);
    let (id, ..) = search(&mut model).expect("the agent thinks");
    model.handle(Input::Answer(id, Err(AgentError::Crash("gone".to_owned())), LATER), LATER);
    let tasks = model.take_tasks();
    assert!(matches!(tasks[..], [Task::SaveGame(..), Task::Fail(1, AgentError::Crash(_))]), "{tasks:?}");
}

#[test]
fn destructive_commands_ask_for_confirmation() {
    let mut model = people("connect4", "4");
    press(&mut model, "q n");
    assert!(!leaves(&mut model));
    press(&mut model, "r y");
    let ending = model.view.ending.expect("it is over");
    assert_eq!((ending.outcome, ending.termination), (Outcome::Win(Side::First), Termination::Resignation));
    press(&mut model, "q");
    assert!(leaves(&mut model));
    // At the start there is nothing to lose.
    let mut model = people("connect4", "");
    press(&mut model, "q");
    assert!(leaves(&mut model));
}

#[test]
fn control_c_quits_in_every_mode() {
    for keys in ["", ":", "?", "q", "h"] {
        let mut model = people("connect4", "4");
        press(&mut model, keys);
        model.handle(Input::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)), LATER);
        let tasks = model.take_tasks();
        assert!(matches!(tasks[..], [.., Task::Leave]), "{keys}: {tasks:?}");
        assert!(tasks.iter().any(|task| matches!(task, Task::SaveGame(..))), "{keys}: the game is kept");
    }
}

#[test]
fn every_game_is_counted_once() {
    let mut model = people("tictactoe", "a1 b1 a2 b2");
    press(&mut model, "a3 enter");
    assert!(model.view.ending.is_some());
    // The end can be taken back: it is counted only when the game is left.
    press(&mut model, "u a3 enter n");
    let tasks = model.take_tasks();
    assert!(matches!(tasks[..], [Task::SaveGame(..), Task::NewGame]), "{tasks:?}");
    model.new_game(record("tictactoe", ""), [1, 0]);
    press(&mut model, "q");
    let results = model.statistics.iter().map(|player| (player.games, player.wins, player.losses));
    assert_eq!(results.collect::<Vec<_>>(), [(1, 1, 0), (1, 0, 1)]);
}

#[test]
fn games_of_agents_have_a_delay_and_a_pause() {
    let mut model = model_with(record("connect4", ""), [false, false]);
    let (id, _, record) = search(&mut model).expect("the first agent thinks");
    let soon = Duration::from_millis(1);
    model.handle(Input::Answer(id, Ok(chosen(record.as_ref(), "4")), soon), soon);
    assert_eq!(moves(&model), "", "a move is shown for a while");
    press(&mut model, "space");
    model.handle(Input::Tick, LATER);
    assert_eq!((moves(&model).as_str(), said(&model)), ("", words::PAUSED));
    press(&mut model, "space");
    assert_eq!(moves(&model), "4");
    press(&mut model, "enter");
    assert_eq!(said(&model), words::ONLY_AGENTS);
}

#[test]
fn endless_games_follow_each_other() {
    let mut model = model_with(record("tictactoe", "a1 b1 a2 b2"), [false, false]).endless(true);
    answer(&mut model, "a3");
    assert!(model.view.ending.is_some());
    model.take_tasks();
    model.handle(Input::Tick, model.now + LATER);
    let tasks = model.take_tasks();
    assert!(matches!(tasks[..], [Task::SaveGame(..), Task::NewGame]), "{tasks:?}");
}

#[test]
fn a_click_outside_the_board_mode_does_nothing() {
    let mut model = people("tictactoe", "");
    press(&mut model, "?");
    model.handle(Input::Click(model.cursor), Duration::ZERO);
    assert_eq!(moves(&model), "");
    model.handle(key(KeyCode::F(5)), Duration::ZERO);
    assert_eq!(model.mode, InputMode::Board);
}
