//! What a worker has before it, where others can see it: the job, the games that are done, the game that goes on, the deadline of
//! the present answer. If the worker is lost with an agent that never answers, all of this is still there.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use zermelo_core::erased::DynRecord;
use zermelo_core::{Outcome, Side, StopToken, Termination};

use super::broken::Broken;
use super::end::{lost, now};
use super::figures::MoveFigures;
use super::job::{GameResult, Job};

/// The desk of one worker.
#[derive(Debug, Default)]
pub struct Desk {
    papers: Mutex<Papers>,
    /// Raised when an answer is overdue, and when the run ends.
    stop: StopToken,
    closing: AtomicBool,
}

#[derive(Debug, Default)]
struct Papers {
    job: Option<Job>,
    done: Vec<GameResult>,
    sheet: Option<Sheet>,
    /// When the present answer is overdue, and how long it was allowed to take.
    deadline: Option<(Instant, Duration)>,
    /// The worker was given up: what it does from now on counts for nothing.
    is_given_up: bool,
}

/// The game that goes on.
#[derive(Debug)]
struct Sheet {
    game: GameResult,
    to_move: Side,
}

/// What a worker leaves behind that is given up.
#[derive(Debug)]
pub(crate) struct Left {
    pub(crate) job: Job,
    pub(crate) done: Vec<GameResult>,
}

impl Desk {
    fn papers(&self) -> MutexGuard<'_, Papers> {
        // A panic of an agent is caught before it gets here; papers are whole at any time.
        self.papers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a job, of which some games may be done.
    pub(crate) fn take(&self, job: &Job, done: Vec<GameResult>) {
        let mut papers = self.papers();
        papers.job = Some(job.clone());
        papers.done = done;
        papers.sheet = None;
    }

    /// Closes the desk if the job on it is one of those; whether it did.
    pub(crate) fn close_for(&self, is_picked: impl Fn(&Job) -> bool) -> bool {
        // Under the lock: the worker can't go on to another job in between.
        let papers = self.papers();
        let is_closed = papers.job.as_ref().is_some_and(is_picked);
        if is_closed {
            self.close();
        }
        is_closed
    }

    /// Whether the run ends for this worker.
    pub(crate) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::SeqCst)
    }

    /// Games of the job that are done.
    pub(crate) fn games_done(&self) -> u8 {
        self.papers().done.len() as u8
    }

    /// Takes the games off the desk.
    pub(crate) fn clear(&self) -> Vec<GameResult> {
        let mut papers = self.papers();
        papers.job = None;
        papers.sheet = None;
        std::mem::take(&mut papers.done)
    }

    /// Begins a game.
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
        self.papers().sheet = Some(Sheet { game, to_move: record.side_to_move() });
    }

    /// Notes a move.
    pub(crate) fn moved(&self, text: &str, figures: MoveFigures) {
        if let Some(sheet) = &mut self.papers().sheet {
            add(&mut sheet.game.moves, text);
            sheet.game.figures.push(figures);
            sheet.to_move = sheet.to_move.opponent();
        }
    }

    /// Ends the game.
    pub(crate) fn end(&self, outcome: Outcome, termination: Termination, detail: Option<String>, ended: i64) {
        self.papers().end((outcome, termination, detail), ended);
    }

    /// Starts the clock of an answer. The token is raised when it is overdue.
    pub(crate) fn start_clock(&self, begun: Instant, patience: Duration) -> Result<StopToken, Broken> {
        let mut papers = self.papers();
        self.stop.reset();
        if papers.is_given_up || self.closing.load(Ordering::SeqCst) {
            return Err(Broken::Stopped);
        }
        papers.deadline = begun.checked_add(patience).map(|at| (at, patience));
        Ok(self.stop.clone())
    }

    /// Stops the clock of an answer; whether it was overdue.
    pub(crate) fn stop_clock(&self) -> Result<bool, Broken> {
        let mut papers = self.papers();
        papers.deadline = None;
        if papers.is_given_up || self.closing.load(Ordering::SeqCst) {
            return Err(Broken::Stopped);
        }
        Ok(self.stop.is_stopped())
    }

    /// The run ends: an answer that is awaited is not awaited any longer.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::SeqCst);
        self.stop.stop();
    }

    /// Looks at the deadline: raises the token where it has passed. After a time of grace the worker is given up, and what was on
    /// the desk is handed out, with the present game lost by the side that did not answer.
    pub(crate) fn watch(&self, at: Instant, grace: Duration) -> Option<Left> {
        let mut papers = self.papers();
        let (deadline, patience) = papers.deadline?;
        if at < deadline {
            return None;
        }
        self.stop.stop();
        if at < deadline + grace || papers.is_given_up {
            return None;
        }
        papers.is_given_up = true;
        let side = papers.sheet.as_ref().map(|sheet| sheet.to_move)?;
        let detail = format!("no answer within {} ms, not even to a stop", patience.as_millis());
        papers.end(lost(side, Termination::Stall, Some(detail)), now());
        Some(Left { job: papers.job.take()?, done: std::mem::take(&mut papers.done) })
    }
}

impl Papers {
    fn end(&mut self, (outcome, termination, detail): (Outcome, Termination, Option<String>), ended: i64) {
        if let Some(Sheet { game, .. }) = self.sheet.take() {
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
