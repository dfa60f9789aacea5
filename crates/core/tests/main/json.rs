//! The JSON format. A change breaks programs that read it and must be listed in the change log.

use serde_json::{Value, json};
use zermelo_core::erased::{DynGame, ErasedGame};
use zermelo_core::view::{Effect, Piece, PieceKind};
use zermelo_core::{Action, Bound, Ending, Outcome, Ply, Proven, Score, SearchLimits, Side, Square, Termination, Wdl};
use zermelo_testkit::toy::{Leapers, Pursuit};

fn to_json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}

#[test]
fn scores() {
    assert_eq!(to_json(&Score::estimate(-12)), json!(-12));
    assert_eq!(to_json(&Score::DRAW), json!(0));
    assert_eq!(to_json(&Score::win_in(Ply(7))), json!({ "win_in": 7 }));
    assert_eq!(to_json(&Score::loss_in(Ply(8))), json!({ "loss_in": 8 }));
    for score in [Score::estimate(-12), Score::DRAW, Score::win_in(Ply(7)), Score::loss_in(Ply(8))] {
        assert_eq!(serde_json::from_value::<Score>(to_json(&score)).unwrap(), score);
    }
    for wrong in [json!("won"), json!({ "win_in": 7, "loss_in": 8 }), json!({ "win_in": -1 }), json!(0.5)] {
        let why = serde_json::from_value::<Score>(wrong).unwrap_err().to_string();
        assert_eq!(why, "a score is a whole number, {\"win_in\":N} or {\"loss_in\":N}");
    }
}

#[test]
fn results() {
    let ending = Ending { outcome: Outcome::Win(Side::First), termination: Termination::NoMove };
    let expected = json!({ "outcome": { "win": "first" }, "termination": "no_move" });
    assert_eq!(to_json(&ending), expected);
    assert_eq!(serde_json::from_value::<Ending>(expected).unwrap(), ending);
    assert_eq!(to_json(&Outcome::Draw), json!("draw"));
    let proven = Proven { wdl: Wdl::Loss, plies: Some(Ply(4)), score: None };
    assert_eq!(to_json(&proven), json!({ "wdl": "loss", "plies": 4, "score": null }));
    assert_eq!(to_json(&Action::Play("a1")), json!({ "play": "a1" }));
    assert_eq!(to_json(&Action::<&str>::Resign), json!("resign"));
    assert_eq!(to_json(&Bound::Lower), json!("lower"));
    let limits = SearchLimits { nodes: Some(5), ..SearchLimits::depth(3) };
    assert_eq!(serde_json::from_value::<SearchLimits>(to_json(&limits)).unwrap(), limits);
}

#[test]
fn effects() {
    let piece = Piece { square: Square(3), side: Side::Second, kind: PieceKind::King };
    let shown = json!({ "square": 3, "side": "second", "kind": "king" });
    assert_eq!(to_json(&Effect::Place { piece }), json!({ "do": "place", "piece": shown }));
    assert_eq!(to_json(&Effect::Move { from: Square(1), to: Square(2) }), json!({ "do": "move", "from": 1, "to": 2 }));
    assert_eq!(to_json(&Effect::Remove { square: Square(1) }), json!({ "do": "remove", "square": 1 }));
    let promoted = json!({ "do": "promote", "square": 1, "kind": "man" });
    assert_eq!(to_json(&Effect::Promote { square: Square(1), kind: PieceKind::Man }), promoted);
}

#[test]
fn the_view_of_a_game() {
    let mut record = ErasedGame(Leapers::new(2, 3)).record_from("o1/2/x1 o").unwrap();
    record.play("a3-a2", None).unwrap();
    let view = to_json(&record.view());
    assert_eq!(
        view,
        json!({
            "game": "leapers:width=2,height=3",
            "board": {
                "kind": "grid",
                "size": [2, 3, 1],
                "cells": (0..6).map(|at| {
                    let name = format!("{}{}", ["a", "b"][at % 2], at / 2 + 1);
                    let spoken = json!({ "key": "cell", "args": [["name", name]] });
                    json!({ "square": at, "name": name, "at": [at % 2, at / 2, 0], "spoken": spoken })
                }).collect::<Vec<_>>(),
                "columns": ["a", "b"],
                "rows": ["1", "2", "3"],
                "planes": [],
                "groups": [], "edges": [],
            },
            "sides": [
                { "id": "x", "text": "X", "mark": "x" },
                { "id": "o", "text": "O", "mark": "o" },
            ],
            "pieces": [
                { "square": 0, "side": "first", "kind": "man" },
                { "square": 2, "side": "second", "kind": "man" },
            ],
            "last": {
                "text": "a3-a2",
                "spoken": { "key": "move", "args": [["from", "a3"], ["to", "a2"]] },
                "path": [4, 2],
                "steps": [[{ "do": "move", "from": 4, "to": 2 }]],
            },
            "winning": [],
            "to_move": "first",
            "ply": 1,
            "ending": null,
            "moves": [
                {
                    "text": "a1-b2",
                    "spoken": { "key": "move", "args": [["from", "a1"], ["to", "b2"]] },
                    "path": [0, 3],
                    "steps": [[{ "do": "move", "from": 0, "to": 3 }]],
                },
                {
                    "text": "a1xa3",
                    "spoken": { "key": "move", "args": [["from", "a1"], ["to", "a3"]] },
                    "path": [0, 4],
                    "steps": [[
                        { "do": "move", "from": 0, "to": 4 },
                        { "do": "remove", "square": 2 },
                        { "do": "promote", "square": 4, "kind": "king" },
                    ]],
                },
            ],
        })
    );
}

#[test]
fn the_end_of_a_game() {
    let mut record = ErasedGame(Pursuit::default()).new_record();
    record.end(Outcome::Win(Side::Second), Termination::Resignation);
    let view = to_json(&record.view());
    assert_eq!(view["ending"], json!({ "outcome": { "win": "second" }, "termination": "resignation" }));
    assert_eq!((&view["moves"], &view["last"]), (&json!([]), &Value::Null));
}
