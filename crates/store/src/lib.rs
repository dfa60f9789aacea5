//! What the server keeps: people, rooms and the events of rooms, in `SQLite` or `PostgreSQL`. It knows no game: events and records are
//! texts.
//!
//! ```text
//!  write() --> queue --> writer: one connection, many writes in one commit --> done()
//!  room(), rooms_of(), .. --> a few reading connections
//! ```
//!
//! - A [`Write`] is handed over without waiting and answered when it is stored, in the order in which writes came.
//! - What a passing fault holds up (a full disk, a locked file, a lost connection) is tried again until it is stored; [`Health`] says so
//!   meanwhile. Only a write that can never be stored is answered with an error.
//! - An event that is stored already is stored: a commit whose answer was lost may be tried again. Another event with its number is an
//!   error.
//! - One program writes a database at a time; it holds a lock that the system takes back when the program ends, however it ends.
//!
//! Both databases have the same tables, a folder of migrations each, and pass the same tests.

mod backup;
mod error;
mod fault;
mod figures;
mod guest;
mod health;
mod kind;
mod lock;
mod migrations;
mod options;
mod pen;
mod place;
mod postgres;
mod read;
mod room;
mod rows;
mod sqlite;
mod store;
mod vitals;
mod write;
mod writer;

pub use backup::backup;
pub use error::{BackupError, CloseError, OpenError, ReadError, WriteError};
pub use figures::Figures;
pub use guest::Guest;
pub use health::Health;
pub use options::{Database, Durability, NoDurability, Options};
pub use read::Before;
pub use room::{RoomRow, Status, StoredRoom, Winner};
pub use store::Store;
pub use write::Write;
