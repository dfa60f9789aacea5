//! The endpoints of rooms (create, show, join) and of the lobby.

use std::sync::atomic::Ordering;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_protocol::{ErrorResponse, Lobby, NewRoom, ServerMessage};

use crate::extract::{JsonBody, QueryParams};
use crate::guests::{CurrentGuest, OptionalGuest};
use crate::http_error::HttpError;
use crate::room_registry::RoomMessage;
use crate::state::AppState;

/// The code of a new or joined room.
#[derive(Serialize, ToSchema)]
#[schema(as = Made)]
pub(crate) struct CreatedRoom {
    room: String,
}

/// `POST /api/v1/rooms`: creates a room, or joins a waiting one of a pool.
#[utoipa::path(post, path = "/rooms", request_body = NewRoom, responses((status = 201, description = "The room", body = CreatedRoom), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn create(
    State(state): State<AppState>,
    CurrentGuest(me): CurrentGuest,
    JsonBody(request): JsonBody<NewRoom>,
) -> Result<(StatusCode, Json<CreatedRoom>), HttpError> {
    let room = state.registry.create(&me, request).await?;
    Ok((StatusCode::CREATED, Json(CreatedRoom { room })))
}

/// The query of [`show`].
#[derive(Deserialize)]
pub(crate) struct ShowQuery {
    #[serde(default)]
    views: bool,
}

/// `GET /api/v1/rooms/{code}`: the state of a room, in the form of the message `state`.
#[utoipa::path(get, path = "/rooms/{code}", params(("code" = String, Path, description = "The code of a room"), ("views" = Option<bool>, Query, description = "Whether to include the view")), responses((status = 200, description = "The state of the room, in the form of the message `state`", body = ServerMessage), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn show(
    State(state): State<AppState>,
    OptionalGuest(guest): OptionalGuest,
    Path(code): Path<String>,
    QueryParams(ShowQuery { views }): QueryParams<ShowQuery>,
) -> Result<Response, HttpError> {
    let person = guest.map(|guest| guest.id);
    let frame =
        state.registry.request(&code, |reply| RoomMessage::Show { person: person.clone(), views, reply }).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], frame.to_string()).into_response())
}

/// `POST /api/v1/rooms/{code}/join`: takes the free side.
#[utoipa::path(post, path = "/rooms/{code}/join", params(("code" = String, Path, description = "The code of a room")), responses((status = 200, description = "The state of the room, in the form of the message `state`", body = ServerMessage), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn join(
    State(state): State<AppState>,
    CurrentGuest(me): CurrentGuest,
    Path(code): Path<String>,
) -> Result<Response, HttpError> {
    state.registry.join(&code, &me, None).await?;
    show(State(state), OptionalGuest(None), Path(code), QueryParams(ShowQuery { views: false })).await
}

/// `GET /api/v1/lobby`: seeks, pools and games in progress.
#[utoipa::path(get, path = "/lobby", responses((status = 200, description = "Seeks, pools and games in progress", body = Lobby)))]
pub(crate) async fn lobby(State(state): State<AppState>) -> Json<Lobby> {
    Json(state.registry.lobby.snapshot(state.registry.connected.load(Ordering::Relaxed)))
}
