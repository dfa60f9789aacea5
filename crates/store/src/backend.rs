//! The kind of database.

/// The kind of database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Backend {
    Sqlite,
    Postgres,
}
