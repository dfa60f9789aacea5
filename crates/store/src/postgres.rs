//! Writing to a `PostgreSQL` server: each commit is one statement, so that it takes one trip to the server and back.
//!
//! Each kind of row goes as one list in JSON, which the database takes apart: the texts of the statements are few and always the same, so
//! they are read and planned once, and no limit on the number of parameters is ever met.

use std::sync::Arc;

use serde::Serialize;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor};

use crate::rows::{self, ALIVE_MS, Rows, Table, hex};
use crate::{Durability, Guest, RoomRow, Winner};

/// What a statement holds, a bit each.
const GUESTS: usize = 1;
const ROOMS: usize = 2;
const EVENTS: usize = 4;
const ALIVE: usize = 8;

/// A connection that writes.
pub(crate) struct Pen {
    connection: AnyConnection,
    /// By what they hold.
    texts: [Arc<str>; 16],
}

impl Pen {
    /// Takes a connection, and sets how it commits.
    pub(crate) async fn new(mut connection: AnyConnection, durability: Durability) -> Result<Self, sqlx::Error> {
        let commits = match durability {
            Durability::Process => "SET synchronous_commit = off",
            // More than `on` (a standby that has it, too) is left as it is.
            Durability::Power => {
                "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
            }
        };
        // The lock of a machine that is gone is free after a minute, and nothing waits longer than that for others.
        let waits = "SET statement_timeout = '20s'; SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; \
                     SET tcp_keepalives_count = 3";
        for text in [commits, waits] {
            connection.execute(sqlx::raw_sql(text)).await?;
        }
        Ok(Self { connection, texts: std::array::from_fn(|held| text(held).into()) })
    }

    /// Stores all rows or none.
    pub(crate) async fn store(&mut self, rows: &Rows<'_>) -> Result<(), sqlx::Error> {
        let lists = Lists::of(rows);
        let text = Arc::clone(&self.texts[lists.held()]);
        let mut query = sqlx::query(AssertSqlSafe(text));
        for list in [lists.guests, lists.rooms, lists.events].into_iter().filter(|list| !list.is_empty()) {
            query = query.bind(list.finish());
        }
        if let Some(at) = lists.alive {
            query = query.bind(at);
        }
        self.connection.execute(query).await.map(|_| ())
    }

    /// Whether the server is still there.
    pub(crate) async fn ping(&mut self) -> Result<(), sqlx::Error> {
        self.connection.ping().await
    }

    pub(crate) async fn close(self) -> Result<(), sqlx::Error> {
        self.connection.close().await
    }
}

/// The rows of a commit, as parameters.
#[derive(Default)]
struct Lists {
    guests: List,
    rooms: List,
    events: List,
    alive: Option<i64>,
}

impl Lists {
    fn of(rows: &Rows<'_>) -> Self {
        let mut lists = Self { alive: rows.alive, ..Self::default() };
        rows.guests.iter().for_each(|guest| lists.put_guest(guest));
        rows.rooms.iter().for_each(|room| lists.put_room(room));
        rows.events.iter().for_each(|event| lists.events.put(event));
        lists
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
            row.status.word(),
            row.winner.map(Winner::word),
            &row.termination,
            row.plies,
            row.created_ms,
            row.ended_ms,
            &row.record,
        ));
    }

    fn held(&self) -> usize {
        let bit = |is_held: bool, bit| if is_held { bit } else { 0 };
        bit(!self.guests.is_empty(), GUESTS)
            | bit(!self.rooms.is_empty(), ROOMS)
            | bit(!self.events.is_empty(), EVENTS)
            | bit(self.alive.is_some(), ALIVE)
    }
}

/// Rows as a list in JSON.
#[derive(Default)]
struct List(Vec<u8>);

impl List {
    fn put(&mut self, row: &impl Serialize) {
        self.0.push(if self.0.is_empty() { b'[' } else { b',' });
        serde_json::to_writer(&mut self.0, row).expect("texts and numbers are JSON");
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn finish(mut self) -> String {
        self.0.push(b']');
        String::from_utf8(self.0).expect("JSON is UTF-8")
    }
}

/// One statement that stores what is held, its parameters in the order guests, rooms, events, time. All parts are one statement, so that
/// they are stored as a whole or not at all.
fn text(held: usize) -> String {
    let mut parts = Vec::new();
    for (bit, table) in [(GUESTS, rows::GUESTS), (ROOMS, rows::ROOMS), (EVENTS, rows::EVENTS)] {
        if held & bit != 0 {
            parts.push(table.store(&from_list(&table, parts.len() + 1)));
        }
    }
    if held & ALIVE != 0 {
        parts.push(rows::FACTS.store(&format!("VALUES ('{ALIVE_MS}', ${})", parts.len() + 1)));
    }
    let Some(last) = parts.pop() else { return "SELECT 1".to_owned() };
    if parts.is_empty() {
        return last;
    }
    let with: Vec<String> = parts.iter().enumerate().map(|(at, part)| format!("w{at} AS ({part})")).collect();
    format!("WITH {} {last}", with.join(", "))
}

/// The rows of the list that is a parameter.
fn from_list(table: &Table, number: usize) -> String {
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
    fn rows_are_lists_in_json() {
        let rows = Rows { events: vec![("abd", 7, "{}"), ("abc", 1, "{\"a\":1}")], ..Rows::default() };
        let lists = Lists::of(&rows);
        assert_eq!(lists.held(), EVENTS);
        assert_eq!(lists.events.finish(), r#"[["abd",7,"{}"],["abc",1,"{\"a\":1}"]]"#);
    }

    #[test]
    fn a_commit_is_one_statement() {
        assert!((0..16).all(|held| !text(held).contains(';')));
        assert!(text(GUESTS | ROOMS | ALIVE).starts_with("WITH w0 AS (INSERT INTO guests"));
        assert!(text(EVENTS).starts_with("INSERT INTO events"));
    }
}
