//! `/api/v1/records`, `import` and `convert`: a guest's games, and files of games.

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

use crate::extract::{QueryParams, TextBody};
use crate::guests::CurrentGuest;
use crate::http_error::HttpError;
use crate::room_registry::{RoomMessage, now, read_error};
use crate::row;
use crate::state::AppState;
use crate::threads::run_blocking;

/// The number of rooms in one answer.
const PAGE_SIZE: u32 = 50;

/// The maximum number of games in an imported file, and in an exported one.
const MAX_IMPORTED: usize = 200;
const MAX_EXPORTED: u32 = 1000;

/// The query of [`list`].
#[derive(Deserialize)]
pub(crate) struct ListQuery {
    before: Option<String>,
}

/// `GET /api/v1/records`: the guest's rooms, the newest first.
#[utoipa::path(get, path = "/records", params(("before" = Option<String>, Query, description = "The value of `more` in the previous answer")), responses((status = 200, description = "The guest's rooms, the newest first", body = RoomList), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn list(
    State(state): State<AppState>,
    CurrentGuest(me): CurrentGuest,
    QueryParams(ListQuery { before }): QueryParams<ListQuery>,
) -> Result<Json<RoomList>, HttpError> {
    let error = || HttpError::new(ErrorCode::Message, "before must be the value of `more` in the previous answer");
    let before = match &before {
        None => None,
        Some(text) => {
            let (ms, code) = text.split_once('-').ok_or_else(error)?;
            Some((ms.parse().map_err(|_| error())?, code.to_owned()))
        }
    };
    let rows = state.registry.store.rooms_of(&me.id, before, PAGE_SIZE).await.map_err(|why| read_error(&why))?;
    let last = rows.last().filter(|_| rows.len() == PAGE_SIZE as usize);
    let more = last.map(|row| format!("{}-{}", row.created_ms, row.code));
    Ok(Json(RoomList { rooms: rows.into_iter().map(row::summary).collect(), more }))
}

/// The query of [`export`], [`export_all`] and [`import`].
#[derive(Clone, Copy, Deserialize)]
pub(crate) struct FormatQuery {
    #[serde(default)]
    format: FileFormat,
}

/// The format of a file of games.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FileFormat {
    #[default]
    Json,
    Csv,
    Pdn,
}

impl FileFormat {
    const fn content_type(self) -> &'static str {
        match self {
            Self::Json => "application/jsonl; charset=utf-8",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Pdn => "application/x-draughts-pdn; charset=utf-8",
        }
    }

    const fn extension(self) -> &'static str {
        match self {
            Self::Json => "jsonl",
            Self::Csv => "csv",
            Self::Pdn => "pdn",
        }
    }
}

/// `GET /api/v1/rooms/{code}/export`: the game of a room as a file.
#[utoipa::path(get, path = "/rooms/{code}/export", params(("code" = String, Path, description = "The code of a room"), ("format" = Option<String>, Query, description = "json (the default), csv or pdn")), responses((status = 200, description = "The file of the game", body = String), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn export(
    State(state): State<AppState>,
    Path(code): Path<String>,
    QueryParams(FormatQuery { format }): QueryParams<FormatQuery>,
) -> Result<Response, HttpError> {
    let saved = state.registry.request(&code, RoomMessage::Export).await?;
    file(&[saved], format, &code)
}

/// `GET /api/v1/records/export`: the guest's finished games as one file, the newest first.
#[utoipa::path(get, path = "/records/export", params(("format" = Option<String>, Query, description = "json (the default), csv or pdn")), responses((status = 200, description = "The file of the guest's finished games", body = String), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn export_all(
    State(state): State<AppState>,
    CurrentGuest(me): CurrentGuest,
    QueryParams(FormatQuery { format }): QueryParams<FormatQuery>,
) -> Result<Response, HttpError> {
    let rows = state.registry.store.records_of(&me.id, None, MAX_EXPORTED).await.map_err(|why| read_error(&why))?;
    let records = rows.into_iter().filter_map(|row| row.record);
    let games: Vec<SavedGame> = records.filter_map(|record| serde_json::from_str(&record).ok()).collect();
    file(&games, format, "games")
}

/// The games as a file to download.
fn file(games: &[SavedGame], format: FileFormat, name: &str) -> Result<Response, HttpError> {
    let text = encode(games, format).map_err(|why| HttpError::new(ErrorCode::RecordUnreadable, why.to_string()))?;
    let disposition = format!("attachment; filename=\"zermelo-{name}.{}\"", format.extension());
    let headers =
        [(header::CONTENT_TYPE, format.content_type().to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, text).into_response())
}

/// The content of a file of games. PDN is for draughts only.
fn encode(games: &[SavedGame], format: FileFormat) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    match format {
        FileFormat::Json => {
            let mut writer = jsonl::Writer::new(Vec::new());
            games.iter().try_for_each(|game| writer.add(game))?;
            Ok(writer.into_inner())
        }
        FileFormat::Csv => {
            let mut text = Vec::new();
            let mut writer = csv::GamesWriter::new(&mut text)?;
            for game in games {
                let first_to_move = game.first_to_move(zermelo_catalog::game(&game.game)?.as_ref())?;
                writer.add(&csv::GameRow::of(game, first_to_move))?;
            }
            Ok(text)
        }
        FileFormat::Pdn => {
            let mut text = String::new();
            for game in games {
                let rules = zermelo_catalog::game(&game.game)?;
                // A file of several games leaves out those that PDN can't represent.
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

/// The result of an import.
#[derive(Serialize, ToSchema)]
pub(crate) struct Imported {
    /// The codes of the rooms with the imported games.
    rooms: Vec<String>,
    /// The errors, each with its location in the file.
    refused: Vec<String>,
}

/// `POST /api/v1/import`: stores the games of a file as games of the guest.
#[utoipa::path(post, path = "/import", request_body = String, params(("format" = Option<String>, Query, description = "json (the default), csv or pdn")), responses((status = 200, description = "The result of the import", body = Imported), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn import(
    State(state): State<AppState>,
    CurrentGuest(me): CurrentGuest,
    QueryParams(FormatQuery { format }): QueryParams<FormatQuery>,
    TextBody(body): TextBody,
) -> Result<Json<Imported>, HttpError> {
    let mut imported = Imported { rooms: Vec::new(), refused: Vec::new() };
    let registry = Arc::clone(&state.registry);
    for game in run_blocking(move || rooms_of(&body, format, &me, || registry.new_code())).await? {
        match game {
            Ok((row, events)) => imported.rooms.push(state.registry.store_finished(row, &events).await?),
            Err(why) => imported.refused.push(why),
        }
    }
    if imported.rooms.is_empty() {
        let why = imported.refused.first().map_or("the file has no game", String::as_str);
        return Err(HttpError::new(ErrorCode::RecordUnreadable, format!("no game was imported: {why}")));
    }
    Ok(Json(imported))
}

/// The games of a file as finished rooms, with an error for each game that can't be imported.
fn rooms_of(
    text: &str,
    format: FileFormat,
    me: &Profile,
    new_code: impl Fn() -> String,
) -> Vec<Result<(RoomRow, Vec<RoomEvent>), String>> {
    let mut games = read(text, format);
    let more = games.len() > MAX_IMPORTED;
    games.truncate(MAX_IMPORTED);
    let room = |game: ParsedGame| {
        let (location, game) = game?;
        finished_room(new_code(), me, &game).map_err(|why| format!("{location}: {}", why.message))
    };
    let mut rooms: Vec<_> = games.into_iter().map(room).collect();
    if more {
        rooms.push(Err(format!("more than {MAX_IMPORTED} games: put the rest in another file")));
    }
    rooms
}

/// The query of [`convert`].
#[derive(Clone, Copy, Deserialize)]
pub(crate) struct ConvertQuery {
    #[serde(default)]
    from: FileFormat,
    #[serde(default)]
    to: FileFormat,
}

/// `POST /api/v1/convert`: converts a file of games to another format. Every game is checked by its rules; nothing is stored.
#[utoipa::path(post, path = "/convert", request_body = String, params(("from" = Option<String>, Query, description = "json (the default), csv or pdn"), ("to" = Option<String>, Query, description = "json (the default), csv or pdn")), responses((status = 200, description = "The converted file", body = String), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn convert(
    QueryParams(ConvertQuery { from, to }): QueryParams<ConvertQuery>,
    TextBody(body): TextBody,
) -> Result<Response, HttpError> {
    run_blocking(move || file(&validated_games(&body, from)?, to, "games")).await?
}

/// The games of a file, each replayed by its rules.
fn validated_games(text: &str, format: FileFormat) -> Result<Vec<SavedGame>, HttpError> {
    let error = |why: String| HttpError::new(ErrorCode::RecordUnreadable, why);
    let mut games = Vec::new();
    for game in read(text, format) {
        let (location, game) = game.map_err(error)?;
        if games.len() == MAX_IMPORTED {
            return Err(error(format!("more than {MAX_IMPORTED} games: put the rest in another file")));
        }
        let rules = zermelo_catalog::game(&game.game).map_err(|why| error(format!("{location}: {why}")))?;
        game.replay(rules.as_ref(), Draws::AtOnce).map_err(|why| error(format!("{location}: {why}")))?;
        games.push(game);
    }
    if games.is_empty() { Err(error("the file has no game".to_owned())) } else { Ok(games) }
}

/// A game with its location in the file, or an error message.
type ParsedGame = Result<(String, SavedGame), String>;

fn read(text: &str, format: FileFormat) -> Vec<ParsedGame> {
    match format {
        FileFormat::Json => jsonl::read(Cursor::new(text))
            .map(|game| game.map(|(line, game)| (format!("line {line}"), game)).map_err(|why| why.to_string()))
            .collect(),
        FileFormat::Csv => match csv::read_games(Cursor::new(text)) {
            Ok(games) => (1..)
                .zip(games)
                .map(|(row, game)| {
                    game.map(|row_of| (format!("game {row}"), row_of.game)).map_err(|why| why.to_string())
                })
                .collect(),
            Err(why) => vec![Err(why.to_string())],
        },
        FileFormat::Pdn => {
            pdn::read(text).map(|game| game.map_err(|why| why.to_string()).and_then(|game| from_pdn(&game))).collect()
        }
    }
}

fn from_pdn(game: &pdn::PdnGame) -> ParsedGame {
    // The game that the file names, then the default variant of each game.
    let named = game.tag(pdn::SPEC).and_then(|spec| zermelo_catalog::game(spec).ok());
    let families = zermelo_catalog::GAMES.iter().filter_map(|info| zermelo_catalog::game(info.name).ok());
    let games: Vec<Box<dyn DynGame>> = named.into_iter().chain(families).collect();
    let location = game.place.to_string();
    let rules = pdn::pick(game, &games).map_err(|why| format!("{location}: {why}"))?;
    let saved = game.saved(rules).map_err(|why| format!("{location}: {why}"))?;
    Ok((location, saved))
}

/// A saved game as a finished room.
fn finished_room(code: String, me: &Profile, game: &SavedGame) -> Result<(RoomRow, Vec<RoomEvent>), ApiError> {
    let error = |why: String| ApiError::new(ErrorCode::RecordUnreadable, why);
    let rules = zermelo_catalog::game(&game.game).map_err(|why| ApiError::new(ErrorCode::Game, why.to_string()))?;
    let record = game.replay(rules.as_ref(), Draws::AtOnce).map_err(|why| error(why.to_string()))?;
    let start = match &game.start {
        None => rules.new_record(),
        Some(start) => rules.record_from(start).map_err(|why| ApiError::named(why.code, why.message))?,
    };
    let settings = NewRoom {
        game: rules.spec(),
        start: game.start.clone(),
        opening: Vec::new(),
        opponent: Opponent::Friend,
        side: SideChoice::Random,
        clock: TimeControl::None,
    };
    let at = now();
    let mut room = Room::new(code, Some(me.id.clone()), settings, start, at)?;
    let mut events = Vec::new();
    for (side, name) in Side::BOTH.into_iter().zip([&game.first, &game.second]) {
        // Without the id of a guest, because a name in a file proves nothing.
        let player = RoomPlayer::Person { id: String::new(), name: name.clone().unwrap_or_else(|| "?".to_owned()) };
        events.extend(room.seat(side, player, at)?);
    }
    for (index, (mv, _)) in record.moves().into_iter().enumerate() {
        events.extend(room.import_move(&mv, game.time(index).unwrap_or_default(), at)?);
    }
    if room.ending().is_none() {
        events.push(room.finish_import(record.ending(), at));
    }
    Ok((row::from_room(&room, at.unix_ms, at.unix_ms), events))
}
