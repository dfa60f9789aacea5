//! Verifies a book by a search without books.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use zermelo_core::Notation;
use zermelo_games::bitboard::Wide;
use zermelo_games::connect4::Connect4;
use zermelo_search::memory::TableTooLargeError;
use zermelo_search::rng::Rng;

use super::super::book::error::BookError;
use super::super::book::file;
use super::super::book::header::{BookHeader, BookKind};
use super::super::book::partial::BookEntry;
use super::super::book::policy::PolicyBook;
use super::super::book::positions::{self, BookBoard};
use super::super::book::scores::ScoreBook;
use super::super::solver::Solver;
use super::super::solver_bits::SolverBits;
use super::build::{BookOptions, EntrySolver, NO_COLUMN};

/// The result of a verification without errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VerifiedBook {
    /// The header of the book.
    pub header: BookHeader,
    /// The number of positions in the book.
    pub positions: usize,
    /// The number of positions solved again.
    pub checked: usize,
}

/// Why the verification of a book failed.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum BookVerifyError {
    /// The file can't be read.
    #[error("can't read {}: {error}", .path.display())]
    Read { path: PathBuf, error: io::Error },
    /// The file is not a valid book.
    #[error("can't use {}: {error}", .path.display())]
    ScoreBook { path: PathBuf, error: BookError },
    /// The transposition table does not fit into memory.
    #[error(transparent)]
    Table(#[from] TableTooLargeError),
    /// An entry is wrong.
    #[error("\"{position}\": the book says {book}, the search {search}")]
    Wrong { position: String, book: String, search: String },
    /// Stopped before the end.
    #[error("stopped with {checked} of {sample} positions compared, all of them right")]
    Stopped { checked: usize, sample: usize },
}

/// Reads a book and compares `sample` random positions with the search. `progress` gets the numbers of positions done and of the sample.
///
/// # Errors
/// The book is invalid or has a wrong entry, the memory does not suffice, or the work was stopped.
pub fn verify(
    path: &Path,
    sample: usize,
    seed: u64,
    options: &BookOptions,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<VerifiedBook, BookVerifyError> {
    let bytes = read(path).map_err(|error| BookVerifyError::Read { path: path.to_owned(), error })?;
    let invalid = |error| BookVerifyError::ScoreBook { path: path.to_owned(), error };
    let header = BookHeader::read(&bytes).map_err(invalid)?;
    let job = VerifyJob { header, bytes: &bytes, sample, seed, options };
    let [width, height, _] = header.size.map(u32::from);
    match width * (height + 1) {
        ..=64 => job.run::<u64>(progress, invalid),
        65..=128 => job.run::<u128>(progress, invalid),
        _ => job.run::<Wide<5>>(progress, invalid),
    }
}

/// Reads the file, but not more than shows that it is too long for a book.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(file::MAX_LENGTH + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn describe(entry: Option<BookEntry>) -> String {
    match entry {
        None => "nothing".to_owned(),
        Some(BookEntry { score, column: NO_COLUMN }) => score.to_string(),
        Some(BookEntry { score, column }) => format!("{score} with column {}", column + 1),
    }
}

struct VerifyJob<'a> {
    header: BookHeader,
    bytes: &'a [u8],
    sample: usize,
    seed: u64,
    options: &'a BookOptions,
}

impl VerifyJob<'_> {
    fn run<S: SolverBits>(
        &self,
        progress: &mut dyn FnMut(usize, usize),
        invalid: impl Fn(BookError) -> BookVerifyError,
    ) -> Result<VerifiedBook, BookVerifyError> {
        let position = positions::position::<S>;
        match self.header.kind {
            BookKind::Scores => {
                let book = ScoreBook::<S>::read(self.bytes, None).map_err(invalid)?;
                let lookup =
                    |stones| Some(BookEntry { score: book.probe(&position(stones))? as i8, column: NO_COLUMN });
                self.compare(book.board(), book.keys().collect(), lookup, progress)
            }
            BookKind::Policy => {
                let book = PolicyBook::<S>::read(self.bytes, None).map_err(invalid)?;
                let lookup = |stones| {
                    let (score, column) = book.probe(&position(stones))?;
                    Some(BookEntry { score: score as i8, column })
                };
                self.compare(book.board(), book.keys().collect(), lookup, progress)
            }
        }
    }

    fn compare<S: SolverBits>(
        &self,
        board: &BookBoard<S>,
        mut keys: Vec<S>,
        lookup: impl Fn([S; 2]) -> Option<BookEntry>,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<VerifiedBook, BookVerifyError> {
        let [width, height, k] = self.header.size;
        let game = Connect4::new(width, height, k);
        let solver = Solver::new(width, height, k, self.options.hash)?;
        let entry_solver =
            EntrySolver { kind: self.header.kind, game: &game, solver: &solver, stop: &self.options.stop };
        let positions = keys.len();
        let sample = self.sample.min(positions);
        let mut rng = Rng::new(self.seed);
        for at in 0..sample {
            let picked = at + rng.below(positions - at);
            keys.swap(at, picked);
        }
        for (checked, &key) in keys[..sample].iter().enumerate() {
            progress(checked, sample);
            let stones = board.stones(key);
            let search = entry_solver.solve(stones).ok_or(BookVerifyError::Stopped { checked, sample })?;
            let book = lookup(stones);
            if book != Some(search) {
                let position = game.position_text(&positions::position(stones));
                return Err(BookVerifyError::Wrong { position, book: describe(book), search: describe(Some(search)) });
            }
        }
        Ok(VerifiedBook { header: self.header, positions, checked: sample })
    }
}
