//! Where the store of a test keeps its things.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use sqlx::{AnyConnection, Connection};
use tempfile::TempDir;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use zermelo_store::{
    Database, Durability, Guest, Health, OpenError, Options, RoomRow, Status, Store, Write, WriteError,
};

use crate::postgres;

/// A database of one test.
pub struct Home {
    pub options: Options,
    pub folder: TempDir,
}

impl Home {
    pub fn sqlite() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let database = Database::Sqlite { folder: folder.path().join("data") };
        Self { options: Options { database, durability: Durability::Process }, folder }
    }

    pub fn postgres() -> Self {
        Self::on(&postgres::shared().database())
    }

    pub fn on(url: &str) -> Self {
        let database = Database::Postgres { url: url.to_owned() };
        let folder = tempfile::tempdir().expect("a folder for the test");
        Self { options: Options { database, durability: Durability::Power }, folder }
    }

    pub async fn open(&self) -> Store {
        self.try_open().await.unwrap_or_else(|error| panic!("{error}"))
    }

    pub async fn try_open(&self) -> Result<Store, OpenError> {
        Store::open(&self.options).await
    }

    /// The folder of the database.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// A connection beside the store.
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

/// Runs a test.
pub fn run<F: Future<Output = ()>>(home: Home, test: impl FnOnce(Home) -> F) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(test(home));
}

/// Each test for each database.
macro_rules! on_both {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(#[test]
            fn $test() {
                crate::home::run(crate::home::Home::sqlite(), super::$test);
            })+
        }
        mod postgres {
            $(#[test]
            fn $test() {
                crate::home::run(crate::home::Home::postgres(), super::$test);
            })+
        }
    };
}
pub(crate) use on_both;

/// An event of a room, its body made of its number.
pub fn event(room: &str, seq: u32) -> Write {
    events(room, &[seq])
}

pub fn events(room: &str, numbers: &[u32]) -> Write {
    let events = numbers.iter().map(|seq| (*seq, body(*seq).into())).collect();
    Write::Room { row: None, code: room.to_owned(), events }
}

pub fn body(seq: u32) -> String {
    format!("{{\"seq\":{seq},\"move\":\"c{seq}\"}}")
}

pub fn row(code: &str, created_ms: i64, status: Status) -> RoomRow {
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

pub fn room(row: &RoomRow) -> Write {
    Write::Room { row: Some(Box::new(row.clone())), code: row.code.clone(), events: Vec::new() }
}

pub fn guest(id: &str, secret: u8) -> Guest {
    Guest { id: id.to_owned(), secret_hash: [secret; 32], name: format!("{id}'s name"), created_ms: 5, seen_ms: 6 }
}

/// The writer, stopped in the answer to a write: what comes meanwhile goes into its next commit.
pub struct Held {
    release: mpsc::Sender<()>,
}

impl Held {
    pub async fn hold(store: &Store) -> Self {
        let (release, released) = mpsc::channel();
        let (holds, mut is_held) = unbounded_channel();
        store.write(Write::Alive(0), move |result| {
            holds.send(result).expect("the test waits");
            // An error where the test has failed.
            let _ = released.recv();
        });
        assert_eq!(is_held.recv().await, Some(Ok(())));
        Self { release }
    }

    pub fn release(self) {
        self.release.send(()).expect("the writer waits");
    }
}

/// Hands writes over; their answers come in the order in which they are given, with the place of the write.
pub fn hand_over(
    store: &Store,
    writes: impl IntoIterator<Item = Write>,
) -> UnboundedReceiver<(usize, Result<(), WriteError>)> {
    let (sender, answers) = unbounded_channel();
    for (at, write) in writes.into_iter().enumerate() {
        let sender = sender.clone();
        // Whoever has heard enough is gone.
        store.write(write, move |result| drop(sender.send((at, result))));
    }
    answers
}

/// All answers to come.
pub async fn collect<T>(mut answers: UnboundedReceiver<T>) -> Vec<T> {
    let mut all = Vec::new();
    while let Some(answer) = answers.recv().await {
        all.push(answer);
    }
    all
}

/// Waits until the store can't write, and tells why. That a slow machine takes long is no answer.
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

/// Opens again what another program, or another handle, has just let go or is about to.
pub async fn reopen(home: &Home) -> Store {
    loop {
        match home.try_open().await {
            Ok(store) => return store,
            Err(OpenError::InUse { .. }) => tokio::time::sleep(Duration::from_millis(10)).await,
            Err(error) => panic!("{error}"),
        }
    }
}

/// The numbers of the events of a room that is there; its events are those that [`event`] makes.
pub async fn numbers(store: &Store, code: &str) -> Vec<u32> {
    let room = store.room(code).await.expect("a database").expect("a room");
    let numbers = room.events.into_iter().map(|(seq, text)| {
        assert_eq!(text, body(seq));
        seq
    });
    numbers.collect()
}
