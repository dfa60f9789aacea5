//! Writing to a file of `SQLite`, on the thread of the writer: no other thread has to be woken for a statement.

use std::path::Path;
use std::time::Duration;

use rusqlite::{CachedStatement, Connection, OpenFlags, Transaction, TransactionBehavior, params};

use crate::rows::{ALIVE_MS, EVENTS, FACTS, GUESTS, ROOMS, Rows, Table, hex};
use crate::{Durability, Winner};

/// How long a file that another program holds is waited for, before that counts as a trouble.
const PATIENCE: Duration = Duration::from_secs(1);

/// A checkpoint writes each page once, however often it changed: few and larger ones cost less. 4,000 pages are 16 MB. What a long
/// reader lets grow beyond is cut afterwards. What one statement would undo is kept in memory, else each commit would make and remove a
/// file.
const SETTINGS: &str = "PRAGMA cache_size = -8000; PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 33554432; \
                        PRAGMA temp_store = MEMORY";

/// A connection that writes.
pub(crate) struct Pen {
    connection: Connection,
    /// The texts of the statements, a row each.
    guests: String,
    rooms: String,
    events: String,
    facts: String,
}

impl Pen {
    /// Opens a file that is there, with its tables and in WAL mode, and sets how it commits.
    pub(crate) fn open(file: &Path, durability: Durability) -> rusqlite::Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags)?;
        connection.busy_timeout(PATIENCE)?;
        connection.execute_batch(match durability {
            // In WAL mode a commit is in the file when it is answered; NORMAL leaves it to the system when it comes to the disk.
            Durability::Process => "PRAGMA synchronous = NORMAL",
            Durability::Power => "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON",
        })?;
        connection.execute_batch(SETTINGS)?;
        let [guests, rooms, events, facts] = [GUESTS, ROOMS, EVENTS, FACTS].map(|table| table.store(&values(&table)));
        Ok(Self { connection, guests, rooms, events, facts })
    }

    /// Stores all rows or none.
    pub(crate) fn store(&mut self, rows: &Rows<'_>) -> rusqlite::Result<()> {
        let Self { connection, guests, rooms, events, facts } = self;
        // Undone when it is dropped.
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
                room.status.word(),
                room.winner.map(Winner::word),
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
        each(&commit, facts, rows.alive.as_slice(), |statement, at| statement.execute(params![ALIVE_MS, at]))?;
        commit.commit()
    }

    /// Whether nothing is half done.
    pub(crate) fn is_idle(&self) -> bool {
        self.connection.is_autocommit()
    }

    /// Leaves everything in one file, and lets it go.
    pub(crate) fn close(self) -> rusqlite::Result<()> {
        self.connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")?;
        self.connection.close().map_err(|(_, error)| error)
    }
}

/// Runs a statement for each of the rows.
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

/// One row of parameters.
fn values(table: &Table) -> String {
    let numbers: Vec<String> = (1..=table.names().count()).map(|number| format!("?{number}")).collect();
    format!("VALUES ({})", numbers.join(", "))
}
