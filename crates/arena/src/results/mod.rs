//! The file that keeps every game: one `SQLite` database, a row a game.
//!
//! | table | what it holds |
//! |---|---|
//! | `meta` | the format's version, the tournament with its configuration, the program that began it, when |
//! | `players` | the agents: number, name, specification |
//! | `games` | a row a game; see [`StoredGame`] |
//!
//! A game counts once its batch is committed. Both games of a pair are in one batch, so a pair is there as a whole or not at all. Who
//! writes holds a lock beside the file, `NAME.lock`; anybody may read meanwhile.
//!
//! All that tables, exports and reports need is read from here: [`ResultsReader`] gives the games, [`TournamentTables`](crate::tally::TournamentTables) counts
//! them.

mod error;
mod header;
mod lock;
mod read;
mod store;
mod writer;

pub use error::ResultsError;
pub use header::ResultsHeader;
pub use read::{GameFilter, ResultsReader, StoredGame, read_termination};
pub use store::ResultsFile;
pub use writer::ResultsWriter;
