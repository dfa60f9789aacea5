//! What writes into a database, whichever it is.

use sqlx::Connection;

use crate::fault::Fault;
use crate::place::{Make, Place};
use crate::rows::Rows;
use crate::{Durability, OpenError, migrations, postgres, sqlite};

/// What writes into a database.
pub(crate) enum Pen {
    Sqlite(sqlite::Pen),
    Postgres(postgres::Pen),
}

impl Pen {
    /// Stores all rows or none. A file is waited for on this thread.
    pub(crate) async fn store(&mut self, rows: &Rows<'_>) -> Result<(), Fault> {
        match self {
            Self::Sqlite(pen) => pen.store(rows).map_err(|error| Fault::of_file(&error)),
            Self::Postgres(pen) => pen.store(rows).await.map_err(|error| Fault::of_server(&error)),
        }
    }

    /// Whether it is of any use after a trouble. A file does not go away, but a commit may be left that could not be undone.
    pub(crate) async fn is_there(&mut self) -> bool {
        match self {
            Self::Sqlite(pen) => pen.is_idle(),
            Self::Postgres(pen) => pen.ping().await.is_ok(),
        }
    }

    /// Lets the database go, a file with everything in it.
    pub(crate) async fn close(self) {
        let closed = match self {
            Self::Sqlite(pen) => pen.close().map_err(|error| error.to_string()),
            Self::Postgres(pen) => pen.close().await.map_err(|error| error.to_string()),
        };
        if let Err(why) = closed {
            tracing::debug!(why, "the database was not closed; the next server reads what stays beside it");
        }
    }
}

impl Place {
    /// What writes, into tables that are up to date. On `PostgreSQL` its connection holds the lock of the database: where it is lost, the
    /// lock is lost with it, and nothing is written without.
    pub(crate) async fn pen(&self, make: Make, durability: Durability) -> Result<Pen, OpenError> {
        let mut connection = match &self.file {
            Some(_) => self.connect_sqlite(make).await?,
            None => self.connect_postgres().await?,
        };
        if make == Make::New {
            migrations::run(&mut connection, self).await?;
        }
        let Some(file) = &self.file else {
            let pen = postgres::Pen::new(connection, durability).await;
            return Ok(Pen::Postgres(pen.map_err(|error| self.error(&error))?));
        };
        let pen = sqlite::Pen::open(file, durability);
        let pen = pen.map_err(|error| self.failed(Fault::of_file(&error)))?;
        connection.close().await.map_err(|error| self.error(&error))?;
        Ok(Pen::Sqlite(pen))
    }
}
