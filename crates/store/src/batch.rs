//! Many writes as one statement.
//!
//! Each kind of row goes as one list in JSON, which the database takes apart: the texts of the statements are few and always the same, so
//! they are read and planned once, and no limit on the number of parameters is ever met.

use std::collections::HashSet;
use std::sync::Arc;

use serde::Serialize;
use sqlx::{AnyConnection, AssertSqlSafe, Executor};

use crate::place::Kind;
use crate::{Guest, RoomRow, Winner, Write};

/// What a statement holds, a bit each.
const GUESTS: usize = 1;
const ROOMS: usize = 2;
const EVENTS: usize = 4;
const ALIVE: usize = 8;

/// The name of the fact that [`Write::Alive`] sets.
pub(crate) const ALIVE_MS: &str = "alive_ms";

/// The texts for one database.
pub(crate) struct Statements {
    /// By what they hold.
    texts: [Arc<str>; 16],
    kind: Kind,
}

impl Statements {
    pub(crate) fn new(kind: Kind) -> Self {
        Self { texts: std::array::from_fn(|held| text(kind, held).into()), kind }
    }

    /// Stores all of the writes or none.
    pub(crate) async fn run(&self, connection: &mut AnyConnection, writes: &[Write]) -> Result<(), sqlx::Error> {
        let lists = Lists::of(writes);
        let text = Arc::clone(&self.texts[lists.held()]);
        let mut query = sqlx::query(AssertSqlSafe(text));
        for list in [lists.guests, lists.rooms, lists.events].into_iter().filter(|list| !list.is_empty()) {
            query = query.bind(list.finish());
        }
        if let Some(at) = lists.alive {
            query = query.bind(at);
        }
        let result = connection.execute(query).await;
        if result.is_err() && self.kind == Kind::Sqlite {
            // It fails where the error has ended the transaction already.
            let _ = connection.execute(sqlx::raw_sql("ROLLBACK")).await;
        }
        result.map(|_| ())
    }
}

/// The rows of a batch.
#[derive(Default)]
struct Lists {
    guests: List,
    rooms: List,
    events: List,
    alive: Option<i64>,
}

impl Lists {
    /// Of a guest or a room that changes more than once the last change counts: a statement of `PostgreSQL` changes no row twice.
    fn of(writes: &[Write]) -> Self {
        let mut lists = Self::default();
        let (mut guests, mut rooms) = (HashSet::new(), HashSet::new());
        for write in writes.iter().rev() {
            match write {
                Write::Guest(guest) => {
                    if guests.insert(&guest.id) {
                        lists.put_guest(guest);
                    }
                }
                Write::Room { row, code, events } => {
                    if let Some(row) = row.as_ref().filter(|row| rooms.insert(&row.code)) {
                        lists.put_room(row);
                    }
                    for (seq, body) in events {
                        lists.events.put(&(code, seq, &**body));
                    }
                }
                Write::Alive(at) => lists.alive = lists.alive.or(Some(*at)),
            }
        }
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

/// Bytes in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

/// Columns and how each is read from a row of the list.
type Columns = &'static [(&'static str, Read)];

#[derive(Clone, Copy)]
enum Read {
    Text,
    Number,
}

const GUEST_COLUMNS: Columns = &[
    ("id", Read::Text),
    ("secret_hash", Read::Text),
    ("name", Read::Text),
    ("created_ms", Read::Number),
    ("seen_ms", Read::Number),
];

/// In the order in which rooms are read, too.
pub(crate) const ROOM_COLUMNS: &str = "code, game, settings, owner, first_guest, second_guest, first_name, second_name, status, winner, \
                                       termination, plies, created_ms, ended_ms, record";

const ROOM_NUMBERS: &[&str] = &["plies", "created_ms", "ended_ms"];

fn room_columns() -> Vec<(&'static str, Read)> {
    let read = |name: &'static str| (name, if ROOM_NUMBERS.contains(&name) { Read::Number } else { Read::Text });
    ROOM_COLUMNS.split(", ").map(read).collect()
}

/// What never changes of a room: where an index has nothing else, storing the room again leaves it alone.
const ROOM_FOREVER: &[&str] = &["game", "settings", "owner", "created_ms"];

/// One statement that stores what is held, its parameters in the order guests, rooms, events, time.
fn text(kind: Kind, held: usize) -> String {
    let mut parts = Vec::new();
    if held & GUESTS != 0 {
        parts.push(upsert(kind, "guests", ("id", &["created_ms"]), GUEST_COLUMNS, parts.len() + 1));
    }
    if held & ROOMS != 0 {
        parts.push(upsert(kind, "rooms", ("code", ROOM_FOREVER), &room_columns(), parts.len() + 1));
    }
    if held & EVENTS != 0 {
        let list = list(kind, parts.len() + 1);
        // Where the event is there already, nothing changes; another one with its number breaks the rule that a body is there.
        parts.push(format!(
            "INSERT INTO events (room, seq, body) SELECT value->>0, CAST(value->>1 AS BIGINT), value->>2 FROM {list} WHERE true \
             ON CONFLICT (room, seq) DO UPDATE SET body = NULL WHERE events.body <> excluded.body"
        ));
    }
    if held & ALIVE != 0 {
        let number = parts.len() + 1;
        parts.push(format!(
            "INSERT INTO facts (name, value) VALUES ('{ALIVE_MS}', ${number}) \
             ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        ));
    }
    match (kind, parts.len()) {
        // A statement of its own is a transaction of its own.
        (_, 0 | 1) => parts.pop().unwrap_or_else(|| "SELECT 1".to_owned()),
        (Kind::Sqlite, _) => format!("BEGIN IMMEDIATE; {}; COMMIT", parts.join("; ")),
        // All parts of one statement, so that it takes one trip to the server and back.
        (Kind::Postgres, last) => {
            let with: Vec<String> =
                parts[..last - 1].iter().enumerate().map(|(at, part)| format!("w{at} AS ({part})")).collect();
            format!("WITH {} {}", with.join(", "), parts[last - 1])
        }
    }
}

/// Rows that are new or have changed, but for their key and for what never changes.
fn upsert(kind: Kind, table: &str, (key, forever): (&str, &[&str]), columns: &[(&str, Read)], number: usize) -> String {
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let values = columns.iter().enumerate().map(|(at, (_, read))| match read {
        Read::Text => format!("value->>{at}"),
        Read::Number => format!("CAST(value->>{at} AS BIGINT)"),
    });
    let values: Vec<String> = values.collect();
    let changes = names.iter().filter(|name| **name != key && !forever.contains(name));
    let changed = changes.map(|name| format!("{name} = excluded.{name}"));
    let changed: Vec<String> = changed.collect();
    format!(
        "INSERT INTO {table} ({}) SELECT {} FROM {} WHERE true ON CONFLICT ({key}) DO UPDATE SET {}",
        names.join(", "),
        values.join(", "),
        list(kind, number),
        changed.join(", ")
    )
}

/// The rows of the list that is a parameter.
fn list(kind: Kind, number: usize) -> String {
    match kind {
        Kind::Sqlite => format!("json_each(${number})"),
        Kind::Postgres => format!("json_array_elements(${number}::json) AS list(value)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(room: &str, seq: u32, body: &str) -> Write {
        Write::Room { row: None, code: room.to_owned(), events: vec![(seq, body.into())] }
    }

    fn guest(id: &str, name: &str) -> Write {
        let (id, name) = (id.to_owned(), name.to_owned());
        Write::Guest(Guest { id, secret_hash: [0xa5; 32], name, created_ms: 1, seen_ms: 2 })
    }

    #[test]
    fn rows_are_lists_in_json() {
        let writes = [event("abc", 1, "{\"a\":1}"), event("abd", 7, "{}")];
        let lists = Lists::of(&writes);
        assert_eq!(lists.held(), EVENTS);
        assert_eq!(lists.events.finish(), r#"[["abd",7,"{}"],["abc",1,"{\"a\":1}"]]"#);
    }

    #[test]
    fn the_last_change_counts() {
        let writes = [guest("a", "old"), guest("b", "other"), Write::Alive(1), guest("a", "new"), Write::Alive(2)];
        let lists = Lists::of(&writes);
        assert_eq!((lists.held(), lists.alive), (GUESTS | ALIVE, Some(2)));
        let guests = lists.guests.finish();
        assert!(guests.contains("new") && guests.contains("other") && !guests.contains("old"), "{guests}");
    }

    #[test]
    fn bytes_are_two_digits_each() {
        assert_eq!(hex(&[0, 0xff, 0x5a]), "00ff5a");
    }

    #[test]
    fn a_statement_is_a_whole() {
        let texts = Statements::new(Kind::Sqlite).texts;
        assert!(!texts[EVENTS].contains("BEGIN"));
        assert!(texts[EVENTS | ROOMS].starts_with("BEGIN IMMEDIATE; ") && texts[EVENTS | ROOMS].ends_with("; COMMIT"));
        let texts = Statements::new(Kind::Postgres).texts;
        assert!(texts.iter().all(|text| !text.contains(';')));
    }
}
