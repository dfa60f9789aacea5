//! The one who writes: takes what has come, stores it in one commit, and answers.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use tokio::runtime;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, sleep_until, timeout};

use crate::fault::{self, Fault, Trouble};
use crate::figures::{Counters, count};
use crate::kind::Kind;
use crate::lock::Lock;
use crate::pen::Pen;
use crate::place::{Make, Place};
use crate::rows::Rows;
use crate::vitals::{STALL, Vitals};
use crate::{CloseError, Durability, OpenError, Write, WriteError};

/// Called when a write is stored, or can't ever be.
pub(crate) type Done = Box<dyn FnOnce(Result<(), WriteError>) + Send>;

/// What is handed to the writer.
pub(crate) enum Order {
    /// To store something.
    Write(Write, Done),
    /// To store what came before, and to end.
    Close,
}

/// Commits begin no faster than that: what comes meanwhile goes into the next one, for less processor time and at most that much more
/// waiting. A write to a writer at rest is stored at once.
const PACE: Duration = Duration::from_millis(2);

/// So many writes are not kept waiting for more, and go into one commit.
const ENOUGH: usize = 128;
const MOST: usize = 1024;

/// The pause before a commit is tried again: doubled each time.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// An answer of a server that takes longer will not come: its own limit for a statement is 20 s.
const LOST: Duration = Duration::from_secs(30);

/// How long a store that is closed goes on trying.
const LAST_TRIES: Duration = Duration::from_secs(5);

/// The writer, with all that it owns.
pub(crate) struct Writer {
    pub(crate) place: Place,
    pub(crate) durability: Durability,
    /// Held as long as anything may be written.
    pub(crate) lock: Option<Lock>,
    /// Nothing while it is lost.
    pub(crate) pen: Option<Pen>,
    pub(crate) orders: UnboundedReceiver<Order>,
    pub(crate) counters: Arc<Counters>,
    pub(crate) vitals: Arc<Vitals>,
    /// Raised before [`Order::Close`], which stands behind what can't be stored.
    pub(crate) closing: watch::Receiver<bool>,
}

/// Writes that go into one commit, and who waits for each.
#[derive(Default)]
struct Batch {
    writes: Vec<Write>,
    waiting: Vec<Done>,
}

impl Batch {
    /// Takes what is to be stored.
    fn take(&mut self, orders: impl IntoIterator<Item = Order>) {
        for order in orders {
            if let Order::Write(write, done) = order {
                self.writes.push(write);
                self.waiting.push(done);
            }
        }
    }

    fn len(&self) -> usize {
        self.writes.len()
    }

    fn split_off(&mut self, at: usize) -> Self {
        Self { writes: self.writes.split_off(at), waiting: self.waiting.split_off(at) }
    }
}

impl Writer {
    /// Opens the database on a thread of its own, and stores there: that takes a tenth less processor time than among the tasks of a busy
    /// runtime, and waits for none of them. What it leaves unstored is told when it ends.
    pub(crate) async fn start(mut self, ends: watch::Sender<Option<Result<(), CloseError>>>) -> Result<(), OpenError> {
        let (opened, is_open) = oneshot::channel();
        let shown = self.place.shown().to_owned();
        let failed = |why: io::Error| OpenError::Failed { place: shown, code: fault::FAILING, why: why.to_string() };
        let mut runtime = runtime::Builder::new_current_thread();
        let runtime = match self.place.kind() {
            // Waiting for a file costs less where nobody waits for a socket.
            Kind::Sqlite => runtime.enable_time(),
            Kind::Postgres => runtime.enable_all(),
        };
        let runtime = match runtime.build() {
            Ok(runtime) => runtime,
            Err(why) => return Err(failed(why)),
        };
        let work = async move {
            match self.place.pen(Make::New, self.durability).await {
                Ok(pen) => self.pen = Some(pen),
                Err(error) => {
                    // Whoever has stopped waiting needs no answer.
                    drop(self.lock);
                    let _ = opened.send(Err(error));
                    return;
                }
            }
            let _ = opened.send(Ok(()));
            ends.send_replace(Some(self.run().await));
        };
        let thread = thread::Builder::new().name("store".to_owned()).spawn(move || runtime.block_on(work));
        if let Err(why) = thread {
            return Err(failed(why));
        }
        let gone = || failed(io::Error::other("the thread that opens it has failed; the log says why"));
        is_open.await.unwrap_or_else(|_| Err(gone()))
    }

    /// Stores until it is told to end, or nobody can tell it any more; then what waits, and ends.
    async fn run(mut self) -> Result<(), CloseError> {
        let mut orders = Vec::new();
        let mut is_open = true;
        let mut left = Ok(());
        let mut begun: Option<Instant> = None;
        while is_open {
            // Nothing comes out when nobody holds the other end.
            is_open = self.orders.recv_many(&mut orders, MOST).await > 0;
            if orders.len() < ENOUGH
                && let Some(begun) = begun
            {
                // The thread has nothing else to do, and a timer of the runtime would be late by a millisecond.
                thread::sleep(PACE.saturating_sub(begun.elapsed()));
                self.take_more(&mut orders, MOST);
            }
            begun = Some(Instant::now());
            if orders.iter().any(|order| matches!(order, Order::Close)) {
                is_open = false;
                // Whoever comes later is told so; who came before is still served.
                self.orders.close();
                self.take_more(&mut orders, usize::MAX);
            }
            let mut batch = Batch::default();
            batch.take(orders.drain(..));
            left = self.store(batch).await;
            is_open &= left.is_ok();
        }
        self.orders.close();
        self.take_more(&mut orders, usize::MAX);
        let mut late = Batch::default();
        late.take(orders);
        self.give_up(late, &mut left);
        self.end().await;
        left
    }

    /// Takes what has come, without waiting.
    fn take_more(&mut self, orders: &mut Vec<Order>, most: usize) {
        while orders.len() < most
            && let Ok(order) = self.orders.try_recv()
        {
            orders.push(order);
        }
    }

    /// Stores a batch and answers it. Writes that can't ever be stored are found by halving, so that they fail alone. An error where the
    /// store was closed and time is up.
    async fn store(&mut self, batch: Batch) -> Result<(), CloseError> {
        let mut batches = vec![batch];
        while let Some(mut batch) = batches.pop() {
            if batch.len() == 0 {
                continue;
            }
            if batch.len() > MOST {
                let rest = batch.split_off(MOST);
                batches.extend([rest, batch]);
                continue;
            }
            match self.commit(&batch.writes).await {
                Ok(()) => {
                    self.count(&batch.writes);
                    batch.waiting.into_iter().for_each(|done| self.answer(done, Ok(())));
                }
                Err(Stop::Write { .. }) if batch.len() > 1 => {
                    let second = batch.split_off(batch.len() / 2);
                    batches.extend([second, batch]);
                }
                Err(Stop::Write { why, is_conflict }) => self.refuse(batch, &why, is_conflict),
                Err(Stop::Closing(trouble)) => {
                    let mut left = Err(CloseError { count: 0, code: trouble.code, why: trouble.why });
                    self.give_up(batch, &mut left);
                    batches.into_iter().rev().for_each(|batch| self.give_up(batch, &mut left));
                    return left;
                }
            }
        }
        Ok(())
    }

    fn refuse(&self, batch: Batch, why: &str, is_conflict: bool) {
        for (write, done) in batch.writes.into_iter().zip(batch.waiting) {
            let error = match write {
                Write::Room { code, .. } if is_conflict => WriteError::Conflict { room: code },
                _ => WriteError::Refused { why: why.to_owned() },
            };
            tracing::error!(code = error.code(), %error, "a write is refused");
            count(&self.counters.refused, 1);
            self.answer(done, Err(error));
        }
    }

    /// Tries until it is stored, or until it is clear that it can't ever be.
    async fn commit(&mut self, writes: &[Write]) -> Result<(), Stop> {
        let mut pause = FIRST_PAUSE;
        let mut deadline = None;
        let rows = Rows::of(writes);
        loop {
            let trouble = match self.try_commit(&rows).await {
                Ok(()) => {
                    self.vitals.recovered();
                    return Ok(());
                }
                Err(Fault::Write { why, is_conflict }) => {
                    self.vitals.recovered();
                    return Err(Stop::Write { why, is_conflict });
                }
                Err(Fault::Passing(trouble)) => trouble,
            };
            count(&self.counters.retries, 1);
            self.vitals.fails(&trouble);
            // Who closes the store while nothing can be stored waits for the last tries alone.
            let is_closing = timeout(pause, self.closing.wait_for(|is_closing| *is_closing)).await.is_ok();
            if is_closing {
                let deadline = *deadline.get_or_insert_with(|| Instant::now() + LAST_TRIES);
                if Instant::now() >= deadline {
                    return Err(Stop::Closing(trouble));
                }
                sleep_until(deadline.min(Instant::now() + pause)).await;
            }
            pause = LONGEST_PAUSE.min(pause * 2);
        }
    }

    async fn try_commit(&mut self, rows: &Rows<'_>) -> Result<(), Fault> {
        let mut pen = match self.pen.take() {
            Some(pen) => pen,
            None => self.reconnect().await.map_err(Fault::Passing)?,
        };
        let begun = Instant::now();
        self.vitals.commits(Some(begun.into_std()));
        let result = timeout(LOST, pen.store(rows)).await;
        self.vitals.commits(None);
        count(&self.counters.nanoseconds, begun.elapsed().as_nanos() as u64);
        let Ok(result) = result else {
            // What the server makes of it is seen with the next try: the same events are no conflict.
            let why = format!("no answer for {} s; the connection is made again", LOST.as_secs());
            return Err(Fault::Passing(Trouble { code: fault::STALLED, why }));
        };
        if !matches!(result, Err(Fault::Passing(_))) || timeout(STALL, pen.is_there()).await == Ok(true) {
            self.pen = Some(pen);
        }
        result
    }

    async fn reconnect(&mut self) -> Result<Pen, Trouble> {
        let shown = self.place.shown().to_owned();
        let late = |_| {
            let why = format!("{shown} does not answer");
            Trouble { code: fault::UNREACHABLE, why }
        };
        let opened = timeout(LOST, self.place.pen(Make::Nothing, self.durability)).await.map_err(late)?;
        opened.map_err(|error| Trouble { code: error.code(), why: error.to_string() })
    }

    fn count(&self, writes: &[Write]) {
        let events = writes.iter().map(|write| if let Write::Room { events, .. } = write { events.len() } else { 0 });
        count(&self.counters.batches, 1);
        count(&self.counters.writes, writes.len() as u64);
        count(&self.counters.events, events.sum::<usize>() as u64);
    }

    /// Whoever is told may fail; the others are told all the same.
    fn answer(&self, done: Done, result: Result<(), WriteError>) {
        self.counters.pending.fetch_sub(1, Ordering::Relaxed);
        if catch_unwind(AssertUnwindSafe(|| done(result))).is_err() {
            tracing::error!("what follows a write has panicked");
        }
    }

    fn give_up(&self, batch: Batch, left: &mut Result<(), CloseError>) {
        if let Err(error) = left {
            error.count += batch.len() as u64;
        }
        batch.waiting.into_iter().for_each(|done| self.answer(done, Err(WriteError::Closed)));
    }

    /// Leaves everything in one file, and lets it go.
    async fn end(mut self) {
        if let Some(pen) = self.pen.take() {
            pen.close().await;
        }
        drop(self.lock);
    }
}

/// Why a commit is not tried any more.
enum Stop {
    /// One of its writes can't ever be stored.
    Write { why: String, is_conflict: bool },
    /// The store was closed, and time is up.
    Closing(Trouble),
}
