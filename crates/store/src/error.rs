//! The errors of the store, each with a stable code.

use std::io;
use std::path::PathBuf;

/// Why a store can't be opened. `database` is a path, or an address without its password.
#[allow(missing_docs, reason = "the name says what it is")]
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another server uses this database.
    #[error("{database} is in use by another server{owner}: stop it first, or use another database")]
    InUse {
        database: String,
        /// ` (process N)` if the process id is known, else empty.
        owner: String,
    },
    /// A newer version of this program has migrated the tables.
    #[error(
        "{database} was written by a newer version of this program (its tables are version {version}, and this program supports up to \
                  {newest}): use the newer program, or restore an older backup"
    )]
    Newer {
        database: String,
        /// The version of the tables.
        version: i64,
        /// The newest version that this program supports.
        newest: i64,
    },
    /// It is not a database of this program.
    #[error("{database} is not a database of this program: {why}; use another folder or database")]
    Foreign {
        database: String,
        /// What it is instead.
        why: String,
    },
    /// The folder can't be created or written.
    #[error("the folder {} can't be used: {error}; choose one in which the server can create files", folder.display())]
    Folder {
        folder: PathBuf,
        #[source]
        error: io::Error,
    },
    /// The file system does not support WAL mode.
    #[error(
        "{database}: this file system has no shared memory, which SQLite's WAL mode needs: use a folder on a local disk"
    )]
    NoWal { database: String },
    /// The URL is invalid. It is not shown, because it may contain a password.
    #[error(
        "the database URL is not a PostgreSQL URL: expected postgres://user:password@host:5432/database, with special characters of \
                  the password written as %XX"
    )]
    Url,
    /// The program was built without `PostgreSQL` support.
    #[error(
        "this program was built without PostgreSQL: build it with the feature `postgres`, or keep the data in a folder"
    )]
    NotBuilt,
    /// The database server does not answer.
    #[error("{database} can't be reached: {why}; is PostgreSQL running there, and is its port open?")]
    Unreachable {
        database: String,
        /// The error of the system.
        why: String,
    },
    /// The login failed.
    #[error("{database} rejects the login: {why}; correct the user and password in its URL")]
    Login {
        database: String,
        /// The database's message.
        why: String,
    },
    /// The database server has no such database.
    #[error("{database} does not exist: create it with `createdb`, or correct the URL")]
    NoDatabase { database: String },
    /// Any other error.
    #[error("{database} can't be opened: {why}")]
    Failed {
        database: String,
        /// A stable code.
        code: &'static str,
        /// The database's message, and what to do.
        why: String,
    },
}

impl OpenError {
    /// A stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::InUse { .. } => "store/in-use",
            Self::Newer { .. } => "store/newer",
            Self::Foreign { .. } => "store/foreign",
            Self::Folder { .. } => "store/folder",
            Self::NoWal { .. } => "store/no-wal",
            Self::Url => "store/url",
            Self::NotBuilt => "store/not-built",
            Self::Unreachable { .. } => "store/unreachable",
            Self::Login { .. } => "store/login",
            Self::NoDatabase { .. } => "store/no-database",
            Self::Failed { code, .. } => code,
        }
    }
}

/// Why a write will never be stored.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteError {
    /// The number of an event is taken by another event.
    #[error("the room {room} has another event with one of these numbers: load the room again")]
    Conflict {
        /// The room's code.
        room: String,
    },
    /// The database rejects the data.
    #[error("the database rejects the write: {why}")]
    Refused {
        /// The database's message.
        why: String,
    },
    /// The store is closed.
    #[error("the store is closed: nothing is stored until the server starts again")]
    Closed,
}

impl WriteError {
    /// A stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Conflict { .. } => "store/conflict",
            Self::Refused { .. } => "store/refused",
            Self::Closed => "store/closed",
        }
    }
}

/// Why a read failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadError {
    /// The database does not answer.
    #[error("the database can't be read at the moment: {why}; try again later")]
    Unavailable {
        /// The database's message.
        why: String,
    },
    /// The database contains a value that this program does not write.
    #[error("the database is damaged: {what}; restore a backup")]
    Damaged {
        /// The invalid value.
        what: String,
    },
}

impl ReadError {
    /// A stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unavailable { .. } => "store/unavailable",
            Self::Damaged { .. } => "store/damaged",
        }
    }
}

/// The store was closed with unstored writes. None of them was acknowledged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{count} write(s) could not be stored before the shutdown and were not acknowledged: {why}")]
pub struct CloseError {
    /// The number of unstored writes.
    pub count: u64,
    /// A stable code: that of the last [`Health`](crate::Health).
    pub code: &'static str,
    /// The database's message.
    pub why: String,
}

/// Why a backup failed.
#[allow(missing_docs, reason = "the name says what it is")]
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The file exists.
    #[error("{} already exists: choose another name", .0.display())]
    Exists(PathBuf),
    /// The database file does not exist.
    #[error("there is no database {}: give the server's data folder", .0.display())]
    NoDatabase(PathBuf),
    /// `PostgreSQL` has its own backup program.
    #[error(
        "{database} is backed up with PostgreSQL's own program, also while the server runs: \
         pg_dump --format=custom --file=zermelo.dump --dbname=ADDRESS"
    )]
    Postgres { database: String },
    /// The database can't be read, or the copy can't be written.
    #[error("{database} can't be copied: {why}")]
    Failed {
        database: String,
        /// A stable code.
        code: &'static str,
        /// The database's message, and what to do.
        why: String,
    },
    /// The copy can't be synced or renamed.
    #[error("{} can't be written: {error}; choose another folder", path.display())]
    Io {
        /// The path of the copy.
        path: PathBuf,
        #[source]
        error: io::Error,
    },
    /// The database URL or folder is invalid.
    #[error(transparent)]
    Open(#[from] OpenError),
}

impl BackupError {
    /// A stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Exists(_) => "backup/exists",
            Self::NoDatabase(_) => "backup/no-database",
            Self::Postgres { .. } => "backup/postgres",
            Self::Failed { code, .. } => code,
            Self::Io { .. } => "backup/file",
            Self::Open(error) => error.code(),
        }
    }
}
