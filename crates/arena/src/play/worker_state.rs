//! The shared state of a worker: its job, the finished games, the current game and the deadline of the current move. It outlives a worker
//! that is abandoned because its agent never answers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use zermelo_core::erased::DynRecord;
use zermelo_core::{Outcome, Side, StopToken, Termination};

use super::end::{lost, now};
use super::figures::MoveFigures;
use super::job::{GameResult, Job};
use super::job_error::JobError;

/// The shared state of one worker.
#[derive(Debug, Default)]
pub struct WorkerState {
    inner: Mutex<WorkerStateInner>,
    /// Raised at the deadline of a move and at the end of the run.
    stop: StopToken,
    closing: AtomicBool,
}

#[derive(Debug, Default)]
struct WorkerStateInner {
    job: Option<Job>,
    done: Vec<GameResult>,
    current: Option<CurrentGame>,
    /// The deadline of the current move, and its timeout.
    deadline: Option<(Instant, Duration)>,
    /// The worker was abandoned, so its further results are ignored.
    is_abandoned: bool,
}

/// The game in progress.
#[derive(Debug)]
struct CurrentGame {
    game: GameResult,
    to_move: Side,
}

/// The job of an abandoned worker.
#[derive(Debug)]
pub(crate) struct UnfinishedJob {
    pub(crate) job: Job,
    pub(crate) done: Vec<GameResult>,
}

impl WorkerState {
    fn inner(&self) -> MutexGuard<'_, WorkerStateInner> {
        // Panics of agents are caught outside of the lock, so the state is consistent.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a job, of which some games may be finished.
    pub(crate) fn take(&self, job: &Job, done: Vec<GameResult>) {
        let mut inner = self.inner();
        inner.job = Some(job.clone());
        inner.done = done;
        inner.current = None;
    }

    /// Closes the worker if its job is picked. Returns whether it did.
    pub(crate) fn close_for(&self, is_picked: impl Fn(&Job) -> bool) -> bool {
        // The lock keeps the worker from starting another job in between.
        let inner = self.inner();
        let is_closed = inner.job.as_ref().is_some_and(is_picked);
        if is_closed {
            self.close();
        }
        is_closed
    }

    /// Whether the worker has to end.
    pub(crate) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::SeqCst)
    }

    /// The number of finished games of the job.
    pub(crate) fn games_done(&self) -> u8 {
        self.inner().done.len() as u8
    }

    /// Ends the job and returns its games.
    pub(crate) fn clear(&self) -> Vec<GameResult> {
        let mut inner = self.inner();
        inner.job = None;
        inner.current = None;
        std::mem::take(&mut inner.done)
    }

    /// Starts a game.
    pub(crate) fn begin(
        &self,
        players: [usize; 2],
        seed: u64,
        start: Option<String>,
        opening: u32,
        record: &dyn DynRecord,
    ) {
        let mut moves = String::with_capacity(128);
        for (text, _) in record.moves() {
            add(&mut moves, &text);
        }
        let game = GameResult {
            players,
            seed,
            start,
            opening,
            begins: record.side_to_move(),
            moves,
            figures: Vec::with_capacity(64),
            outcome: Outcome::Draw,
            termination: Termination::Abandoned,
            detail: None,
            ended: 0,
        };
        self.inner().current = Some(CurrentGame { game, to_move: record.side_to_move() });
    }

    /// Records a move.
    pub(crate) fn moved(&self, text: &str, figures: MoveFigures) {
        if let Some(current) = &mut self.inner().current {
            add(&mut current.game.moves, text);
            current.game.figures.push(figures);
            current.to_move = current.to_move.opponent();
        }
    }

    /// Ends the game.
    pub(crate) fn end(&self, outcome: Outcome, termination: Termination, detail: Option<String>, ended: i64) {
        self.inner().end((outcome, termination, detail), ended);
    }

    /// Sets the deadline of a move. The returned token is raised at the deadline.
    pub(crate) fn start_clock(&self, begun: Instant, timeout: Duration) -> Result<StopToken, JobError> {
        let mut inner = self.inner();
        self.stop.reset();
        if inner.is_abandoned || self.closing.load(Ordering::SeqCst) {
            return Err(JobError::Stopped);
        }
        inner.deadline = begun.checked_add(timeout).map(|at| (at, timeout));
        Ok(self.stop.clone())
    }

    /// Clears the deadline. Returns whether it had passed.
    pub(crate) fn stop_clock(&self) -> Result<bool, JobError> {
        let mut inner = self.inner();
        inner.deadline = None;
        if inner.is_abandoned || self.closing.load(Ordering::SeqCst) {
            return Err(JobError::Stopped);
        }
        Ok(self.stop.is_stopped())
    }

    /// Ends the work: stops the current move and accepts no further one.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::SeqCst);
        self.stop.stop();
    }

    /// Checks the deadline. Raises the stop token after it. After the grace period, abandons the worker and returns its job, with the current
    /// game lost by the side that did not answer.
    pub(crate) fn watch(&self, at: Instant, grace: Duration) -> Option<UnfinishedJob> {
        let mut inner = self.inner();
        let (deadline, timeout) = inner.deadline?;
        if at < deadline {
            return None;
        }
        self.stop.stop();
        if at < deadline + grace || inner.is_abandoned {
            return None;
        }
        inner.is_abandoned = true;
        let side = inner.current.as_ref().map(|current| current.to_move)?;
        let detail = format!("no answer within {} ms, not even to a stop", timeout.as_millis());
        inner.end(lost(side, Termination::Stall, Some(detail)), now());
        Some(UnfinishedJob { job: inner.job.take()?, done: std::mem::take(&mut inner.done) })
    }
}

impl WorkerStateInner {
    fn end(&mut self, (outcome, termination, detail): (Outcome, Termination, Option<String>), ended: i64) {
        if let Some(CurrentGame { game, .. }) = self.current.take() {
            self.done.push(GameResult { outcome, termination, detail, ended, ..game });
        }
    }
}

fn add(moves: &mut String, text: &str) {
    if !moves.is_empty() {
        moves.push(' ');
    }
    moves.push_str(text);
}
