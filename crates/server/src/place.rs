//! `POST /api/v1/view`: what is to be seen of a game that the client tells whole.

use axum::Json;
use zermelo_core::erased::{DynRecord, Refused};
use zermelo_core::text::excerpt;
use zermelo_protocol::{ApiError, ErrorCode, ErrorResponse, ViewRequest, ViewResponse};

use crate::reply::{Message, Refusal};
use crate::work::aside;

/// More moves than any game of the catalogue lasts; each is played once, so the work is bounded.
const MAX_MOVES: usize = 20_000;

/// Shows a place.
#[utoipa::path(post, path = "/view", request_body = ViewRequest, responses((status = 200, description = "What is to be seen", body = ViewResponse), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn view(Message(place): Message<ViewRequest>) -> Result<Json<ViewResponse>, Refusal> {
    aside(move || Ok(Json(shown(record(&place)?.as_ref())))).await?
}

/// The game that was told, played by the rules.
pub(crate) fn record(place: &ViewRequest) -> Result<Box<dyn DynRecord>, Refusal> {
    let game = zermelo_catalog::game(&place.game).map_err(|why| Refusal::new(ErrorCode::Game, why.to_string()))?;
    if place.moves.len() > MAX_MOVES {
        let message = format!("{} moves; at most {MAX_MOVES} are read", place.moves.len());
        return Err(Refusal::new(ErrorCode::Message, message));
    }
    let mut record = match &place.start {
        None => game.new_record(),
        Some(start) => game.record_from(start).map_err(|why| {
            Refusal::unprocessable(ApiError::named(why.code, format!("the start \"{}\": {why}", excerpt(start))))
        })?,
    };
    for (at, text) in place.moves.iter().enumerate() {
        if let Err(why) = record.play(text, None) {
            return Err(Refusal::unprocessable(refused_move(at, text, &why, record.as_ref())));
        }
    }
    Ok(record)
}

fn refused_move(at: usize, text: &str, why: &Refused, record: &dyn DynRecord) -> ApiError {
    let message = format!("move {}, \"{}\": {why}", at + 1, excerpt(text));
    ApiError { at: Some(at), state: Some(Box::new(shown(record))), ..ApiError::named(why.code, message) }
}

/// All that is to be seen of a record.
fn shown(record: &dyn DynRecord) -> ViewResponse {
    ViewResponse {
        start: record.start_text(),
        position: record.position_text(),
        played: record.moves().into_iter().map(|(mv, _)| mv).collect(),
        view: record.view(),
    }
}
