//! The worker's consumer of jobs: all tournaments of a server, in turn.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::{AckKind, Acker};
use futures_util::{StreamExt, TryStreamExt};
use tokio::time::{sleep, timeout};
use zermelo_arena::Job;
use zermelo_arena::job::TournamentTerms;

use crate::connection::{Connection, LOST_WORKERS_HEADER, OutgoingMessage, PublishOutcome};
use crate::event::QueueEvent;
use crate::message::{self, DeadLetter, DecodeError, StreamDescription, Version};
use crate::subjects::{Subjects, WORKERS, job_id};

/// A job is given up when this many workers were lost with it.
pub const MAX_LOST_WORKERS: u64 = 5;

/// How often the server's streams are listed.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// A tournament is over when its stream is missing in this many consecutive lists. A server that has just started may list only some of
/// its streams.
const MAX_MISSES: u32 = 3;
/// How long a worker prefers one tournament while others have jobs too. Changing the tournament means creating new agents.
const TURN: Duration = Duration::from_secs(5);
/// How long one fetch waits for a job.
const FETCH_TIMEOUT: Duration = Duration::from_millis(300);
/// The longest pause between two requests of a fetch.
const MAX_PAUSE: Duration = Duration::from_millis(100);

/// The delivery of a job, which has to be acknowledged.
pub(crate) struct Delivery {
    pub(crate) subjects: Subjects,
    pub(crate) acker: Acker,
    /// The id of the job's message; the message of the result gets the same.
    pub(crate) id: String,
    /// The job's sequence number in the stream.
    sequence: u64,
    /// Workers that were lost with the job.
    pub(crate) lost: u64,
    pub(crate) ack_wait: Duration,
}

/// The result of a fetch.
#[derive(Default)]
pub(crate) struct Fetched {
    pub(crate) jobs: Vec<(Job, Delivery)>,
    /// The runs that ended since the last fetch.
    pub(crate) ended_runs: Vec<String>,
}

/// The runs that this worker does not play: it can't, or they have another version.
pub(crate) type SkippedRuns = Arc<Mutex<HashSet<String>>>;

pub(crate) struct JobConsumer {
    connection: Arc<Connection>,
    worker: String,
    subscriptions: Vec<Subscription>,
    skipped: SkippedRuns,
    last_poll: Option<Instant>,
    turn_start: Instant,
    turn: usize,
}

/// The subscription to the jobs of one tournament.
struct Subscription {
    subjects: Subjects,
    consumer: PullConsumer,
    ack_wait: Duration,
    /// Consecutive lists of streams without this one.
    misses: u32,
    /// The terms of the last job. Jobs share one allocation, so that comparing their terms is cheap.
    terms: Option<Arc<TournamentTerms>>,
}

impl JobConsumer {
    pub(crate) fn new(connection: Arc<Connection>, worker: String, skipped: SkippedRuns) -> Self {
        let turn_start = Instant::now();
        Self { connection, worker, subscriptions: Vec::new(), skipped, last_poll: None, turn_start, turn: 0 }
    }

    /// Fetches at most `max` jobs, and waits a moment while there are none.
    pub(crate) async fn fetch(&mut self, max: usize) -> Fetched {
        let deadline = Instant::now() + FETCH_TIMEOUT;
        let mut pause = Duration::from_millis(5);
        loop {
            let mut fetched = Fetched::default();
            if self.last_poll.is_none_or(|last| last.elapsed() > POLL_INTERVAL) {
                self.poll_streams(&mut fetched).await;
                self.last_poll = Some(Instant::now());
            }
            self.fetch_available(max, &mut fetched).await;
            if !fetched.jobs.is_empty() || !fetched.ended_runs.is_empty() || Instant::now() > deadline {
                return fetched;
            }
            sleep(pause).await;
            pause = (2 * pause).min(MAX_PAUSE);
        }
    }

    /// Lists the server's streams: subscribes to new tournaments and drops those that ended.
    async fn poll_streams(&mut self, fetched: &mut Fetched) {
        // On an error the next poll tries again.
        let Ok(names) = self.connection.context.stream_names().try_collect::<HashSet<String>>().await else { return };
        for subscription in &mut self.subscriptions {
            let is_listed = names.contains(&subscription.subjects.jobs_stream());
            subscription.misses = if is_listed { 0 } else { subscription.misses + 1 };
        }
        self.subscriptions.retain(|subscription| {
            let is_over = subscription.misses >= MAX_MISSES;
            if is_over {
                self.connection.emit(&QueueEvent::Over { run: subscription.subjects.run.clone() });
                fetched.ended_runs.push(subscription.subjects.run.clone());
            }
            !is_over
        });
        for name in names {
            let Some(subjects) = Subjects::from_jobs_stream(&name) else { continue };
            let is_subscribed = self.subscriptions.iter().any(|subscription| subscription.subjects == subjects);
            if !is_subscribed && !self.is_skipped(&subjects.run) {
                self.subscribe(&name, subjects).await;
            }
        }
    }

    fn is_skipped(&self, run: &str) -> bool {
        self.skipped.lock().unwrap_or_else(PoisonError::into_inner).contains(run)
    }

    fn skip(&self, run: &str) {
        self.skipped.lock().unwrap_or_else(PoisonError::into_inner).insert(run.to_owned());
    }

    /// Subscribes to a tournament. One that is just being created or deleted is left to the next poll.
    async fn subscribe(&mut self, name: &str, subjects: Subjects) {
        let Ok(stream) = self.connection.context.get_stream(name).await else { return };
        let description = stream.cached_info().config.description.clone().unwrap_or_default();
        let run = subjects.run.clone();
        let title = match message::decode::<StreamDescription>(description.as_bytes()) {
            Ok(description) => description.title,
            Err(DecodeError::OtherVersion(theirs)) => {
                self.skip(&run);
                return self.connection.emit(&QueueEvent::OtherVersion { run, theirs, ours: Version::ours() });
            }
            Err(DecodeError::Malformed(why)) => {
                self.skip(&run);
                return self.connection.emit(&QueueEvent::Unreadable { subject: name.to_owned(), why });
            }
        };
        let Ok(consumer) = stream.get_consumer::<async_nats::jetstream::consumer::pull::Config>(WORKERS).await else {
            return;
        };
        let ack_wait = consumer.cached_info().config.ack_wait;
        self.connection.emit(&QueueEvent::Tournament { run, title });
        self.subscriptions.push(Subscription { subjects, consumer, ack_wait, misses: 0, terms: None });
    }

    /// Fetches the jobs that are available now, from one tournament after the other.
    async fn fetch_available(&mut self, max: usize, fetched: &mut Fetched) {
        let skipped = self.skipped.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.subscriptions.retain(|subscription| !skipped.contains(&subscription.subjects.run));
        if self.turn_start.elapsed() > TURN {
            self.turn += 1;
            self.turn_start = Instant::now();
        }
        let count = self.subscriptions.len();
        for at in 0..count {
            let left = max - fetched.jobs.len();
            if left == 0 {
                return;
            }
            let at = (self.turn + at) % count;
            let messages = self.subscriptions[at].fetch(left).await;
            for message in messages {
                fetched.jobs.extend(self.accept(at, message).await);
            }
        }
    }

    /// Decodes a job. A malformed job, or one that has lost too many workers, goes to the dead letters.
    async fn accept(&mut self, at: usize, message: async_nats::jetstream::Message) -> Option<(Job, Delivery)> {
        let subscription = &mut self.subscriptions[at];
        let (sequence, deliveries) =
            message.info().map_or((0, 1), |info| (info.stream_sequence, info.delivered.max(1) as u64));
        let (message, acker) = message.split();
        let header = |name: &str| Some(message.headers.as_ref()?.get(name)?.as_str().to_owned());
        let lost_before: u64 = header(LOST_WORKERS_HEADER).and_then(|lost| lost.parse().ok()).unwrap_or(0);
        let subject_id = job_id(&message.subject).map_or_else(String::new, |id| id.to_string());
        let id = header("Nats-Msg-Id").unwrap_or_else(|| subject_id.clone());
        let (subjects, ack_wait) = (subscription.subjects.clone(), subscription.ack_wait);
        let delivery = Delivery { subjects, acker, id, sequence, lost: lost_before + deliveries - 1, ack_wait };
        let (job, why) = match message::decode::<Job>(&message.payload) {
            Ok(job) if delivery.lost >= MAX_LOST_WORKERS => {
                (Some(job), format!("{MAX_LOST_WORKERS} workers were lost with it"))
            }
            Ok(mut job) => {
                match &subscription.terms {
                    Some(terms) if **terms == *job.terms => job.terms = Arc::clone(terms),
                    _ => subscription.terms = Some(Arc::clone(&job.terms)),
                }
                return Some((job, delivery));
            }
            Err(DecodeError::OtherVersion(theirs)) => {
                let run = delivery.subjects.run.clone();
                self.skip(&run);
                self.connection.emit(&QueueEvent::OtherVersion { run, theirs, ours: Version::ours() });
                // A worker of that version can play it.
                let _ = delivery.acker.ack_with(AckKind::Nak(Some(POLL_INTERVAL))).await;
                return None;
            }
            Err(DecodeError::Malformed(why)) => (None, format!("malformed job: {why}")),
        };
        dead_letter(&self.connection, &self.worker, &delivery, &subject_id, job, why).await;
        None
    }
}

impl Subscription {
    /// The jobs that are available now.
    async fn fetch(&self, max: usize) -> Vec<async_nats::jetstream::Message> {
        let Ok(mut batch) = self.consumer.fetch().max_messages(max).messages().await else { return Vec::new() };
        let mut messages = Vec::new();
        // If the server disappears in the middle of a batch, the messages received so far are used.
        while let Ok(Some(Ok(message))) = timeout(Duration::from_secs(2), batch.next()).await {
            messages.push(message);
        }
        messages
    }
}

/// Gives up a job: publishes a dead letter and removes the job from the queue.
pub(crate) async fn dead_letter(
    connection: &Connection,
    worker: &str,
    delivery: &Delivery,
    id: &str,
    job: Option<Job>,
    why: String,
) {
    connection.emit(&QueueEvent::GivenUp { job: id.to_owned(), why: why.clone() });
    let message = OutgoingMessage {
        stream: delivery.subjects.results_stream(),
        subject: delivery.subjects.dead_letter(id),
        id: format!("{}-dead", delivery.id),
        lost: delivery.lost,
        replaces: None,
        payload: message::encode(&DeadLetter { worker: worker.to_owned(), job, why }),
    };
    if connection.publish(&message).await != PublishOutcome::Obsolete {
        let _ = delivery.acker.ack().await;
    }
}

/// Returns a job to the queue, with `lost` lost workers. A negative acknowledgement would count as another lost worker.
pub(crate) async fn requeue(connection: &Connection, delivery: &Delivery, job: &Job, lost: u64) {
    let message = OutgoingMessage {
        stream: delivery.subjects.jobs_stream(),
        subject: delivery.subjects.job(&job.id.to_string()),
        id: format!("{}-{}", delivery.id, delivery.sequence),
        lost,
        // A run that was stopped has removed the job; then it must not come back.
        replaces: Some(delivery.sequence),
        payload: message::encode(job),
    };
    if connection.publish(&message).await == PublishOutcome::Stored {
        let _ = delivery.acker.ack().await;
    }
}
