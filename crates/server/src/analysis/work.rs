//! One analysis, on a thread of its own at low priority: the doors stay quick whatever is searched.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use tokio::sync::mpsc::Sender;
use zermelo_core::erased::{DynOracle, DynRecord, TextDecision};
use zermelo_core::{Findings, Inquiry, Proven, SearchLimits, StopToken};
use zermelo_protocol::{AnalysisInfo, ApiError, ErrorCode, MoveValue, PositionValues};

use super::analyses::Analyses;
use crate::desk::Turn;
use crate::person::Person;
use crate::work::{low_priority, words};

/// Who thinks where nobody is named and the game is not solved.
const STRONG: &str = "pvs";

/// An event, ready to be sent.
pub(super) struct Told {
    pub(super) name: &'static str,
    pub(super) data: String,
}

/// What is to be searched.
pub(super) struct Work {
    pub(super) record: Box<dyn DynRecord>,
    /// Nobody: the values of the moves where the game is solved, else the strong search.
    pub(super) agent: Option<String>,
    pub(super) limits: SearchLimits,
    /// How many of the best moves are told at the end.
    pub(super) lines: u32,
    pub(super) stop: StopToken,
    pub(super) events: Sender<Told>,
}

impl Work {
    /// Starts it; its turn ends with it.
    pub(super) fn start(self, analyses: Arc<Analyses>, turn: Turn<Person>) {
        let events = self.events.clone();
        let body = move || {
            let events = self.events.clone();
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| self.search(&analyses))) {
                tracing::error!(why = words(panic.as_ref()), "an analysis failed");
                tell(
                    &events,
                    "error",
                    &ApiError::new(ErrorCode::Internal, "the analysis failed; the server's log says why"),
                );
            }
            drop(turn);
        };
        if let Err(why) = low_priority("analysis", body) {
            tracing::error!(%why, "no thread for an analysis");
            fail(&events, &ApiError::new(ErrorCode::Internal, "the server has no thread for this analysis"));
        }
    }

    /// Says that it will not be done. Nobody hears it where the client is gone.
    pub(super) fn give_up(self) {
        fail(&self.events, &ApiError::new(ErrorCode::Stopping, "the server stops; ask again in a moment"));
    }

    fn search(self, analyses: &Analyses) {
        let begun = Instant::now();
        let game = self.record.game_spec();
        if let Some(solver) = analyses.solver(&game) {
            let values = self.values(solver.as_ref());
            tell(&self.events, "values", &values);
            if self.agent.is_none() {
                return;
            }
        }
        let spec = self.agent.clone().unwrap_or_else(|| zermelo_catalog::with_lines(STRONG, self.lines));
        let mut agent = match zermelo_catalog::agent(&spec, &game) {
            Ok(agent) => agent,
            Err(why) => return tell(&self.events, "error", &ApiError::new(ErrorCode::Agent, why.to_string())),
        };
        let left = self.limits.time.map(|time| time.saturating_sub(begun.elapsed()).max(Duration::from_millis(1)));
        let limits = SearchLimits { time: left, ..self.limits };
        agent.new_game(0);
        let mut progress = |decision: &TextDecision| {
            // A client that reads slowly misses a depth, and hears of the next.
            if let Some(told) = told("progress", &AnalysisInfo::of(decision, 0)) {
                let _ = self.events.try_send(told);
            }
        };
        match agent.choose(self.record.as_ref(), &limits, &self.stop, Some(&mut progress)) {
            Ok(decision) => tell(&self.events, "decision", &AnalysisInfo::of(&decision.text, self.lines as usize)),
            Err(why) => tell(&self.events, "error", &ApiError::named(why.code(), why.to_string())),
        }
    }

    /// The value of each move, and so of the position. Each move may take its share of the time that is left.
    fn values(&self, solver: &dyn DynOracle) -> PositionValues {
        let begun = Instant::now();
        let legal = self.record.legal();
        let mut moves = Vec::with_capacity(legal.len());
        let ask = |record: &dyn DynRecord, parts: u32| {
            let left = self.limits.time.map(|time| time.saturating_sub(begun.elapsed()) / parts);
            let limits = SearchLimits { time: left, nodes: self.limits.nodes, ..SearchLimits::NONE };
            let inquiry = Inquiry { outcome_only: false, limits, stop: self.stop.clone() };
            solver.inquire(record, &inquiry, &mut |_| {})
        };
        for (at, mv) in legal.iter().enumerate() {
            let mut after = self.record.boxed_clone();
            // Its own legal move.
            if after.play_move(mv, None).is_err() {
                continue;
            }
            let proven = match after.ending() {
                // Values assume a fresh history, as everywhere: a repetition that ends this game is not in them.
                Some(_) => solver.probe(after.as_ref()),
                None => ask(after.as_ref(), (legal.len() - at + 1) as u32).proven(),
            };
            moves.push(MoveValue::new(mv.text().to_owned(), proven.map(Proven::before_move)));
        }
        let root = if self.stop.is_stopped() { Findings::default() } else { ask(self.record.as_ref(), 1) };
        let MoveValue { value, plies, score, .. } = MoveValue::new(String::new(), root.proven());
        PositionValues { value, plies, score, moves }
    }
}

fn told(name: &'static str, message: &impl Serialize) -> Option<Told> {
    match serde_json::to_string(message) {
        Ok(data) => Some(Told { name, data }),
        Err(why) => {
            tracing::error!(%why, name, "an event has no JSON");
            None
        }
    }
}

/// Waits until the client takes it, or is gone.
fn tell(events: &Sender<Told>, name: &'static str, message: &impl Serialize) {
    if let Some(told) = told(name, message) {
        let _ = events.blocking_send(told);
    }
}

/// An error where nothing was told before: there is room for it, and nobody may wait here.
fn fail(events: &Sender<Told>, problem: &ApiError) {
    if let Some(told) = told("error", problem) {
        let _ = events.try_send(told);
    }
}
