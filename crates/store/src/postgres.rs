//! Writing to a `PostgreSQL` server. Each commit is one statement, so it takes one round trip.
//!
//! Each table's rows are one JSON array, which the database expands. So there are few different statements, which are parsed and planned
//! once, and the limit on the number of parameters does not matter.

use std::sync::Arc;

use serde::Serialize;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor};

use crate::rows::{self, CommitRows, HEARTBEAT_FACT, SqlTable, hex};
use crate::{Durability, Guest, RoomRow, Winner};

/// The bits of the parameters that a statement has.
const GUESTS: usize = 1;
const ROOMS: usize = 2;
const EVENTS: usize = 4;
const HEARTBEAT: usize = 8;

/// The connection of the writer.
pub(crate) struct PostgresConnection {
    connection: AnyConnection,
    /// The statements, indexed by their bits.
    statements: [Arc<str>; 16],
}

impl PostgresConnection {
    /// Takes over a connection and configures its commits.
    pub(crate) async fn new(mut connection: AnyConnection, durability: Durability) -> Result<Self, sqlx::Error> {
        let commits = match durability {
            Durability::Process => "SET synchronous_commit = off",
            // A stricter value than `on`, which also waits for a standby, is left unchanged.
            Durability::Power => {
                "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
            }
        };
        // The lock of an unreachable machine is released after a minute; no statement waits longer for other sessions.
        let waits = "SET statement_timeout = '20s'; SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; \
                     SET tcp_keepalives_count = 3";
        for text in [commits, waits] {
            connection.execute(sqlx::raw_sql(text)).await?;
        }
        Ok(Self { connection, statements: std::array::from_fn(|bits| statement(bits).into()) })
    }

    /// Commits all rows or none.
    pub(crate) async fn store(&mut self, rows: &CommitRows<'_>) -> Result<(), sqlx::Error> {
        let params = StatementParams::of(rows);
        let text = Arc::clone(&self.statements[params.bits()]);
        let mut query = sqlx::query(AssertSqlSafe(text));
        for list in [params.guests, params.rooms, params.events].into_iter().filter(|list| !list.is_empty()) {
            query = query.bind(list.finish());
        }
        if let Some(at) = params.heartbeat_ms {
            query = query.bind(at);
        }
        self.connection.execute(query).await.map(|_| ())
    }

    /// Whether the server still answers.
    pub(crate) async fn ping(&mut self) -> Result<(), sqlx::Error> {
        self.connection.ping().await
    }

    pub(crate) async fn close(self) -> Result<(), sqlx::Error> {
        self.connection.close().await
    }
}

/// The rows of a commit as statement parameters.
#[derive(Default)]
struct StatementParams {
    guests: JsonArray,
    rooms: JsonArray,
    events: JsonArray,
    heartbeat_ms: Option<i64>,
}

impl StatementParams {
    fn of(rows: &CommitRows<'_>) -> Self {
        let mut params = Self { heartbeat_ms: rows.heartbeat_ms, ..Self::default() };
        rows.guests.iter().for_each(|guest| params.put_guest(guest));
        rows.rooms.iter().for_each(|room| params.put_room(room));
        rows.events.iter().for_each(|event| params.events.put(event));
        params
    }

    fn put_guest(&mut self, guest: &Guest) {
        let Guest { id, secret_hash, name, created_ms, seen_ms } = guest;
        self.guests.put(&(id, hex(secret_hash), name, created_ms, seen_ms));
    }

    fn put_room(&mut self, row: &RoomRow) {
        self.rooms.put(&(
            &row.code,
            &row.game,
            &row.settings,
            &row.owner,
            &row.first,
            &row.second,
            &row.first_name,
            &row.second_name,
            row.status.as_str(),
            row.winner.map(Winner::as_str),
            &row.termination,
            row.plies,
            row.created_ms,
            row.ended_ms,
            &row.record,
        ));
    }

    fn bits(&self) -> usize {
        let bit = |is_held: bool, bit| if is_held { bit } else { 0 };
        bit(!self.guests.is_empty(), GUESTS)
            | bit(!self.rooms.is_empty(), ROOMS)
            | bit(!self.events.is_empty(), EVENTS)
            | bit(self.heartbeat_ms.is_some(), HEARTBEAT)
    }
}

/// Rows as a JSON array.
#[derive(Default)]
struct JsonArray(Vec<u8>);

impl JsonArray {
    fn put(&mut self, row: &impl Serialize) {
        self.0.push(if self.0.is_empty() { b'[' } else { b',' });
        serde_json::to_writer(&mut self.0, row).expect("statements and numbers are JSON");
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn finish(mut self) -> String {
        self.0.push(b']');
        String::from_utf8(self.0).expect("JSON is UTF-8")
    }
}

/// The statement for a set of parameters, in the order guests, rooms, events, time. A single statement is atomic.
fn statement(bits: usize) -> String {
    let mut parts = Vec::new();
    for (bit, table) in [(GUESTS, rows::GUESTS), (ROOMS, rows::ROOMS), (EVENTS, rows::EVENTS)] {
        if bits & bit != 0 {
            parts.push(table.insert(&select_from_json(&table, parts.len() + 1)));
        }
    }
    if bits & HEARTBEAT != 0 {
        parts.push(rows::FACTS.insert(&format!("VALUES ('{HEARTBEAT_FACT}', ${})", parts.len() + 1)));
    }
    let Some(last) = parts.pop() else { return "SELECT 1".to_owned() };
    if parts.is_empty() {
        return last;
    }
    let with: Vec<String> = parts.iter().enumerate().map(|(at, part)| format!("w{at} AS ({part})")).collect();
    format!("WITH {} {last}", with.join(", "))
}

/// A subquery that expands the JSON array in a parameter to rows.
fn select_from_json(table: &SqlTable, number: usize) -> String {
    let values = table.names().enumerate().map(|(at, name)| {
        if table.numbers.contains(&name) { format!("CAST(value->>{at} AS BIGINT)") } else { format!("value->>{at}") }
    });
    let values: Vec<String> = values.collect();
    format!("SELECT {} FROM json_array_elements(${number}::json) AS list(value) WHERE true", values.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_json_arrays() {
        let rows = CommitRows { events: vec![("abd", 7, "{}"), ("abc", 1, "{\"a\":1}")], ..CommitRows::default() };
        let params = StatementParams::of(&rows);
        assert_eq!(params.bits(), EVENTS);
        assert_eq!(params.events.finish(), r#"[["abd",7,"{}"],["abc",1,"{\"a\":1}"]]"#);
    }

    #[test]
    fn a_commit_is_one_statement() {
        assert!((0..16).all(|bits| !statement(bits).contains(';')));
        assert!(statement(GUESTS | ROOMS | HEARTBEAT).starts_with("WITH w0 AS (INSERT INTO guests"));
        assert!(statement(EVENTS).starts_with("INSERT INTO events"));
    }
}
