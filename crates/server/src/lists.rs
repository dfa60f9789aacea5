//! `/api/v1/games` and `/api/v1/agents`: the lists of games and agents.

use axum::Json;
use axum::extract::State;
use zermelo_catalog::{AgentListing, GameListing, agent_listings, game_listings};

use crate::state::AppState;

/// `GET /api/v1/games`: the entries of `zermelo games --json` as an array.
#[utoipa::path(get, path = "/games", responses((status = 200, description = "The games", body = Vec<GameListing>)))]
pub(crate) async fn games() -> Json<Vec<GameListing>> {
    Json(game_listings())
}

/// `GET /api/v1/agents`: the entries of `zermelo agents --json` as an array, without agents that exceed the quota of remote users.
#[utoipa::path(get, path = "/agents", responses((status = 200, description = "The agents", body = Vec<AgentListing>)))]
pub(crate) async fn agents(State(state): State<AppState>) -> Json<Vec<AgentListing>> {
    let is_allowed = |listing: &AgentListing| state.registry.computers.allows(listing.name);
    Json(agent_listings().into_iter().filter(is_allowed).collect())
}
