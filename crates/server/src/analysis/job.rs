//! An analysis, which runs on its own low-priority thread so that requests stay fast.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use tokio::sync::mpsc::Sender;
use zermelo_core::erased::{DynOracle, DynRecord, TextDecision};
use zermelo_core::{OracleQuery, Proven, ProvenBounds, SearchLimits, StopToken};
use zermelo_protocol::{AnalysisInfo, ApiError, ErrorCode, MoveValue, PositionValues};

use super::service::AnalysisService;
use crate::client_address::ClientAddress;
use crate::fair_queue::RunPermit;
use crate::threads::{panic_message, spawn_low_priority};

/// The agent for requests without one, if the game has no solver.
const DEFAULT_AGENT: &str = "pvs";

/// A serialised event.
pub(super) struct AnalysisEvent {
    pub(super) name: &'static str,
    pub(super) data: String,
}

/// An analysis to run.
pub(super) struct AnalysisJob {
    pub(super) record: Box<dyn DynRecord>,
    /// The agent. `None`: the solver of the game, or else [`DEFAULT_AGENT`].
    pub(super) agent: Option<String>,
    pub(super) limits: SearchLimits,
    /// The number of best moves in the result.
    pub(super) lines: u32,
    pub(super) stop: StopToken,
    pub(super) events: Sender<AnalysisEvent>,
}

impl AnalysisJob {
    /// Starts the analysis. The permit is released at its end.
    pub(super) fn start(self, service: Arc<AnalysisService>, permit: RunPermit<ClientAddress>) {
        let events = self.events.clone();
        let body = move || {
            let events = self.events.clone();
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| self.search(&service))) {
                tracing::error!(why = panic_message(panic.as_ref()), "an analysis failed");
                send_event(
                    &events,
                    "error",
                    &ApiError::new(ErrorCode::Internal, "the analysis failed; the server's log says why"),
                );
            }
            drop(permit);
        };
        if let Err(why) = spawn_low_priority("analysis", body) {
            tracing::error!(%why, "no thread for an analysis");
            send_error(&events, &ApiError::new(ErrorCode::Internal, "the server has no thread for this analysis"));
        }
    }

    /// Sends the error of a server that stops.
    pub(super) fn cancel(self) {
        send_error(&self.events, &ApiError::new(ErrorCode::Stopping, "the server stops; ask again in a moment"));
    }

    fn search(self, service: &AnalysisService) {
        let begun = Instant::now();
        let game = self.record.game_spec();
        if let Some(solver) = service.solver(&game) {
            let values = self.values(solver.as_ref());
            send_event(&self.events, "values", &values);
            if self.agent.is_none() {
                return;
            }
        }
        let spec = self.agent.clone().unwrap_or_else(|| zermelo_catalog::with_lines(DEFAULT_AGENT, self.lines));
        let mut agent = match zermelo_catalog::agent(&spec, &game) {
            Ok(agent) => agent,
            Err(why) => return send_event(&self.events, "error", &ApiError::new(ErrorCode::Agent, why.to_string())),
        };
        let left = self.limits.time.map(|time| time.saturating_sub(begun.elapsed()).max(Duration::from_millis(1)));
        let limits = SearchLimits { time: left, ..self.limits };
        agent.new_game(0);
        let mut progress = |decision: &TextDecision| {
            // Slow clients miss progress events.
            if let Some(event) = encode_event("progress", &AnalysisInfo::of(decision, 0)) {
                let _ = self.events.try_send(event);
            }
        };
        match agent.choose(self.record.as_ref(), &limits, &self.stop, Some(&mut progress)) {
            Ok(decision) => {
                send_event(&self.events, "decision", &AnalysisInfo::of(&decision.text, self.lines as usize));
            }
            Err(why) => send_event(&self.events, "error", &ApiError::named(why.code(), why.to_string())),
        }
    }

    /// The proven values of all moves and of the position. Each move gets an equal share of the
    /// remaining time.
    fn values(&self, solver: &dyn DynOracle) -> PositionValues {
        let begun = Instant::now();
        let legal = self.record.legal();
        let mut moves = Vec::with_capacity(legal.len());
        let query = |record: &dyn DynRecord, parts: u32| {
            let left = self.limits.time.map(|time| time.saturating_sub(begun.elapsed()) / parts);
            let limits = SearchLimits { time: left, nodes: self.limits.nodes, ..SearchLimits::NONE };
            let query = OracleQuery { outcome_only: false, limits, stop: self.stop.clone() };
            solver.query(record, &query, &mut |_| {})
        };
        for (at, mv) in legal.iter().enumerate() {
            let mut after = self.record.boxed_clone();
            // Does not fail: the move is legal.
            if after.play_move(mv, None).is_err() {
                continue;
            }
            let proven = match after.ending() {
                // Values ignore the history of the game: a draw by repetition is not in them.
                Some(_) => solver.probe(after.as_ref()),
                None => query(after.as_ref(), (legal.len() - at + 1) as u32).proven(),
            };
            moves.push(MoveValue::new(mv.text().to_owned(), proven.map(Proven::before_move)));
        }
        let root = if self.stop.is_stopped() { ProvenBounds::default() } else { query(self.record.as_ref(), 1) };
        let MoveValue { value, plies, score, .. } = MoveValue::new(String::new(), root.proven());
        PositionValues { value, plies, score, moves }
    }
}

fn encode_event(name: &'static str, message: &impl Serialize) -> Option<AnalysisEvent> {
    match serde_json::to_string(message) {
        Ok(data) => Some(AnalysisEvent { name, data }),
        Err(why) => {
            tracing::error!(%why, name, "an event has no JSON");
            None
        }
    }
}

/// Sends an event. Blocks until there is space or the client is gone.
fn send_event(events: &Sender<AnalysisEvent>, name: &'static str, message: &impl Serialize) {
    if let Some(event) = encode_event(name, message) {
        let _ = events.blocking_send(event);
    }
}

/// Sends an error without blocking. It is the first event, so there is space.
fn send_error(events: &Sender<AnalysisEvent>, error: &ApiError) {
    if let Some(event) = encode_event("error", error) {
        let _ = events.try_send(event);
    }
}
