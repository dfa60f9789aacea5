//! `/api/v1/games` and `/api/v1/agents`: what can be played, and who can play.

use axum::Json;
use axum::extract::State;
use zermelo_catalog::{AgentListing, GameListing, agent_listings, game_listings};

use crate::state::Doors;

/// `GET /api/v1/games`: as `zermelo games --json`, in a list.
#[utoipa::path(get, path = "/games", responses((status = 200, description = "The games", body = Vec<GameListing>)))]
pub(crate) async fn games() -> Json<Vec<GameListing>> {
    Json(game_listings())
}

/// `GET /api/v1/agents`: as `zermelo agents --json`, in a list, without those that are not for strangers.
#[utoipa::path(get, path = "/agents", responses((status = 200, description = "The agents", body = Vec<AgentListing>)))]
pub(crate) async fn agents(State(doors): State<Doors>) -> Json<Vec<AgentListing>> {
    let may = |listing: &AgentListing| doors.hall.computers.allows(listing.name);
    Json(agent_listings().into_iter().filter(may).collect())
}
