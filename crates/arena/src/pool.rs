//! Jobs on threads, with a deadline for every answer.
//!
//! Workers take jobs from one queue, in its order, and hand results back in the order in which they end. Whoever waits for results
//! also looks after the deadlines ([`Crew::next`]): an agent whose answer is overdue is asked to stop, and one that does not hear
//! loses its game; its thread is given up, since there is no way to end it, and another takes over what is left of the job.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::Roster;
use crate::force::{Fault, Force};
use crate::play::desk::Desk;
use crate::play::job::{GameResult, Job, PairResult};
use crate::play::{Broken, Worker};

/// How long an agent may go on after it was asked to stop. They promise 50 ms; a machine can be busy.
const GRACE: Duration = Duration::from_secs(5);
/// How often deadlines are looked at.
const LOOK: Duration = Duration::from_millis(20);

/// Workers on threads of this machine.
pub struct Crew {
    roster: Arc<dyn Roster>,
    queue: Arc<Queue>,
    members: Vec<Member>,
    sender: Sender<Result<PairResult, Fault>>,
    results: Receiver<Result<PairResult, Fault>>,
    last_look: Instant,
    grace: Duration,
}

struct Member {
    desk: Arc<Desk>,
    thread: Option<JoinHandle<()>>,
}

/// Jobs that wait for a worker.
#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    /// A job with the games of it that are done.
    jobs: VecDeque<(Job, Vec<GameResult>)>,
    is_closed: bool,
}

impl Crew {
    /// So many workers, at least one.
    pub fn new(roster: Arc<dyn Roster>, workers: usize) -> Self {
        let (sender, results) = channel();
        let mut crew = Self {
            roster,
            queue: Arc::default(),
            members: Vec::new(),
            sender,
            results,
            last_look: Instant::now(),
            grace: GRACE,
        };
        for _ in 0..workers.max(1) {
            crew.hire();
        }
        crew
    }

    /// The same with another time of grace after a deadline.
    #[must_use]
    pub fn with_grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// Puts jobs behind those that wait.
    pub fn submit(&self, jobs: impl IntoIterator<Item = Job>) {
        let mut waiting = self.queue.lock();
        waiting.jobs.extend(jobs.into_iter().map(|job| (job, Vec::new())));
        drop(waiting);
        self.queue.changed.notify_all();
    }

    /// The next result; `None` when none came within the time.
    pub fn next(&mut self, timeout: Duration) -> Option<Result<PairResult, Fault>> {
        let until = Instant::now() + timeout;
        loop {
            self.look();
            if let Ok(result) = self.results.try_recv() {
                return Some(result);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.results.recv_timeout(left.min(LOOK)) {
                Ok(result) => return Some(result),
                // The crew has a sender of its own: it is never cut off.
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) if left.is_zero() => return None,
                Err(_) => {}
            }
        }
    }

    /// A result that is there already.
    pub fn ready(&mut self) -> Option<Result<PairResult, Fault>> {
        self.results.try_recv().ok()
    }

    /// Ends the work: jobs that are not done are left. Results that came before are still given by [`ready`](Self::ready). A thread
    /// that hangs in an agent is left behind after the time of grace.
    pub fn close(&mut self) {
        let mut waiting = self.queue.lock();
        waiting.is_closed = true;
        waiting.jobs.clear();
        drop(waiting);
        self.queue.changed.notify_all();
        for member in &self.members {
            member.desk.close();
        }
        let until = Instant::now() + self.grace;
        for member in &mut self.members {
            let Some(thread) = member.thread.take() else { continue };
            while !thread.is_finished() && Instant::now() < until {
                std::thread::sleep(Duration::from_millis(1));
            }
            if thread.is_finished() {
                // Agents' panics are caught; nothing else in a worker panics.
                let _ = thread.join();
            }
        }
    }

    /// Leaves the jobs that a test picks, those that are played included. They give no result.
    pub fn abandon(&mut self, is_picked: impl Fn(&Job) -> bool) {
        self.queue.lock().jobs.retain(|(job, _)| !is_picked(job));
        for at in (0..self.members.len()).rev() {
            if self.members[at].desk.close_for(&is_picked) {
                // Its thread ends with the present answer; another takes its place.
                self.members.swap_remove(at);
                self.hire();
            }
        }
    }

    fn hire(&mut self) {
        let desk = Arc::new(Desk::default());
        let (queue, sender, roster) = (Arc::clone(&self.queue), self.sender.clone(), Arc::clone(&self.roster));
        let own = Arc::clone(&desk);
        let thread = std::thread::spawn(move || work(&queue, &own, &sender, roster));
        self.members.push(Member { desk, thread: Some(thread) });
    }

    /// Looks at all deadlines, now and then.
    fn look(&mut self) {
        let now = Instant::now();
        if now.duration_since(self.last_look) < LOOK {
            return;
        }
        self.last_look = now;
        for at in 0..self.members.len() {
            let Some(left) = self.members[at].desk.watch(now, self.grace) else { continue };
            self.members.swap_remove(at);
            self.hire();
            if left.done.len() < usize::from(left.job.games) {
                self.queue.lock().jobs.push_front((left.job, left.done));
                self.queue.changed.notify_one();
            } else {
                let desk = Desk::default();
                desk.take(&left.job, left.done);
                // The receiver lives as long as the crew.
                let _ = self.sender.send(Ok(desk.result(&left.job)));
            }
            // Others are looked at next time: the list has changed.
            return;
        }
    }
}

impl Force for Crew {
    fn submit(&mut self, jobs: Vec<Job>) {
        Self::submit(self, jobs);
    }

    fn next(&mut self, timeout: Duration) -> Option<Result<PairResult, Fault>> {
        Self::next(self, timeout)
    }

    fn ready(&mut self) -> Option<Result<PairResult, Fault>> {
        Self::ready(self)
    }

    fn appetite(&self) -> usize {
        2 * self.members.len()
    }

    fn close(&mut self) {
        Self::close(self);
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.close();
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job; `None` when there will be none.
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

/// A worker's life.
fn work(queue: &Queue, desk: &Desk, sender: &Sender<Result<PairResult, Fault>>, roster: Arc<dyn Roster>) {
    let mut worker = Worker::new(roster);
    while !desk.is_closing() {
        let Some((job, done)) = queue.take() else { return };
        desk.take(&job, done);
        let result = match worker.play(&job, desk) {
            Ok(()) => Ok(desk.result(&job)),
            // Given up, or the run ends: nobody waits for it.
            Err(Broken::Stopped) => return,
            Err(error) => Err(Fault::Broken { job: job.id, error }),
        };
        if sender.send(result).is_err() {
            return;
        }
    }
}
