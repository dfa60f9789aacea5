//! A thread pool that plays jobs, with a deadline for every move.
//!
//! Workers take jobs from one queue and return results in the order of completion. [`ThreadPool::next`] checks the deadlines while it waits
//! for results. An agent that misses its deadline is asked to stop. If it does not respond within the grace period it loses the game.
//! Rust can't kill a thread, so the worker is abandoned and a new one plays the rest of the job.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::Roster;
use crate::executor::{ExecutorError, JobExecutor};
use crate::play::job::{GameResult, Job, PairResult};
use crate::play::worker_state::WorkerState;
use crate::play::{JobError, Worker};

/// The grace period after a stop request. Agents should respond within 50 ms, but the machine may be busy.
const GRACE: Duration = Duration::from_secs(5);
/// How often to check deadlines.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Worker threads on this machine.
pub struct ThreadPool {
    roster: Arc<dyn Roster>,
    queue: Arc<JobQueue>,
    threads: Vec<PoolThread>,
    sender: Sender<Result<PairResult, ExecutorError>>,
    results: Receiver<Result<PairResult, ExecutorError>>,
    last_check: Instant,
    grace: Duration,
}

struct PoolThread {
    state: Arc<WorkerState>,
    thread: Option<JoinHandle<()>>,
}

/// Jobs waiting for a worker.
#[derive(Default)]
struct JobQueue {
    waiting: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Default)]
struct QueueState {
    /// Each job with its finished games.
    jobs: VecDeque<(Job, Vec<GameResult>)>,
    is_closed: bool,
}

impl ThreadPool {
    /// Starts this number of workers, at least one.
    pub fn new(roster: Arc<dyn Roster>, workers: usize) -> Self {
        let (sender, results) = channel();
        let mut thread_pool = Self {
            roster,
            queue: Arc::default(),
            threads: Vec::new(),
            sender,
            results,
            last_check: Instant::now(),
            grace: GRACE,
        };
        for _ in 0..workers.max(1) {
            thread_pool.spawn_worker();
        }
        thread_pool
    }

    /// Sets the grace period after a deadline.
    #[must_use]
    pub fn with_grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// Appends jobs to the queue.
    pub fn submit(&self, jobs: impl IntoIterator<Item = Job>) {
        let mut waiting = self.queue.lock();
        waiting.jobs.extend(jobs.into_iter().map(|job| (job, Vec::new())));
        drop(waiting);
        self.queue.changed.notify_all();
    }

    /// Waits for the next result and checks deadlines; `None` after the timeout.
    pub fn next(&mut self, timeout: Duration) -> Option<Result<PairResult, ExecutorError>> {
        let until = Instant::now() + timeout;
        loop {
            self.check_deadlines();
            if let Ok(result) = self.results.try_recv() {
                return Some(result);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.results.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(result) => return Some(result),
                // The pool holds a sender itself, so the channel never disconnects.
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) if left.is_zero() => return None,
                Err(_) => {}
            }
        }
    }

    /// A result that is available without waiting.
    pub fn ready(&mut self) -> Option<Result<PairResult, ExecutorError>> {
        self.results.try_recv().ok()
    }

    /// Cancels all unfinished jobs. [`ready`](Self::ready) still returns the earlier results. A thread that hangs in an agent is abandoned
    /// after the grace period.
    pub fn close(&mut self) {
        let mut waiting = self.queue.lock();
        waiting.is_closed = true;
        waiting.jobs.clear();
        drop(waiting);
        self.queue.changed.notify_all();
        for thread_handle in &self.threads {
            thread_handle.state.close();
        }
        let until = Instant::now() + self.grace;
        for thread_handle in &mut self.threads {
            let Some(thread) = thread_handle.thread.take() else { continue };
            while !thread.is_finished() && Instant::now() < until {
                std::thread::sleep(Duration::from_millis(1));
            }
            if thread.is_finished() {
                // Panics of agents are caught; nothing else in a worker panics.
                let _ = thread.join();
            }
        }
    }

    /// Cancels the jobs that `is_picked` selects, including those being played. They give no result.
    pub fn abandon(&mut self, is_picked: impl Fn(&Job) -> bool) {
        self.queue.lock().jobs.retain(|(job, _)| !is_picked(job));
        for at in (0..self.threads.len()).rev() {
            if self.threads[at].state.close_for(&is_picked) {
                // Its thread ends after the current move; a new worker takes its place.
                self.threads.swap_remove(at);
                self.spawn_worker();
            }
        }
    }

    fn spawn_worker(&mut self) {
        let state = Arc::new(WorkerState::default());
        let (queue, sender, roster) = (Arc::clone(&self.queue), self.sender.clone(), Arc::clone(&self.roster));
        let own = Arc::clone(&state);
        let thread = std::thread::spawn(move || run_worker(&queue, &own, &sender, roster));
        self.threads.push(PoolThread { state, thread: Some(thread) });
    }

    /// Checks all deadlines, at most once per [`POLL_INTERVAL`].
    fn check_deadlines(&mut self) {
        let now = Instant::now();
        if now.duration_since(self.last_check) < POLL_INTERVAL {
            return;
        }
        self.last_check = now;
        for at in 0..self.threads.len() {
            let Some(left) = self.threads[at].state.watch(now, self.grace) else { continue };
            self.threads.swap_remove(at);
            self.spawn_worker();
            if left.done.len() < usize::from(left.job.games) {
                self.queue.lock().jobs.push_front((left.job, left.done));
                self.queue.changed.notify_one();
            } else {
                let state = WorkerState::default();
                state.take(&left.job, left.done);
                // The receiver lives as long as the pool.
                let _ = self.sender.send(Ok(state.result(&left.job)));
            }
            // The list has changed; the other threads are checked next time.
            return;
        }
    }
}

impl JobExecutor for ThreadPool {
    fn submit(&mut self, jobs: Vec<Job>) {
        Self::submit(self, jobs);
    }

    fn next(&mut self, timeout: Duration) -> Option<Result<PairResult, ExecutorError>> {
        Self::next(self, timeout)
    }

    fn ready(&mut self) -> Option<Result<PairResult, ExecutorError>> {
        Self::ready(self)
    }

    fn min_in_flight(&self) -> usize {
        2 * self.threads.len()
    }

    fn close(&mut self) {
        Self::close(self);
    }
}

impl Drop for ThreadPool {
    fn drop(&mut self) {
        self.close();
    }
}

impl JobQueue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next job; `None` when the queue is closed.
    fn take(&self) -> Option<(Job, Vec<GameResult>)> {
        let mut waiting = self.lock();
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(job) = waiting.jobs.pop_front() {
                return Some(job);
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The main loop of a worker.
fn run_worker(
    queue: &JobQueue,
    state: &WorkerState,
    sender: &Sender<Result<PairResult, ExecutorError>>,
    roster: Arc<dyn Roster>,
) {
    let mut worker = Worker::new(roster);
    while !state.is_closing() {
        let Some((job, done)) = queue.take() else { return };
        state.take(&job, done);
        let result = match worker.play(&job, state) {
            Ok(()) => Ok(state.result(&job)),
            // The worker was abandoned or the run ends: nothing waits for the result.
            Err(JobError::Stopped) => return,
            Err(error) => Err(ExecutorError::Job { job: job.id, error }),
        };
        if sender.send(result).is_err() {
            return;
        }
    }
}
