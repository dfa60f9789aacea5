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
        /// A stable code: `store/full`, `store/locked`, `store/unreachable`, `store/in-use`, `store/stalled` or `store/failing`.
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
