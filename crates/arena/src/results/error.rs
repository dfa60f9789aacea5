//! The errors of a results file.

use std::path::PathBuf;

/// The version of the file format. Files with a later version are rejected.
pub(super) const FORMAT: i64 = 1;

/// A results file that can't be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// The file does not exist.
    #[error("there is no file {0}")]
    Missing(PathBuf),
    /// The file exists already.
    #[error("{0} holds games already: `zermelo arena resume {0}` goes on with them; or choose another file", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The file is not a results file.
    #[error("{} is not a file of arena results: {why}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// The file has a later version of the format.
    #[error("{} has version {found} of the format, and this program reads up to {FORMAT}: take a newer one", path.display())]
    TooNew {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
    },
    /// The file has the games of another tournament.
    #[error("{} holds another tournament: {}", path.display(), differences.join("; "))]
    OtherTournament {
        /// The file.
        path: PathBuf,
        /// Where they differ.
        differences: Vec<String>,
    },
    /// Another run is writing the file.
    #[error("{} is locked by another run (process {owner}): wait for it, or choose another file", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
        /// The other process, as far as it says.
        owner: String,
    },
    /// The disk is full.
    #[error("{}: the disk is full, or the file may not grow; the games until then are kept: make room, then `zermelo arena resume {}`", path.display(), path.display())]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// The file can't be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        error: std::io::Error,
    },
    /// An error of the database.
    #[error("{}: {error}", path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        error: rusqlite::Error,
    },
    /// A row with invalid content.
    #[error("{}: game {game} is damaged: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Which game.
        game: i64,
        /// What is wrong.
        why: String,
    },
}

impl ResultsError {
    /// Converts an error of the database.
    pub(super) fn of(path: &std::path::Path, error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode;
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full { path },
            // A write beyond the file size limit is reported as an I/O error.
            Some(ErrorCode::SystemIoFailure) if is_write(&error) => Self::Full { path },
            Some(ErrorCode::NotADatabase) => Self::Foreign { path, why: "it is not an SQLite database".to_owned() },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                Self::Locked { path, owner: "another program, which holds the database".to_owned() }
            }
            _ => Self::Database { path, error },
        }
    }
}

fn is_write(error: &rusqlite::Error) -> bool {
    use rusqlite::ffi::{SQLITE_IOERR_SHMSIZE, SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_WRITE};
    let code = error.sqlite_error().map(|error| error.extended_code);
    code.is_some_and(|code| [SQLITE_IOERR_WRITE, SQLITE_IOERR_SHMSIZE, SQLITE_IOERR_TRUNCATE].contains(&code))
}
