//! `POST /api/v1/analyse`: analyses a position and streams the results.

mod job;
mod service;

use std::convert::Infallible;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::{Stream, stream};
use tokio::sync::mpsc::{Receiver, channel};
use tokio_util::sync::DropGuard;
use zermelo_core::{AgentError, StopToken};
use zermelo_protocol::{AnalyseRequest, ApiError, ErrorCode, ErrorResponse, ViewRequest};

use crate::client_address::ClientAddress;
use crate::extract::JsonBody;
use crate::fair_queue::QueueFullError;
use crate::http_error::HttpError;
use crate::view::replay;
use job::{AnalysisEvent, AnalysisJob};
pub(crate) use service::AnalysisService;

/// The maximum number of queued events. A search does not wait for a slow client: it skips progress
/// events.
const EVENT_CAPACITY: usize = 64;

/// The maximum number of lines in an answer. No position of the catalogue has as many moves.
const MAX_LINES: u32 = 1000;

/// Queues an analysis, or refuses it at once. The events follow while it runs.
#[utoipa::path(post, path = "/analyse", request_body = AnalyseRequest, responses((status = 200, description = "Events: values, progress, decision or error", content_type = "text/event-stream", body = String), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn analyse(
    State(service): State<Arc<AnalysisService>>,
    Extension(client): Extension<ClientAddress>,
    JsonBody(request): JsonBody<AnalyseRequest>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, HttpError> {
    let AnalyseRequest { game, start, moves, agent, lines, time_ms, nodes } = request;
    let record = replay(&ViewRequest { game, start, moves })?;
    if let Some(ending) = record.ending() {
        let message = format!("the game is over ({}); there is nothing to search", ending.termination.words());
        return Err(HttpError::unprocessable(ApiError::named(AgentError::GameOver.code(), message)));
    }
    if service.closing.is_cancelled() {
        return Err(HttpError::new(ErrorCode::Stopping, "the server stops; ask again in a moment").retry_after(5));
    }
    let slot = service.queue.enqueue(client).map_err(|full| {
        let message = match full {
            QueueFullError::PerPerson => "you have too many analyses; wait until one of them ends",
            QueueFullError::Total => "too many analyses are queued; try again in a moment",
        };
        HttpError::new(ErrorCode::Busy, message).retry_after(service.limits.time.as_secs())
    })?;
    let lines = lines.unwrap_or(0).min(MAX_LINES);
    let agent = agent.map(|agent| zermelo_catalog::with_lines(&agent, lines));
    if let Some(agent) = &agent {
        service.check_agent(agent, &record.game_spec())?;
    }
    let stop = StopToken::new();
    let (sender, events) = channel(EVENT_CAPACITY);
    let limits = service.limits(nodes, time_ms);
    let job = AnalysisJob { record, agent, limits, lines, stop: stop.clone(), events: sender };
    // Cancelled when the server stops, or when the stream is dropped because the client has
    // disconnected.
    let ended = service.closing.child_token();
    let guard = ended.clone().drop_guard();
    let cancelled = ended.clone();
    tokio::spawn(async move {
        ended.cancelled().await;
        stop.stop();
    });
    tokio::spawn(async move {
        let permit = tokio::select! {
            // On shutdown, other cancelled analyses free permits. Cancellation is checked first, so
            // that none is taken.
            biased;
            () = cancelled.cancelled() => None,
            permit = slot.permit() => Some(permit),
        };
        match permit {
            Some(permit) => job.start(service, permit),
            None => job.cancel(),
        }
    });
    Ok(Sse::new(event_stream(events, guard)).keep_alive(KeepAlive::default()))
}

/// The events of an analysis until it ends. The guard cancels the analysis when the stream is
/// dropped.
fn event_stream(events: Receiver<AnalysisEvent>, guard: DropGuard) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold((events, guard), |(mut events, guard)| async move {
        let AnalysisEvent { name, data } = events.recv().await?;
        Some((Ok(Event::default().event(name).data(data)), (events, guard)))
    })
}
