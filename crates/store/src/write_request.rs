//! Write requests.

use std::sync::Arc;

use crate::{Guest, RoomRow};

/// A write, stored atomically.
#[allow(missing_docs, reason = "the name says what it is")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WriteRequest {
    /// A guest, new or changed.
    Guest(Guest),
    /// A room, new or changed, and new events of it.
    Room {
        /// The room, or `None` if only its events are new.
        row: Option<Box<RoomRow>>,
        code: String,
        /// The number and the JSON of each event.
        events: Vec<(u32, Arc<str>)>,
    },
    /// The time at which the server was running: milliseconds since 1970, UTC.
    Heartbeat(i64),
}
