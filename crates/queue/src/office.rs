//! Where a worker gets its jobs: the tournaments at the server, one after the other.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::{AckKind, Acker};
use futures_util::{StreamExt, TryStreamExt};
use tokio::time::{sleep, timeout};
use zermelo_arena::Job;
use zermelo_arena::job::Terms;

use crate::event::Event;
use crate::message::{self, Dead, Description, Unread, Version};
use crate::places::{Places, WORKERS, job_of};
use crate::server::{LOST, Letter, Posted, Server};

/// A job is played so often at most: then so many workers were lost with it.
pub const PLAYED: u64 = 5;

/// How often the server is asked for tournaments.
const LOOK: Duration = Duration::from_secs(1);
/// A tournament is over if its stream is missing so often in a row: a server that has just started may not know all of them yet.
const LOOKS: u32 = 3;
/// How long a worker stays with a tournament that has jobs: agents are made anew for another one.
const TURN: Duration = Duration::from_secs(5);
/// How long to wait for a job before the worker is told that there is none.
const PATIENCE: Duration = Duration::from_millis(300);
/// The longest pause between two questions.
const PAUSE: Duration = Duration::from_millis(100);

/// A job in a worker's hands.
pub(crate) struct Slip {
    pub(crate) places: Places,
    pub(crate) acker: Acker,
    /// The id of its message; the result gets the same.
    pub(crate) id: String,
    /// Its place in the stream.
    sequence: u64,
    /// Workers that were lost with it.
    pub(crate) lost: u64,
    pub(crate) ack_wait: Duration,
}

/// What was fetched.
#[derive(Default)]
pub(crate) struct Haul {
    pub(crate) taken: Vec<(Job, Slip)>,
    /// Runs that are over.
    pub(crate) over: Vec<String>,
}

/// The runs that this machine can't play.
pub(crate) type Passed = Arc<Mutex<HashSet<String>>>;

pub(crate) struct Office {
    server: Arc<Server>,
    worker: String,
    desks: Vec<Desk>,
    passed: Passed,
    looked: Option<Instant>,
    turned: Instant,
    turn: usize,
}

/// A tournament.
struct Desk {
    places: Places,
    consumer: PullConsumer,
    ack_wait: Duration,
    missing: u32,
    /// What the last job shared with the others: one for all of them, so that they are quickly compared.
    terms: Option<Arc<Terms>>,
}

impl Office {
    pub(crate) fn new(server: Arc<Server>, worker: String, passed: Passed) -> Self {
        let turned = Instant::now();
        Self { server, worker, desks: Vec::new(), passed, looked: None, turned, turn: 0 }
    }

    /// Waits a while for jobs, so many at most.
    pub(crate) async fn take(&mut self, want: usize) -> Haul {
        let until = Instant::now() + PATIENCE;
        let mut pause = Duration::from_millis(5);
        loop {
            let mut haul = Haul::default();
            if self.looked.is_none_or(|looked| looked.elapsed() > LOOK) {
                self.look(&mut haul).await;
                self.looked = Some(Instant::now());
            }
            self.fetch(want, &mut haul).await;
            if !haul.taken.is_empty() || !haul.over.is_empty() || Instant::now() > until {
                return haul;
            }
            sleep(pause).await;
            pause = (2 * pause).min(PAUSE);
        }
    }

    /// Looks which tournaments there are.
    async fn look(&mut self, haul: &mut Haul) {
        // A server that does not answer is asked again later.
        let Ok(names) = self.server.context.stream_names().try_collect::<HashSet<String>>().await else { return };
        for desk in &mut self.desks {
            desk.missing = if names.contains(&desk.places.jobs_stream()) { 0 } else { desk.missing + 1 };
        }
        self.desks.retain(|desk| {
            let is_over = desk.missing >= LOOKS;
            if is_over {
                self.server.say(&Event::Over { run: desk.places.key.clone() });
                haul.over.push(desk.places.key.clone());
            }
            !is_over
        });
        for name in names {
            let Some(places) = Places::of_stream(&name) else { continue };
            let is_known = self.desks.iter().any(|desk| desk.places == places) || self.is_passed(&places.key);
            if !is_known {
                self.open(&name, places).await;
            }
        }
    }

    fn is_passed(&self, run: &str) -> bool {
        self.passed.lock().unwrap_or_else(PoisonError::into_inner).contains(run)
    }

    fn pass(&self, run: &str) {
        self.passed.lock().unwrap_or_else(PoisonError::into_inner).insert(run.to_owned());
    }

    /// Begins to serve a tournament. One that is about to be made, or to be removed, is looked at again later.
    async fn open(&mut self, name: &str, places: Places) {
        let Ok(stream) = self.server.context.get_stream(name).await else { return };
        let description = stream.cached_info().config.description.clone().unwrap_or_default();
        let run = places.key.clone();
        let title = match message::read::<Description>(description.as_bytes()) {
            Ok(description) => description.title,
            Err(Unread::OtherVersion(theirs)) => {
                self.pass(&run);
                return self.server.say(&Event::OtherVersion { run, theirs, ours: Version::ours() });
            }
            Err(Unread::Nonsense(why)) => {
                self.pass(&run);
                return self.server.say(&Event::Unreadable { subject: name.to_owned(), why });
            }
        };
        let Ok(consumer) = stream.get_consumer::<async_nats::jetstream::consumer::pull::Config>(WORKERS).await else {
            return;
        };
        let ack_wait = consumer.cached_info().config.ack_wait;
        self.server.say(&Event::Tournament { run, title });
        self.desks.push(Desk { places, consumer, ack_wait, missing: 0, terms: None });
    }

    /// Asks all tournaments in turn for what they have at once.
    async fn fetch(&mut self, want: usize, haul: &mut Haul) {
        let passed = self.passed.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.desks.retain(|desk| !passed.contains(&desk.places.key));
        if self.turned.elapsed() > TURN {
            self.turn += 1;
            self.turned = Instant::now();
        }
        let desks = self.desks.len();
        for at in 0..desks {
            let left = want - haul.taken.len();
            if left == 0 {
                return;
            }
            let at = (self.turn + at) % desks;
            let messages = self.desks[at].fetch(left).await;
            for message in messages {
                haul.taken.extend(self.read(at, message).await);
            }
        }
    }

    /// Reads a job. One that can't be read or has cost too many workers goes to the dead letters.
    async fn read(&mut self, at: usize, message: async_nats::jetstream::Message) -> Option<(Job, Slip)> {
        let desk = &mut self.desks[at];
        let (sequence, delivered) =
            message.info().map_or((0, 1), |info| (info.stream_sequence, info.delivered.max(1) as u64));
        let (message, acker) = message.split();
        let header = |name: &str| Some(message.headers.as_ref()?.get(name)?.as_str().to_owned());
        let before: u64 = header(LOST).and_then(|lost| lost.parse().ok()).unwrap_or(0);
        let subject_id = job_of(&message.subject).map_or_else(String::new, |id| id.to_string());
        let id = header("Nats-Msg-Id").unwrap_or_else(|| subject_id.clone());
        let places = desk.places.clone();
        let slip = Slip { places, acker, id, sequence, lost: before + delivered - 1, ack_wait: desk.ack_wait };
        let read = message::read::<Job>(&message.payload);
        let (job, why) = match read {
            Ok(job) if slip.lost >= PLAYED => (Some(job), format!("{PLAYED} workers were lost with it")),
            Ok(mut job) => {
                match &desk.terms {
                    Some(terms) if **terms == *job.terms => job.terms = Arc::clone(terms),
                    _ => desk.terms = Some(Arc::clone(&job.terms)),
                }
                return Some((job, slip));
            }
            Err(Unread::OtherVersion(theirs)) => {
                let run = slip.places.key.clone();
                self.pass(&run);
                self.server.say(&Event::OtherVersion { run, theirs, ours: Version::ours() });
                // Others may know it.
                let _ = slip.acker.ack_with(AckKind::Nak(Some(LOOK))).await;
                return None;
            }
            Err(Unread::Nonsense(why)) => (None, format!("the job can't be read: {why}")),
        };
        bury(&self.server, &self.worker, &slip, &subject_id, job, why).await;
        None
    }
}

impl Desk {
    /// The jobs that are there at this moment.
    async fn fetch(&self, most: usize) -> Vec<async_nats::jetstream::Message> {
        let Ok(mut batch) = self.consumer.fetch().max_messages(most).messages().await else { return Vec::new() };
        let mut messages = Vec::new();
        // A server that is lost in the middle says nothing: what it sent is used all the same.
        while let Ok(Some(Ok(message))) = timeout(Duration::from_secs(2), batch.next()).await {
            messages.push(message);
        }
        messages
    }
}

/// Gives up a job: tells the run, and takes it from the queue.
pub(crate) async fn bury(server: &Server, worker: &str, slip: &Slip, id: &str, job: Option<Job>, why: String) {
    server.say(&Event::GivenUp { job: id.to_owned(), why: why.clone() });
    let letter = Letter {
        stream: slip.places.results_stream(),
        subject: slip.places.dead(id),
        id: format!("{}-dead", slip.id),
        lost: slip.lost,
        instead_of: None,
        payload: message::write(&Dead { worker: worker.to_owned(), job, why }),
    };
    if server.post(&letter).await != Posted::Gone {
        let _ = slip.acker.ack().await;
    }
}

/// Gives a job back as it was: no worker was lost. Rejecting the message would count as if one had been.
pub(crate) async fn give_back(server: &Server, slip: &Slip, job: &Job, lost: u64) {
    let letter = Letter {
        stream: slip.places.jobs_stream(),
        subject: slip.places.job(&job.id.to_string()),
        id: format!("{}-{}", slip.id, slip.sequence),
        lost,
        // A run that was stopped has taken it back.
        instead_of: Some(slip.sequence),
        payload: message::write(job),
    };
    if server.post(&letter).await == Posted::There {
        let _ = slip.acker.ack().await;
    }
}
