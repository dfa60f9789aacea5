//! Clicks and effects, mostly with Leapers, whose moves have several steps.

use zermelo_core::erased::{DynGame, DynRecord, ErasedGame};
use zermelo_core::view::{ClickOptions, Clicks, Effect, MoveView, Moving, Phrase, Piece, PieceKind};
use zermelo_core::{Side, Square, View};
use zermelo_testkit::reference::SlowBox;
use zermelo_testkit::toy::{Leapers, Pursuit};

/// The man on a1 can jump over b1, c2, b3 and a2 in both directions and return, or from c3 over c4 to the last row.
const CROSSROADS: &str = "5/2o2/1o3/o1o2/xO3 x";

fn record(position: &str) -> Box<dyn DynRecord> {
    ErasedGame(Leapers::new(5, 5)).record_from(position).unwrap()
}

fn named(view: &View, name: &str) -> Square {
    view.board.cells.iter().find(|cell| cell.name == name).unwrap().square
}

fn names(view: &View, squares: &[Square]) -> Vec<String> {
    let name = |&square| view.board.cells.iter().find(|cell| cell.square == square).unwrap().name.clone();
    squares.iter().map(name).collect()
}

#[test]
fn clicks_follow_the_paths() {
    let view = record(CROSSROADS).view();
    let texts: Vec<&str> = view.moves.iter().map(|mv| mv.text.as_str()).collect();
    assert_eq!(texts, ["a1-b2", "a1xa3xc3xc5", "a1xa3xc3xc1xa1", "a1xc1xc3xc5", "a1xc1xc3xa3xa1"]);
    let clicks = Clicks::new(&view);
    let after = |path: &[&str]| {
        let path: Vec<Square> = path.iter().map(|name| named(&view, name)).collect();
        let ClickOptions { next, complete, .. } = clicks.after(&path);
        (names(&view, &next), complete.map(|index| view.moves[index].text.as_str()))
    };
    let next = |names: &[&str]| (names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>(), None);
    assert_eq!(after(&[]), next(&["a1"]));
    assert_eq!(after(&["a1"]), next(&["b2", "a3", "c1"]));
    assert_eq!(after(&["a1", "c1"]), next(&["c3"]));
    assert_eq!(after(&["a1", "c1", "c3"]), next(&["c5", "a3"]));
    assert_eq!(after(&["a1", "c1", "c3", "c5"]), (Vec::new(), Some("a1xc1xc3xc5")));
    assert_eq!(after(&["a1", "b2"]), (Vec::new(), Some("a1-b2")));
    // Invalid: a wrong cell, and an additional click.
    assert_eq!(after(&["b2"]), next(&[]));
    assert_eq!(after(&["a1", "b2", "b3"]), next(&[]));
}

#[test]
fn effects_are_grouped_by_steps() {
    let mut record = record(CROSSROADS);
    let view = record.view();
    let mv = view.moves.iter().find(|mv| mv.text == "a1xc1xc3xc5").unwrap().clone();
    let at = |name| named(&view, name);
    let jump = |from, over, to| [Effect::Move { from: at(from), to: at(to) }, Effect::Remove { square: at(over) }];
    let promotion = Effect::Promote { square: at("c5"), kind: PieceKind::King };
    let expected = [
        jump("a1", "b1", "c1").to_vec(),
        jump("c1", "c2", "c3").to_vec(),
        jump("c3", "c4", "c5").into_iter().chain([promotion]).collect(),
    ];
    assert_eq!(mv.moving.steps, expected);
    let mut pieces = view.pieces.clone();
    mv.moving.steps.iter().flatten().for_each(|effect| effect.apply(&mut pieces));
    pieces.sort_unstable();
    record.play(&mv.text, None).unwrap();
    let after = record.view();
    assert_eq!(pieces, after.pieces);
    let king = Piece { square: at("c5"), side: Side::First, kind: PieceKind::King };
    assert!(pieces.contains(&king) && pieces.len() == 3, "{pieces:?}");
    assert_eq!(after.last, Some(mv));
}

#[test]
fn a_move_can_end_on_its_start() {
    let mut record = record(CROSSROADS);
    record.play("a1xc1xc3xa3xa1", None).unwrap();
    assert_eq!(record.position_text(), "5/2o2/5/5/x4 o");
}

#[test]
fn a_captured_piece_is_removed_first() {
    let mut record = ErasedGame(Pursuit::default()).record_from("a+ c+ o").unwrap();
    record.play("c-a", None).unwrap();
    let view = record.view();
    assert_eq!(view.pieces, [Piece { square: Square(0), side: Side::Second, kind: PieceKind::Man }]);
}

#[test]
fn the_cells_of_a_group_are_equivalent_clicks() {
    let view = ErasedGame(SlowBox::<6>::flat(3, 2, 3, true)).record_from("3/x2 o").unwrap().view();
    let clicks = Clicks::new(&view);
    // Column a has a stone on a1. The next stone lands on a2, and a click on either cell plays it.
    for (name, text) in [("a1", "1"), ("a2", "1"), ("c1", "3"), ("c2", "3")] {
        let choice = clicks.after(&[named(&view, name)]);
        assert_eq!(choice.complete.map(|index| view.moves[index].text.as_str()), Some(text), "{name}");
        assert!(choice.next.is_empty());
    }
}

#[test]
fn a_move_without_a_path_is_reported_separately() {
    let mut view = record(CROSSROADS).view();
    let pass = Moving { spoken: Phrase::new("pass", []), path: Vec::new(), steps: Vec::new() };
    view.moves.insert(0, MoveView { text: "pass".to_owned(), moving: pass });
    let clicks = Clicks::new(&view);
    let start = clicks.after(&[]);
    assert_eq!((names(&view, &start.next), start.complete, start.unclicked), (vec!["a1".to_owned()], None, Some(0)));
    let chosen = clicks.after(&[named(&view, "a1")]);
    assert_eq!((chosen.next.len(), chosen.complete, chosen.unclicked), (3, None, None));
    assert_eq!(clicks.preview(&[]), view.pieces);
    assert_eq!(view.moves[0].target(), None);
}

#[test]
fn a_preview_shows_the_completed_steps() {
    let view = record(CROSSROADS).view();
    let clicks = Clicks::new(&view);
    let [a1, b1, c1] = ["a1", "b1", "c1"].map(|name| named(&view, name));
    assert_eq!(clicks.preview(&[a1]), view.pieces);
    let after = clicks.preview(&[a1, c1]);
    assert!(
        after.iter().any(|piece| piece.square == c1) && after.iter().all(|piece| ![a1, b1].contains(&piece.square))
    );
}

#[test]
fn a_flip_changes_only_the_owner() {
    let piece = |at, side| Piece { square: Square(at), side, kind: PieceKind::King };
    let mut pieces = vec![piece(1, Side::First), piece(2, Side::First), piece(3, Side::Second)];
    for square in [2, 3, 4].map(Square) {
        Effect::Flip { square }.apply(&mut pieces);
    }
    assert_eq!(pieces, [piece(1, Side::First), piece(2, Side::Second), piece(3, Side::First)]);
    assert_eq!(
        serde_json::to_value(Effect::Flip { square: Square(2) }).unwrap(),
        serde_json::json!({"do": "flip", "square": 2})
    );
}

#[test]
fn a_finished_game_shows_its_winning_line_and_no_moves() {
    let mut record = ErasedGame(SlowBox::<9>::flat(3, 3, 3, false)).new_record();
    record.play_all("a1 a2 b1 b2 c1").unwrap();
    let view = record.view();
    assert_eq!(names(&view, &view.winning), ["a1", "b1", "c1"]);
    assert!(view.moves.is_empty() && Clicks::new(&view).after(&[]) == ClickOptions::default());
    assert_eq!(view.ending, record.ending());
}
