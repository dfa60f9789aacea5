//! `POST /api/v1/analyse`: what a position is worth, told while it is searched.

mod analyses;
mod work;

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

use crate::desk::Busy;
use crate::person::Person;
use crate::place::record;
use crate::reply::{Message, Refusal};
pub(crate) use analyses::Analyses;
use work::{Told, Work};

/// Events that wait for a client; a search goes on without it telling more.
const WAITING_EVENTS: usize = 64;

/// The most lines that an answer tells; no position of the catalogue has as many moves.
const MAX_LINES: u32 = 1000;

/// Takes a request, or refuses it at once; the events of the search follow as it goes on.
#[utoipa::path(post, path = "/analyse", request_body = AnalyseRequest, responses((status = 200, description = "Events: values, progress, decision or error", content_type = "text/event-stream", body = String), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn analyse(
    State(analyses): State<Arc<Analyses>>,
    Extension(person): Extension<Person>,
    Message(request): Message<AnalyseRequest>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let AnalyseRequest { game, start, moves, agent, lines, time_ms, nodes } = request;
    let record = record(&ViewRequest { game, start, moves })?;
    if let Some(ending) = record.ending() {
        let message = format!("the game is over ({}); there is nothing to search", ending.termination.words());
        return Err(Refusal::unprocessable(ApiError::named(AgentError::GameOver.code(), message)));
    }
    if analyses.closing.is_cancelled() {
        return Err(Refusal::new(ErrorCode::Stopping, "the server stops; ask again in a moment").after(5));
    }
    let ticket = analyses.desk.enter(person).map_err(|busy| {
        let message = match busy {
            Busy::Person => "analyses of yours still run or wait; let one of them end first",
            Busy::All => "too many analyses wait; ask again in a moment",
        };
        Refusal::new(ErrorCode::Busy, message).after(analyses.limits.time.as_secs())
    })?;
    let lines = lines.unwrap_or(0).min(MAX_LINES);
    let agent = agent.map(|agent| zermelo_catalog::with_lines(&agent, lines));
    if let Some(agent) = &agent {
        analyses.check_agent(agent, &record.game_spec())?;
    }
    let stop = StopToken::new();
    let (sender, events) = channel(WAITING_EVENTS);
    let limits = analyses.limits(nodes, time_ms);
    let work = Work { record, agent, limits, lines, stop: stop.clone(), events: sender };
    // Ended by the client who goes and by the server that stops; the end of the stream is the client who goes.
    let ended = analyses.closing.child_token();
    let guard = ended.clone().drop_guard();
    let listening = ended.clone();
    tokio::spawn(async move {
        ended.cancelled().await;
        stop.stop();
    });
    tokio::spawn(async move {
        let turn = tokio::select! {
            // The end of others, who were told the same, may give this one its turn: it is too late for that.
            biased;
            () = listening.cancelled() => None,
            turn = ticket.turn() => Some(turn),
        };
        match turn {
            Some(turn) => work.start(analyses, turn),
            None => work.give_up(),
        }
    });
    Ok(Sse::new(told(events, guard)).keep_alive(KeepAlive::default()))
}

/// The events, until the search has ended. The guard falls with the stream.
fn told(events: Receiver<Told>, guard: DropGuard) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold((events, guard), |(mut events, guard)| async move {
        let Told { name, data } = events.recv().await?;
        Some((Ok(Event::default().event(name).data(data)), (events, guard)))
    })
}
