//! Tests of full-screen mode without a terminal.

mod online;
mod pictures;
mod play;
mod random_input;

use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use zermelo_core::Decision;
use zermelo_core::erased::{DynDecision, DynRecord, TextDecision};
use zermelo_testkit::agents::dyn_decision;

use super::model::{Input, Model, PlayerInfo, SearchPurpose, Task};
use super::page;
use super::theme::Theme;

/// A time after which everything that waits is due.
const LATER: Duration = Duration::from_mins(1);

/// A game of the catalogue after some moves.
fn record(game: &str, moves: &str) -> Box<dyn DynRecord> {
    let mut record = zermelo_catalog::game(game).expect("a game of the catalogue").new_record();
    record.play_all(moves).expect("moves of the game");
    record
}

/// A game on the screen; of the players, these are people. Monochrome, so that a picture shows all that there is.
fn model_with(record: Box<dyn DynRecord>, people: [bool; 2]) -> Model {
    let names = ["first", "second"];
    let player =
        |at: usize| PlayerInfo { name: if people[at] { "human" } else { names[at] }.to_owned(), is_human: people[at] };
    let theme = Theme { unicode: true, colour: false };
    let mut model = Model::new(record, [0, 1].map(player), [0, 1], theme);
    model.handle(Input::Tick, Duration::ZERO);
    model
}

/// Two people at a board.
fn people(game: &str, moves: &str) -> Model {
    model_with(record(game, moves), [true, true])
}

fn key(code: KeyCode) -> Input {
    Input::Key(KeyEvent::new(code, KeyModifiers::NONE))
}

/// Presses keys: words for those that have names, else each character.
fn press(model: &mut Model, keys: &str) {
    for word in keys.split_whitespace() {
        let code = match word {
            "left" => KeyCode::Left,
            "right" => KeyCode::Right,
            "up" => KeyCode::Up,
            "down" => KeyCode::Down,
            "enter" => KeyCode::Enter,
            "esc" => KeyCode::Esc,
            "tab" => KeyCode::Tab,
            "space" => KeyCode::Char(' '),
            "backspace" => KeyCode::Backspace,
            _ => {
                for c in word.chars() {
                    model.handle(key(KeyCode::Char(c)), model.now);
                }
                continue;
            }
        };
        model.handle(key(code), model.now);
    }
}

/// The screen of a size, as text.
fn picture(model: &Model, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal in memory");
    terminal.draw(|frame| page::draw(model, frame)).expect("a terminal in memory can be drawn on");
    let buffer = terminal.backend().buffer();
    let row = |y| -> String { (0..width).map(|x| buffer[(x, y)].symbol()).collect() };
    (0..height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
}

/// The search that is asked for, if one is.
fn search(model: &mut Model) -> Option<(u64, SearchPurpose, Box<dyn DynRecord>)> {
    model.take_tasks().into_iter().rev().find_map(|task| match task {
        Task::Think(id, purpose, record) => Some((id, purpose, record)),
        _ => None,
    })
}

/// A decision for a move, with figures that do not change.
fn decision(mv: &str) -> TextDecision {
    Decision { nodes: 1234, pv: vec![mv.to_owned()], ..Decision::play(mv.to_owned()) }
}

/// The decision of an agent that was asked about a record.
fn chosen(record: &dyn DynRecord, mv: &str) -> DynDecision {
    dyn_decision(record, decision(mv))
}

/// Answers the search that is asked for with a move, late enough for it to be played at once.
fn answer(model: &mut Model, mv: &str) {
    let (id, _, record) = search(model).expect("somebody thinks");
    model.handle(Input::Answer(id, Ok(chosen(record.as_ref(), mv)), Duration::from_millis(500)), model.now + LATER);
}
