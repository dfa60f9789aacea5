//! A worker: plays the jobs of all tournaments at a server.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::message::AckKind;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::time::{sleep, timeout};
use zermelo_arena::force::Fault;
use zermelo_arena::job::JobId;
use zermelo_arena::pool::Crew;
use zermelo_arena::{Job, PairResult, Roster};
use zermelo_core::StopToken;

use crate::event::Event;
use crate::message::{self, Done};
use crate::office::{Haul, Office, Passed, Slip, bury, give_back};
use crate::server::{Letter, Posted, Queue, Server};

/// How a worker works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shift {
    /// Games at a time.
    pub concurrency: usize,
    /// It leaves after so long without a job; never if not given.
    pub idle_exit: Option<Duration>,
}

/// What a worker did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Pairs whose results were handed in.
    pub pairs: u64,
    /// Their games.
    pub games: u64,
    /// Results that the server could not be given before the worker left. Others play these pairs again.
    pub lost: u64,
}

/// Jobs beside those that are played are held as many as are played within this time: the way to the server is paid for once for all
/// of them, and where games are long none is held.
const AHEAD: Duration = Duration::from_millis(100);
/// The most of them.
const MOST_AHEAD: usize = 1024;
/// How often the messages in hand are looked at, whether the server has to hear of them.
const PULSE: Duration = Duration::from_millis(100);
/// How long the server may take for what is handed in at the end.
const FAREWELL: Duration = Duration::from_secs(10);

/// A job in hand.
struct Held {
    job: Job,
    slip: Slip,
}

/// Jobs in hand, by a number of their own: the server hears of them until they are handed in or given back.
type Hands = Arc<Mutex<HashMap<u64, Arc<Held>>>>;

fn lock(hands: &Hands) -> MutexGuard<'_, HashMap<u64, Arc<Held>>> {
    hands.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What was handed in.
#[derive(Default)]
struct Account {
    pairs: AtomicU64,
    games: AtomicU64,
}

impl Queue {
    /// Plays what tournaments at the server want to have played, until `stop` is raised. Pairs that are not finished then are given
    /// back.
    pub fn work(self, shift: Shift, roster: &Arc<dyn Roster>, stop: &StopToken) -> Summary {
        let url = self.url().to_owned();
        self.server.say(&Event::Ready { queue: url, concurrency: shift.concurrency.max(1) });
        let mut bench = Bench::new(&self, shift, roster);
        let mut last_work = Instant::now();
        while !stop.is_stopped() {
            bench.ask();
            bench.receive();
            bench.play();
            if !lock(&bench.hands).is_empty() {
                last_work = Instant::now();
            }
            if shift.idle_exit.is_some_and(|most| last_work.elapsed() >= most) {
                break;
            }
        }
        bench.leave()
    }
}

/// A worker at work.
struct Bench<'a> {
    queue: &'a Queue,
    worker: String,
    shift: Shift,
    crew: Crew,
    hands: Hands,
    /// Those of them that the crew has, by job.
    playing: HashMap<JobId, Vec<u64>>,
    /// How many that are.
    load: usize,
    next: u64,
    /// Jobs to hold beside those that are played.
    ahead: usize,
    /// Pairs since `counted`.
    finished: usize,
    counted: Instant,
    passed: Passed,
    wants: UnboundedSender<usize>,
    hauls: Receiver<Haul>,
    has_asked: bool,
    account: Arc<Account>,
}

impl<'a> Bench<'a> {
    fn new(queue: &'a Queue, shift: Shift, roster: &Arc<dyn Roster>) -> Self {
        let shift = Shift { concurrency: shift.concurrency.max(1), ..shift };
        let hands = Hands::default();
        let passed = Passed::default();
        let worker = format!("{}-{}", host(), std::process::id());
        let (wants, mut asked) = unbounded_channel();
        let (sender, hauls) = channel();
        let mut office = Office::new(Arc::clone(&queue.server), worker.clone(), Arc::clone(&passed));
        queue.runtime.spawn(async move {
            while let Some(want) = asked.recv().await {
                if sender.send(office.take(want).await).is_err() {
                    return;
                }
            }
        });
        queue.runtime.spawn(pulse(Arc::clone(&hands)));
        Self {
            queue,
            worker,
            shift,
            crew: Crew::new(Arc::clone(roster), shift.concurrency),
            hands,
            playing: HashMap::new(),
            load: 0,
            next: 0,
            ahead: 0,
            finished: 0,
            counted: Instant::now(),
            passed,
            wants,
            hauls,
            has_asked: false,
            account: Arc::default(),
        }
    }

    /// Asks for jobs where there is room for some.
    fn ask(&mut self) {
        let target = self.shift.concurrency + self.ahead;
        let room = target.saturating_sub(self.load);
        if !self.has_asked && room >= (target / 4).max(1) {
            // The task lives as long as we do.
            self.has_asked = self.wants.send(room).is_ok();
        }
    }

    /// Takes in what was fetched.
    fn receive(&mut self) {
        let Ok(haul) = self.hauls.try_recv() else { return };
        self.has_asked = false;
        for run in haul.over {
            self.abandon(&run);
        }
        let mut jobs = Vec::with_capacity(haul.taken.len());
        for (job, slip) in haul.taken {
            let (id, run) = (job.id.to_string(), slip.places.key.clone());
            self.queue.server.say(&Event::Pair { job: id, run, lost: slip.lost });
            self.playing.entry(job.id).or_default().push(self.next);
            jobs.push(job.clone());
            lock(&self.hands).insert(self.next, Arc::new(Held { job, slip }));
            self.next += 1;
        }
        self.load += jobs.len();
        self.crew.submit(jobs);
    }

    /// Waits a moment for results, and hands in those that there are.
    fn play(&mut self) {
        // New jobs are looked for between two waits.
        let wait = if self.has_asked && self.load > 0 { 1 } else { 10 };
        let mut next = self.crew.next(Duration::from_millis(wait));
        while let Some(result) = next {
            match result {
                Ok(result) => self.hand_in(result),
                Err(Fault::Broken { job, error }) => self.refuse(job, &error.to_string()),
                // A crew gives no others.
                Err(_) => {}
            }
            next = self.crew.ready();
        }
        if self.counted.elapsed() >= AHEAD {
            self.ahead = self.finished.min(MOST_AHEAD);
            (self.finished, self.counted) = (0, Instant::now());
        }
    }

    /// The job that a result belongs to.
    fn finish(&mut self, job: JobId) -> Option<u64> {
        let of_job = self.playing.get_mut(&job)?;
        let number = of_job.pop();
        if of_job.is_empty() {
            self.playing.remove(&job);
        }
        self.load -= usize::from(number.is_some());
        number
    }

    fn hand_in(&mut self, result: PairResult) {
        let Some(number) = self.finish(result.id) else { return };
        self.finished += 1;
        let (server, hands) = (Arc::clone(&self.queue.server), Arc::clone(&self.hands));
        let (account, worker) = (Arc::clone(&self.account), self.worker.clone());
        self.queue.runtime.spawn(async move {
            let held = lock(&hands).get(&number).cloned();
            if let Some(held) = held {
                deliver(&server, &account, worker, &held, result).await;
            }
            lock(&hands).remove(&number);
        });
    }

    /// This machine can't play a tournament: all of it is left to others.
    fn refuse(&mut self, job: JobId, why: &str) {
        let Some(number) = self.finish(job) else { return };
        let Some(held) = lock(&self.hands).remove(&number) else { return };
        let run = held.slip.places.key.clone();
        self.passed.lock().unwrap_or_else(PoisonError::into_inner).insert(run.clone());
        self.queue.server.say(&Event::Unfit { run: run.clone(), why: why.to_owned() });
        self.spawn_give_back(&held, 1);
        for held in self.abandon(&run) {
            self.spawn_give_back(&held, 0);
        }
    }

    fn spawn_give_back(&self, held: &Arc<Held>, lost: u64) {
        let (server, held) = (Arc::clone(&self.queue.server), Arc::clone(held));
        self.queue.runtime.spawn(async move { give_back(&server, &held.slip, &held.job, held.slip.lost + lost).await });
    }

    /// Leaves the jobs of a run, and gives those that were not finished.
    fn abandon(&mut self, run: &str) -> Vec<Arc<Held>> {
        let mut left = Vec::new();
        lock(&self.hands).retain(|number, held| {
            let is_left = held.slip.places.key == run
                && self.playing.get(&held.job.id).is_some_and(|numbers| numbers.contains(number));
            if is_left {
                left.push((*number, Arc::clone(held)));
            }
            !is_left
        });
        for (number, held) in &left {
            if let Some(numbers) = self.playing.get_mut(&held.job.id) {
                numbers.retain(|other| other != number);
            }
        }
        self.playing.retain(|_, numbers| !numbers.is_empty());
        self.load -= left.len();
        // The same job of another run of the same tournament is played on.
        let kept = &self.playing;
        let tournaments: Vec<u64> = left.iter().map(|(_, held)| held.job.terms.tournament).collect();
        self.crew.abandon(|job| tournaments.contains(&job.terms.tournament) && !kept.contains_key(&job.id));
        left.into_iter().map(|(_, held)| held).collect()
    }

    /// Hands in what is finished, gives back the rest.
    fn leave(mut self) -> Summary {
        self.crew.close();
        while let Some(result) = self.crew.ready() {
            if let Ok(result) = result {
                self.hand_in(result);
            }
        }
        let unfinished: Vec<u64> = self.playing.values().flatten().copied().collect();
        let server = &self.queue.server;
        let farewell = async {
            for number in unfinished {
                let held = lock(&self.hands).get(&number).cloned();
                if let Some(held) = held {
                    give_back(server, &held.slip, &held.job, held.slip.lost).await;
                    lock(&self.hands).remove(&number);
                }
            }
            while !lock(&self.hands).is_empty() {
                sleep(Duration::from_millis(5)).await;
            }
            let _ = server.client.flush().await;
        };
        // What is not handed in by then goes to others after the ack wait.
        let _ = self.queue.runtime.block_on(async { timeout(FAREWELL, farewell).await });
        Summary {
            pairs: self.account.pairs.load(Ordering::SeqCst),
            games: self.account.games.load(Ordering::SeqCst),
            lost: lock(&self.hands).len() as u64,
        }
    }
}

/// Publishes a result, and takes the job from the queue when the server has it.
async fn deliver(server: &Server, account: &Account, worker: String, held: &Held, result: PairResult) {
    let games = result.games.len() as u64;
    let id = result.id.to_string();
    let slip = &held.slip;
    let letter = Letter {
        stream: slip.places.results_stream(),
        subject: slip.places.result(&id),
        id: slip.id.clone(),
        lost: slip.lost,
        instead_of: None,
        payload: message::write(&Done { worker: worker.clone(), result }),
    };
    match server.post(&letter).await {
        Posted::There => {
            account.pairs.fetch_add(1, Ordering::SeqCst);
            account.games.fetch_add(games, Ordering::SeqCst);
            let _ = slip.acker.ack().await;
        }
        // The run is over: nobody wants it.
        Posted::Gone => {}
        Posted::TooLarge(why) => {
            let why = format!("its result can't be sent: {why} (max_payload of the server)");
            bury(server, &worker, slip, &id, Some(held.job.clone()), why).await;
        }
    }
}

/// Tells the server that the jobs in hand are at work, three times in each ack wait.
async fn pulse(hands: Hands) {
    let mut told: HashMap<u64, Instant> = HashMap::new();
    loop {
        sleep(PULSE).await;
        let now = Instant::now();
        let mut due = Vec::new();
        {
            let hands = lock(&hands);
            told.retain(|number, _| hands.contains_key(number));
            for (&number, held) in hands.iter() {
                let last = told.entry(number).or_insert(now);
                if now.duration_since(*last) + PULSE >= held.slip.ack_wait / 3 {
                    *last = now;
                    due.push(Arc::clone(held));
                }
            }
        }
        for held in due {
            // One that is lost is followed by the next.
            let _ = held.slip.acker.ack_with(AckKind::Progress).await;
        }
    }
}

/// What this machine is called.
fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").or_else(|_| std::env::var("HOSTNAME"));
    name.map_or_else(|_| "worker".to_owned(), |name| name.trim().to_owned())
}
