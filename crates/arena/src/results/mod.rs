//! The results file: an `SQLite` database with one row for each game.
//!
//! | table | contents |
//! |---|---|
//! | `meta` | the version of the format, the tournament with its configuration, the program that created the file, and when |
//! | `players` | the agents: number, name, specification |
//! | `games` | one row for each game; see [`StoredGame`] |
//!
//! A game counts once its batch is committed. Both games of a pair are in the same batch, so a pair is either complete or missing. The
//! writer holds the lock file `NAME.lock`. Other processes can read at the same time.
//!
//! Tables, exports and reports are made from this file: [`ResultsReader`] gives the games, [`TournamentTables`](crate::tally::TournamentTables) counts
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
