//! The rows of a commit, and the SQL that both databases share.

use std::collections::HashSet;

use crate::{Guest, RoomRow, WriteRequest};

/// The row of `facts` that [`WriteRequest::Heartbeat`] sets.
pub(crate) const HEARTBEAT_FACT: &str = "alive_ms";

/// The rows of a batch of writes.
#[derive(Default)]
pub(crate) struct CommitRows<'a> {
    pub(crate) guests: Vec<&'a Guest>,
    pub(crate) rooms: Vec<&'a RoomRow>,
    /// Room code, number and body.
    pub(crate) events: Vec<(&'a str, u32, &'a str)>,
    pub(crate) heartbeat_ms: Option<i64>,
}

impl<'a> CommitRows<'a> {
    /// Collects the rows. If a guest or a room changes more than once, the last change counts.
    pub(crate) fn collect(writes: &'a [WriteRequest]) -> Self {
        let mut rows = Self::default();
        let (mut guests, mut rooms) = (HashSet::new(), HashSet::new());
        for write in writes.iter().rev() {
            match write {
                WriteRequest::Guest(guest) => {
                    if guests.insert(&guest.id) {
                        rows.guests.push(guest);
                    }
                }
                WriteRequest::Room { row, code, events } => {
                    if let Some(row) = row.as_ref().filter(|row| rooms.insert(&row.code)) {
                        rows.rooms.push(row);
                    }
                    rows.events.extend(events.iter().rev().map(|(seq, body)| (&**code, *seq, &**body)));
                }
                WriteRequest::Heartbeat(at) => rows.heartbeat_ms = rows.heartbeat_ms.or(Some(*at)),
            }
        }
        // In order of submission, so that the events of a room are next to each other on disk.
        rows.events.reverse();
        rows
    }
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

/// A table, and how its rows are stored.
pub(crate) struct SqlTable {
    name: &'static str,
    /// In the order in which rows are stored and read.
    pub(crate) columns: &'static str,
    /// The integer columns; the others are texts.
    pub(crate) numbers: &'static [&'static str],
    /// What happens if a row with the same key exists.
    conflict: OnConflict,
}

enum OnConflict {
    /// Updates all columns except the key and the immutable ones. An index on immutable columns alone is then not touched.
    Replace { key: &'static str, immutable: &'static [&'static str] },
    /// The rest of the statement.
    Do(&'static str),
}

pub(crate) const GUESTS: SqlTable = SqlTable {
    name: "guests",
    columns: "id, secret_hash, name, created_ms, seen_ms",
    numbers: &["created_ms", "seen_ms"],
    conflict: OnConflict::Replace { key: "id", immutable: &["created_ms"] },
};

pub(crate) const ROOMS: SqlTable = SqlTable {
    name: "rooms",
    columns: "code, game, settings, owner, first_guest, second_guest, first_name, second_name, status, winner, termination, plies, \
              created_ms, ended_ms, record",
    numbers: &["plies", "created_ms", "ended_ms"],
    conflict: OnConflict::Replace { key: "code", immutable: &["game", "settings", "owner", "created_ms"] },
};

pub(crate) const EVENTS: SqlTable = SqlTable {
    name: "events",
    columns: "room, seq, body",
    numbers: &["seq"],
    // The same event changes nothing; another event with its number violates NOT NULL.
    conflict: OnConflict::Do("(room, seq) DO UPDATE SET body = NULL WHERE events.body <> excluded.body"),
};

pub(crate) const FACTS: SqlTable = SqlTable {
    name: "facts",
    columns: "name, value",
    numbers: &["value"],
    conflict: OnConflict::Replace { key: "name", immutable: &[] },
};

impl SqlTable {
    /// The column names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> + Clone {
        self.columns.split(", ")
    }

    /// The statement that inserts the rows of a source: `VALUES (..)` or `SELECT .. WHERE ..`.
    pub(crate) fn insert(&self, source: &str) -> String {
        let Self { name, columns, .. } = self;
        let conflict = match self.conflict {
            OnConflict::Replace { key, immutable } => {
                let changes = self.names().filter(|name| *name != key && !immutable.contains(name));
                let changes: Vec<String> = changes.map(|name| format!("{name} = excluded.{name}")).collect();
                format!("({key}) DO UPDATE SET {}", changes.join(", "))
            }
            OnConflict::Do(text) => text.to_owned(),
        };
        format!("INSERT INTO {name} ({columns}) {source} ON CONFLICT {conflict}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(room: &str, seq: u32, body: &str) -> WriteRequest {
        WriteRequest::Room { row: None, code: room.to_owned(), events: vec![(seq, body.into())] }
    }

    fn guest(id: &str, name: &str) -> WriteRequest {
        let (id, name) = (id.to_owned(), name.to_owned());
        WriteRequest::Guest(Guest { id, secret_hash: [0xa5; 32], name, created_ms: 1, seen_ms: 2 })
    }

    #[test]
    fn events_keep_their_order() {
        let writes = [event("abc", 1, "{}"), event("abd", 7, "{\"a\":1}"), event("abc", 2, "[]")];
        let rows = CommitRows::collect(&writes);
        assert_eq!(rows.events, [("abc", 1, "{}"), ("abd", 7, "{\"a\":1}"), ("abc", 2, "[]")]);
        assert!(rows.guests.is_empty() && rows.rooms.is_empty() && rows.heartbeat_ms.is_none());
    }

    #[test]
    fn the_last_change_counts() {
        let writes = [
            guest("a", "old"),
            guest("b", "other"),
            WriteRequest::Heartbeat(1),
            guest("a", "new"),
            WriteRequest::Heartbeat(2),
        ];
        let rows = CommitRows::collect(&writes);
        assert_eq!(rows.heartbeat_ms, Some(2));
        let mut names: Vec<&str> = rows.guests.iter().map(|guest| &*guest.name).collect();
        names.sort_unstable();
        assert_eq!(names, ["new", "other"]);
    }

    #[test]
    fn each_byte_has_two_digits() {
        assert_eq!(hex(&[0, 0xff, 0x5a]), "00ff5a");
    }

    #[test]
    fn immutable_columns_are_not_updated() {
        let text = GUESTS.insert("VALUES (..)");
        let expected = "INSERT INTO guests (id, secret_hash, name, created_ms, seen_ms) VALUES (..) ON CONFLICT (id) DO UPDATE SET \
                        secret_hash = excluded.secret_hash, name = excluded.name, seen_ms = excluded.seen_ms";
        assert_eq!(text, expected);
    }

    #[test]
    fn number_columns_exist() {
        for table in [GUESTS, ROOMS, EVENTS, FACTS] {
            assert!(table.numbers.iter().all(|number| table.names().any(|name| name == *number)), "{}", table.name);
        }
    }
}
