//! The server's storage: guests, rooms and the events of rooms, in `SQLite` or `PostgreSQL`. It has no knowledge of games: events and
//! records are strings.
//!
//! ```text
//!  submit() --> queue --> writer: one connection, many writes per commit --> done()
//!  room(), rooms_of(), .. --> read pool: a few read-only connections
//! ```
//!
//! - [`Store::submit`] does not wait. Its callback is called when the write is stored, in the order of submission.
//! - After a transient error (a full disk, a locked file, a lost connection) the writer retries until it succeeds; [`Health`] reports the
//!   failure meanwhile. Only a write that can never be stored gets an error.
//! - Storing an event twice has no effect, so a commit can be retried when its response was lost. Another event with the same number is
//!   an error.
//! - Only one program writes to a database at a time. It holds a lock that the system releases when the process ends, even after a crash.
//!
//! Both databases have the same tables and pass the same tests; each has its own folder of migrations.

mod backend;
mod backup;
mod connector;
mod error;
mod guest;
mod health;
mod health_monitor;
mod lock;
mod migrations;
mod options;
mod postgres;
mod read_pool;
mod rows;
mod sql_error;
mod sqlite;
mod stats;
mod store;
mod stored_room;
mod write_connection;
mod write_request;
mod writer;

pub use backup::backup;
pub use error::{BackupError, CloseError, OpenError, ReadError, WriteError};
pub use guest::Guest;
pub use health::Health;
pub use options::{Database, Durability, ParseDurabilityError, StoreOptions};
pub use read_pool::PageCursor;
pub use stats::StoreStats;
pub use store::Store;
pub use stored_room::{RoomRow, StoredRoom, StoredStatus, Winner};
pub use write_request::WriteRequest;
