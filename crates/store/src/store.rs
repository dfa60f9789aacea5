//! The store as the server sees it.

use std::fmt;
use std::sync::Arc;

use tokio::sync::mpsc::{self, UnboundedSender};
use tokio::sync::{oneshot, watch};

use crate::figures::{Counters, count};
use crate::place::{self, Place};
use crate::read::{Reader, Records};
use crate::vitals::Vitals;
use crate::writer::{Done, Order, Writer};
use crate::{
    Before, CloseError, Database, Figures, Guest, Health, OpenError, Options, ReadError, RoomRow, StoredRoom, Write,
    WriteError, fault,
};

/// What the server keeps. A clone is another handle to the same. When the last one is dropped, what waits is still stored while the
/// process runs; [`Store::close`] waits for it.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    orders: UnboundedSender<Order>,
    closing: watch::Sender<bool>,
    health: watch::Receiver<Health>,
    counters: Arc<Counters>,
    reader: Reader,
    /// What the writer left when it ended.
    left: watch::Receiver<Option<Result<(), CloseError>>>,
    shown: String,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Store").field(&self.inner.shown).finish()
    }
}

impl Store {
    /// Opens the database, makes it where there is none, and brings its tables up to date. Called within a runtime of tokio, in which the
    /// readers work; the writer has a thread of its own.
    pub async fn open(options: &Options) -> Result<Self, OpenError> {
        let place = Place::of(&options.database)?;
        let lock = match &options.database {
            Database::Sqlite { folder } => Some(place::lock(folder)?),
            Database::Postgres { .. } => None,
        };
        let (orders, received) = mpsc::unbounded_channel();
        let (closing, is_closing) = watch::channel(false);
        let (says, health) = watch::channel(Health::Ok);
        let (ends, left) = watch::channel(None);
        let counters = Arc::new(Counters::default());
        let vitals = Arc::new(Vitals::new(says));
        let writer = Writer {
            place: place.clone(),
            durability: options.durability,
            lock,
            pen: None,
            orders: received,
            counters: Arc::clone(&counters),
            vitals: Arc::clone(&vitals),
            closing: is_closing,
        };
        writer.start(ends).await?;
        let ends = left.clone();
        tokio::spawn(async move { vitals.watch(ends).await });
        let reader = Reader::new(place.readers(), place.kind());
        let shown = place.shown().to_owned();
        Ok(Self { inner: Arc::new(Inner { orders, closing, health, counters, reader, left, shown }) })
    }

    /// Hands something to the writer and returns at once. `done` is called when it is stored, or can't ever be, in the order of the
    /// calls of `write`. It is called on the writer's thread, which waits for it: it hands the news on, and starts no task.
    ///
    /// A write that is refused does not hold up later ones, those of the same room among them.
    pub fn write(&self, write: Write, done: impl FnOnce(Result<(), WriteError>) + Send + 'static) {
        self.hand_over(write, Box::new(done));
    }

    fn hand_over(&self, write: Write, done: Done) {
        count(&self.inner.counters.pending, 1);
        if let Err(mpsc::error::SendError(Order::Write(_, done))) = self.inner.orders.send(Order::Write(write, done)) {
            count(&self.inner.counters.pending, 1_u64.wrapping_neg());
            done(Err(WriteError::Closed));
        }
    }

    /// Stores something.
    pub async fn written(&self, write: Write) -> Result<(), WriteError> {
        let (sender, receiver) = oneshot::channel();
        // Whoever has stopped waiting needs no answer.
        self.write(write, move |result| drop(sender.send(result)));
        receiver.await.unwrap_or(Err(WriteError::Closed))
    }

    /// How many writes are not answered yet.
    pub fn pending(&self) -> u64 {
        self.figures().pending
    }

    /// Whether things can be stored at the moment.
    pub fn health(&self) -> Health {
        self.inner.health.borrow().clone()
    }

    /// The same, to be told of changes.
    pub fn watch_health(&self) -> watch::Receiver<Health> {
        self.inner.health.clone()
    }

    /// What the writer has done.
    pub fn figures(&self) -> Figures {
        self.inner.counters.figures()
    }

    /// The rooms that wait or in which a game goes on, the oldest first.
    pub async fn unfinished(&self) -> Result<Vec<StoredRoom>, ReadError> {
        self.inner.reader.unfinished().await
    }

    /// A room with its events.
    pub async fn room(&self, code: &str) -> Result<Option<StoredRoom>, ReadError> {
        self.inner.reader.room(code).await
    }

    /// The guest with that secret.
    pub async fn guest_by_secret(&self, hash: &[u8; 32]) -> Result<Option<Guest>, ReadError> {
        self.inner.reader.guest_by_secret(hash).await
    }

    /// The rooms in which a guest has a seat or which are theirs, the newest first, at most `limit`; without the finished games.
    pub async fn rooms_of(&self, guest: &str, before: Option<Before>, limit: u32) -> Result<Vec<RoomRow>, ReadError> {
        self.inner.reader.rooms_of(guest, before, limit, Records::LeftOut).await
    }

    /// The same rooms with the finished games.
    pub async fn records_of(&self, guest: &str, before: Option<Before>, limit: u32) -> Result<Vec<RoomRow>, ReadError> {
        self.inner.reader.rooms_of(guest, before, limit, Records::Read).await
    }

    /// When the server was last alive: what [`Write::Alive`] said last.
    pub async fn alive_ms(&self) -> Result<Option<i64>, ReadError> {
        self.inner.reader.alive_ms().await
    }

    /// Stores what waits, and lets the database go. Other handles store nothing any more. Where nothing can be stored, it gives up after
    /// some seconds of trying.
    pub async fn close(self) -> Result<(), CloseError> {
        self.inner.closing.send_replace(true);
        // The last connection to a file of SQLite leaves everything in it: that is the writer's.
        self.inner.reader.close().await;
        // A writer that has ended needs no telling.
        let _ = self.inner.orders.send(Order::Close);
        let mut left = self.inner.left.clone();
        let left = left.wait_for(Option::is_some).await.map(|left| left.clone());
        match left {
            Ok(Some(left)) => left,
            Ok(None) | Err(_) => Err(CloseError {
                count: self.pending(),
                code: fault::FAILING,
                why: "the writer has failed; the log says why".to_owned(),
            }),
        }
    }
}
