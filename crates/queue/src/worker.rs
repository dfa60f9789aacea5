//! The worker: plays the jobs of all tournaments of a server.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::message::AckKind;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::time::{sleep, timeout};
use zermelo_arena::executor::ExecutorError;
use zermelo_arena::job::JobId;
use zermelo_arena::thread_pool::ThreadPool;
use zermelo_arena::{Job, PairResult, Roster};
use zermelo_core::StopToken;

use crate::connection::{Connection, OutgoingMessage, PublishOutcome, Queue};
use crate::consumer::{Delivery, Fetched, JobConsumer, SkippedRuns, dead_letter, requeue};
use crate::event::QueueEvent;
use crate::message::{self, ResultMessage};

/// The settings of a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WorkerOptions {
    /// Games played at a time.
    pub concurrency: usize,
    /// The worker exits after this time without a job; `None`: never.
    pub idle_exit: Option<Duration>,
}

/// What a worker has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WorkerSummary {
    /// Pairs whose results the server has stored.
    pub pairs: u64,
    /// The games of these pairs.
    pub games: u64,
    /// Jobs that the worker could neither finish nor requeue because the server did not answer. Other workers play them.
    pub lost: u64,
}

/// The worker prefetches as many jobs as it finishes within this time. So the round trip to the server is shared by many short games, and
/// nothing is prefetched where games are long.
const PREFETCH_WINDOW: Duration = Duration::from_millis(100);
/// The most prefetched jobs.
const MAX_PREFETCH: usize = 1024;
/// How often the worker checks which in-progress acknowledgements are due.
const HEARTBEAT_INTERVAL: Duration = Duration::from_millis(100);
/// How long a leaving worker waits for the server.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// A job that is not acknowledged.
struct UnackedJob {
    job: Job,
    delivery: Delivery,
}

/// The unacknowledged jobs by a number of the worker's own. The server gets heartbeats for them until they are finished or requeued.
type UnackedJobs = Arc<Mutex<HashMap<u64, Arc<UnackedJob>>>>;

fn lock(unacked: &UnackedJobs) -> MutexGuard<'_, HashMap<u64, Arc<UnackedJob>>> {
    unacked.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts of stored results.
#[derive(Default)]
struct WorkerCounters {
    pairs: AtomicU64,
    games: AtomicU64,
}

impl Queue {
    /// Plays jobs of all tournaments of the server until `stop` is raised. Unfinished pairs are then requeued.
    pub fn work(self, options: WorkerOptions, roster: &Arc<dyn Roster>, stop: &StopToken) -> WorkerSummary {
        let url = self.url().to_owned();
        self.connection.emit(&QueueEvent::Ready { queue: url, concurrency: options.concurrency.max(1) });
        let mut worker = QueueWorker::new(&self, options, roster);
        let mut last_work = Instant::now();
        while !stop.is_stopped() {
            worker.request_jobs();
            worker.receive_jobs();
            worker.collect_results();
            if !lock(&worker.unacked).is_empty() {
                last_work = Instant::now();
            }
            if options.idle_exit.is_some_and(|limit| last_work.elapsed() >= limit) {
                break;
            }
        }
        worker.leave()
    }
}

/// A running worker.
struct QueueWorker<'a> {
    queue: &'a Queue,
    name: String,
    options: WorkerOptions,
    pool: ThreadPool,
    unacked: UnackedJobs,
    /// The numbers of the unacknowledged jobs that are queued or played here, by job id.
    playing: HashMap<JobId, Vec<u64>>,
    /// The count of these jobs.
    playing_count: usize,
    next_number: u64,
    /// Jobs to hold in addition to those that are played.
    prefetch: usize,
    /// Pairs finished since `window_start`.
    finished: usize,
    window_start: Instant,
    skipped: SkippedRuns,
    requests: UnboundedSender<usize>,
    fetched: Receiver<Fetched>,
    is_fetching: bool,
    counters: Arc<WorkerCounters>,
}

impl<'a> QueueWorker<'a> {
    fn new(queue: &'a Queue, options: WorkerOptions, roster: &Arc<dyn Roster>) -> Self {
        let options = WorkerOptions { concurrency: options.concurrency.max(1), ..options };
        let unacked = UnackedJobs::default();
        let skipped = SkippedRuns::default();
        let name = format!("{}-{}", hostname(), std::process::id());
        let (requests, mut requested) = unbounded_channel();
        let (sender, fetched) = channel();
        let mut consumer = JobConsumer::new(Arc::clone(&queue.connection), name.clone(), Arc::clone(&skipped));
        queue.runtime.spawn(async move {
            while let Some(max) = requested.recv().await {
                if sender.send(consumer.fetch(max).await).is_err() {
                    return;
                }
            }
        });
        queue.runtime.spawn(send_heartbeats(Arc::clone(&unacked)));
        Self {
            queue,
            name,
            options,
            pool: ThreadPool::new(Arc::clone(roster), options.concurrency),
            unacked,
            playing: HashMap::new(),
            playing_count: 0,
            next_number: 0,
            prefetch: 0,
            finished: 0,
            window_start: Instant::now(),
            skipped,
            requests,
            fetched,
            is_fetching: false,
            counters: Arc::default(),
        }
    }

    /// Starts a fetch when a quarter of the capacity is free.
    fn request_jobs(&mut self) {
        let capacity = self.options.concurrency + self.prefetch;
        let free = capacity.saturating_sub(self.playing_count);
        if !self.is_fetching && free >= (capacity / 4).max(1) {
            // The task lives as long as the worker.
            self.is_fetching = self.requests.send(free).is_ok();
        }
    }

    /// Starts the fetched jobs.
    fn receive_jobs(&mut self) {
        let Ok(fetched) = self.fetched.try_recv() else { return };
        self.is_fetching = false;
        for run in fetched.ended_runs {
            self.abandon(&run);
        }
        let mut jobs = Vec::with_capacity(fetched.jobs.len());
        for (job, delivery) in fetched.jobs {
            let (id, run) = (job.id.to_string(), delivery.subjects.run.clone());
            self.queue.connection.emit(&QueueEvent::Pair { job: id, run, lost: delivery.lost });
            self.playing.entry(job.id).or_default().push(self.next_number);
            jobs.push(job.clone());
            lock(&self.unacked).insert(self.next_number, Arc::new(UnackedJob { job, delivery }));
            self.next_number += 1;
        }
        self.playing_count += jobs.len();
        self.pool.submit(jobs);
    }

    /// Waits a moment for results and publishes them.
    fn collect_results(&mut self) {
        // A short wait while a fetch is pending, so that its jobs start soon.
        let wait = if self.is_fetching && self.playing_count > 0 { 1 } else { 10 };
        let mut next = self.pool.next(Duration::from_millis(wait));
        while let Some(result) = next {
            match result {
                Ok(result) => self.publish_result(result),
                Err(ExecutorError::Job { job, error }) => self.skip_run(job, &error.to_string()),
                // A thread pool has no other errors.
                Err(_) => {}
            }
            next = self.pool.ready();
        }
        if self.window_start.elapsed() >= PREFETCH_WINDOW {
            self.prefetch = self.finished.min(MAX_PREFETCH);
            (self.finished, self.window_start) = (0, Instant::now());
        }
    }

    /// Removes a job from those that are played. Its number.
    fn finish(&mut self, job: JobId) -> Option<u64> {
        let numbers = self.playing.get_mut(&job)?;
        let number = numbers.pop();
        if numbers.is_empty() {
            self.playing.remove(&job);
        }
        self.playing_count -= usize::from(number.is_some());
        number
    }

    fn publish_result(&mut self, result: PairResult) {
        let Some(number) = self.finish(result.id) else { return };
        self.finished += 1;
        let (connection, unacked) = (Arc::clone(&self.queue.connection), Arc::clone(&self.unacked));
        let (counters, name) = (Arc::clone(&self.counters), self.name.clone());
        self.queue.runtime.spawn(async move {
            let job = lock(&unacked).get(&number).cloned();
            if let Some(job) = job {
                complete(&connection, &counters, name, &job, result).await;
            }
            lock(&unacked).remove(&number);
        });
    }

    /// Skips the run of a job that this machine can't play, and requeues the run's jobs for others.
    fn skip_run(&mut self, job: JobId, why: &str) {
        let Some(number) = self.finish(job) else { return };
        let Some(job) = lock(&self.unacked).remove(&number) else { return };
        let run = job.delivery.subjects.run.clone();
        self.skipped.lock().unwrap_or_else(PoisonError::into_inner).insert(run.clone());
        self.queue.connection.emit(&QueueEvent::Unfit { run: run.clone(), why: why.to_owned() });
        self.spawn_requeue(&job, 1);
        for job in self.abandon(&run) {
            self.spawn_requeue(&job, 0);
        }
    }

    fn spawn_requeue(&self, job: &Arc<UnackedJob>, lost: u64) {
        let (connection, job) = (Arc::clone(&self.queue.connection), Arc::clone(job));
        self.queue.runtime.spawn(async move {
            requeue(&connection, &job.delivery, &job.job, job.delivery.lost + lost).await;
        });
    }

    /// Stops playing the jobs of a run. The unfinished ones.
    fn abandon(&mut self, run: &str) -> Vec<Arc<UnackedJob>> {
        let mut abandoned = Vec::new();
        lock(&self.unacked).retain(|number, job| {
            let is_abandoned = job.delivery.subjects.run == run
                && self.playing.get(&job.job.id).is_some_and(|numbers| numbers.contains(number));
            if is_abandoned {
                abandoned.push((*number, Arc::clone(job)));
            }
            !is_abandoned
        });
        for (number, job) in &abandoned {
            if let Some(numbers) = self.playing.get_mut(&job.job.id) {
                numbers.retain(|other| other != number);
            }
        }
        self.playing.retain(|_, numbers| !numbers.is_empty());
        self.playing_count -= abandoned.len();
        // Another run of the same tournament may have the same job; that one goes on.
        let kept = &self.playing;
        let tournaments: Vec<u64> = abandoned.iter().map(|(_, job)| job.job.terms.tournament).collect();
        self.pool.abandon(|job| tournaments.contains(&job.terms.tournament) && !kept.contains_key(&job.id));
        abandoned.into_iter().map(|(_, job)| job).collect()
    }

    /// Publishes the finished results and requeues the unfinished jobs.
    fn leave(mut self) -> WorkerSummary {
        self.pool.close();
        while let Some(result) = self.pool.ready() {
            if let Ok(result) = result {
                self.publish_result(result);
            }
        }
        let unfinished: Vec<u64> = self.playing.values().flatten().copied().collect();
        let connection = &self.queue.connection;
        let shutdown = async {
            for number in unfinished {
                let job = lock(&self.unacked).get(&number).cloned();
                if let Some(job) = job {
                    requeue(connection, &job.delivery, &job.job, job.delivery.lost).await;
                    lock(&self.unacked).remove(&number);
                }
            }
            while !lock(&self.unacked).is_empty() {
                sleep(Duration::from_millis(5)).await;
            }
            let _ = connection.client.flush().await;
        };
        // The server redelivers what is left after the ack wait.
        let _ = self.queue.runtime.block_on(async { timeout(SHUTDOWN_TIMEOUT, shutdown).await });
        WorkerSummary {
            pairs: self.counters.pairs.load(Ordering::SeqCst),
            games: self.counters.games.load(Ordering::SeqCst),
            lost: lock(&self.unacked).len() as u64,
        }
    }
}

/// Publishes a result, and acknowledges the job when the server has stored the result.
async fn complete(
    connection: &Connection,
    counters: &WorkerCounters,
    worker: String,
    job: &UnackedJob,
    result: PairResult,
) {
    let games = result.games.len() as u64;
    let id = result.id.to_string();
    let delivery = &job.delivery;
    let message = OutgoingMessage {
        stream: delivery.subjects.results_stream(),
        subject: delivery.subjects.result(&id),
        id: delivery.id.clone(),
        lost: delivery.lost,
        replaces: None,
        payload: message::encode(&ResultMessage { worker: worker.clone(), result }),
    };
    match connection.publish(&message).await {
        PublishOutcome::Stored => {
            counters.pairs.fetch_add(1, Ordering::SeqCst);
            counters.games.fetch_add(games, Ordering::SeqCst);
            let _ = delivery.acker.ack().await;
        }
        // The run is over and does not need the result.
        PublishOutcome::Obsolete => {}
        PublishOutcome::TooLarge(why) => {
            let why = format!("its result can't be sent: {why} (max_payload of the server)");
            dead_letter(connection, &worker, delivery, &id, Some(job.job.clone()), why).await;
        }
    }
}

/// Sends in-progress acknowledgements, three per ack wait for each unacknowledged job.
async fn send_heartbeats(unacked: UnackedJobs) {
    let mut last_sent: HashMap<u64, Instant> = HashMap::new();
    loop {
        sleep(HEARTBEAT_INTERVAL).await;
        let now = Instant::now();
        let mut due = Vec::new();
        {
            let unacked = lock(&unacked);
            last_sent.retain(|number, _| unacked.contains_key(number));
            for (&number, job) in unacked.iter() {
                let last = last_sent.entry(number).or_insert(now);
                if now.duration_since(*last) + HEARTBEAT_INTERVAL >= job.delivery.ack_wait / 3 {
                    *last = now;
                    due.push(Arc::clone(job));
                }
            }
        }
        for job in due {
            // A lost heartbeat is followed by the next one.
            let _ = job.delivery.acker.ack_with(AckKind::Progress).await;
        }
    }
}

fn hostname() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").or_else(|_| std::env::var("HOSTNAME"));
    name.map_or_else(|_| "worker".to_owned(), |name| name.trim().to_owned())
}
