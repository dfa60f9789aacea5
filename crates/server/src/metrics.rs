//! `GET /metrics`: figures for the operator, in the text form of Prometheus.

use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use axum::Extension;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use metrics::{counter, describe_counter, describe_gauge, gauge};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use zermelo_protocol::ErrorCode;

use crate::config::Metrics;
use crate::person::Person;
use crate::reply::Refusal;
use crate::state::Doors;

/// The figures of this process. `None`: another part of the program counts in its own way.
fn recorder() -> Option<&'static PrometheusHandle> {
    static RECORDER: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    let install = || {
        let handle = PrometheusBuilder::new().install_recorder().ok()?;
        describe_gauge!("zermelo_rooms", "Rooms in memory");
        describe_gauge!("zermelo_sockets", "Sockets that are open");
        describe_gauge!("zermelo_games", "Games that go on");
        describe_gauge!("zermelo_agents_waiting", "Agents of computer players that wait for their next move");
        describe_gauge!("zermelo_store_pending", "Writes that are not stored yet");
        describe_gauge!("zermelo_store_ok", "1 while things can be stored");
        describe_counter!("zermelo_store_events_total", "Events stored");
        describe_counter!("zermelo_store_batches_total", "Commits of the store");
        describe_counter!("zermelo_store_retries_total", "Commits that were tried again");
        Some(handle)
    };
    RECORDER.get_or_init(install).as_ref()
}

/// Tells the figures to those who may see them.
pub(crate) async fn metrics(
    State(doors): State<Doors>,
    Extension(person): Extension<Person>,
) -> Result<Response, Refusal> {
    let may = match doors.metrics {
        Metrics::All => true,
        Metrics::Local => person.is_local(),
        Metrics::Off => false,
    };
    if !may {
        return Err(Refusal::new(
            ErrorCode::NotFound,
            "figures are not shown here; the setting `metrics` says to whom",
        ));
    }
    let Some(recorder) = recorder() else {
        return Err(Refusal::new(ErrorCode::Internal, "the figures can't be told"));
    };
    let figures = doors.hall.store.stats();
    gauge!("zermelo_rooms").set(doors.hall.rooms_in_memory() as f64);
    gauge!("zermelo_sockets").set(f64::from(doors.hall.connected.load(Ordering::Relaxed)));
    gauge!("zermelo_games").set(f64::from(doors.hall.lobby.listed(0).playing));
    gauge!("zermelo_agents_waiting").set(doors.hall.computers.waiting() as f64);
    gauge!("zermelo_store_pending").set(doors.hall.store.pending() as f64);
    gauge!("zermelo_store_ok").set(if doors.hall.store.health().is_ok() { 1.0 } else { 0.0 });
    counter!("zermelo_store_events_total").absolute(figures.events);
    counter!("zermelo_store_batches_total").absolute(figures.batches);
    counter!("zermelo_store_retries_total").absolute(figures.retries);
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], recorder.render()).into_response())
}
