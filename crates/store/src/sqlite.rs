//! Writing to an `SQLite` file, on the writer's thread: a statement wakes no other thread.

use std::path::Path;
use std::time::Duration;

use rusqlite::{CachedStatement, Connection, OpenFlags, Transaction, TransactionBehavior, params};

use crate::rows::{CommitRows, EVENTS, FACTS, GUESTS, HEARTBEAT_FACT, ROOMS, SqlTable, hex};
use crate::{Durability, Winner};

/// How long to wait for a locked file before it is an error.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// Checkpoints are rare and large, because a checkpoint writes each page once, however often it changed. 4,000 pages are 16 MB. The journal
/// size limit truncates a WAL that grew under a long read. The statement journal stays in memory; otherwise each commit would create and
/// remove a file.
const SETTINGS: &str = "PRAGMA cache_size = -8000; PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 33554432; \
                        PRAGMA temp_store = MEMORY";

/// The connection of the writer.
pub(crate) struct SqliteConnection {
    connection: Connection,
    /// The statements, each for one row.
    guests: String,
    rooms: String,
    events: String,
    facts: String,
}

impl SqliteConnection {
    /// Opens an existing file in WAL mode, and configures its commits.
    pub(crate) fn open(file: &Path, durability: Durability) -> rusqlite::Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags)?;
        connection.busy_timeout(CONNECT_TIMEOUT)?;
        connection.execute_batch(match durability {
            // In WAL mode a commit is in the file when it returns; with NORMAL the system decides when it reaches the disk.
            Durability::Process => "PRAGMA synchronous = NORMAL",
            Durability::Power => "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON",
        })?;
        connection.execute_batch(SETTINGS)?;
        let [guests, rooms, events, facts] = [GUESTS, ROOMS, EVENTS, FACTS].map(|table| table.insert(&values(&table)));
        Ok(Self { connection, guests, rooms, events, facts })
    }

    /// Commits all rows or none.
    pub(crate) fn store(&mut self, rows: &CommitRows<'_>) -> rusqlite::Result<()> {
        let Self { connection, guests, rooms, events, facts } = self;
        // Rolled back on drop.
        let commit = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        each(&commit, guests, &rows.guests, |statement, guest| {
            let hash = hex(&guest.secret_hash);
            statement.execute(params![guest.id, hash, guest.name, guest.created_ms, guest.seen_ms])
        })?;
        each(&commit, rooms, &rows.rooms, |statement, room| {
            statement.execute(params![
                room.code,
                room.game,
                room.settings,
                room.owner,
                room.first,
                room.second,
                room.first_name,
                room.second_name,
                room.status.as_str(),
                room.winner.map(Winner::as_str),
                room.termination,
                room.plies,
                room.created_ms,
                room.ended_ms,
                room.record,
            ])
        })?;
        each(&commit, events, &rows.events, |statement, (room, seq, body)| {
            statement.execute(params![room, seq, body])
        })?;
        each(&commit, facts, rows.heartbeat_ms.as_slice(), |statement, at| {
            statement.execute(params![HEARTBEAT_FACT, at])
        })?;
        commit.commit()
    }

    /// Whether no transaction is open.
    pub(crate) fn is_idle(&self) -> bool {
        self.connection.is_autocommit()
    }

    /// Moves the WAL into the database file and closes it.
    pub(crate) fn close(self) -> rusqlite::Result<()> {
        self.connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")?;
        self.connection.close().map_err(|(_, error)| error)
    }
}

/// Runs a statement for each row.
fn each<T>(
    commit: &Transaction<'_>,
    text: &str,
    rows: &[T],
    store: impl Fn(&mut CachedStatement<'_>, &T) -> rusqlite::Result<usize>,
) -> rusqlite::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut statement = commit.prepare_cached(text)?;
    rows.iter().try_for_each(|row| store(&mut statement, row).map(|_| ()))
}

/// The placeholders of one row.
fn values(table: &SqlTable) -> String {
    let numbers: Vec<String> = (1..=table.names().count()).map(|number| format!("?{number}")).collect();
    format!("VALUES ({})", numbers.join(", "))
}
