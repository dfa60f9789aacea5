//! `POST /api/v1/view`: what is to be seen of a game that the client tells whole.

use axum::Json;
use zermelo_core::erased::{DynRecord, Refused};
use zermelo_core::text::excerpt;
use zermelo_protocol::{Code, Failure, Place, Problem, Shown};

use crate::reply::{Message, Refusal};
use crate::work::aside;

/// More moves than any game of the catalogue lasts; each is played once, so the work is bounded.
const MAX_MOVES: usize = 20_000;

/// Shows a place.
#[utoipa::path(post, path = "/view", request_body = Place, responses((status = 200, description = "What is to be seen", body = Shown), (status = "default", description = "What was wrong", body = Failure)))]
pub(crate) async fn view(Message(place): Message<Place>) -> Result<Json<Shown>, Refusal> {
    aside(move || Ok(Json(shown(record(&place)?.as_ref())))).await?
}

/// The game that was told, played by the rules.
pub(crate) fn record(place: &Place) -> Result<Box<dyn DynRecord>, Refusal> {
    let game = zermelo_catalog::game(&place.game).map_err(|why| Refusal::new(Code::Game, why.to_string()))?;
    if place.moves.len() > MAX_MOVES {
        let message = format!("{} moves; at most {MAX_MOVES} are read", place.moves.len());
        return Err(Refusal::new(Code::Message, message));
    }
    let mut record = match &place.start {
        None => game.new_record(),
        Some(start) => game.record_from(start).map_err(|why| {
            Refusal::unprocessable(Problem::named(why.code, format!("the start \"{}\": {why}", excerpt(start))))
        })?,
    };
    for (at, text) in place.moves.iter().enumerate() {
        if let Err(why) = record.play(text, None) {
            return Err(Refusal::unprocessable(refused_move(at, text, &why, record.as_ref())));
        }
    }
    Ok(record)
}

fn refused_move(at: usize, text: &str, why: &Refused, record: &dyn DynRecord) -> Problem {
    let message = format!("move {}, \"{}\": {why}", at + 1, excerpt(text));
    Problem { at: Some(at), state: Some(Box::new(shown(record))), ..Problem::named(why.code, message) }
}

/// All that is to be seen of a record.
fn shown(record: &dyn DynRecord) -> Shown {
    Shown {
        start: record.start_text(),
        position: record.position_text(),
        played: record.moves().into_iter().map(|(mv, _)| mv).collect(),
        view: record.view(),
    }
}
