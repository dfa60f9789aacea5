//! The public interface of the store.

use std::fmt;
use std::sync::Arc;

use tokio::sync::mpsc::{self, UnboundedSender};
use tokio::sync::{oneshot, watch};

use crate::connector::{self, Connector};
use crate::health_monitor::HealthMonitor;
use crate::read_pool::{ReadPool, RecordColumn};
use crate::stats::{Counters, count};
use crate::writer::{StoreWriter, WriteCallback, WriterCommand};
use crate::{
    CloseError, Database, Guest, Health, OpenError, PageCursor, ReadError, RoomRow, StoreOptions, StoreStats,
    StoredRoom, WriteError, WriteRequest, sql_error,
};

/// The store. Clones share the same database. When the last clone is dropped, queued writes are still stored while the process runs;
/// [`Store::close`] waits for them.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    commands: UnboundedSender<WriterCommand>,
    closing: watch::Sender<bool>,
    health: watch::Receiver<Health>,
    counters: Arc<Counters>,
    reader: ReadPool,
    /// The writer's result when it has ended.
    outcome: watch::Receiver<Option<Result<(), CloseError>>>,
    display_name: String,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Store").field(&self.inner.display_name).finish()
    }
}

impl Store {
    /// Opens the database, creates it if it does not exist, and migrates its tables. Must be called within a tokio runtime, in which the
    /// reads run; the writer has its own thread.
    pub async fn open(options: &StoreOptions) -> Result<Self, OpenError> {
        let connector = Connector::of(&options.database)?;
        let lock = match &options.database {
            Database::Sqlite { folder } => Some(connector::lock(folder)?),
            Database::Postgres { .. } => None,
        };
        let (commands, received) = mpsc::unbounded_channel();
        let (closing, is_closing) = watch::channel(false);
        let (health_sender, health) = watch::channel(Health::Ok);
        let (outcome_sender, outcome) = watch::channel(None);
        let counters = Arc::new(Counters::default());
        let monitor = Arc::new(HealthMonitor::new(health_sender));
        let writer = StoreWriter {
            connector: connector.clone(),
            durability: options.durability,
            lock,
            connection: None,
            commands: received,
            counters: Arc::clone(&counters),
            monitor: Arc::clone(&monitor),
            closing: is_closing,
        };
        writer.start(outcome_sender).await?;
        let writer_outcome = outcome.clone();
        tokio::spawn(async move { monitor.watch_commits(writer_outcome).await });
        let reader = ReadPool::new(connector.read_pool(), connector.backend());
        let display_name = connector.display_name().to_owned();
        Ok(Self { inner: Arc::new(Inner { commands, closing, health, counters, reader, outcome, display_name }) })
    }

    /// Queues a write and returns at once. `done` is called when the write is stored or can never be stored, in the order of the calls of
    /// `submit`. It runs on the writer's thread and must not block or spawn tasks.
    ///
    /// A rejected write does not delay later ones, even of the same room.
    pub fn submit(&self, request: WriteRequest, done: impl FnOnce(Result<(), WriteError>) + Send + 'static) {
        self.enqueue(request, Box::new(done));
    }

    fn enqueue(&self, request: WriteRequest, done: WriteCallback) {
        count(&self.inner.counters.pending, 1);
        if let Err(mpsc::error::SendError(WriterCommand::Write(_, done))) =
            self.inner.commands.send(WriterCommand::Write(request, done))
        {
            count(&self.inner.counters.pending, 1_u64.wrapping_neg());
            done(Err(WriteError::Closed));
        }
    }

    /// Stores a write and waits until it is stored.
    pub async fn write(&self, request: WriteRequest) -> Result<(), WriteError> {
        let (sender, receiver) = oneshot::channel();
        // The caller may have stopped waiting.
        self.submit(request, move |result| drop(sender.send(result)));
        receiver.await.unwrap_or(Err(WriteError::Closed))
    }

    /// The number of writes that are queued or in progress.
    pub fn pending(&self) -> u64 {
        self.stats().pending
    }

    /// Whether the store can write at the moment.
    pub fn health(&self) -> Health {
        self.inner.health.borrow().clone()
    }

    /// A receiver of changes of the [`Health`].
    pub fn watch_health(&self) -> watch::Receiver<Health> {
        self.inner.health.clone()
    }

    /// The writer's counters.
    pub fn stats(&self) -> StoreStats {
        self.inner.counters.stats()
    }

    /// The rooms that are waiting or playing, the oldest first.
    pub async fn unfinished_rooms(&self) -> Result<Vec<StoredRoom>, ReadError> {
        self.inner.reader.unfinished_rooms().await
    }

    /// A room with its events.
    pub async fn room(&self, code: &str) -> Result<Option<StoredRoom>, ReadError> {
        self.inner.reader.room(code).await
    }

    /// The guest with this hash of the secret.
    pub async fn guest_by_secret(&self, hash: &[u8; 32]) -> Result<Option<Guest>, ReadError> {
        self.inner.reader.guest_by_secret(hash).await
    }

    /// A page of the rooms that a guest owns or plays in, the newest first; without the records of finished games.
    pub async fn rooms_of(
        &self,
        guest: &str,
        before: Option<PageCursor>,
        limit: u32,
    ) -> Result<Vec<RoomRow>, ReadError> {
        self.inner.reader.rooms_of(guest, before, limit, RecordColumn::Omit).await
    }

    /// Like [`rooms_of`](Self::rooms_of), with the records of finished games.
    pub async fn records_of(
        &self,
        guest: &str,
        before: Option<PageCursor>,
        limit: u32,
    ) -> Result<Vec<RoomRow>, ReadError> {
        self.inner.reader.rooms_of(guest, before, limit, RecordColumn::Include).await
    }

    /// The time of the last [`WriteRequest::Heartbeat`]: milliseconds since 1970, UTC.
    pub async fn last_heartbeat_ms(&self) -> Result<Option<i64>, ReadError> {
        self.inner.reader.last_heartbeat_ms().await
    }

    /// Stores all queued writes and closes the database; other clones can't write any more. If the database fails, it gives up after a few
    /// seconds.
    pub async fn close(self) -> Result<(), CloseError> {
        self.inner.closing.send_replace(true);
        // The writer must be the last connection: it moves the WAL into the database file.
        self.inner.reader.close().await;
        // The writer may have ended already.
        let _ = self.inner.commands.send(WriterCommand::Close);
        let mut outcome = self.inner.outcome.clone();
        let outcome = outcome.wait_for(Option::is_some).await.map(|outcome| outcome.clone());
        match outcome {
            Ok(Some(outcome)) => outcome,
            Ok(None) | Err(_) => Err(CloseError {
                count: self.pending(),
                code: sql_error::FAILING,
                why: "the writer has failed; the log health_sender why".to_owned(),
            }),
        }
    }
}
