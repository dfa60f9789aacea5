//! What a commit holds, and the statements for it that both databases read.

use std::collections::HashSet;

use crate::{Guest, RoomRow, Write};

/// The name of the fact that [`Write::Alive`] sets.
pub(crate) const ALIVE_MS: &str = "alive_ms";

/// The rows of many writes.
#[derive(Default)]
pub(crate) struct Rows<'a> {
    pub(crate) guests: Vec<&'a Guest>,
    pub(crate) rooms: Vec<&'a RoomRow>,
    /// Room, number and body.
    pub(crate) events: Vec<(&'a str, u32, &'a str)>,
    pub(crate) alive: Option<i64>,
}

impl<'a> Rows<'a> {
    /// Of a guest or a room that changes more than once the last change counts.
    pub(crate) fn of(writes: &'a [Write]) -> Self {
        let mut rows = Self::default();
        let (mut guests, mut rooms) = (HashSet::new(), HashSet::new());
        for write in writes.iter().rev() {
            match write {
                Write::Guest(guest) => {
                    if guests.insert(&guest.id) {
                        rows.guests.push(guest);
                    }
                }
                Write::Room { row, code, events } => {
                    if let Some(row) = row.as_ref().filter(|row| rooms.insert(&row.code)) {
                        rows.rooms.push(row);
                    }
                    rows.events.extend(events.iter().rev().map(|(seq, body)| (&**code, *seq, &**body)));
                }
                Write::Alive(at) => rows.alive = rows.alive.or(Some(*at)),
            }
        }
        // In the order in which they came: what is written side by side is read side by side.
        rows.events.reverse();
        rows
    }
}

/// Bytes in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

/// A table, and how its rows are stored.
pub(crate) struct Table {
    name: &'static str,
    /// In the order in which rows are stored and read.
    pub(crate) columns: &'static str,
    /// Those of the columns that are numbers; the others are texts.
    pub(crate) numbers: &'static [&'static str],
    /// Where a row with the same key is there already.
    conflict: Conflict,
}

enum Conflict {
    /// It becomes the new one, but for its key and for what never changes: where an index has nothing else, storing the row again
    /// leaves it alone.
    Replace { key: &'static str, forever: &'static [&'static str] },
    /// What a statement says.
    Do(&'static str),
}

pub(crate) const GUESTS: Table = Table {
    name: "guests",
    columns: "id, secret_hash, name, created_ms, seen_ms",
    numbers: &["created_ms", "seen_ms"],
    conflict: Conflict::Replace { key: "id", forever: &["created_ms"] },
};

pub(crate) const ROOMS: Table = Table {
    name: "rooms",
    columns: "code, game, settings, owner, first_guest, second_guest, first_name, second_name, status, winner, termination, plies, \
              created_ms, ended_ms, record",
    numbers: &["plies", "created_ms", "ended_ms"],
    conflict: Conflict::Replace { key: "code", forever: &["game", "settings", "owner", "created_ms"] },
};

pub(crate) const EVENTS: Table = Table {
    name: "events",
    columns: "room, seq, body",
    numbers: &["seq"],
    // Where the event is there already, nothing changes; another one with its number breaks the rule that a body is there.
    conflict: Conflict::Do("(room, seq) DO UPDATE SET body = NULL WHERE events.body <> excluded.body"),
};

pub(crate) const FACTS: Table = Table {
    name: "facts",
    columns: "name, value",
    numbers: &["value"],
    conflict: Conflict::Replace { key: "name", forever: &[] },
};

impl Table {
    /// The names of the columns.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> + Clone {
        self.columns.split(", ")
    }

    /// The statement that stores the rows of a source: `VALUES (..)` or `SELECT .. WHERE ..`.
    pub(crate) fn store(&self, source: &str) -> String {
        let Self { name, columns, .. } = self;
        let conflict = match self.conflict {
            Conflict::Replace { key, forever } => {
                let changes = self.names().filter(|name| *name != key && !forever.contains(name));
                let changes: Vec<String> = changes.map(|name| format!("{name} = excluded.{name}")).collect();
                format!("({key}) DO UPDATE SET {}", changes.join(", "))
            }
            Conflict::Do(text) => text.to_owned(),
        };
        format!("INSERT INTO {name} ({columns}) {source} ON CONFLICT {conflict}")
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
    fn events_keep_their_order() {
        let writes = [event("abc", 1, "{}"), event("abd", 7, "{\"a\":1}"), event("abc", 2, "[]")];
        let rows = Rows::of(&writes);
        assert_eq!(rows.events, [("abc", 1, "{}"), ("abd", 7, "{\"a\":1}"), ("abc", 2, "[]")]);
        assert!(rows.guests.is_empty() && rows.rooms.is_empty() && rows.alive.is_none());
    }

    #[test]
    fn the_last_change_counts() {
        let writes = [guest("a", "old"), guest("b", "other"), Write::Alive(1), guest("a", "new"), Write::Alive(2)];
        let rows = Rows::of(&writes);
        assert_eq!(rows.alive, Some(2));
        let mut names: Vec<&str> = rows.guests.iter().map(|guest| &*guest.name).collect();
        names.sort_unstable();
        assert_eq!(names, ["new", "other"]);
    }

    #[test]
    fn bytes_are_two_digits_each() {
        assert_eq!(hex(&[0, 0xff, 0x5a]), "00ff5a");
    }

    #[test]
    fn what_never_changes_is_not_stored_again() {
        let text = GUESTS.store("VALUES (..)");
        let expected = "INSERT INTO guests (id, secret_hash, name, created_ms, seen_ms) VALUES (..) ON CONFLICT (id) DO UPDATE SET \
                        secret_hash = excluded.secret_hash, name = excluded.name, seen_ms = excluded.seen_ms";
        assert_eq!(text, expected);
    }

    #[test]
    fn numbers_are_columns() {
        for table in [GUESTS, ROOMS, EVENTS, FACTS] {
            assert!(table.numbers.iter().all(|number| table.names().any(|name| name == *number)), "{}", table.name);
        }
    }
}
