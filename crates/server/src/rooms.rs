//! The doors of rooms: to make one, to join one, to see one, and the lobby.

use std::sync::atomic::Ordering;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_protocol::{ErrorResponse, Lobby, NewRoom, ServerMessage};

use crate::hall::Mail;
use crate::people::{Known, Visitor};
use crate::reply::{Asked, Message, Refusal};
use crate::state::Doors;

/// Where one plays.
#[derive(Serialize, ToSchema)]
pub(crate) struct Made {
    room: String,
}

/// `POST /api/v1/rooms`: wishes for a game.
#[utoipa::path(post, path = "/rooms", request_body = NewRoom, responses((status = 201, description = "The room", body = Made), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn create(
    State(doors): State<Doors>,
    Known(me): Known,
    Message(wish): Message<NewRoom>,
) -> Result<(StatusCode, Json<Made>), Refusal> {
    let room = doors.hall.create(&me, wish).await?;
    Ok((StatusCode::CREATED, Json(Made { room })))
}

/// What one wants to see.
#[derive(Deserialize)]
pub(crate) struct See {
    #[serde(default)]
    views: bool,
}

/// `GET /api/v1/rooms/{code}`: a room as it stands, as the socket's `state`.
#[utoipa::path(get, path = "/rooms/{code}", params(("code" = String, Path, description = "The code of a room"), ("views" = Option<bool>, Query, description = "Whether with what is to be seen")), responses((status = 200, description = "The room as it stands, as the socket's `state`", body = ServerMessage), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn show(
    State(doors): State<Doors>,
    Visitor(guest): Visitor,
    Path(code): Path<String>,
    Asked(See { views }): Asked<See>,
) -> Result<Response, Refusal> {
    let person = guest.map(|guest| guest.id);
    let state = doors.hall.ask(&code, |reply| Mail::Show { person: person.clone(), views, reply }).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], state.to_string()).into_response())
}

/// `POST /api/v1/rooms/{code}/join`: takes the free side.
#[utoipa::path(post, path = "/rooms/{code}/join", params(("code" = String, Path, description = "The code of a room")), responses((status = 200, description = "The room as it stands, as the socket's `state`", body = ServerMessage), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn join(
    State(doors): State<Doors>,
    Known(me): Known,
    Path(code): Path<String>,
) -> Result<Response, Refusal> {
    doors.hall.join(&code, &me, None).await?;
    show(State(doors), Visitor(None), Path(code), Asked(See { views: false })).await
}

/// `GET /api/v1/lobby`: who waits, and what is played.
#[utoipa::path(get, path = "/lobby", responses((status = 200, description = "Who waits and what is played", body = Lobby)))]
pub(crate) async fn lobby(State(doors): State<Doors>) -> Json<Lobby> {
    Json(doors.hall.lobby.listed(doors.hall.connected.load(Ordering::Relaxed)))
}
