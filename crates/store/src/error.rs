//! What goes wrong, each with a stable code.

use std::io;
use std::path::PathBuf;

/// Why a store can't be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another server writes this database.
    #[error("{place} is in use by another server{owner}: stop that one first, or give this one a place of its own")]
    InUse {
        /// Where it is kept.
        place: String,
        /// Who it is, as far as it says.
        owner: String,
    },
    /// A newer program brought its tables further.
    #[error(
        "{place} was written by a newer version of this program (its tables are version {version}, and this program knows up to \
         {newest}): take the newer program, or a backup from before"
    )]
    Newer {
        /// Where it is kept.
        place: String,
        /// The version of its tables.
        version: i64,
        /// The version that this program knows.
        newest: i64,
    },
    /// It is not a database of this program.
    #[error("{place} is not a database of this program: {why}; give the server another place, or put this away")]
    Foreign {
        /// Where it is kept.
        place: String,
        /// What it is.
        why: String,
    },
    /// The folder can't be made or written.
    #[error("the folder {} can't be used: {error}; choose one in which the server may make files", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// The file system can't do what is needed.
    #[error(
        "{place}: this file system shares no memory between programs, as SQLite's WAL mode needs: take a folder on a local disk"
    )]
    NoWal {
        /// Where it is kept.
        place: String,
    },
    /// The address is none. It is not shown: it may hold a password.
    #[error(
        "the address of the database is none of PostgreSQL: expected such as postgres://user:password@host:5432/database, with special \
         signs of the password written as %XX"
    )]
    Url,
    /// The program was built without it.
    #[error(
        "this program was built without PostgreSQL: build it with the feature `postgres`, or keep the data in a folder"
    )]
    NotBuilt,
    /// Nobody answers.
    #[error("{place} can't be reached: {why}; is PostgreSQL running there, and is its port open?")]
    Unreachable {
        /// Where it is kept.
        place: String,
        /// What the system says.
        why: String,
    },
    /// The server wants to know who we are.
    #[error("{place} refuses us: {why}; put the right user and password into its address")]
    Login {
        /// Where it is kept.
        place: String,
        /// What the database says.
        why: String,
    },
    /// There is no such database.
    #[error("{place} is not there: make it with `createdb`, or correct the address")]
    NoDatabase {
        /// Where it is kept.
        place: String,
    },
    /// Anything else.
    #[error("{place} can't be opened: {why}")]
    Failed {
        /// Where it is kept.
        place: String,
        /// A stable code.
        code: &'static str,
        /// What the database says, and what to do.
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

/// Why something is not stored, and never will be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteError {
    /// An event's number is taken.
    #[error("the room {room} holds another event with one of these numbers: read the room again")]
    Conflict {
        /// The room.
        room: String,
    },
    /// The database does not take it.
    #[error("the database does not take it: {why}")]
    Refused {
        /// What the database says.
        why: String,
    },
    /// The store was closed before.
    #[error("the store is closed: nothing more is stored until the server starts again")]
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

/// Why something can't be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadError {
    /// The database does not answer.
    #[error("what is stored can't be read now: {why}; try again in a moment")]
    Unavailable {
        /// What the database says.
        why: String,
    },
    /// There is something that this program did not write.
    #[error("what is stored is damaged: {what}; put a backup in its place")]
    Damaged {
        /// What.
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

/// What a store that was closed leaves unstored: none of it was acknowledged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{count} write(s) could not be stored before the end, and were not acknowledged: {why}")]
pub struct CloseError {
    /// How many writes.
    pub count: u64,
    /// A stable code: that of the [`Health`](crate::Health) at the end.
    pub code: &'static str,
    /// What the database says.
    pub why: String,
}

/// Why there is no backup.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The file is there.
    #[error("{} is there already: choose another name", .0.display())]
    Exists(PathBuf),
    /// There is no database.
    #[error("there is no database {}: give the folder of data that the server uses", .0.display())]
    NoDatabase(PathBuf),
    /// `PostgreSQL` has its own program for it.
    #[error(
        "{place} is backed up by PostgreSQL's own program, while the server runs: \
         pg_dump --format=custom --file=zermelo.dump --dbname=ADDRESS"
    )]
    Postgres {
        /// Where it is kept.
        place: String,
    },
    /// The database can't be read, or the copy can't be written.
    #[error("{place} can't be copied: {why}")]
    Failed {
        /// Where it is kept.
        place: String,
        /// A stable code.
        code: &'static str,
        /// What the database says, and what to do.
        why: String,
    },
    /// The copy can't be put in its place.
    #[error("{} can't be written: {error}; choose another folder", path.display())]
    Io {
        /// The copy.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// The address of the database is none.
    #[error(transparent)]
    Place(#[from] OpenError),
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
            Self::Place(error) => error.code(),
        }
    }
}
