//! What goes wrong, each with a stable code.

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
}

impl OpenError {
    /// A stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::InUse { .. } => "store/in-use",
        }
    }
}

/// Why something is not stored, and never will be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteError {
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
            Self::Refused { .. } => "store/refused",
            Self::Closed => "store/closed",
        }
    }
}

/// Why something can't be read.
#[derive(Debug, thiserror::Error)]
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

/// What a store that was closed leaves unstored.
#[derive(Debug, thiserror::Error)]
#[error("{count} write(s) could not be stored before the end, and were not acknowledged: {why}")]
pub struct CloseError {
    /// How many writes.
    pub count: usize,
    /// Why.
    pub why: String,
}

/// Why there is no backup.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The file is there.
    #[error("{} is there already: choose another name", .0.display())]
    Exists(PathBuf),
}

impl BackupError {
    /// A stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Exists(_) => "backup/exists",
        }
    }
}
