//! The options of the store.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The options of a [`Store`](crate::Store).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoreOptions {
    /// The database.
    pub database: Database,
    /// What a stored write survives.
    pub durability: Durability,
}

/// A database.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    /// An `SQLite` file.
    Sqlite {
        /// The folder of the file `zermelo.sqlite`; created if it does not exist.
        folder: PathBuf,
    },
    /// A database on a `PostgreSQL` server.
    Postgres {
        /// The URL: `postgres://user:password@host:5432/database`. It is never shown, because it may contain a password.
        url: String,
    },
}

/// Leaves out the URL, which may contain a password.
impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite { folder } => f.debug_struct("Sqlite").field("folder", folder).finish(),
            Self::Postgres { .. } => f.debug_struct("Postgres").finish_non_exhaustive(),
        }
    }
}

/// What a stored write survives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Durability {
    /// A crash of the server process. A power failure may lose the last moments: on `PostgreSQL` at most three times its
    /// `wal_writer_delay`, on `SQLite` what the system has not written to disk yet.
    #[default]
    Process,
    /// Also a power failure: every commit waits for the disk.
    Power,
}

impl Durability {
    /// The name of the option's value.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Process => "process",
            Self::Power => "power",
        }
    }
}

impl fmt::Display for Durability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The text is not a [`Durability`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not a durability: use process (survives a crash of the server) or power (also a power failure)")]
pub struct ParseDurabilityError(String);

impl FromStr for Durability {
    type Err = ParseDurabilityError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "process" => Ok(Self::Process),
            "power" => Ok(Self::Power),
            _ => Err(ParseDurabilityError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_parsed_as_it_is_printed() {
        for durability in [Durability::Process, Durability::Power] {
            assert_eq!(durability.to_string().parse(), Ok(durability));
            assert_eq!(serde_json::to_string(&durability).unwrap(), format!("\"{durability}\""));
        }
        assert!("full".parse::<Durability>().unwrap_err().to_string().contains("use process"));
    }

    #[test]
    fn a_password_is_not_shown() {
        let url = "postgres://me:secret@localhost/games".to_owned();
        let options = StoreOptions { database: Database::Postgres { url }, durability: Durability::Power };
        assert!(!format!("{options:?}").contains("secret"));
    }
}
