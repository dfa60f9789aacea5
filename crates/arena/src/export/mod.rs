//! Results in other kinds of file: tables for a spreadsheet, JSON Lines, PDN.

mod error;
mod file;
mod first_moves;
mod phase;
mod saved;
mod tables;

use std::io::Write;
use std::path::{Path, PathBuf};

use zermelo_core::erased::DynGame;
use zermelo_records::jsonl;
use zermelo_records::pdn::{NoPdnError, PdnGame};

use crate::results::{GameFilter, ResultsReader};
use file::{ExportFile, each};

pub use error::ExportError;
pub use phase::MovePhase;
pub use saved::{date, saved};

/// The kinds of file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportFormat {
    /// `games.csv`, a row a game, and `moves.csv`, a row a move.
    Csv,
    /// `games.jsonl`: an object a game, all that is known in it.
    JsonLines,
    /// `games.pdn`: Portable Draughts Notation.
    Pdn,
    /// `first-moves.csv`: how games went by their first move.
    FirstMoves,
}

/// Writes the wanted games into a folder, which is made if it is not there. Gives the files. `game` has the rules of the results.
pub fn export(
    reader: &ResultsReader,
    game: &dyn DynGame,
    filter: &GameFilter,
    format: ExportFormat,
    folder: &Path,
) -> Result<Vec<PathBuf>, ExportError> {
    if format == ExportFormat::Pdn && game.pdn().is_none() {
        return Err(NoPdnError { game: game.spec() }.into());
    }
    std::fs::create_dir_all(folder).map_err(|error| ExportError::Write { path: folder.to_owned(), error })?;
    match format {
        ExportFormat::Csv => tables::write(reader, game, filter, folder),
        ExportFormat::JsonLines => {
            let mut file = ExportFile::create(folder.join("games.jsonl"))?;
            each(reader, filter, |stored| {
                let saved = saved(reader, game, stored);
                file.write(|out| jsonl::Writer::new(out).add(&saved))
            })?;
            file.finish().map(|path| vec![path])
        }
        ExportFormat::Pdn => {
            let mut file = ExportFile::create(folder.join("games.pdn"))?;
            each(reader, filter, |stored| {
                let pdn = PdnGame::of(&saved(reader, game, stored), game)?;
                file.write(|out| writeln!(out, "{pdn}"))
            })?;
            file.finish().map(|path| vec![path])
        }
        ExportFormat::FirstMoves => first_moves::write(reader, filter, folder).map(|path| vec![path]),
    }
}
