//! Results in other kinds of file: tables for a spreadsheet, JSON Lines, PDN.

mod first_moves;
mod phase;
mod tables;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use zermelo_core::erased::{DynGame, Refused};
use zermelo_core::{Depth, Side};
use zermelo_records::pdn::{NoPdn, PdnGame};
use zermelo_records::{SavedGame, jsonl};

use crate::results::{Filter, Reader, ResultsError, StoredGame};

pub use phase::Phase;

/// The kinds of file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// `games.csv`, a row a game, and `moves.csv`, a row a move.
    Csv,
    /// `games.jsonl`: an object a game, all that is known in it.
    JsonLines,
    /// `games.pdn`: Portable Draughts Notation.
    Pdn,
    /// `first-moves.csv`: how games went by their first move.
    FirstMoves,
}

/// Why results are not exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The results can't be read.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A file can't be written.
    #[error("can't write {}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// The game is not written in PDN.
    #[error("{0}; take csv or jsonl")]
    NoPdn(#[from] NoPdn),
    /// A game of the file is none by the rules of this program.
    #[error("game {game}: {why}")]
    Replay {
        /// Which.
        game: i64,
        /// What the rules say.
        #[source]
        why: Refused,
    },
}

/// Writes the wanted games into a folder, which is made if it is not there. Gives the files. `game` has the rules of the results.
pub fn export(
    reader: &Reader,
    game: &dyn DynGame,
    filter: &Filter,
    format: Format,
    folder: &Path,
) -> Result<Vec<PathBuf>, ExportError> {
    if format == Format::Pdn && game.pdn().is_none() {
        return Err(NoPdn { game: game.spec() }.into());
    }
    std::fs::create_dir_all(folder).map_err(|error| ExportError::Write { path: folder.to_owned(), error })?;
    match format {
        Format::Csv => tables::write(reader, game, filter, folder),
        Format::JsonLines => {
            let mut file = Target::create(folder.join("games.jsonl"))?;
            each(reader, filter, |stored| {
                let saved = saved(reader, game, stored);
                file.write(|out| jsonl::Writer::new(out).add(&saved))
            })?;
            file.finish().map(|path| vec![path])
        }
        Format::Pdn => {
            let mut file = Target::create(folder.join("games.pdn"))?;
            each(reader, filter, |stored| {
                let pdn = PdnGame::of(&saved(reader, game, stored), game)?;
                file.write(|out| writeln!(out, "{pdn}"))
            })?;
            file.finish().map(|path| vec![path])
        }
        Format::FirstMoves => first_moves::write(reader, filter, folder).map(|path| vec![path]),
    }
}

/// Goes through the wanted games; the first error ends it.
fn each(
    reader: &Reader,
    filter: &Filter,
    mut work: impl FnMut(&StoredGame) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let mut failed = Ok(());
    reader.for_each(filter, |stored| {
        if failed.is_ok() {
            failed = work(&stored);
        }
        Ok(())
    })?;
    failed
}

/// A game of the results as it is kept elsewhere.
pub fn saved(reader: &Reader, game: &dyn DynGame, stored: &StoredGame) -> SavedGame {
    let plies = stored.plies as usize;
    let figures = || (0..plies).map(|ply| stored.figures_of(ply));
    let name = |side: Side| Some(reader.name(stored.players[side.index()]).to_owned());
    let known = |number: u64| (number > 0).then_some(number);
    let event = reader.header().config.name.clone();
    let mut extra = Map::new();
    let mut add = |key: &str, value: Value| {
        extra.insert(key.to_owned(), value);
    };
    if let Some(event) = event {
        add("event", event.into());
    }
    add("round", stored.round.to_string().into());
    add("number", stored.id.into());
    add("pair", stored.pair.into());
    add("opening", stored.opening.into());
    if let Some(detail) = &stored.detail {
        add("detail", json!(detail));
    }
    let playouts: Vec<Value> = figures().map(|it| json!(it.and_then(|it| known(it.playouts)))).collect();
    if playouts.iter().any(|value| !value.is_null()) {
        add("playouts", playouts.into());
    }
    SavedGame {
        game: game.spec(),
        start: stored.start.clone(),
        moves: stored.moves.split(' ').filter(|text| !text.is_empty()).map(str::to_owned).collect(),
        times_ms: unless_unknown(figures().map(|it| it.map(|it| micros(it.nanoseconds))).collect()),
        nodes: unless_unknown(figures().map(|it| it.and_then(|it| known(it.nodes))).collect()),
        depths: unless_unknown(
            figures().map(|it| it.map(|it| Depth(it.depth)).filter(|depth| *depth > Depth(0))).collect(),
        ),
        scores: unless_unknown(figures().map(|it| it.and_then(|it| it.score)).collect()),
        winner: Some(stored.outcome),
        termination: Some(stored.termination),
        first: name(Side::First),
        second: name(Side::Second),
        seed: Some(stored.seed),
        date: Some(date(stored.ended)),
        extra,
    }
}

/// A list that says nothing is left out.
fn unless_unknown<T>(list: Vec<Option<T>>) -> Vec<Option<T>> {
    if list.iter().all(Option::is_none) { Vec::new() } else { list }
}

/// Milliseconds, to a thousandth.
fn micros(nanoseconds: u64) -> f64 {
    (nanoseconds as f64 / 1000.0).round() / 1000.0
}

/// RFC 3339, UTC, to the second.
pub fn date(milliseconds: i64) -> String {
    let moment = jiff::Timestamp::from_millisecond(milliseconds).unwrap_or_default();
    moment.round(jiff::Unit::Second).unwrap_or(moment).to_string()
}

/// A file that is being written.
struct Target {
    path: PathBuf,
    out: BufWriter<File>,
}

impl Target {
    fn create(path: PathBuf) -> Result<Self, ExportError> {
        match File::create(&path) {
            Ok(file) => Ok(Self { path, out: BufWriter::new(file) }),
            Err(error) => Err(ExportError::Write { path, error }),
        }
    }

    fn write(&mut self, what: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> Result<(), ExportError> {
        what(&mut self.out).map_err(|error| ExportError::Write { path: self.path.clone(), error })
    }

    fn finish(mut self) -> Result<PathBuf, ExportError> {
        self.write(BufWriter::flush)?;
        Ok(self.path)
    }
}
