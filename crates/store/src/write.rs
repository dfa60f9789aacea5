//! What can be written.

use std::sync::Arc;

use crate::{Guest, RoomRow};

/// Something to store, as a whole or not at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Write {
    /// A guest, new or changed.
    Guest(Guest),
    /// A room, new or changed, and events of it.
    Room {
        /// The room as it is now; nothing where only events came.
        row: Option<Box<RoomRow>>,
        /// The room's code.
        code: String,
        /// Number and JSON of each event.
        events: Vec<(u32, Arc<str>)>,
    },
    /// The time at which the server is alive: milliseconds since 1970, UTC.
    Alive(i64),
}
