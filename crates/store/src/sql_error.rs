//! Classifies database errors: is the write itself invalid, or can it succeed later?

use sqlx::Error;

use crate::backend::Backend;

/// Why a statement failed.
#[derive(Debug)]
pub(crate) enum SqlError {
    /// The write itself is invalid and can never be stored.
    Rejected {
        /// The database's message.
        why: String,
        /// Whether another event with the same number is stored already.
        is_conflict: bool,
    },
    /// The write may succeed later, so it is retried.
    Transient(TransientError),
}

/// Why the database can't store anything at the moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TransientError {
    /// A stable code.
    pub(crate) code: &'static str,
    /// The database's message, and what to do.
    pub(crate) why: String,
}

/// `SQLite`'s primary result codes.
mod sqlite {
    pub(super) const BUSY: i32 = 5;
    pub(super) const LOCKED: i32 = 6;
    pub(super) const READONLY: i32 = 8;
    pub(super) const IOERR: i32 = 10;
    pub(super) const FULL: i32 = 13;
    pub(super) const TOOBIG: i32 = 18;
    pub(super) const CONSTRAINT: i32 = 19;
    pub(super) const MISMATCH: i32 = 20;
    /// A NOT NULL constraint failed.
    pub(super) const CONSTRAINT_NOTNULL: i32 = 1299;
    /// Failed writes of the operating system other than a full disk, such as a limit of the file size; a file that can't grow.
    pub(super) const NO_ROOM: [i32; 3] = [778, 1546, 4874];
}

/// The disk is full.
pub(crate) const FULL: &str = "store/full";
/// Another program has locked the database.
pub(crate) const LOCKED: &str = "store/locked";
/// The database is read-only.
pub(crate) const READ_ONLY: &str = "store/read-only";
/// The database server does not answer.
pub(crate) const UNREACHABLE: &str = "store/unreachable";
/// A commit takes too long.
pub(crate) const STALLED: &str = "store/stalled";
/// Any other error.
pub(crate) const FAILING: &str = "store/failing";

impl SqlError {
    /// Classifies an error. An error is transient unless the write itself is surely the cause: unstored writes then stay in memory until
    /// an operator has solved the problem, and nothing is lost.
    pub(crate) fn from_sqlx(error: &Error, backend: Backend) -> Self {
        match (error, backend) {
            (Error::Database(database), Backend::Sqlite) => {
                let code = database.code().and_then(|code| code.parse().ok()).unwrap_or_default();
                classify_sqlite(code, database.message())
            }
            (error, Backend::Sqlite) => transient(FAILING, "the database fails", &error.to_string()),
            (error, Backend::Postgres) => Self::from_postgres(error),
        }
    }

    /// Classifies an error of `PostgreSQL`.
    pub(crate) fn from_postgres(error: &Error) -> Self {
        match error {
            Error::Database(database) => classify_postgres(&database.code().unwrap_or_default(), database.message()),
            error => transient(UNREACHABLE, "the connection was lost; reconnecting", &error.to_string()),
        }
    }

    /// Classifies an error of `SQLite`.
    pub(crate) fn from_sqlite(error: &rusqlite::Error) -> Self {
        // An error without a code gives 0, which is transient.
        classify_sqlite(error.sqlite_error().map_or(0, |error| error.extended_code), &error.to_string())
    }
}

fn classify_sqlite(code: i32, message: &str) -> SqlError {
    if sqlite::NO_ROOM.contains(&code) {
        return transient(FULL, "the disk is full, or the file may not grow: free some space", message);
    }
    match code & 0xff {
        sqlite::CONSTRAINT | sqlite::TOOBIG | sqlite::MISMATCH => {
            SqlError::Rejected { why: message.to_owned(), is_conflict: code == sqlite::CONSTRAINT_NOTNULL }
        }
        sqlite::FULL => transient(FULL, "the disk is full: free some space", message),
        sqlite::BUSY | sqlite::LOCKED => transient(LOCKED, "another program has locked the database: stop it", message),
        sqlite::READONLY => {
            transient(READ_ONLY, "the database is read-only: give the server write permission", message)
        }
        sqlite::IOERR => transient(FAILING, "the disk fails", message),
        _ => transient(FAILING, "the database fails", message),
    }
}

fn classify_postgres(code: &str, message: &str) -> SqlError {
    let message = &format!("{message} ({code})");
    let class = code.get(..2).unwrap_or_default();
    match (class, code) {
        // Cardinality violation, data exception, integrity constraint violation, program limit exceeded.
        ("21" | "22" | "23" | "54", _) => SqlError::Rejected { why: message.clone(), is_conflict: code == "23502" },
        (_, "53100") => transient(FULL, "the disk of the database server is full: free some space", message),
        (_, "25006") => {
            transient(READ_ONLY, "the database is read-only: it is a standby, or was made read-only", message)
        }
        ("08" | "53" | "57", _) if code != "57014" => {
            transient(UNREACHABLE, "the database server is not ready; retrying", message)
        }
        ("40", _) | (_, "55P03" | "57014") => {
            transient(LOCKED, "another session has locked the rows; retrying", message)
        }
        _ => transient(FAILING, "the database fails", message),
    }
}

fn transient(code: &'static str, words: &str, message: &str) -> SqlError {
    SqlError::Transient(TransientError { code, why: format!("{words}: {message}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(fault: &SqlError) -> &'static str {
        match fault {
            SqlError::Rejected { is_conflict: true, .. } => "conflict",
            SqlError::Rejected { .. } => "write",
            SqlError::Transient(error) => error.code,
        }
    }

    #[test]
    fn only_invalid_writes_are_rejected() {
        for (number, expected) in [
            (5, LOCKED),
            (517, LOCKED),
            (6, LOCKED),
            (13, FULL),
            (778, FULL),
            (10, FAILING),
            (1032, READ_ONLY),
            (14, FAILING),
            (11, FAILING),
            (1, FAILING),
            (18, "write"),
            (2067, "write"),
            (1299, "conflict"),
        ] {
            assert_eq!(code(&classify_sqlite(number, "words")), expected, "{number}");
        }
        for (number, expected) in [
            ("08006", UNREACHABLE),
            ("57P01", UNREACHABLE),
            ("57P03", UNREACHABLE),
            ("53300", UNREACHABLE),
            ("53100", FULL),
            ("57014", LOCKED),
            ("55P03", LOCKED),
            ("40001", LOCKED),
            ("40P01", LOCKED),
            ("25006", READ_ONLY),
            ("42P01", FAILING),
            ("XX000", FAILING),
            ("", FAILING),
            ("22P05", "write"),
            ("23505", "write"),
            ("23502", "conflict"),
        ] {
            assert_eq!(code(&classify_postgres(number, "words")), expected, "{number}");
        }
    }

    #[test]
    fn a_lost_connection_is_transient() {
        let lost = Error::Io(std::io::Error::from(std::io::ErrorKind::ConnectionReset));
        assert_eq!(code(&SqlError::from_sqlx(&lost, Backend::Postgres)), UNREACHABLE);
        assert_eq!(code(&SqlError::from_sqlx(&Error::WorkerCrashed, Backend::Sqlite)), FAILING);
        assert_eq!(code(&SqlError::from_sqlite(&rusqlite::Error::InvalidQuery)), FAILING);
    }
}
