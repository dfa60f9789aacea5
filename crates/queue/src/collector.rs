//! The collector: publishes the jobs of a run and collects one result of each.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::ConsumerInfoErrorKind;
use async_nats::jetstream::message::Acker;
use async_nats::jetstream::stream::{Config, RetentionPolicy, StorageType, Stream};
use futures_util::stream::{self, StreamExt};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use zermelo_arena::executor::{AbandonedJob, ExecutorError, JobExecutor};
use zermelo_arena::job::{JobId, TournamentTerms};
use zermelo_arena::{Job, PairResult};

use crate::connection::{Connection, MAX_IN_FLIGHT, OutgoingMessage, PublishOutcome, Queue, root_cause};
use crate::error::QueueError;
use crate::event::QueueEvent;
use crate::message::{self, DeadLetter, ResultMessage, StreamDescription};
use crate::subjects::{COLLECTOR, Subjects, WORKERS, is_dead_letter, job_id};

/// The settings of a run's queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueueOptions {
    /// How long a job may go without an acknowledgement before the server redelivers it to another worker.
    pub ack_wait: Duration,
}

impl Default for QueueOptions {
    fn default() -> Self {
        Self { ack_wait: Duration::from_secs(30) }
    }
}

/// The least number of jobs to keep in the queue.
const MIN_BACKLOG: usize = 64;
/// How often the state of the streams is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// The timeout of the last requests of a run.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);
/// How many consecutive polls must find the streams missing, or empty, before the collector acts on it.
const MAX_MISSES: u32 = 8;
/// The most unacknowledged jobs of all workers together.
const MAX_UNACKED: i64 = 100_000;

/// Distributes the jobs of a run over the workers of a server.
pub struct ResultCollector {
    queue: Queue,
    subjects: Subjects,
    jobs: Stream,
    /// Jobs without a result.
    in_flight: HashMap<JobId, Job>,
    /// Jobs of an earlier session that are still on the server.
    on_server: HashSet<JobId>,
    /// Results whose job has not been submitted yet.
    early: HashMap<JobId, (ResultMessage, Acker)>,
    /// Early results whose job has been submitted since, and messages received while waiting.
    pending: VecDeque<Incoming>,
    /// The acknowledgements of results that were returned and are not known to be committed to the results file.
    unacked: VecDeque<Acker>,
    committed: u64,
    /// The suffix of message ids; empty in a new queue.
    suffix: String,
    outgoing: UnboundedSender<OutgoingMessage>,
    acks: Option<UnboundedSender<Acker>>,
    incoming: Receiver<Incoming>,
    last_incoming: Instant,
    state: Arc<QueueState>,
    tasks: Vec<JoinHandle<()>>,
    ack_task: Option<JoinHandle<()>>,
}

/// The state of the queue, as published by the tasks.
#[derive(Default)]
struct QueueState {
    /// Jobs that were delivered to a worker and not acknowledged.
    playing: AtomicUsize,
    /// Jobs that are not stored on the server yet.
    unpublished: AtomicUsize,
    /// Consecutive polls that found neither a job nor a result.
    empty: AtomicU32,
}

/// A message from the server, or the failure of a task.
enum Incoming {
    Result(Box<ResultMessage>, Acker),
    DeadLetter(Box<DeadLetter>, Option<JobId>, Acker),
    Failed(String),
}

impl Queue {
    /// Creates the queue of the run `key`, or opens the one of an earlier session.
    ///
    /// # Errors
    /// The server can't create or read the streams.
    pub fn collect(
        self,
        key: &str,
        terms: &TournamentTerms,
        options: QueueOptions,
    ) -> Result<ResultCollector, QueueError> {
        let subjects = Subjects::new(key);
        let connection = Arc::clone(&self.connection);
        let opened = self.runtime.block_on(open(&connection, &subjects, terms, options))?;
        let (outgoing, messages) = unbounded_channel();
        let (acks, ackers) = unbounded_channel();
        let (sender, incoming) = channel();
        let state = Arc::new(QueueState::default());
        let spawn = |task| self.runtime.spawn(task);
        let tasks = vec![
            self.runtime.spawn(publish(Arc::clone(&connection), messages, Arc::clone(&state), sender.clone())),
            self.runtime.spawn(receive(Arc::clone(&connection), opened.results.clone(), sender.clone())),
            self.runtime.spawn(poll_state(opened.workers, opened.results, Arc::clone(&state), sender)),
        ];
        let ack_task = spawn(acknowledge(ackers));
        // The server may remember message ids of an existing queue whose jobs are gone.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let suffix = if opened.is_new { String::new() } else { format!("-{:x}", now.as_millis()) };
        Ok(ResultCollector {
            queue: self,
            subjects,
            jobs: opened.jobs,
            in_flight: HashMap::new(),
            on_server: opened.on_server,
            early: HashMap::new(),
            pending: VecDeque::new(),
            unacked: VecDeque::new(),
            committed: 0,
            suffix,
            outgoing,
            acks: Some(acks),
            incoming,
            last_incoming: Instant::now(),
            state,
            tasks,
            ack_task: Some(ack_task),
        })
    }
}

struct OpenedStreams {
    jobs: Stream,
    workers: PullConsumer,
    results: PullConsumer,
    on_server: HashSet<JobId>,
    is_new: bool,
}

async fn open(
    connection: &Connection,
    subjects: &Subjects,
    terms: &TournamentTerms,
    options: QueueOptions,
) -> Result<OpenedStreams, QueueError> {
    let failed = |what| move |why: &dyn std::error::Error| connection.failed(what, why);
    let context = &connection.context;
    let mut jobs = Config {
        name: subjects.jobs_stream(),
        subjects: vec![subjects.job("*")],
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::File,
        description: String::from_utf8(message::encode(&StreamDescription::new(terms))).ok(),
        ..Config::default()
    };
    let results = Config {
        name: subjects.results_stream(),
        subjects: vec![subjects.result("*"), subjects.dead_letter("*")],
        description: None,
        ..jobs.clone()
    };
    jobs.allow_direct = false;
    let is_new = context.get_stream(&jobs.name).await.is_err();
    let what = "create the job stream";
    let jobs = context.get_or_create_stream(jobs).await.map_err(|why| failed(what)(&why))?;
    let what = "create the result stream";
    let results = context.get_or_create_stream(results).await.map_err(|why| failed(what)(&why))?;
    let shared = |name: &str, max_ack_pending| pull::Config {
        durable_name: Some(name.to_owned()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: options.ack_wait,
        // Workers count lost workers themselves, see the docs of this crate.
        max_deliver: -1,
        max_ack_pending,
        ..pull::Config::default()
    };
    let what = "create the consumer of jobs";
    let workers = jobs.create_consumer(shared(WORKERS, MAX_UNACKED)).await.map_err(|why| failed(what)(&why))?;
    // A new consumer redelivers at once the results that an earlier session received and did not commit.
    let _ = results.delete_consumer(COLLECTOR).await;
    let what = "create the consumer of results";
    let results = results.create_consumer(shared(COLLECTOR, -1)).await.map_err(|why| failed(what)(&why))?;
    let on_server = if is_new { HashSet::new() } else { list_jobs(connection, subjects, &jobs).await? };
    Ok(OpenedStreams { jobs, workers, results, on_server, is_new })
}

/// The ids of the jobs in a stream.
async fn list_jobs(connection: &Connection, subjects: &Subjects, jobs: &Stream) -> Result<HashSet<JobId>, QueueError> {
    let what = "list the jobs of the run";
    let mut stored = jobs.info_with_subjects(subjects.job("*")).await.map_err(|why| connection.failed(what, &why))?;
    let mut on_server = HashSet::new();
    while let Some(subject) = stored.next().await {
        let (subject, _) = subject.map_err(|why| connection.failed(what, &why))?;
        on_server.extend(job_id(&subject));
    }
    Ok(on_server)
}

/// Publishes jobs concurrently, each until the server has stored it.
async fn publish(
    connection: Arc<Connection>,
    messages: UnboundedReceiver<OutgoingMessage>,
    state: Arc<QueueState>,
    sender: Sender<Incoming>,
) {
    let messages =
        stream::unfold(messages, |mut messages| async { messages.recv().await.map(|message| (message, messages)) });
    let (connection, state, sender) = (&connection, &state, &sender);
    messages
        .for_each_concurrent(MAX_IN_FLIGHT, |message| async move {
            let outcome = connection.publish(&message).await;
            state.unpublished.fetch_sub(1, Ordering::SeqCst);
            let why = match outcome {
                PublishOutcome::Stored => return,
                PublishOutcome::Obsolete => queue_removed(),
                PublishOutcome::TooLarge(why) => format!("a job can't be sent: {why}"),
            };
            // The receiver is dropped when the run is over.
            let _ = sender.send(Incoming::Failed(why));
        })
        .await;
}

fn queue_removed() -> String {
    "the queue of this run was removed from the server; finished games are kept, and `zermelo arena resume` \
     publishes the rest again"
        .to_owned()
}

/// Receives results and dead letters.
async fn receive(connection: Arc<Connection>, consumer: PullConsumer, sender: Sender<Incoming>) {
    loop {
        let batch = consumer.batch().max_messages(MAX_IN_FLIGHT).expires(Duration::from_secs(2)).messages().await;
        let Ok(mut batch) = batch else {
            sleep(POLL_INTERVAL).await;
            continue;
        };
        while let Some(received) = batch.next().await {
            let Ok(message) = received else {
                // The connection or the server has a problem.
                sleep(POLL_INTERVAL).await;
                break;
            };
            let (message, acker) = message.split();
            let decoded = if is_dead_letter(&message.subject) {
                message::decode::<DeadLetter>(&message.payload)
                    .map(|dead| Incoming::DeadLetter(Box::new(dead), job_id(&message.subject), acker))
            } else {
                message::decode::<ResultMessage>(&message.payload).map(|done| Incoming::Result(Box::new(done), acker))
            };
            match decoded {
                Ok(incoming) => {
                    if sender.send(incoming).is_err() {
                        return;
                    }
                }
                // The message stays on the server until the run is over.
                Err(why) => {
                    connection
                        .emit(&QueueEvent::Unreadable { subject: message.subject.to_string(), why: why.to_string() });
                }
            }
        }
    }
}

/// Polls the state of the streams.
async fn poll_state(
    mut workers: PullConsumer,
    mut results: PullConsumer,
    state: Arc<QueueState>,
    sender: Sender<Incoming>,
) {
    let mut missing = 0;
    loop {
        sleep(POLL_INTERVAL).await;
        let messages = match workers.info().await {
            Err(error) => Err(error.kind()),
            Ok(info) => {
                state.playing.store(info.num_ack_pending, Ordering::SeqCst);
                let jobs = info.num_pending + info.num_ack_pending as u64;
                results.info().await.map(|info| jobs + info.num_pending).map_err(|error| error.kind())
            }
        };
        let is_gone = matches!(messages, Err(ConsumerInfoErrorKind::NotFound | ConsumerInfoErrorKind::StreamNotFound));
        missing = if is_gone { missing + 1 } else { 0 };
        if missing >= MAX_MISSES {
            let _ = sender.send(Incoming::Failed(queue_removed()));
            return;
        }
        if messages == Ok(0) {
            state.empty.fetch_add(1, Ordering::SeqCst);
        } else {
            state.empty.store(0, Ordering::SeqCst);
        }
    }
}

/// Acknowledges results. If an acknowledgement is lost, the result is delivered again and ignored.
async fn acknowledge(mut ackers: UnboundedReceiver<Acker>) {
    while let Some(acker) = ackers.recv().await {
        let _ = acker.ack().await;
    }
}

impl ResultCollector {
    fn publish(&self, job: &Job) {
        let id = job.id.to_string();
        self.state.unpublished.fetch_add(1, Ordering::SeqCst);
        let message = OutgoingMessage {
            stream: self.subjects.jobs_stream(),
            subject: self.subjects.job(&id),
            id: format!("{id}{}", self.suffix),
            lost: 0,
            replaces: None,
            payload: message::encode(job),
        };
        // The task lives as long as the collector.
        let _ = self.outgoing.send(message);
    }

    fn acknowledge(&self, acker: Acker) {
        if let Some(acks) = &self.acks {
            let _ = acks.send(acker);
        }
    }

    /// Turns a message into the result of a job, if it is one.
    fn accept(&mut self, incoming: Incoming) -> Option<Result<PairResult, ExecutorError>> {
        self.last_incoming = Instant::now();
        match incoming {
            Incoming::Failed(why) => Some(Err(ExecutorError::Failed(why))),
            Incoming::Result(done, acker) => {
                let Some(job) = self.in_flight.remove(&done.result.id) else {
                    // The job of an earlier session, or a second result: a worker taken for lost has finished.
                    self.early.insert(done.result.id, (*done, acker));
                    return None;
                };
                if !is_result_of(&done.result, &job) {
                    self.acknowledge(acker);
                    let why = format!("worker {} sent a result that does not belong to this job", done.worker);
                    return Some(Err(ExecutorError::Abandoned(AbandonedJob::new(&job, why))));
                }
                self.unacked.push_back(acker);
                Some(Ok(done.result))
            }
            Incoming::DeadLetter(dead, id, acker) => {
                self.acknowledge(acker);
                let id = dead.job.as_ref().map(|job| job.id).or(id)?;
                let job = self.in_flight.remove(&id)?;
                let why = format!("{} (worker {})", dead.why, dead.worker);
                self.queue.connection.emit(&QueueEvent::GivenUp { job: id.to_string(), why: why.clone() });
                Some(Err(ExecutorError::Abandoned(AbandonedJob::new(&job, why))))
            }
        }
    }

    /// Publishes jobs again that the server has lost. After a power failure it lacks the messages that were not on its disk.
    fn republish_lost(&mut self) {
        let is_quiet = self.state.empty.load(Ordering::SeqCst) >= MAX_MISSES
            && self.state.unpublished.load(Ordering::SeqCst) == 0
            && self.last_incoming.elapsed() > POLL_INTERVAL * MAX_MISSES;
        if self.in_flight.is_empty() || !is_quiet {
            return;
        }
        self.queue.connection.emit(&QueueEvent::Republished { jobs: self.in_flight.len() });
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.suffix = format!("-{:x}", now.as_millis());
        self.in_flight.values().for_each(|job| self.publish(job));
        self.last_incoming = Instant::now();
        self.state.empty.store(0, Ordering::SeqCst);
    }
}

impl JobExecutor for ResultCollector {
    fn submit(&mut self, jobs: Vec<Job>) {
        if self.in_flight.is_empty() {
            // The quiet time starts now: nothing was expected before.
            self.last_incoming = Instant::now();
        }
        for job in jobs {
            if let Some((done, acker)) = self.early.remove(&job.id) {
                self.pending.push_back(Incoming::Result(Box::new(done), acker));
            } else if !self.on_server.remove(&job.id) {
                self.publish(&job);
            }
            self.in_flight.insert(job.id, job);
        }
    }

    fn next(&mut self, timeout: Duration) -> Option<Result<PairResult, ExecutorError>> {
        let deadline = Instant::now() + timeout;
        loop {
            if let Some(result) = self.ready() {
                return Some(result);
            }
            self.republish_lost();
            let left = deadline.saturating_duration_since(Instant::now());
            match self.incoming.recv_timeout(left) {
                Ok(incoming) => self.pending.push_back(incoming),
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => {
                    return Some(Err(ExecutorError::Failed("the connection to the queue is closed".to_owned())));
                }
            }
        }
    }

    fn ready(&mut self) -> Option<Result<PairResult, ExecutorError>> {
        loop {
            let incoming = self.pending.pop_front().or_else(|| self.incoming.try_recv().ok())?;
            if let Some(result) = self.accept(incoming) {
                return Some(result);
            }
        }
    }

    fn min_in_flight(&self) -> usize {
        MIN_BACKLOG + 2 * self.state.playing.load(Ordering::SeqCst)
    }

    fn kept(&mut self, results: u64) {
        while self.committed < results {
            let Some(acker) = self.unacked.pop_front() else { return };
            self.committed += 1;
            self.acknowledge(acker);
        }
    }

    /// Removes the jobs that no worker has received. Pairs in progress are finished; a resumed run collects their results.
    fn close(&mut self) {
        if let Some(publish) = self.tasks.first() {
            publish.abort();
        }
        // If this fails, the jobs are played in vain, and `leave` reports that the server does not answer.
        let _ = self.queue.runtime.block_on(async { timeout(SHUTDOWN_TIMEOUT, self.jobs.purge()).await });
    }

    fn leave(&mut self, is_over: bool) {
        self.acks = None;
        let ack_task = self.ack_task.take();
        let streams = [self.subjects.jobs_stream(), self.subjects.results_stream()];
        let connection = &self.queue.connection;
        let shutdown = async {
            if let Some(ack_task) = ack_task {
                let _ = ack_task.await;
            }
            let _ = connection.client.flush().await;
            if !is_over {
                return None;
            }
            let mut failed = None;
            for stream in streams {
                failed =
                    failed.or(connection.context.delete_stream(stream).await.err().map(|error| root_cause(&error)));
            }
            failed
        };
        let error = self.queue.runtime.block_on(async { timeout(SHUTDOWN_TIMEOUT, shutdown).await });
        if let Some(why) = error.unwrap_or(Some("it does not answer".to_owned())) {
            connection.emit(&QueueEvent::NotRemoved { run: self.subjects.run.clone(), why });
        }
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

/// Whether a result belongs to the job. Results come from other machines and are not trusted.
fn is_result_of(result: &PairResult, job: &Job) -> bool {
    let found = (result.number, result.round, result.pair, result.players, result.games.len());
    found == (job.number, job.round, job.pair, job.players, usize::from(job.games))
        && result.games.iter().zip(0..).all(|(game, at)| game.players == job.seats(at))
}
