//! `GET /metrics`: metrics in the text format of Prometheus.

use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use axum::Extension;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use metrics::{counter, describe_counter, describe_gauge, gauge};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use zermelo_protocol::ErrorCode;

use crate::client_address::ClientAddress;
use crate::config::MetricsAccess;
use crate::http_error::HttpError;
use crate::state::AppState;

/// The recorder of this process; `None` if another recorder is installed.
fn recorder() -> Option<&'static PrometheusHandle> {
    static RECORDER: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    let install = || {
        let handle = PrometheusBuilder::new().install_recorder().ok()?;
        describe_gauge!("zermelo_rooms", "Rooms in memory");
        describe_gauge!("zermelo_sockets", "Open WebSockets");
        describe_gauge!("zermelo_games", "Games in progress");
        describe_gauge!("zermelo_agents_waiting", "Agents of computer players between their moves");
        describe_gauge!("zermelo_store_pending", "Pending writes of the store");
        describe_gauge!("zermelo_store_ok", "1 if the store can write, else 0");
        describe_counter!("zermelo_store_events_total", "Events stored");
        describe_counter!("zermelo_store_batches_total", "Transactions of the store");
        describe_counter!("zermelo_store_retries_total", "Transactions that were retried");
        Some(handle)
    };
    RECORDER.get_or_init(install).as_ref()
}

/// Renders the metrics, if the setting `metrics` allows it for the client.
pub(crate) async fn metrics(
    State(state): State<AppState>,
    Extension(client): Extension<ClientAddress>,
) -> Result<Response, HttpError> {
    let is_allowed = match state.metrics_access {
        MetricsAccess::All => true,
        MetricsAccess::Local => client.is_local(),
        MetricsAccess::Off => false,
    };
    if !is_allowed {
        return Err(HttpError::new(
            ErrorCode::NotFound,
            "metrics are not shown to this address; see the setting `metrics`",
        ));
    }
    let Some(recorder) = recorder() else {
        return Err(HttpError::new(ErrorCode::Internal, "the metrics can't be read"));
    };
    let stats = state.registry.store.stats();
    gauge!("zermelo_rooms").set(state.registry.rooms_in_memory() as f64);
    gauge!("zermelo_sockets").set(f64::from(state.registry.connected.load(Ordering::Relaxed)));
    gauge!("zermelo_games").set(f64::from(state.registry.lobby.snapshot(0).playing));
    gauge!("zermelo_agents_waiting").set(state.registry.computers.idle_agents() as f64);
    gauge!("zermelo_store_pending").set(state.registry.store.pending() as f64);
    gauge!("zermelo_store_ok").set(if state.registry.store.health().is_ok() { 1.0 } else { 0.0 });
    counter!("zermelo_store_events_total").absolute(stats.events);
    counter!("zermelo_store_batches_total").absolute(stats.batches);
    counter!("zermelo_store_retries_total").absolute(stats.retries);
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], recorder.render()).into_response())
}
