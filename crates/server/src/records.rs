//! `/api/v1/records`: what somebody played, on file, and games that they bring along.

use std::fmt::Write;
use std::io::Cursor;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_core::Side;
use zermelo_core::erased::DynGame;
use zermelo_protocol::{
    ApiError, ErrorCode, ErrorResponse, NewRoom, Opponent, Profile, RoomEvent, RoomList, RoomPlayer, SideChoice,
    TimeControl,
};
use zermelo_records::{Draws, SavedGame, csv, jsonl, pdn};
use zermelo_room::Room;
use zermelo_store::RoomRow;

use crate::hall::{Mail, now, unreadable};
use crate::people::Known;
use crate::reply::{Asked, Refusal, Text};
use crate::row;
use crate::state::Doors;
use crate::work::aside;

/// Rooms in one answer.
const PAGE: u32 = 50;

/// Games in one file that is brought along, and in one that is taken away.
const IMPORTED: usize = 200;
const EXPORTED: u32 = 1000;

/// Where in a list one is.
#[derive(Deserialize)]
pub(crate) struct From {
    before: Option<String>,
}

/// `GET /api/v1/records`: one's rooms, the newest first.
#[utoipa::path(get, path = "/records", params(("before" = Option<String>, Query, description = "What the last answer had as `more`")), responses((status = 200, description = "One's rooms, the newest first", body = RoomList), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn list(
    State(doors): State<Doors>,
    Known(me): Known,
    Asked(From { before }): Asked<From>,
) -> Result<Json<RoomList>, Refusal> {
    let wrong = || Refusal::new(ErrorCode::Message, "before is what the last answer had as `more`");
    let before = match &before {
        None => None,
        Some(text) => {
            let (ms, code) = text.split_once('-').ok_or_else(wrong)?;
            Some((ms.parse().map_err(|_| wrong())?, code.to_owned()))
        }
    };
    let rows = doors.hall.store.rooms_of(&me.id, before, PAGE).await.map_err(|why| unreadable(&why))?;
    let last = rows.last().filter(|_| rows.len() == PAGE as usize);
    let more = last.map(|row| format!("{}-{}", row.created_ms, row.code));
    Ok(Json(RoomList { rooms: rows.into_iter().map(row::entry).collect(), more }))
}

/// A kind of file.
#[derive(Clone, Copy, Deserialize)]
pub(crate) struct Kind {
    #[serde(default)]
    format: FileKind,
}

/// The kinds of files.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FileKind {
    #[default]
    Json,
    Csv,
    Pdn,
}

impl FileKind {
    const fn content_type(self) -> &'static str {
        match self {
            Self::Json => "application/jsonl; charset=utf-8",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Pdn => "application/x-draughts-pdn; charset=utf-8",
        }
    }

    const fn ending(self) -> &'static str {
        match self {
            Self::Json => "jsonl",
            Self::Csv => "csv",
            Self::Pdn => "pdn",
        }
    }
}

/// `GET /api/v1/rooms/{code}/export`: one game on file, whoever plays it.
#[utoipa::path(get, path = "/rooms/{code}/export", params(("code" = String, Path, description = "The code of a room"), ("format" = Option<String>, Query, description = "json (the default), csv or pdn")), responses((status = 200, description = "The game on file", body = String), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn export(
    State(doors): State<Doors>,
    Path(code): Path<String>,
    Asked(Kind { format }): Asked<Kind>,
) -> Result<Response, Refusal> {
    let saved = doors.hall.ask(&code, Mail::Export).await?;
    file(&[saved], format, &code)
}

/// `GET /api/v1/records/export`: one's games that are over, on one file, the newest first.
#[utoipa::path(get, path = "/records/export", params(("format" = Option<String>, Query, description = "json (the default), csv or pdn")), responses((status = 200, description = "One's games that are over, on one file", body = String), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn export_all(
    State(doors): State<Doors>,
    Known(me): Known,
    Asked(Kind { format }): Asked<Kind>,
) -> Result<Response, Refusal> {
    let rows = doors.hall.store.records_of(&me.id, None, EXPORTED).await.map_err(|why| unreadable(&why))?;
    let records = rows.into_iter().filter_map(|row| row.record);
    let games: Vec<SavedGame> = records.filter_map(|record| serde_json::from_str(&record).ok()).collect();
    file(&games, format, "games")
}

fn file(games: &[SavedGame], kind: FileKind, name: &str) -> Result<Response, Refusal> {
    let text = written(games, kind).map_err(|why| Refusal::new(ErrorCode::RecordUnreadable, why.to_string()))?;
    let disposition = format!("attachment; filename=\"zermelo-{name}.{}\"", kind.ending());
    let headers = [(header::CONTENT_TYPE, kind.content_type().to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, text).into_response())
}

/// Games as a file; PDN has draughts alone.
fn written(games: &[SavedGame], kind: FileKind) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    match kind {
        FileKind::Json => {
            let mut writer = jsonl::Writer::new(Vec::new());
            games.iter().try_for_each(|game| writer.add(game))?;
            Ok(writer.into_inner())
        }
        FileKind::Csv => {
            let mut text = Vec::new();
            let mut writer = csv::GamesWriter::new(&mut text)?;
            for game in games {
                let first_to_move = game.first_to_move(zermelo_catalog::game(&game.game)?.as_ref())?;
                writer.add(&csv::GameRow::of(game, first_to_move))?;
            }
            Ok(text)
        }
        FileKind::Pdn => {
            let mut text = String::new();
            for game in games {
                let rules = zermelo_catalog::game(&game.game)?;
                // Of all one's games those that can be.
                match pdn::PdnGame::of(game, rules.as_ref()) {
                    Ok(pdn) => writeln!(text, "{pdn}")?,
                    Err(why) if games.len() == 1 => return Err(why.into()),
                    Err(_) => {}
                }
            }
            Ok(text.into_bytes())
        }
    }
}

/// What became of a file.
#[derive(Serialize, ToSchema)]
pub(crate) struct Imported {
    /// The rooms in which its games are.
    rooms: Vec<String>,
    /// What was refused, with its place.
    refused: Vec<String>,
}

/// `POST /api/v1/import`: keeps the games of a file as one's own.
#[utoipa::path(post, path = "/import", request_body = String, params(("format" = Option<String>, Query, description = "json (the default), csv or pdn")), responses((status = 200, description = "What became of the file", body = Imported), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn import(
    State(doors): State<Doors>,
    Known(me): Known,
    Asked(Kind { format }): Asked<Kind>,
    Text(body): Text,
) -> Result<Json<Imported>, Refusal> {
    let mut imported = Imported { rooms: Vec::new(), refused: Vec::new() };
    let hall = Arc::clone(&doors.hall);
    for game in aside(move || rooms_of(&body, format, &me, || hall.fresh_code())).await? {
        match game {
            Ok((row, events)) => imported.rooms.push(doors.hall.keep(row, &events).await?),
            Err(why) => imported.refused.push(why),
        }
    }
    if imported.rooms.is_empty() {
        let why = imported.refused.first().map_or("the file has no game", String::as_str);
        return Err(Refusal::new(ErrorCode::RecordUnreadable, format!("no game was kept: {why}")));
    }
    Ok(Json(imported))
}

/// The games of a file as rooms that are over, or why they are none.
fn rooms_of(
    text: &str,
    kind: FileKind,
    me: &Profile,
    fresh_code: impl Fn() -> String,
) -> Vec<Result<(RoomRow, Vec<RoomEvent>), String>> {
    let mut games = read(text, kind);
    let more = games.len() > IMPORTED;
    games.truncate(IMPORTED);
    let room = |game: Read| {
        let (place, game) = game?;
        played(fresh_code(), me, &game).map_err(|why| format!("{place}: {}", why.message))
    };
    let mut rooms: Vec<_> = games.into_iter().map(room).collect();
    if more {
        rooms.push(Err(format!("more than {IMPORTED} games: bring the rest in another file")));
    }
    rooms
}

/// From which kind of file to which.
#[derive(Clone, Copy, Deserialize)]
pub(crate) struct Kinds {
    #[serde(default)]
    from: FileKind,
    #[serde(default)]
    to: FileKind,
}

/// `POST /api/v1/convert`: the games of a file as a file of another kind. Each is played through; nothing is kept.
#[utoipa::path(post, path = "/convert", request_body = String, params(("from" = Option<String>, Query, description = "json (the default), csv or pdn"), ("to" = Option<String>, Query, description = "json (the default), csv or pdn")), responses((status = 200, description = "The games on file", body = String), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn convert(Asked(Kinds { from, to }): Asked<Kinds>, Text(body): Text) -> Result<Response, Refusal> {
    aside(move || file(&checked(&body, from)?, to, "games")).await?
}

/// The games of a file, each played through by its rules.
fn checked(text: &str, kind: FileKind) -> Result<Vec<SavedGame>, Refusal> {
    let wrong = |why: String| Refusal::new(ErrorCode::RecordUnreadable, why);
    let mut games = Vec::new();
    for game in read(text, kind) {
        let (place, game) = game.map_err(wrong)?;
        if games.len() == IMPORTED {
            return Err(wrong(format!("more than {IMPORTED} games: bring the rest in another file")));
        }
        let rules = zermelo_catalog::game(&game.game).map_err(|why| wrong(format!("{place}: {why}")))?;
        game.replay(rules.as_ref(), Draws::AtOnce).map_err(|why| wrong(format!("{place}: {why}")))?;
        games.push(game);
    }
    if games.is_empty() { Err(wrong("the file has no game".to_owned())) } else { Ok(games) }
}

/// A game with its place in the file, or why it is none.
type Read = Result<(String, SavedGame), String>;

fn read(text: &str, kind: FileKind) -> Vec<Read> {
    match kind {
        FileKind::Json => jsonl::read(Cursor::new(text))
            .map(|game| game.map(|(line, game)| (format!("line {line}"), game)).map_err(|why| why.to_string()))
            .collect(),
        FileKind::Csv => match csv::read_games(Cursor::new(text)) {
            Ok(games) => (1..)
                .zip(games)
                .map(|(row, game)| {
                    game.map(|row_of| (format!("game {row}"), row_of.game)).map_err(|why| why.to_string())
                })
                .collect(),
            Err(why) => vec![Err(why.to_string())],
        },
        FileKind::Pdn => {
            pdn::read(text).map(|game| game.map_err(|why| why.to_string()).and_then(|game| of_pdn(&game))).collect()
        }
    }
}

fn of_pdn(game: &pdn::PdnGame) -> Read {
    // The game that the file names, and each family as it is by default.
    let named = game.tag(pdn::SPEC).and_then(|spec| zermelo_catalog::game(spec).ok());
    let families = zermelo_catalog::GAMES.iter().filter_map(|info| zermelo_catalog::game(info.name).ok());
    let games: Vec<Box<dyn DynGame>> = named.into_iter().chain(families).collect();
    let place = game.place.to_string();
    let rules = pdn::pick(game, &games).map_err(|why| format!("{place}: {why}"))?;
    let saved = game.saved(rules).map_err(|why| format!("{place}: {why}"))?;
    Ok((place, saved))
}

/// A game on file as a room that is over.
fn played(code: String, me: &Profile, game: &SavedGame) -> Result<(RoomRow, Vec<RoomEvent>), ApiError> {
    let wrong = |why: String| ApiError::new(ErrorCode::RecordUnreadable, why);
    let rules = zermelo_catalog::game(&game.game).map_err(|why| ApiError::new(ErrorCode::Game, why.to_string()))?;
    let record = game.replay(rules.as_ref(), Draws::AtOnce).map_err(|why| wrong(why.to_string()))?;
    let start = match &game.start {
        None => rules.new_record(),
        Some(start) => rules.record_from(start).map_err(|why| ApiError::named(why.code, why.message))?,
    };
    let wish = NewRoom {
        game: rules.spec(),
        start: game.start.clone(),
        opening: Vec::new(),
        opponent: Opponent::Friend,
        side: SideChoice::Random,
        clock: TimeControl::None,
    };
    let at = now();
    let mut room = Room::new(code, Some(me.id.clone()), wish, start, at)?;
    let mut events = Vec::new();
    for (side, name) in Side::BOTH.into_iter().zip([&game.first, &game.second]) {
        // Nobody in particular: a name in a file proves nothing.
        let player = RoomPlayer::Person { id: String::new(), name: name.clone().unwrap_or_else(|| "?".to_owned()) };
        events.extend(room.seat(side, player, at)?);
    }
    for (index, (mv, _)) in record.moves().into_iter().enumerate() {
        events.extend(room.import_move(&mv, game.time(index).unwrap_or_default(), at)?);
    }
    if room.ending().is_none() {
        events.push(room.finish_import(record.ending(), at));
    }
    Ok((row::of(&room, at.unix_ms, at.unix_ms), events))
}
