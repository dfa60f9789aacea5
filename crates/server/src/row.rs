//! Conversions of rooms to rows of the store, saved games and list entries.

use zermelo_core::{Outcome, Side, Termination};
use zermelo_protocol::{RoomPlayer, RoomSummary, Stage};
use zermelo_records::SavedGame;
use zermelo_room::Room;
use zermelo_store::{RoomRow, StoredStatus, Winner};

/// The row of a room, which the store keeps in addition to its events.
pub(crate) fn from_room(room: &Room, created_ms: i64, now_ms: i64) -> RoomRow {
    let [first_name, second_name] = room.players().map(name);
    let person = |side: Side| room.person(side).filter(|id| !id.is_empty()).map(str::to_owned);
    let is_over = matches!(room.stage(), Stage::Ended | Stage::Aborted);
    let record =
        (room.stage() == Stage::Ended).then(|| serde_json::to_string(&saved_game(room, now_ms)).ok()).flatten();
    RoomRow {
        code: room.code().to_owned(),
        game: room.record().game_spec(),
        settings: serde_json::to_string(room.settings()).unwrap_or_default(),
        owner: room.owner().map(str::to_owned),
        first: person(Side::First),
        second: person(Side::Second),
        first_name,
        second_name,
        status: status(room.stage()),
        winner: room.ending().map(|ending| winner(ending.outcome)),
        termination: room.ending().and_then(|ending| termination_word(ending.termination)),
        plies: room.record().ply().0,
        created_ms,
        ended_ms: is_over.then_some(now_ms),
        record,
    }
}

/// The game of a room as a saved game.
pub(crate) fn saved_game(room: &Room, now_ms: i64) -> SavedGame {
    let [first, second] = room.players().map(name);
    let times = room.took_ms().iter().map(|ms| Some(*ms as f64)).collect();
    let date = jiff::Timestamp::from_millisecond(now_ms).ok().map(|date| date.to_string());
    let mut saved = SavedGame { date, times_ms: times, ..SavedGame::of(room.record(), [&first, &second]) };
    saved.extra.insert("room".to_owned(), room.code().into());
    saved.extra.insert("clock".to_owned(), room.settings().clock.to_string().into());
    saved
}

/// The name of a player, or the specification of a computer.
fn name(player: Option<&RoomPlayer>) -> String {
    match player {
        Some(RoomPlayer::Person { name, .. }) => name.clone(),
        Some(RoomPlayer::Computer { agent }) => agent.clone(),
        None => String::new(),
    }
}

const fn status(stage: Stage) -> StoredStatus {
    match stage {
        Stage::Waiting => StoredStatus::Waiting,
        Stage::Playing => StoredStatus::Playing,
        Stage::Ended => StoredStatus::Ended,
        Stage::Aborted => StoredStatus::Aborted,
    }
}

const fn winner(outcome: Outcome) -> Winner {
    match outcome {
        Outcome::Win(Side::First) => Winner::First,
        Outcome::Win(Side::Second) => Winner::Second,
        Outcome::Draw => Winner::Draw,
    }
}

/// The name of a termination in JSON.
fn termination_word(termination: Termination) -> Option<String> {
    serde_json::to_value(termination).ok()?.as_str().map(str::to_owned)
}

/// The list entry of a row.
pub(crate) fn summary(row: RoomRow) -> RoomSummary {
    let stage = match row.status {
        StoredStatus::Waiting => Stage::Waiting,
        StoredStatus::Playing => Stage::Playing,
        StoredStatus::Ended => Stage::Ended,
        StoredStatus::Aborted => Stage::Aborted,
    };
    let outcome = row.winner.map(|winner| match winner {
        Winner::First => Outcome::Win(Side::First),
        Winner::Second => Outcome::Win(Side::Second),
        Winner::Draw => Outcome::Draw,
    });
    let termination = row.termination.and_then(|word| serde_json::from_value(word.into()).ok());
    RoomSummary {
        room: row.code,
        game: row.game,
        stage,
        first: row.first_name,
        second: row.second_name,
        outcome,
        termination,
        plies: row.plies,
        created_ms: row.created_ms,
        ended_ms: row.ended_ms,
    }
}
