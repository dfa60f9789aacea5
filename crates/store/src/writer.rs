//! The writer: takes queued writes, stores them in one commit, and calls their callbacks.

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

use crate::backend::Backend;
use crate::connector::{Connector, OpenMode};
use crate::health_monitor::{HealthMonitor, STALL_AFTER};
use crate::lock::FolderLock;
use crate::rows::CommitRows;
use crate::sql_error::{self, SqlError, TransientError};
use crate::stats::{Counters, count};
use crate::write_connection::WriteConnection;
use crate::{CloseError, Durability, OpenError, WriteError, WriteRequest};

/// Called when a write is stored or can never be stored.
pub(crate) type WriteCallback = Box<dyn FnOnce(Result<(), WriteError>) + Send>;

/// A command to the writer.
pub(crate) enum WriterCommand {
    /// Store a write.
    Write(WriteRequest, WriteCallback),
    /// Store all earlier writes, then stop.
    Close,
}

/// The minimum time between the starts of two commits. Writes that arrive meanwhile share the next commit, which saves processor time. An
/// idle writer commits at once.
const COMMIT_INTERVAL: Duration = Duration::from_millis(2);

/// With at least `FULL_BATCH` writes queued, the writer does not wait for more. A commit has at max `MAX_BATCH` writes.
const FULL_BATCH: usize = 128;
const MAX_BATCH: usize = 1024;

/// The pause before a retry, doubled each time.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const MAX_PAUSE: Duration = Duration::from_secs(1);

/// The time limit of a commit. The database server's own limit of a statement is 20 s.
const COMMIT_TIMEOUT: Duration = Duration::from_secs(30);

/// How long a closing store retries.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// The writer and its resources.
pub(crate) struct StoreWriter {
    pub(crate) connector: Connector,
    pub(crate) durability: Durability,
    /// Held while anything may be written.
    pub(crate) lock: Option<FolderLock>,
    /// `None` while the connection is lost.
    pub(crate) connection: Option<WriteConnection>,
    pub(crate) commands: UnboundedReceiver<WriterCommand>,
    pub(crate) counters: Arc<Counters>,
    pub(crate) monitor: Arc<HealthMonitor>,
    /// Set before [`WriterCommand::Close`] is sent, because that command waits behind failing writes.
    pub(crate) closing: watch::Receiver<bool>,
}

/// The writes of one commit, with their callbacks.
#[derive(Default)]
struct Batch {
    writes: Vec<WriteRequest>,
    callbacks: Vec<WriteCallback>,
}

impl Batch {
    /// Adds the writes of commands.
    fn take(&mut self, commands: impl IntoIterator<Item = WriterCommand>) {
        for command in commands {
            if let WriterCommand::Write(write, done) = command {
                self.writes.push(write);
                self.callbacks.push(done);
            }
        }
    }

    fn len(&self) -> usize {
        self.writes.len()
    }

    fn split_off(&mut self, at: usize) -> Self {
        Self { writes: self.writes.split_off(at), callbacks: self.callbacks.split_off(at) }
    }
}

impl StoreWriter {
    /// Opens the database and runs the writer on its own thread. That takes 10% less processor time than as a task of a busy runtime, and
    /// waits for no other task. The writer sends its result to `outcome_sender`.
    pub(crate) async fn start(
        mut self,
        outcome_sender: watch::Sender<Option<Result<(), CloseError>>>,
    ) -> Result<(), OpenError> {
        let (opened, is_open) = oneshot::channel();
        let name = self.connector.display_name().to_owned();
        let failed =
            |why: io::Error| OpenError::Failed { database: name, code: sql_error::FAILING, why: why.to_string() };
        let mut runtime = runtime::Builder::new_current_thread();
        let runtime = match self.connector.backend() {
            // Waiting for a file is cheaper without the I/O driver.
            Backend::Sqlite => runtime.enable_time(),
            Backend::Postgres => runtime.enable_all(),
        };
        let runtime = match runtime.build() {
            Ok(runtime) => runtime,
            Err(why) => return Err(failed(why)),
        };
        let work = async move {
            match self.connector.open_writer(OpenMode::Create, self.durability).await {
                Ok(connection) => self.connection = Some(connection),
                Err(error) => {
                    // The caller may have stopped callbacks.
                    drop(self.lock);
                    let _ = opened.send(Err(error));
                    return;
                }
            }
            let _ = opened.send(Ok(()));
            outcome_sender.send_replace(Some(self.run().await));
        };
        let thread = thread::Builder::new().name("store".to_owned()).spawn(move || runtime.block_on(work));
        if let Err(why) = thread {
            return Err(failed(why));
        }
        let gone = || failed(io::Error::other("the thread that opens it has failed; the log says why"));
        is_open.await.unwrap_or_else(|_| Err(gone()))
    }

    /// Stores writes until it is told to stop or all senders are gone. Then stores the queued writes and stops.
    async fn run(mut self) -> Result<(), CloseError> {
        let mut commands = Vec::new();
        let mut is_open = true;
        let mut outcome = Ok(());
        let mut begun: Option<Instant> = None;
        while is_open {
            // Zero means that all senders are gone.
            is_open = self.commands.recv_many(&mut commands, MAX_BATCH).await > 0;
            if commands.len() < FULL_BATCH
                && let Some(begun) = begun
            {
                // The thread has nothing else to do, and a timer of the runtime would be late by up to a millisecond.
                thread::sleep(COMMIT_INTERVAL.saturating_sub(begun.elapsed()));
                self.take_queued(&mut commands, MAX_BATCH);
            }
            begun = Some(Instant::now());
            if commands.iter().any(|command| matches!(command, WriterCommand::Close)) {
                is_open = false;
                // Later writes get an error; earlier ones are still stored.
                self.commands.close();
                self.take_queued(&mut commands, usize::MAX);
            }
            let mut batch = Batch::default();
            batch.take(commands.drain(..));
            outcome = self.store(batch).await;
            is_open &= outcome.is_ok();
        }
        self.commands.close();
        self.take_queued(&mut commands, usize::MAX);
        let mut timed_out = Batch::default();
        timed_out.take(commands);
        self.reject_closed(timed_out, &mut outcome);
        self.shut_down().await;
        outcome
    }

    /// Takes the queued commands without callbacks.
    fn take_queued(&mut self, commands: &mut Vec<WriterCommand>, max: usize) {
        while commands.len() < max
            && let Ok(command) = self.commands.try_recv()
        {
            commands.push(command);
        }
    }

    /// Stores a batch and calls its callbacks. A batch with a rejected write is halved until that write fails alone. Returns an error if
    /// the store is closing and its time is up.
    async fn store(&mut self, batch: Batch) -> Result<(), CloseError> {
        let mut batches = vec![batch];
        while let Some(mut batch) = batches.pop() {
            if batch.len() == 0 {
                continue;
            }
            if batch.len() > MAX_BATCH {
                let rest = batch.split_off(MAX_BATCH);
                batches.extend([rest, batch]);
                continue;
            }
            match self.commit(&batch.writes).await {
                Ok(()) => {
                    self.count(&batch.writes);
                    batch.callbacks.into_iter().for_each(|done| self.call(done, Ok(())));
                }
                Err(CommitError::Rejected { .. }) if batch.len() > 1 => {
                    let second = batch.split_off(batch.len() / 2);
                    batches.extend([second, batch]);
                }
                Err(CommitError::Rejected { why, is_conflict }) => self.reject(batch, &why, is_conflict),
                Err(CommitError::Closing(error)) => {
                    let mut outcome = Err(CloseError { count: 0, code: error.code, why: error.why });
                    self.reject_closed(batch, &mut outcome);
                    batches.into_iter().rev().for_each(|batch| self.reject_closed(batch, &mut outcome));
                    return outcome;
                }
            }
        }
        Ok(())
    }

    fn reject(&self, batch: Batch, why: &str, is_conflict: bool) {
        for (write, done) in batch.writes.into_iter().zip(batch.callbacks) {
            let error = match write {
                WriteRequest::Room { code, .. } if is_conflict => WriteError::Conflict { room: code },
                _ => WriteError::Refused { why: why.to_owned() },
            };
            tracing::error!(code = error.code(), %error, "a write is refused");
            count(&self.counters.refused, 1);
            self.call(done, Err(error));
        }
    }

    /// Retries until the writes are stored, rejected, or out of time.
    async fn commit(&mut self, writes: &[WriteRequest]) -> Result<(), CommitError> {
        let mut pause = FIRST_PAUSE;
        let mut deadline = None;
        let rows = CommitRows::collect(writes);
        loop {
            let error = match self.try_commit(&rows).await {
                Ok(()) => {
                    self.monitor.report_recovery();
                    return Ok(());
                }
                Err(SqlError::Rejected { why, is_conflict }) => {
                    self.monitor.report_recovery();
                    return Err(CommitError::Rejected { why, is_conflict });
                }
                Err(SqlError::Transient(error)) => error,
            };
            count(&self.counters.retries, 1);
            self.monitor.report_failure(&error);
            // A closing store retries only for `CLOSE_TIMEOUT`.
            let is_closing = timeout(pause, self.closing.wait_for(|is_closing| *is_closing)).await.is_ok();
            if is_closing {
                let deadline = *deadline.get_or_insert_with(|| Instant::now() + CLOSE_TIMEOUT);
                if Instant::now() >= deadline {
                    return Err(CommitError::Closing(error));
                }
                sleep_until(deadline.min(Instant::now() + pause)).await;
            }
            pause = MAX_PAUSE.min(pause * 2);
        }
    }

    async fn try_commit(&mut self, rows: &CommitRows<'_>) -> Result<(), SqlError> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.reconnect().await.map_err(SqlError::Transient)?,
        };
        let begun = Instant::now();
        self.monitor.set_commit_start(Some(begun.into_std()));
        let result = timeout(COMMIT_TIMEOUT, connection.store(rows)).await;
        self.monitor.set_commit_start(None);
        count(&self.counters.nanoseconds, begun.elapsed().as_nanos() as u64);
        let Ok(result) = result else {
            // The commit may have succeeded. Then the retry has no effect, because the events are the same.
            let why = format!("no answer for {} s; reconnecting", COMMIT_TIMEOUT.as_secs());
            return Err(SqlError::Transient(TransientError { code: sql_error::STALLED, why }));
        };
        if !matches!(result, Err(SqlError::Transient(_)))
            || timeout(STALL_AFTER, connection.is_usable()).await == Ok(true)
        {
            self.connection = Some(connection);
        }
        result
    }

    async fn reconnect(&mut self) -> Result<WriteConnection, TransientError> {
        let name = self.connector.display_name().to_owned();
        let timed_out = |_| {
            let why = format!("{name} does not answer");
            TransientError { code: sql_error::UNREACHABLE, why }
        };
        let opened = timeout(COMMIT_TIMEOUT, self.connector.open_writer(OpenMode::Existing, self.durability))
            .await
            .map_err(timed_out)?;
        opened.map_err(|error| TransientError { code: error.code(), why: error.to_string() })
    }

    fn count(&self, writes: &[WriteRequest]) {
        let events =
            writes.iter().map(|write| if let WriteRequest::Room { events, .. } = write { events.len() } else { 0 });
        count(&self.counters.batches, 1);
        count(&self.counters.writes, writes.len() as u64);
        count(&self.counters.events, events.sum::<usize>() as u64);
    }

    /// Calls a callback. A panic in it must not affect the others.
    fn call(&self, done: WriteCallback, result: Result<(), WriteError>) {
        self.counters.pending.fetch_sub(1, Ordering::Relaxed);
        if catch_unwind(AssertUnwindSafe(|| done(result))).is_err() {
            tracing::error!("the callback of a write panicked");
        }
    }

    fn reject_closed(&self, batch: Batch, outcome: &mut Result<(), CloseError>) {
        if let Err(error) = outcome {
            error.count += batch.len() as u64;
        }
        batch.callbacks.into_iter().for_each(|done| self.call(done, Err(WriteError::Closed)));
    }

    /// Closes the database, then releases the lock.
    async fn shut_down(mut self) {
        if let Some(connection) = self.connection.take() {
            connection.close().await;
        }
        drop(self.lock);
    }
}

/// Why a commit is not retried.
enum CommitError {
    /// One of its writes can never be stored.
    Rejected { why: String, is_conflict: bool },
    /// The store is closing, and its time is up.
    Closing(TransientError),
}
