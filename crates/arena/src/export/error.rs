//! The errors of an export.

use std::io;
use std::path::PathBuf;

use zermelo_core::erased::ErasedError;
use zermelo_records::pdn::NoPdnError;

use crate::results::ResultsError;

/// A failed export.
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
    NoPdn(#[from] NoPdnError),
    /// A game of the file is illegal by the rules of this program.
    #[error("game {game}: {why}")]
    Replay {
        /// The number of the game.
        game: i64,
        /// What the rules say.
        #[source]
        why: ErasedError,
    },
}
