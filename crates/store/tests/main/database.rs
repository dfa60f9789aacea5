//! The databases of the tests.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use sqlx::{AnyConnection, Connection};
use tempfile::TempDir;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use zermelo_store::{
    Database, Durability, Guest, Health, OpenError, RoomRow, Store, StoreOptions, StoredStatus, WriteError,
    WriteRequest,
};

use crate::postgres;

/// The database of one test.
pub struct TestDatabase {
    pub options: StoreOptions,
    pub folder: TempDir,
}

impl TestDatabase {
    pub fn sqlite() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let database = Database::Sqlite { folder: folder.path().join("data") };
        Self { options: StoreOptions { database, durability: Durability::Process }, folder }
    }

    pub fn postgres() -> Self {
        Self::on(&postgres::shared().database())
    }

    pub fn on(url: &str) -> Self {
        let database = Database::Postgres { url: url.to_owned() };
        let folder = tempfile::tempdir().expect("a folder for the test");
        Self { options: StoreOptions { database, durability: Durability::Power }, folder }
    }

    pub async fn open(&self) -> Store {
        self.try_open().await.unwrap_or_else(|error| panic!("{error}"))
    }

    pub async fn try_open(&self) -> Result<Store, OpenError> {
        Store::open(&self.options).await
    }

    /// The data folder.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// A second connection, next to the store.
    pub async fn connect(&self) -> AnyConnection {
        sqlx::any::install_default_drivers();
        let url = match &self.options.database {
            Database::Sqlite { folder } => sqlite_url(&folder.join("zermelo.sqlite")),
            Database::Postgres { url } => url.clone(),
        };
        AnyConnection::connect(&url).await.expect("a database")
    }
}

pub fn sqlite_url(path: &Path) -> String {
    format!("sqlite://{}?mode=rwc", path.display())
}

/// Runs a test in a tokio runtime.
pub fn run<F: Future<Output = ()>>(home: TestDatabase, test: impl FnOnce(TestDatabase) -> F) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(test(home));
}

/// Runs each test on both databases.
macro_rules! on_both {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(#[test]
            fn $test() {
                crate::database::run(crate::database::TestDatabase::sqlite(), super::$test);
            })+
        }
        mod postgres {
            $(#[test]
            fn $test() {
                crate::database::run(crate::database::TestDatabase::postgres(), super::$test);
            })+
        }
    };
}
pub(crate) use on_both;

/// A write of one event, whose body is derived from its number.
pub fn event(room: &str, seq: u32) -> WriteRequest {
    events(room, &[seq])
}

pub fn events(room: &str, numbers: &[u32]) -> WriteRequest {
    let events = numbers.iter().map(|seq| (*seq, body(*seq).into())).collect();
    WriteRequest::Room { row: None, code: room.to_owned(), events }
}

pub fn body(seq: u32) -> String {
    format!("{{\"seq\":{seq},\"move\":\"c{seq}\"}}")
}

pub fn row(code: &str, created_ms: i64, status: StoredStatus) -> RoomRow {
    RoomRow {
        code: code.to_owned(),
        game: "connect4".to_owned(),
        settings: "{\"clock\":null}".to_owned(),
        owner: None,
        first: None,
        second: None,
        first_name: "Ann".to_owned(),
        second_name: "level:n=3".to_owned(),
        status,
        winner: None,
        termination: None,
        plies: 0,
        created_ms,
        ended_ms: None,
        record: None,
    }
}

pub fn room(row: &RoomRow) -> WriteRequest {
    WriteRequest::Room { row: Some(Box::new(row.clone())), code: row.code.clone(), events: Vec::new() }
}

pub fn guest(id: &str, secret: u8) -> Guest {
    Guest { id: id.to_owned(), secret_hash: [secret; 32], name: format!("{id}'s name"), created_ms: 5, seen_ms: 6 }
}

/// A writer that is blocked in a callback, so that all later writes go into its next commit.
pub struct PausedWriter {
    release: mpsc::Sender<()>,
}

impl PausedWriter {
    pub async fn pause(store: &Store) -> Self {
        let (release, released) = mpsc::channel();
        let (holds, mut is_held) = unbounded_channel();
        store.submit(WriteRequest::Heartbeat(0), move |result| {
            holds.send(result).expect("the test waits");
            // Fails if the test has panicked.
            let _ = released.recv();
        });
        assert_eq!(is_held.recv().await, Some(Ok(())));
        Self { release }
    }

    pub fn resume(self) {
        self.release.send(()).expect("the writer waits");
    }
}

/// Submits writes. Their results arrive in the order of the callbacks, each with the index of its write.
pub fn submit_all(
    store: &Store,
    writes: impl IntoIterator<Item = WriteRequest>,
) -> UnboundedReceiver<(usize, Result<(), WriteError>)> {
    let (sender, answers) = unbounded_channel();
    for (at, write) in writes.into_iter().enumerate() {
        let sender = sender.clone();
        // The receiver may be gone.
        store.submit(write, move |result| drop(sender.send((at, result))));
    }
    answers
}

/// All remaining results.
pub async fn collect<T>(mut answers: UnboundedReceiver<T>) -> Vec<T> {
    let mut all = Vec::new();
    while let Some(answer) = answers.recv().await {
        all.push(answer);
    }
    all
}

/// Waits until the store fails, and returns why. Ignores stalls, which a slow machine can cause.
pub async fn failing(store: &Store) -> (&'static str, String) {
    let mut health = store.watch_health();
    let fails = |health: &Health| matches!(health, Health::Failing { code, .. } if *code != "store/stalled");
    match &*health.wait_for(fails).await.expect("a writer") {
        Health::Failing { code, why, .. } => (code, why.clone()),
        Health::Ok => unreachable!("it was waited for"),
    }
}

pub async fn healthy(store: &Store) {
    store.watch_health().wait_for(Health::is_ok).await.expect("a writer");
}

/// Opens the store, and waits while another process or handle still has the lock.
pub async fn reopen(home: &TestDatabase) -> Store {
    loop {
        match home.try_open().await {
            Ok(store) => return store,
            Err(OpenError::InUse { .. }) => tokio::time::sleep(Duration::from_millis(10)).await,
            Err(error) => panic!("{error}"),
        }
    }
}

/// The numbers of a room's events, which must be those of [`event`].
pub async fn numbers(store: &Store, code: &str) -> Vec<u32> {
    let room = store.room(code).await.expect("a database").expect("a room");
    let numbers = room.events.into_iter().map(|(seq, text)| {
        assert_eq!(text, body(seq));
        seq
    });
    numbers.collect()
}
