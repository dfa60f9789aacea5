//! Game files: saved games and their file formats.
//!
//! | module | files |
//! |---|---|
//! | [`jsonl`] | JSON Lines: all data of a game on one line |
//! | [`csv`] | tables for spreadsheets: one row per game or per move |
//! | [`pdn`] | Portable Draughts Notation, for draughts |
//!
//! A [`SavedGame`] has only texts and numbers. [`SavedGame::of`] creates one from a played game, and
//! [`SavedGame::replay`] plays it by the rules and returns the first illegal move. [`Archive`] appends games to a file
//! of any format. Errors of the readers have line and column, and the other games are still read.
//!
//! Readers and writers work on any stream; only [`Archive`] opens a file. This crate has no clock: the caller sets the date of a
//! game.

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
pub use saved::{Figures, SavedGame, SavedGameError};
pub use words::winner_text;

/// The maximum length of a line of JSON and of a row of a table, in bytes. A game of a thousand moves with all
/// figures needs a tenth of it.
pub const MAX_LINE: usize = 1 << 20;
