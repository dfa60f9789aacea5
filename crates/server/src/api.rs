//! The endpoints under `/api/v1`. The routes and the OpenAPI document come from one list.

use axum::extract::DefaultBodyLimit;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use zermelo_protocol::{AnalysisInfo, ClientMessage, PositionValues, RoomEvent, ServerMessage};

use crate::extract::MAX_FILE;
use crate::state::AppState;
use crate::{analysis, guests, lists, records, rooms, socket, view};

/// The parts of the document that belong to no single endpoint.
#[derive(OpenApi)]
#[openapi(
    info(title = "Zermelo", description = "Games between people, and with computers; described in docs/server-protocol.md"),
    servers((url = "/api/v1")),
    paths(analysis::analyse),
    components(schemas(ClientMessage, ServerMessage, RoomEvent, AnalysisInfo, PositionValues))
)]
struct Document;

/// All endpoints except the analysis, which has its own state.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    let files = OpenApiRouter::new().routes(routes!(records::import)).routes(routes!(records::convert));
    let files = files.layer(DefaultBodyLimit::max(MAX_FILE));
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(view::view))
        .routes(routes!(lists::games))
        .routes(routes!(lists::agents))
        .routes(routes!(guests::show_guest, guests::create_or_rename_guest))
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

/// The OpenAPI document, as in `GET /api/v1/openapi.json`.
pub fn document() -> utoipa::openapi::OpenApi {
    routes().into_openapi()
}
