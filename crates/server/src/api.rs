//! The doors under `/api/v1`, each with its description: the routes and the OpenAPI document are one list.

use axum::extract::DefaultBodyLimit;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use zermelo_protocol::{AnalysisInfo, ClientMessage, PositionValues, RoomEvent, ServerMessage};

use crate::reply::MAX_FILE;
use crate::state::Doors;
use crate::{analysis, lists, people, place, records, rooms, socket};

/// What is not said at a door.
#[derive(OpenApi)]
#[openapi(
    info(title = "Zermelo", description = "Games between people, and with computers; docs/server-protocol.md tells it in words"),
    servers((url = "/api/v1")),
    paths(analysis::analyse),
    components(schemas(ClientMessage, ServerMessage, RoomEvent, AnalysisInfo, PositionValues))
)]
struct Document;

/// Every door but the search, which has a state of its own.
pub(crate) fn routes() -> OpenApiRouter<Doors> {
    let files = OpenApiRouter::new().routes(routes!(records::import)).routes(routes!(records::convert));
    let files = files.layer(DefaultBodyLimit::max(MAX_FILE));
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(place::view))
        .routes(routes!(lists::games))
        .routes(routes!(lists::agents))
        .routes(routes!(people::who, people::greet))
        .routes(routes!(rooms::lobby))
        .routes(routes!(rooms::create))
        .routes(routes!(rooms::show))
        .routes(routes!(rooms::join))
        .routes(routes!(records::export))
        .routes(routes!(records::list))
        .routes(routes!(records::export_all))
        .routes(routes!(socket::open))
        .merge(files)
}

/// The OpenAPI document, as `GET /api/v1/openapi.json` has it.
pub fn document() -> utoipa::openapi::OpenApi {
    routes().into_openapi()
}
