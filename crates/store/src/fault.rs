//! What the database's errors mean for a write: is it the write's own fault, or will it pass?

use sqlx::Error;

use crate::kind::Kind;

/// Why a commit failed.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The write itself can't be stored, now or later.
    Write {
        /// What the database says.
        why: String,
        /// Whether an event stands where another one is stored already.
        is_conflict: bool,
    },
    /// It may pass: nothing is lost, and it is tried again.
    Passing(Trouble),
}

/// What keeps the database from storing anything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Trouble {
    /// A stable code.
    pub(crate) code: &'static str,
    /// What the database says, and what to do.
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
    /// A value that must be there is not.
    pub(super) const CONSTRAINT_NOTNULL: i32 = 1299;
    /// A write that the system refuses for another reason than a full disk, such as a limit of the file's size; a file that can't
    /// grow.
    pub(super) const NO_ROOM: [i32; 3] = [778, 1546, 4874];
}

/// A full disk, in the words of both databases.
pub(crate) const FULL: &str = "store/full";
/// Somebody else holds the database.
pub(crate) const LOCKED: &str = "store/locked";
/// The database can be read alone.
pub(crate) const READ_ONLY: &str = "store/read-only";
/// Nobody answers.
pub(crate) const UNREACHABLE: &str = "store/unreachable";
/// The database takes very long.
pub(crate) const STALLED: &str = "store/stalled";
/// Anything else.
pub(crate) const FAILING: &str = "store/failing";

impl Fault {
    /// What an error means. Whatever is not surely the write's own fault is taken as passing: what was not stored stays in memory until an
    /// operator has put it right, and nothing is lost.
    pub(crate) fn of(error: &Error, kind: Kind) -> Self {
        match (error, kind) {
            (Error::Database(database), Kind::Sqlite) => {
                let code = database.code().and_then(|code| code.parse().ok()).unwrap_or_default();
                of_sqlite(code, database.message())
            }
            (error, Kind::Sqlite) => passing(FAILING, "the database fails", &error.to_string()),
            (error, Kind::Postgres) => Self::of_server(error),
        }
    }

    /// What an error of `PostgreSQL` means.
    pub(crate) fn of_server(error: &Error) -> Self {
        match error {
            Error::Database(database) => of_postgres(&database.code().unwrap_or_default(), database.message()),
            error => passing(UNREACHABLE, "the connection is lost, and is made again", &error.to_string()),
        }
    }

    /// What an error of `SQLite` means.
    pub(crate) fn of_file(error: &rusqlite::Error) -> Self {
        // No code is 0, which passes.
        of_sqlite(error.sqlite_error().map_or(0, |error| error.extended_code), &error.to_string())
    }
}

fn of_sqlite(code: i32, message: &str) -> Fault {
    if sqlite::NO_ROOM.contains(&code) {
        return passing(FULL, "the disk is full, or the file may not grow: make room", message);
    }
    match code & 0xff {
        sqlite::CONSTRAINT | sqlite::TOOBIG | sqlite::MISMATCH => {
            Fault::Write { why: message.to_owned(), is_conflict: code == sqlite::CONSTRAINT_NOTNULL }
        }
        sqlite::FULL => passing(FULL, "the disk is full: make room", message),
        sqlite::BUSY | sqlite::LOCKED => passing(LOCKED, "another program holds the database: end it", message),
        sqlite::READONLY => passing(READ_ONLY, "the database can't be written: give the server the right to", message),
        sqlite::IOERR => passing(FAILING, "the disk fails", message),
        _ => passing(FAILING, "the database fails", message),
    }
}

fn of_postgres(code: &str, message: &str) -> Fault {
    let message = &format!("{message} ({code})");
    let class = code.get(..2).unwrap_or_default();
    match (class, code) {
        // Cardinality, data, constraints, limits of the program.
        ("21" | "22" | "23" | "54", _) => Fault::Write { why: message.clone(), is_conflict: code == "23502" },
        (_, "53100") => passing(FULL, "the disk of the database server is full: make room", message),
        (_, "25006") => {
            passing(READ_ONLY, "the database can't be written: it is a standby, or was made read-only", message)
        }
        ("08" | "53" | "57", _) if code != "57014" => {
            passing(UNREACHABLE, "the database server is not ready; it is asked again", message)
        }
        ("40", _) | (_, "55P03" | "57014") => {
            passing(LOCKED, "others hold what is to be written; it is tried again", message)
        }
        _ => passing(FAILING, "the database fails", message),
    }
}

fn passing(code: &'static str, words: &str, message: &str) -> Fault {
    Fault::Passing(Trouble { code, why: format!("{words}: {message}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(fault: &Fault) -> &'static str {
        match fault {
            Fault::Write { is_conflict: true, .. } => "conflict",
            Fault::Write { .. } => "write",
            Fault::Passing(trouble) => trouble.code,
        }
    }

    #[test]
    fn only_what_can_never_be_stored_is_the_fault_of_the_write() {
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
            assert_eq!(code(&of_sqlite(number, "words")), expected, "{number}");
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
            assert_eq!(code(&of_postgres(number, "words")), expected, "{number}");
        }
    }

    #[test]
    fn a_lost_connection_passes() {
        let lost = Error::Io(std::io::Error::from(std::io::ErrorKind::ConnectionReset));
        assert_eq!(code(&Fault::of(&lost, Kind::Postgres)), UNREACHABLE);
        assert_eq!(code(&Fault::of(&Error::WorkerCrashed, Kind::Sqlite)), FAILING);
        assert_eq!(code(&Fault::of_file(&rusqlite::Error::InvalidQuery)), FAILING);
    }
}
