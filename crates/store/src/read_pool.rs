//! The queries of the store.

use std::time::Duration;

use sqlx::any::AnyRow;
use sqlx::{AnyPool, AssertSqlSafe, Row, Transaction};
use tokio::time::timeout;

use crate::backend::Backend;
use crate::rows::{self, HEARTBEAT_FACT, hex};
use crate::sql_error::SqlError;
use crate::{Guest, ReadError, RoomRow, StoredRoom, StoredStatus, Winner};

/// A position in a list of rooms: time of creation and code of the last room of a page. The next page has the rooms before it.
pub type PageCursor = (i64, String);

/// The columns of a room, in the order of the queries.
const ROOM_COLUMNS: &str = rows::ROOMS.columns;

/// The read-only connections.
#[derive(Clone, Debug)]
pub(crate) struct ReadPool {
    pool: AnyPool,
    backend: Backend,
}

/// Whether to read the records of finished games.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RecordColumn {
    Include,
    Omit,
}

impl ReadPool {
    pub(crate) fn new(pool: AnyPool, backend: Backend) -> Self {
        Self { pool, backend }
    }

    /// Waits for running queries for a while, then closes all connections.
    pub(crate) async fn close(&self) {
        let _ = timeout(Duration::from_secs(5), self.pool.close()).await;
    }

    pub(crate) async fn unfinished_rooms(&self) -> Result<Vec<StoredRoom>, ReadError> {
        const UNFINISHED: &str = "status IN ('waiting', 'playing')";
        let mut snapshot = self.snapshot().await?;
        let rooms = format!("SELECT {ROOM_COLUMNS} FROM rooms WHERE {UNFINISHED} ORDER BY created_ms, code");
        let rooms = sqlx::query(AssertSqlSafe(rooms)).fetch_all(&mut *snapshot).await;
        let events = format!(
            "SELECT room, seq, body FROM events WHERE room IN (SELECT code FROM rooms WHERE {UNFINISHED}) ORDER BY room, seq"
        );
        let events = sqlx::query(AssertSqlSafe(events)).fetch_all(&mut *snapshot).await;
        let rooms = rooms.map_err(|error| self.error(&error))?;
        let events = events.map_err(|error| self.error(&error))?;

        let mut stored = Vec::with_capacity(rooms.len());
        for row in &rooms {
            stored.push(StoredRoom { row: self.room_of(row)?, events: Vec::new() });
        }
        let mut places: Vec<usize> = (0..stored.len()).collect();
        places.sort_by(|a, b| stored[*a].row.code.cmp(&stored[*b].row.code));
        // Both are sorted by code, so one pass is enough.
        let mut places = places.into_iter().peekable();
        for event in &events {
            let code: String = self.get(event, 0)?;
            while places.next_if(|place| stored[*place].row.code < code).is_some() {}
            if let Some(place) = places.peek().filter(|place| stored[**place].row.code == code) {
                stored[*place].events.push(self.event_of(event)?);
            }
        }
        Ok(stored)
    }

    pub(crate) async fn room(&self, code: &str) -> Result<Option<StoredRoom>, ReadError> {
        let mut snapshot = self.snapshot().await?;
        let room = format!("SELECT {ROOM_COLUMNS} FROM rooms WHERE code = $1");
        let room = sqlx::query(AssertSqlSafe(room)).bind(code).fetch_optional(&mut *snapshot).await;
        let Some(room) = room.map_err(|error| self.error(&error))? else { return Ok(None) };
        let events = sqlx::query("SELECT room, seq, body FROM events WHERE room = $1 ORDER BY seq");
        let events = events.bind(code).fetch_all(&mut *snapshot).await.map_err(|error| self.error(&error))?;
        let events = events.iter().map(|event| self.event_of(event)).collect::<Result<_, _>>()?;
        Ok(Some(StoredRoom { row: self.room_of(&room)?, events }))
    }

    pub(crate) async fn guest_by_secret(&self, hash: &[u8; 32]) -> Result<Option<Guest>, ReadError> {
        let guest = sqlx::query("SELECT id, name, created_ms, seen_ms FROM guests WHERE secret_hash = $1");
        let guest = guest.bind(hex(hash)).fetch_optional(&self.pool).await.map_err(|error| self.error(&error))?;
        let Some(row) = guest else { return Ok(None) };
        Ok(Some(Guest {
            id: self.get(&row, 0)?,
            secret_hash: *hash,
            name: self.get(&row, 1)?,
            created_ms: self.get(&row, 2)?,
            seen_ms: self.get(&row, 3)?,
        }))
    }

    pub(crate) async fn rooms_of(
        &self,
        guest: &str,
        before: Option<PageCursor>,
        limit: u32,
        records: RecordColumn,
    ) -> Result<Vec<RoomRow>, ReadError> {
        let columns = match records {
            RecordColumn::Include => ROOM_COLUMNS.to_owned(),
            RecordColumn::Omit => ROOM_COLUMNS.replace("record", "CAST(NULL AS TEXT) AS record"),
        };
        // One page from each of three indices; the newest of them form the page.
        let page = |column: &str| {
            format!(
                "SELECT code FROM (SELECT code FROM rooms WHERE {column} = $1 AND (created_ms, code) < ($2, $3) \
                 ORDER BY created_ms DESC, code DESC LIMIT $4) AS of_{column}"
            )
        };
        let text = format!(
            "SELECT {columns} FROM rooms WHERE code IN ({} UNION {} UNION {}) ORDER BY created_ms DESC, code DESC LIMIT $4",
            page("owner"),
            page("first_guest"),
            page("second_guest")
        );
        let (created_ms, code) = before.unwrap_or((i64::MAX, String::new()));
        let rows = sqlx::query(AssertSqlSafe(text)).bind(guest).bind(created_ms).bind(code).bind(i64::from(limit));
        let rows = rows.fetch_all(&self.pool).await.map_err(|error| self.error(&error))?;
        rows.iter().map(|row| self.room_of(row)).collect()
    }

    pub(crate) async fn last_heartbeat_ms(&self) -> Result<Option<i64>, ReadError> {
        let value = sqlx::query_scalar("SELECT value FROM facts WHERE name = $1").bind(HEARTBEAT_FACT);
        value.fetch_optional(&self.pool).await.map_err(|error| self.error(&error))
    }

    /// A transaction in which all queries see the same snapshot of the database.
    async fn snapshot(&self) -> Result<Transaction<'_, sqlx::Any>, ReadError> {
        let begin = match self.backend {
            Backend::Sqlite => "BEGIN",
            Backend::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
        };
        self.pool.begin_with(begin).await.map_err(|error| self.error(&error))
    }

    fn room_of(&self, row: &AnyRow) -> Result<RoomRow, ReadError> {
        let code: String = self.get(row, 0)?;
        let invalid = |what: &str, word: &str| damaged(format!("the {what} of room {code} is \"{word}\""));
        let status: String = self.get(row, 8)?;
        let winner: Option<String> = self.get(row, 9)?;
        let plies: i64 = self.get(row, 11)?;
        Ok(RoomRow {
            game: self.get(row, 1)?,
            settings: self.get(row, 2)?,
            owner: self.get(row, 3)?,
            first: self.get(row, 4)?,
            second: self.get(row, 5)?,
            first_name: self.get(row, 6)?,
            second_name: self.get(row, 7)?,
            status: StoredStatus::parse(&status).ok_or_else(|| invalid("status", &status))?,
            winner: match winner {
                None => None,
                Some(word) => Some(Winner::parse(&word).ok_or_else(|| invalid("winner", &word))?),
            },
            termination: self.get(row, 10)?,
            plies: u32::try_from(plies).map_err(|_| invalid("number of moves", &plies.to_string()))?,
            created_ms: self.get(row, 12)?,
            ended_ms: self.get(row, 13)?,
            record: self.get(row, 14)?,
            code,
        })
    }

    fn event_of(&self, row: &AnyRow) -> Result<(u32, String), ReadError> {
        let seq: i64 = self.get(row, 1)?;
        let seq = u32::try_from(seq).map_err(|_| damaged(format!("an event has the number {seq}")))?;
        Ok((seq, self.get(row, 2)?))
    }

    fn get<'r, T>(&self, row: &'r AnyRow, column: usize) -> Result<T, ReadError>
    where
        T: sqlx::Decode<'r, sqlx::Any> + sqlx::Type<sqlx::Any>,
    {
        row.try_get(column).map_err(|error| self.error(&error))
    }

    fn error(&self, error: &sqlx::Error) -> ReadError {
        match error {
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => damaged(error.to_string()),
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed => ReadError::Unavailable { why: error.to_string() },
            _ => match SqlError::from_sqlx(error, self.backend) {
                SqlError::Transient(error) => ReadError::Unavailable { why: error.why },
                SqlError::Rejected { why, .. } => ReadError::Unavailable { why },
            },
        }
    }
}

fn damaged(what: String) -> ReadError {
    ReadError::Damaged { what }
}
