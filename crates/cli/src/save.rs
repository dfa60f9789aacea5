//! Played games on file: one JSON object a line.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use serde::Serialize;
use zermelo_core::erased::DynRecord;
use zermelo_core::{Outcome, Side, Termination};

use crate::failure::Failure;

/// A game as it is kept. All that is needed to play it again.
#[derive(Serialize)]
struct SavedGame<'a> {
    /// The game's specification.
    game: String,
    /// The position it started from.
    start: String,
    /// The moves, in the game's notation.
    moves: Vec<String>,
    /// The time of each move in milliseconds, where it was measured.
    times_ms: Vec<Option<f64>>,
    /// `first`, `second` or `draw`; null for a game that was left unfinished.
    winner: Option<&'static str>,
    /// Why it ended.
    termination: Option<Termination>,
    /// Who played the first side.
    first: &'a str,
    /// Who played the second side.
    second: &'a str,
    /// The seed of the players in this game.
    seed: u64,
    /// When it ended: RFC 3339, UTC.
    date: String,
}

/// A file that games are added to.
pub struct Archive {
    file: File,
    path: String,
}

impl Archive {
    /// Opens the file, or makes it; what is in it stays.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let shown = path.display().to_string();
        let file = OpenOptions::new().create(true).append(true).open(path);
        match file {
            Ok(file) => Ok(Self { file, path: shown }),
            Err(error) => Err(Failure::File { path: shown, error }),
        }
    }

    /// Adds a game. `players` in the order of their sides.
    pub fn add(&mut self, record: &dyn DynRecord, players: [&str; 2], seed: u64) -> Result<(), Failure> {
        let ending = record.ending();
        let (moves, times): (Vec<_>, Vec<_>) = record.moves().into_iter().unzip();
        let saved = SavedGame {
            game: record.game_spec(),
            start: record.start_text(),
            moves,
            times_ms: times.into_iter().map(|time| time.map(|time| time.as_secs_f64() * 1000.0)).collect(),
            winner: ending.map(|ending| winner(ending.outcome)),
            termination: ending.map(|ending| ending.termination),
            first: players[0],
            second: players[1],
            seed,
            date: jiff::Timestamp::now().round(jiff::Unit::Second).unwrap_or_default().to_string(),
        };
        let failed = |error| Failure::File { path: self.path.clone(), error };
        let mut line = serde_json::to_string(&saved).map_err(|error| failed(error.into()))?;
        line.push('\n');
        // One write a game, so that a reader never sees half a line of a game that was kept.
        self.file.write_all(line.as_bytes()).map_err(failed)
    }
}

/// `first`, `second` or `draw`.
pub fn winner(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Side::First) => "first",
        Outcome::Win(Side::Second) => "second",
        Outcome::Draw => "draw",
    }
}
