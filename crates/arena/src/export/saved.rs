//! Converts games of the results to saved games.

use serde_json::{Map, Value, json};
use zermelo_core::erased::DynGame;
use zermelo_core::{Depth, Side};
use zermelo_records::SavedGame;

use crate::results::{ResultsReader, StoredGame};

/// Converts a game of the results to a saved game.
pub fn saved(reader: &ResultsReader, game: &dyn DynGame, stored: &StoredGame) -> SavedGame {
    let plies = stored.plies as usize;
    let figures = || (0..plies).map(|ply| stored.figures_of(ply));
    let name = |side: Side| Some(reader.name(stored.players[side.index()]).to_owned());
    let known = |number: u64| (number > 0).then_some(number);
    let event = reader.header().config.name.clone();
    let mut extra = Map::new();
    let mut add = |key: &str, value: Value| {
        extra.insert(key.to_owned(), value);
    };
    if let Some(event) = event {
        add("event", event.into());
    }
    add("round", stored.round.to_string().into());
    add("number", stored.id.into());
    add("pair", stored.pair.into());
    add("opening", stored.opening.into());
    if let Some(detail) = &stored.detail {
        add("detail", json!(detail));
    }
    let playouts: Vec<Value> = figures().map(|it| json!(it.and_then(|it| known(it.playouts)))).collect();
    if playouts.iter().any(|value| !value.is_null()) {
        add("playouts", playouts.into());
    }
    SavedGame {
        game: game.spec(),
        start: stored.start.clone(),
        moves: stored.moves.split(' ').filter(|text| !text.is_empty()).map(str::to_owned).collect(),
        times_ms: unless_unknown(figures().map(|it| it.map(|it| micros(it.nanoseconds))).collect()),
        nodes: unless_unknown(figures().map(|it| it.and_then(|it| known(it.nodes))).collect()),
        depths: unless_unknown(
            figures().map(|it| it.map(|it| Depth(it.depth)).filter(|depth| *depth > Depth(0))).collect(),
        ),
        scores: unless_unknown(figures().map(|it| it.and_then(|it| it.score)).collect()),
        winner: Some(stored.outcome),
        termination: Some(stored.termination),
        first: name(Side::First),
        second: name(Side::Second),
        seed: Some(stored.seed),
        date: Some(date(stored.ended)),
        extra,
    }
}

/// Omits an empty list.
fn unless_unknown<T>(list: Vec<Option<T>>) -> Vec<Option<T>> {
    if list.iter().all(Option::is_none) { Vec::new() } else { list }
}

/// Milliseconds with three decimals.
pub(super) fn micros(nanoseconds: u64) -> f64 {
    (nanoseconds as f64 / 1000.0).round() / 1000.0
}

/// Formats a time in RFC 3339, UTC, with seconds.
pub fn date(milliseconds: i64) -> String {
    let moment = jiff::Timestamp::from_millisecond(milliseconds).unwrap_or_default();
    moment.round(jiff::Unit::Second).unwrap_or(moment).to_string()
}
