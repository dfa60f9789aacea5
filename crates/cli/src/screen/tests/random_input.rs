//! Random keys and terminal sizes: no panics, and every cell is reachable.

use std::collections::HashSet;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};
use zermelo_catalog::GAMES;
use zermelo_core::Square;
use zermelo_core::erased::{DynGame, DynRecord, ErasedGame};
use zermelo_testkit::rng::TestRng;
use zermelo_testkit::toy::{Leapers, Pursuit, Subtraction};

use super::{LATER, chosen, decision, model_with, picture, search};
use crate::screen::cursor_moves::Direction;
use crate::screen::model::{Input, Model};
use crate::screen::page;

/// Each game of the catalogue in its usual form and in the one of its example, and the toys.
fn games() -> Vec<Box<dyn DynRecord>> {
    let texts = GAMES.iter().flat_map(|info| [info.name, info.example]);
    let mut records: Vec<Box<dyn DynRecord>> =
        texts.map(|text| zermelo_catalog::game(text).expect("a game").new_record()).collect();
    records.push(ErasedGame(Leapers::default()).new_record());
    records.push(ErasedGame(Pursuit::default()).new_record());
    records.push(ErasedGame(Subtraction::new(12, 3)).new_record());
    records
}

const CODES: [KeyCode; 10] = [
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Enter,
    KeyCode::Enter,
    KeyCode::Enter,
    KeyCode::Esc,
    KeyCode::Tab,
    KeyCode::Backspace,
];
const CHARACTERS: &[u8] = b"uhnrqv#+-[]?:abcxyzABCHN0123456789 \xe9";

/// Any key.
fn any_key(rng: &mut TestRng) -> KeyEvent {
    let code = if rng.below(3) == 0 {
        KeyCode::Char(char::from(CHARACTERS[rng.below(CHARACTERS.len())]))
    } else {
        CODES[rng.below(CODES.len())]
    };
    KeyEvent::new(code, KeyModifiers::NONE)
}

/// Answers a search with any legal move, now and then too late.
fn any_answer(model: &mut Model, rng: &mut TestRng) {
    if let Some((id, _, record)) = search(model) {
        let moves = record.legal_moves();
        let mv = &moves[rng.below(moves.len())];
        let now = model.now + LATER;
        model.handle(Input::Progress(id, decision(mv)), now);
        if rng.below(4) > 0 {
            model.handle(Input::Answer(id, Ok(chosen(record.as_ref(), mv)), LATER), now);
        }
    }
}

#[test]
fn random_keys_and_sizes_do_not_panic() {
    let mut rng = TestRng::new(1);
    for start in games() {
        for people in [[true, true], [true, false], [false, false]] {
            let mut model = model_with(start.boxed_clone(), people);
            for _ in 0..150 {
                model.handle(Input::Key(any_key(&mut rng)), model.now);
                any_answer(&mut model, &mut rng);
                let [width, height] = [130, 50].map(|most| 1 + rng.below(most) as u16);
                picture(&model, width, height);
                let place = Position::new(rng.below(200) as u16, rng.below(60) as u16);
                if let Some(cell) = page::cell_at(&model, Rect::new(0, 0, width, height), place)
                    && rng.below(4) == 0
                {
                    model.handle(Input::Click(cell), model.now);
                }
                if model.view.ending.is_some() {
                    model.new_game(start.boxed_clone(), [1, 0]);
                }
            }
        }
    }
}

#[test]
fn arrows_reach_all_selectable_cells() {
    const DIRECTIONS: [Direction; 6] =
        [Direction::Left, Direction::Right, Direction::Up, Direction::Down, Direction::Front, Direction::Back];
    let mut rng = TestRng::new(2);
    for mut record in games() {
        for _ in 0..40 {
            let model = model_with(record.boxed_clone(), [true, true]);
            let cells = model.choice().next;
            let mut reached: HashSet<Square> = HashSet::from([model.cursor]);
            let mut open = vec![model.cursor];
            while let Some(from) = open.pop() {
                for direction in DIRECTIONS {
                    open.extend(model.board().go(from, direction, &cells).filter(|&cell| reached.insert(cell)));
                }
            }
            let missed: Vec<&Square> = cells.iter().filter(|cell| !reached.contains(cell)).collect();
            assert!(missed.is_empty(), "{} {}: {missed:?}", record.game_spec(), record.position_text());
            match rng.pick(&record.legal_moves().iter().map(String::as_str).collect::<Vec<_>>()) {
                Some(mv) => record.play(mv, None).expect("a legal move"),
                None => break,
            };
        }
    }
}

#[test]
fn every_cell_can_be_clicked() {
    for record in games() {
        let model = model_with(record, [true, true]);
        let area = Rect::new(0, 0, 130, 50);
        let clicked: HashSet<Square> =
            area.positions().filter_map(|place| page::cell_at(&model, area, place)).collect();
        assert_eq!(clicked.len(), model.view.board.cells.len(), "{}", model.view.game);
    }
}

#[test]
fn random_typed_text_does_not_panic() {
    let mut rng = TestRng::new(3);
    for record in games() {
        let mut model = model_with(record, [true, true]);
        for _ in 0..30 {
            model.handle(Input::Key(KeyEvent::new(KeyCode::Char(':'), KeyModifiers::NONE)), model.now);
            for _ in 0..rng.below(300) {
                let c = char::from_u32(rng.below(0x2_0000) as u32).unwrap_or('x');
                model.handle(Input::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE)), model.now);
            }
            model.handle(Input::Key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)), model.now);
            picture(&model, 80, 24);
            model.handle(Input::Key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE)), model.now);
        }
    }
}
