//! Games on file: what is kept of a game, and the files that it is kept in.
//!
//! | module | files |
//! |---|---|
//! | [`jsonl`] | JSON Lines: all that is known of a game on one line |
//! | [`csv`] | tables for a spreadsheet: a row a game, or a row a move |
//! | [`pdn`] | Portable Draughts Notation, for the games that are written so |
//!
//! [`SavedGame`] stands between the files and the rules: it is texts and numbers alone. [`SavedGame::of`] makes one of a game
//! that was played, [`SavedGame::replay`] plays it again and says which move is refused and why. [`Archive`] adds games to a file
//! of any kind. What a reader refuses, it refuses with line and column; the games around it are still read.
//!
//! Readers and writers take what they are handed; only [`Archive`] opens a file. There is no clock here: the date of a game is
//! the caller's.

mod archive;
pub mod csv;
pub mod jsonl;
pub mod pdn;
mod place;
mod replay;
mod saved;
mod words;

pub use archive::{AddError, Archive, Format, OpenError};
pub use place::Place;
pub use replay::{Draws, ReplayError};
pub use saved::{Figures, SavedGame, Unfit};
pub use words::winner_text;

/// The longest line of JSON and the longest row of a table that are read, in bytes. A game of a thousand moves with all its
/// figures takes a tenth of it.
pub const MAX_LINE: usize = 1 << 20;
