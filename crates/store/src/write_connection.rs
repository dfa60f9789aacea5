//! The connection of the writer.

use sqlx::Connection;

use crate::connector::{Connector, OpenMode};
use crate::rows::CommitRows;
use crate::sql_error::SqlError;
use crate::{Durability, OpenError, migrations, postgres, sqlite};

/// The connection of the writer, to either database.
pub(crate) enum WriteConnection {
    Sqlite(sqlite::SqliteConnection),
    Postgres(postgres::PostgresConnection),
}

impl WriteConnection {
    /// Commits all rows or none. `SQLite` blocks this thread.
    pub(crate) async fn store(&mut self, rows: &CommitRows<'_>) -> Result<(), SqlError> {
        match self {
            Self::Sqlite(connection) => connection.store(rows).map_err(|error| SqlError::from_sqlite(&error)),
            Self::Postgres(connection) => connection.store(rows).await.map_err(|error| SqlError::from_postgres(&error)),
        }
    }

    /// Whether the connection is still usable after an error. An `SQLite` file stays usable unless a transaction could not be rolled back.
    pub(crate) async fn is_usable(&mut self) -> bool {
        match self {
            Self::Sqlite(connection) => connection.is_idle(),
            Self::Postgres(connection) => connection.ping().await.is_ok(),
        }
    }

    /// Closes the connection. `SQLite` moves its WAL into the database file.
    pub(crate) async fn close(self) {
        let closed = match self {
            Self::Sqlite(connection) => connection.close().map_err(|error| error.to_string()),
            Self::Postgres(connection) => connection.close().await.map_err(|error| error.to_string()),
        };
        if let Err(why) = closed {
            tracing::debug!(why, "the database was not closed cleanly; the next server recovers it from the WAL");
        }
    }
}

impl Connector {
    /// Opens the writer's connection and migrates the tables. On `PostgreSQL` this connection holds the advisory lock of the database, so
    /// that a lost connection also loses the lock.
    pub(crate) async fn open_writer(
        &self,
        mode: OpenMode,
        durability: Durability,
    ) -> Result<WriteConnection, OpenError> {
        let mut connection = match &self.file {
            Some(_) => self.connect_sqlite(mode).await?,
            None => self.connect_postgres().await?,
        };
        if mode == OpenMode::Create {
            migrations::run(&mut connection, self).await?;
        }
        let Some(file) = &self.file else {
            let connection = postgres::PostgresConnection::new(connection, durability).await;
            return Ok(WriteConnection::Postgres(connection.map_err(|error| self.error(&error))?));
        };
        let writer = sqlite::SqliteConnection::open(file, durability);
        let writer = writer.map_err(|error| self.open_error(SqlError::from_sqlite(&error)))?;
        connection.close().await.map_err(|error| self.error(&error))?;
        Ok(WriteConnection::Sqlite(writer))
    }
}
