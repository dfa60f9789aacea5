//! Whether the store can write at the moment.

use std::time::SystemTime;

/// Whether the store can write at the moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Health {
    /// Writes succeed.
    Ok,
    /// Writes fail. The writer retries them, and loses nothing.
    Failing {
        /// The time of the first failure.
        since: SystemTime,
        /// A stable code:
        ///
        /// | code | meaning |
        /// |---|---|
        /// | `store/full` | the disk is full, or the file has reached a size limit |
        /// | `store/locked` | another program has locked the database |
        /// | `store/read-only` | the database is read-only |
        /// | `store/unreachable` | the database server does not answer |
        /// | `store/in-use` | another server has taken the database |
        /// | `store/stalled` | a commit takes too long |
        /// | `store/failing` | any other error; or a code of [`OpenError`](crate::OpenError) |
        code: &'static str,
        /// The database's message, and what to do.
        why: String,
    },
}

impl Health {
    /// Whether writes succeed.
    pub const fn is_ok(&self) -> bool {
        matches!(self, Self::Ok)
    }
}
