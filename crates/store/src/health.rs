//! Whether things can be stored at the moment.

use std::time::SystemTime;

/// Whether things can be stored at the moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Health {
    /// They can.
    Ok,
    /// They can't: the writer tries again and again, and loses nothing.
    Failing {
        /// Since when.
        since: SystemTime,
        /// A stable code:
        ///
        /// | code | what is wrong |
        /// |---|---|
        /// | `store/full` | the disk is full, or the file may not grow |
        /// | `store/locked` | another program holds the database |
        /// | `store/read-only` | the database can't be written |
        /// | `store/unreachable` | the database server does not answer |
        /// | `store/in-use` | another server has taken the database meanwhile |
        /// | `store/stalled` | a commit takes very long |
        /// | `store/failing` | anything else, or another code of [`OpenError`](crate::OpenError) |
        code: &'static str,
        /// What the database says, and what to do.
        why: String,
    },
}

impl Health {
    /// Whether things can be stored.
    pub const fn is_ok(&self) -> bool {
        matches!(self, Self::Ok)
    }
}
