//! `POST /api/v1/view`: the view of a game whose moves the client sends.

use axum::Json;
use zermelo_core::erased::{DynRecord, ErasedError};
use zermelo_core::text::excerpt;
use zermelo_protocol::{ApiError, ErrorCode, ErrorResponse, ViewRequest, ViewResponse};

use crate::extract::JsonBody;
use crate::http_error::HttpError;
use crate::threads::run_blocking;

/// The maximum number of moves in a request, which bounds the work. Longer than any game of the
/// catalogue.
const MAX_MOVES: usize = 20_000;

/// Replays a game and shows its position.
#[utoipa::path(post, path = "/view", request_body = ViewRequest, responses((status = 200, description = "The view of the position", body = ViewResponse), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn view(JsonBody(request): JsonBody<ViewRequest>) -> Result<Json<ViewResponse>, HttpError> {
    run_blocking(move || Ok(Json(view_response(replay(&request)?.as_ref())))).await?
}

/// The record of a request, replayed by the rules.
pub(crate) fn replay(request: &ViewRequest) -> Result<Box<dyn DynRecord>, HttpError> {
    let game = zermelo_catalog::game(&request.game).map_err(|why| HttpError::new(ErrorCode::Game, why.to_string()))?;
    if request.moves.len() > MAX_MOVES {
        let message = format!("{} moves; at most {MAX_MOVES} are read", request.moves.len());
        return Err(HttpError::new(ErrorCode::Message, message));
    }
    let mut record = match &request.start {
        None => game.new_record(),
        Some(start) => game.record_from(start).map_err(|why| {
            HttpError::unprocessable(ApiError::named(why.code, format!("the start \"{}\": {why}", excerpt(start))))
        })?,
    };
    for (at, text) in request.moves.iter().enumerate() {
        if let Err(why) = record.play(text, None) {
            return Err(HttpError::unprocessable(move_error(at, text, &why, record.as_ref())));
        }
    }
    Ok(record)
}

/// The error for an illegal move, with the position before it.
fn move_error(at: usize, text: &str, why: &ErasedError, record: &dyn DynRecord) -> ApiError {
    let message = format!("move {}, \"{}\": {why}", at + 1, excerpt(text));
    ApiError { at: Some(at), state: Some(Box::new(view_response(record))), ..ApiError::named(why.code, message) }
}

/// The moves, position and view of a record.
fn view_response(record: &dyn DynRecord) -> ViewResponse {
    ViewResponse {
        start: record.start_text(),
        position: record.position_text(),
        played: record.moves().into_iter().map(|(mv, _)| mv).collect(),
        view: record.view(),
    }
}
