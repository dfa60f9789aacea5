//! Where things are kept, and how safely.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// All that an operator can choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Where things are kept.
    pub database: Database,
    /// What an acknowledgement survives.
    pub durability: Durability,
}

/// Where things are kept.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    /// A file of `SQLite`.
    Sqlite {
        /// The folder of the file `zermelo.sqlite`; it is made where there is none.
        folder: PathBuf,
    },
    /// A database of a `PostgreSQL` server.
    Postgres {
        /// Its address: `postgres://user:password@host:5432/database`. It is shown nowhere: it may hold a password.
        url: String,
    },
}

/// Without the address of a `PostgreSQL` server, which may hold a password.
impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite { folder } => f.debug_struct("Sqlite").field("folder", folder).finish(),
            Self::Postgres { .. } => f.debug_struct("Postgres").finish_non_exhaustive(),
        }
    }
}

/// What an acknowledgement survives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Durability {
    /// The end of the server's process, however it ends. A power cut may cost the last moments: on `PostgreSQL` at most three times its
    /// `wal_writer_delay`, on `SQLite` what the system has not written yet.
    #[default]
    Process,
    /// A power cut, too: every commit waits for the disk.
    Power,
}

impl Durability {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Process => "process",
            Self::Power => "power",
        }
    }
}

impl fmt::Display for Durability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A word that is no [`Durability`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "\"{0}\" is not what an acknowledgement can survive: choose process (the end of the server's process) or power (a power cut, too)"
)]
pub struct NoDurability(String);

impl FromStr for Durability {
    type Err = NoDurability;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "process" => Ok(Self::Process),
            "power" => Ok(Self::Power),
            _ => Err(NoDurability(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_read_as_it_is_written() {
        for durability in [Durability::Process, Durability::Power] {
            assert_eq!(durability.to_string().parse(), Ok(durability));
            assert_eq!(serde_json::to_string(&durability).unwrap(), format!("\"{durability}\""));
        }
        assert!("full".parse::<Durability>().unwrap_err().to_string().contains("choose process"));
    }

    #[test]
    fn a_password_is_not_shown() {
        let url = "postgres://me:secret@localhost/games".to_owned();
        let options = Options { database: Database::Postgres { url }, durability: Durability::Power };
        assert!(!format!("{options:?}").contains("secret"));
    }
}
