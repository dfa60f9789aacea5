//! Files of played games (`--save`).

use std::path::Path;

use zermelo_core::Ply;
use zermelo_core::erased::{DynGame, DynRecord, TextDecision};
use zermelo_records::{AddError, Figures, OpenError, SavedGame};

use crate::error::CliError;

pub use zermelo_records::winner_text as winner;

/// A file that games are appended to.
pub struct SaveFile {
    file: zermelo_records::Archive,
    rules: Box<dyn DynGame>,
    path: String,
    /// Search figures of the current game, by ply.
    figures: Vec<Figures>,
}

impl SaveFile {
    /// Opens or creates a file for games of a specification, and appends to it. The extension selects the format.
    pub fn open(path: &Path, game: &str) -> Result<Self, CliError> {
        let shown = path.display().to_string();
        let rules = zermelo_catalog::game(game).map_err(|error| CliError::Spec { what: "game".to_owned(), error })?;
        match zermelo_records::Archive::open(path, rules.as_ref()) {
            Ok(file) => Ok(Self { file, rules, path: shown, figures: Vec::new() }),
            Err(OpenError::Io(error)) => Err(CliError::File { path: shown, error }),
            Err(error) => Err(CliError::Usage(format!("can't save in {shown}: {error}"))),
        }
    }

    /// Records the search figures of the move that led to a ply.
    pub fn record_decision(&mut self, ply: Ply, decision: &TextDecision) {
        // After a takeback, this drops the figures of the undone moves.
        self.figures.resize(ply.index().saturating_sub(1), Figures::default());
        self.figures.push(Figures {
            nodes: (decision.nodes > 0).then_some(decision.nodes),
            depth: (decision.depth.0 > 0).then_some(decision.depth),
            score: decision.score,
        });
    }

    /// Appends a game. `players` are in the order of their sides.
    pub fn add(&mut self, record: &dyn DynRecord, players: [&str; 2], seed: u64) -> Result<(), CliError> {
        self.figures.resize(record.ply().index(), Figures::default());
        let figures = std::mem::take(&mut self.figures);
        let saved = SavedGame {
            seed: Some(seed),
            date: Some(jiff::Timestamp::now().round(jiff::Unit::Second).unwrap_or_default().to_string()),
            ..SavedGame::of(record, players).with_figures(&figures)
        };
        self.file.add(&saved, self.rules.as_ref()).map_err(|error| match error {
            AddError::Io(error) => CliError::File { path: self.path.clone(), error },
            error => CliError::Failed(format!("can't save in {}: {error}", self.path)),
        })
    }
}
