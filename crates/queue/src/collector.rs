//! The run's end of the queue: jobs go out, results come in, each once.

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
use zermelo_arena::force::{Fault, Force, GivenUp};
use zermelo_arena::job::{JobId, Terms};
use zermelo_arena::{Job, PairResult};

use crate::error::QueueError;
use crate::event::Event;
use crate::message::{self, Dead, Description, Done};
use crate::places::{COLLECTOR, Places, WORKERS, job_of};
use crate::server::{AT_ONCE, Letter, Posted, Queue, Server, cause};

/// How jobs are handed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// A job goes to another worker when nothing was heard of it for so long.
    pub ack_wait: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self { ack_wait: Duration::from_secs(30) }
    }
}

/// Jobs that wait at least, however few are played.
const LEAST: usize = 64;
/// How often the streams are looked at.
const LOOK: Duration = Duration::from_millis(500);
/// How long the server may take for what is asked at the end.
const FAREWELL: Duration = Duration::from_secs(5);
/// Looks in a row without the streams, or with nothing in them, before that is believed.
const LOOKS: u32 = 8;
/// Jobs that workers have at most without having acknowledged them.
const MOST_HELD: i64 = 100_000;

/// The work force of a run: all workers at the server.
pub struct Collector {
    queue: Queue,
    places: Places,
    jobs: Stream,
    /// Jobs without a result.
    in_flight: HashMap<JobId, Job>,
    /// Jobs of an earlier session that are still on the server.
    waiting: HashSet<JobId>,
    /// Results whose job was not asked for yet.
    early: HashMap<JobId, (Done, Acker)>,
    /// The job was asked for by now.
    due: VecDeque<Arrival>,
    /// Of the results that were handed out, those that are not known to be in the results file.
    handed: VecDeque<Acker>,
    kept: u64,
    /// What the ids of messages end with: nothing in a new queue.
    suffix: String,
    post: UnboundedSender<Letter>,
    acks: Option<UnboundedSender<Acker>>,
    arrivals: Receiver<Arrival>,
    last_arrival: Instant,
    state: Arc<State>,
    tasks: Vec<JoinHandle<()>>,
    acking: Option<JoinHandle<()>>,
}

/// What the tasks tell of the server.
#[derive(Default)]
struct State {
    /// Jobs that are played, or wait at a worker.
    played: AtomicUsize,
    /// Jobs that are not published yet.
    unposted: AtomicUsize,
    /// Looks in a row at which there was neither a job nor a result.
    empty: AtomicU32,
}

/// What comes from the server.
enum Arrival {
    Result(Box<Done>, Acker),
    Dead(Box<Dead>, Option<JobId>, Acker),
    Failed(String),
}

impl Queue {
    /// Opens the queue of a run, or takes up the one that an earlier session left.
    pub fn collect(self, key: &str, terms: &Terms, options: Options) -> Result<Collector, QueueError> {
        let places = Places::new(key);
        let server = Arc::clone(&self.server);
        let opened = self.runtime.block_on(open(&server, &places, terms, options))?;
        let (post, letters) = unbounded_channel();
        let (acks, ackers) = unbounded_channel();
        let (sender, arrivals) = channel();
        let state = Arc::new(State::default());
        let spawn = |task| self.runtime.spawn(task);
        let tasks = vec![
            self.runtime.spawn(publish(Arc::clone(&server), letters, Arc::clone(&state), sender.clone())),
            self.runtime.spawn(receive(Arc::clone(&server), opened.results.clone(), sender.clone())),
            self.runtime.spawn(watch(opened.workers, opened.results, Arc::clone(&state), sender)),
        ];
        let acking = spawn(acknowledge(ackers));
        // Ids of a queue that was there may be remembered by the server while their jobs are gone.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let suffix = if opened.is_new { String::new() } else { format!("-{:x}", now.as_millis()) };
        Ok(Collector {
            queue: self,
            places,
            jobs: opened.jobs,
            in_flight: HashMap::new(),
            waiting: opened.waiting,
            early: HashMap::new(),
            due: VecDeque::new(),
            handed: VecDeque::new(),
            kept: 0,
            suffix,
            post,
            acks: Some(acks),
            arrivals,
            last_arrival: Instant::now(),
            state,
            tasks,
            acking: Some(acking),
        })
    }
}

/// What was opened.
struct Opened {
    jobs: Stream,
    workers: PullConsumer,
    results: PullConsumer,
    waiting: HashSet<JobId>,
    is_new: bool,
}

async fn open(server: &Server, places: &Places, terms: &Terms, options: Options) -> Result<Opened, QueueError> {
    let failed = |what| move |why: &dyn std::error::Error| server.failed(what, why);
    let context = &server.context;
    let mut jobs = Config {
        name: places.jobs_stream(),
        subjects: vec![places.job("*")],
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::File,
        description: String::from_utf8(message::write(&Description::new(terms))).ok(),
        ..Config::default()
    };
    let results = Config {
        name: places.results_stream(),
        subjects: vec![places.result("*"), places.dead("*")],
        description: None,
        ..jobs.clone()
    };
    jobs.allow_direct = false;
    let is_new = context.get_stream(&jobs.name).await.is_err();
    let what = "make the stream of jobs";
    let jobs = context.get_or_create_stream(jobs).await.map_err(|why| failed(what)(&why))?;
    let what = "make the stream of results";
    let results = context.get_or_create_stream(results).await.map_err(|why| failed(what)(&why))?;
    let shared = |name: &str, max_ack_pending| pull::Config {
        durable_name: Some(name.to_owned()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: options.ack_wait,
        // The workers count: see the head of this crate.
        max_deliver: -1,
        max_ack_pending,
        ..pull::Config::default()
    };
    let what = "make the consumer of jobs";
    let workers = jobs.create_consumer(shared(WORKERS, MOST_HELD)).await.map_err(|why| failed(what)(&why))?;
    // What an earlier session had before it and did not keep comes again at once.
    let _ = results.delete_consumer(COLLECTOR).await;
    let what = "make the consumer of results";
    let results = results.create_consumer(shared(COLLECTOR, -1)).await.map_err(|why| failed(what)(&why))?;
    let waiting = if is_new { HashSet::new() } else { listed(server, places, &jobs).await? };
    Ok(Opened { jobs, workers, results, waiting, is_new })
}

/// The jobs that a stream holds.
async fn listed(server: &Server, places: &Places, jobs: &Stream) -> Result<HashSet<JobId>, QueueError> {
    let what = "list the jobs that it holds";
    let mut subjects = jobs.info_with_subjects(places.job("*")).await.map_err(|why| server.failed(what, &why))?;
    let mut waiting = HashSet::new();
    while let Some(subject) = subjects.next().await {
        let (subject, _) = subject.map_err(|why| server.failed(what, &why))?;
        waiting.extend(job_of(&subject));
    }
    Ok(waiting)
}

/// Publishes jobs, many at once, each until the server has it.
async fn publish(server: Arc<Server>, letters: UnboundedReceiver<Letter>, state: Arc<State>, sender: Sender<Arrival>) {
    let letters = stream::unfold(letters, |mut letters| async { letters.recv().await.map(|letter| (letter, letters)) });
    let (server, state, sender) = (&server, &state, &sender);
    letters
        .for_each_concurrent(AT_ONCE, |letter| async move {
            let posted = server.post(&letter).await;
            state.unposted.fetch_sub(1, Ordering::SeqCst);
            let why = match posted {
                Posted::There => return,
                Posted::Gone => gone(),
                Posted::TooLarge(why) => format!("a job can't be sent: {why}"),
            };
            // Nobody listens when the run is over.
            let _ = sender.send(Arrival::Failed(why));
        })
        .await;
}

fn gone() -> String {
    "somebody has removed the queue of this run from the server; what is finished is kept, and `zermelo arena resume` \
     publishes the rest again"
        .to_owned()
}

/// Takes in what workers publish.
async fn receive(server: Arc<Server>, consumer: PullConsumer, sender: Sender<Arrival>) {
    loop {
        let batch = consumer.batch().max_messages(AT_ONCE).expires(Duration::from_secs(2)).messages().await;
        let Ok(mut batch) = batch else {
            sleep(LOOK).await;
            continue;
        };
        while let Some(next) = batch.next().await {
            let Ok(message) = next else {
                // The connection, or the server, is not itself.
                sleep(LOOK).await;
                break;
            };
            let (message, acker) = message.split();
            let is_dead = message.subject.starts_with("zermelo.dead.");
            let read = if is_dead {
                message::read::<Dead>(&message.payload)
                    .map(|dead| Arrival::Dead(Box::new(dead), job_of(&message.subject), acker))
            } else {
                message::read::<Done>(&message.payload).map(|done| Arrival::Result(Box::new(done), acker))
            };
            match read {
                Ok(arrival) => {
                    if sender.send(arrival).is_err() {
                        return;
                    }
                }
                // It stays on the server until the run is over.
                Err(why) => {
                    server.say(&Event::Unreadable { subject: message.subject.to_string(), why: why.to_string() });
                }
            }
        }
    }
}

/// Looks at the streams now and then.
async fn watch(mut workers: PullConsumer, mut results: PullConsumer, state: Arc<State>, sender: Sender<Arrival>) {
    let mut missing = 0;
    loop {
        sleep(LOOK).await;
        let looked = match workers.info().await {
            Err(error) => Err(error.kind()),
            Ok(info) => {
                state.played.store(info.num_ack_pending, Ordering::SeqCst);
                let jobs = info.num_pending + info.num_ack_pending as u64;
                results.info().await.map(|info| jobs + info.num_pending).map_err(|error| error.kind())
            }
        };
        let is_gone = matches!(looked, Err(ConsumerInfoErrorKind::NotFound | ConsumerInfoErrorKind::StreamNotFound));
        missing = if is_gone { missing + 1 } else { 0 };
        if missing >= LOOKS {
            let _ = sender.send(Arrival::Failed(gone()));
            return;
        }
        if looked == Ok(0) {
            state.empty.fetch_add(1, Ordering::SeqCst);
        } else {
            state.empty.store(0, Ordering::SeqCst);
        }
    }
}

/// Acknowledges results. One whose acknowledgement is lost comes again, and is known then.
async fn acknowledge(mut ackers: UnboundedReceiver<Acker>) {
    while let Some(acker) = ackers.recv().await {
        let _ = acker.ack().await;
    }
}

impl Collector {
    fn publish(&self, job: &Job) {
        let id = job.id.to_string();
        self.state.unposted.fetch_add(1, Ordering::SeqCst);
        let letter = Letter {
            stream: self.places.jobs_stream(),
            subject: self.places.job(&id),
            id: format!("{id}{}", self.suffix),
            lost: 0,
            instead_of: None,
            payload: message::write(job),
        };
        // The task lives as long as we do.
        let _ = self.post.send(letter);
    }

    fn acknowledge(&self, acker: Acker) {
        if let Some(acks) = &self.acks {
            let _ = acks.send(acker);
        }
    }

    /// What an arrival means for the run.
    fn judge(&mut self, arrival: Arrival) -> Option<Result<PairResult, Fault>> {
        self.last_arrival = Instant::now();
        match arrival {
            Arrival::Failed(why) => Some(Err(Fault::Failed(why))),
            Arrival::Result(done, acker) => {
                let Some(job) = self.in_flight.remove(&done.result.id) else {
                    // The job of an earlier session, or a second result: a worker that was thought lost was not.
                    self.early.insert(done.result.id, (*done, acker));
                    return None;
                };
                if !fits(&done.result, &job) {
                    self.acknowledge(acker);
                    let why = format!("the result that worker {} sent is not one of this job", done.worker);
                    return Some(Err(Fault::GivenUp(GivenUp::new(&job, why))));
                }
                self.handed.push_back(acker);
                Some(Ok(done.result))
            }
            Arrival::Dead(dead, id, acker) => {
                self.acknowledge(acker);
                let id = dead.job.as_ref().map(|job| job.id).or(id)?;
                let job = self.in_flight.remove(&id)?;
                let why = format!("{} (worker {})", dead.why, dead.worker);
                self.queue.server.say(&Event::GivenUp { job: id.to_string(), why: why.clone() });
                Some(Err(Fault::GivenUp(GivenUp::new(&job, why))))
            }
        }
    }

    /// Publishes again what the server has lost: a machine that loses its power loses what it had not written to its disk.
    fn mend(&mut self) {
        let is_quiet = self.state.empty.load(Ordering::SeqCst) >= LOOKS
            && self.state.unposted.load(Ordering::SeqCst) == 0
            && self.last_arrival.elapsed() > LOOK * LOOKS;
        if self.in_flight.is_empty() || !is_quiet {
            return;
        }
        self.queue.server.say(&Event::Republished { jobs: self.in_flight.len() });
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.suffix = format!("-{:x}", now.as_millis());
        self.in_flight.values().for_each(|job| self.publish(job));
        self.last_arrival = Instant::now();
        self.state.empty.store(0, Ordering::SeqCst);
    }
}

impl Force for Collector {
    fn submit(&mut self, jobs: Vec<Job>) {
        if self.in_flight.is_empty() {
            // Until now there was nothing to wait for.
            self.last_arrival = Instant::now();
        }
        for job in jobs {
            if let Some((done, acker)) = self.early.remove(&job.id) {
                self.due.push_back(Arrival::Result(Box::new(done), acker));
            } else if !self.waiting.remove(&job.id) {
                self.publish(&job);
            }
            self.in_flight.insert(job.id, job);
        }
    }

    fn next(&mut self, timeout: Duration) -> Option<Result<PairResult, Fault>> {
        let until = Instant::now() + timeout;
        loop {
            if let Some(result) = self.ready() {
                return Some(result);
            }
            self.mend();
            let left = until.saturating_duration_since(Instant::now());
            match self.arrivals.recv_timeout(left) {
                Ok(arrival) => self.due.push_back(arrival),
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => {
                    return Some(Err(Fault::Failed("the connection to the queue broke down".to_owned())));
                }
            }
        }
    }

    fn ready(&mut self) -> Option<Result<PairResult, Fault>> {
        loop {
            let arrival = self.due.pop_front().or_else(|| self.arrivals.try_recv().ok())?;
            if let Some(result) = self.judge(arrival) {
                return Some(result);
            }
        }
    }

    fn appetite(&self) -> usize {
        LEAST + 2 * self.state.played.load(Ordering::SeqCst)
    }

    fn kept(&mut self, results: u64) {
        while self.kept < results {
            let Some(acker) = self.handed.pop_front() else { return };
            self.kept += 1;
            self.acknowledge(acker);
        }
    }

    /// Takes back the jobs that wait. Pairs that are played are played on, and wait as results for a run that is resumed.
    fn close(&mut self) {
        if let Some(publish) = self.tasks.first() {
            publish.abort();
        }
        // Where that fails they are played for nothing, and `leave` says that the server does not answer.
        let _ = self.queue.runtime.block_on(async { timeout(FAREWELL, self.jobs.purge()).await });
    }

    fn leave(&mut self, is_over: bool) {
        self.acks = None;
        let acking = self.acking.take();
        let streams = [self.places.jobs_stream(), self.places.results_stream()];
        let server = &self.queue.server;
        let farewell = async {
            if let Some(acking) = acking {
                let _ = acking.await;
            }
            let _ = server.client.flush().await;
            if !is_over {
                return None;
            }
            let mut failed = None;
            for stream in streams {
                failed = failed.or(server.context.delete_stream(stream).await.err().map(|error| cause(&error)));
            }
            failed
        };
        let left = self.queue.runtime.block_on(async { timeout(FAREWELL, farewell).await });
        if let Some(why) = left.unwrap_or(Some("it does not answer".to_owned())) {
            server.say(&Event::NotRemoved { run: self.places.key.clone(), why });
        }
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

/// Whether a result is one of that job: it comes from another machine.
fn fits(result: &PairResult, job: &Job) -> bool {
    let names = (result.number, result.round, result.pair, result.players, result.games.len());
    names == (job.number, job.round, job.pair, job.players, usize::from(job.games))
        && result.games.iter().zip(0..).all(|(game, at)| game.players == job.seats(at))
}
