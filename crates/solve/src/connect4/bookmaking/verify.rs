//! Comparing a book with the search that knows no book.

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
use super::super::book::policy::Policy;
use super::super::book::positions::{self, Ground};
use super::super::book::scores::Book;
use super::super::book::title::{Kind, Title};
use super::super::book::work::Entry;
use super::super::sizes::Sizes;
use super::super::solver::Solver;
use super::build::{Finder, Means, NO_COLUMN};

/// What was compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// What the book is about.
    pub title: Title,
    /// The positions that it answers.
    pub positions: usize,
    /// Of them, those that were solved again.
    pub checked: usize,
}

/// Why a book is not good.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// It can't be read.
    #[error("can't read {}: {error}", .path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is not whole.
    #[error("can't use {}: {error}", .path.display())]
    Book {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: BookError,
    },
    /// Too large a table.
    #[error(transparent)]
    Table(#[from] TableTooLargeError),
    /// An entry is wrong.
    #[error("\"{position}\": the book says {book}, the search {search}")]
    Wrong {
        /// The position.
        position: String,
        /// What the book says.
        book: String,
        /// What is right.
        search: String,
    },
    /// Stopped before the end.
    #[error("stopped with {checked} of {sample} positions compared, all of them right")]
    Stopped {
        /// How many.
        checked: usize,
        /// How many there were to be.
        sample: usize,
    },
}

/// Reads a book, and compares `sample` positions, drawn by lot, with the search. `progress` hears how many are done.
pub fn verify(
    path: &Path,
    sample: usize,
    seed: u64,
    means: &Means,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Verified, VerifyError> {
    let bytes = read(path).map_err(|error| VerifyError::Read { path: path.to_owned(), error })?;
    let bad = |error| VerifyError::Book { path: path.to_owned(), error };
    let title = Title::read(&bytes).map_err(bad)?;
    let job = Job { title, bytes: &bytes, sample, seed, means };
    let [width, height, _] = title.size.map(u32::from);
    match width * (height + 1) {
        ..=64 => job.run::<u64>(progress, bad),
        65..=128 => job.run::<u128>(progress, bad),
        _ => job.run::<Wide<5>>(progress, bad),
    }
}

/// The file, or as much of it as shows that it is too long for a book.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(file::LONGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn words(entry: Option<Entry>) -> String {
    match entry {
        None => "nothing".to_owned(),
        Some(Entry { score, column: NO_COLUMN }) => score.to_string(),
        Some(Entry { score, column }) => format!("{score} with column {}", column + 1),
    }
}

struct Job<'a> {
    title: Title,
    bytes: &'a [u8],
    sample: usize,
    seed: u64,
    means: &'a Means,
}

impl Job<'_> {
    fn run<S: Sizes>(
        &self,
        progress: &mut dyn FnMut(usize, usize),
        bad: impl Fn(BookError) -> VerifyError,
    ) -> Result<Verified, VerifyError> {
        let position = positions::position::<S>;
        match self.title.kind {
            Kind::Scores => {
                let book = Book::<S>::read(self.bytes, None).map_err(bad)?;
                let says = |stones| Some(Entry { score: book.probe(&position(stones))? as i8, column: NO_COLUMN });
                self.compare(book.ground(), book.keys().collect(), says, progress)
            }
            Kind::Policy => {
                let book = Policy::<S>::read(self.bytes, None).map_err(bad)?;
                let says = |stones| {
                    let (score, column) = book.probe(&position(stones))?;
                    Some(Entry { score: score as i8, column })
                };
                self.compare(book.ground(), book.keys().collect(), says, progress)
            }
        }
    }

    fn compare<S: Sizes>(
        &self,
        ground: &Ground<S>,
        mut keys: Vec<S>,
        says: impl Fn([S; 2]) -> Option<Entry>,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Verified, VerifyError> {
        let [width, height, k] = self.title.size;
        let game = Connect4::new(width, height, k);
        let solver = Solver::new(width, height, k, self.means.hash)?;
        let finder = Finder { kind: self.title.kind, game: &game, solver: &solver, stop: &self.means.stop };
        let positions = keys.len();
        let sample = self.sample.min(positions);
        let mut rng = Rng::new(self.seed);
        for at in 0..sample {
            let drawn = at + rng.below(positions - at);
            keys.swap(at, drawn);
        }
        for (checked, &key) in keys[..sample].iter().enumerate() {
            progress(checked, sample);
            let stones = ground.stones(key);
            let search = finder.find(stones).ok_or(VerifyError::Stopped { checked, sample })?;
            let book = says(stones);
            if book != Some(search) {
                let position = game.position_text(&positions::position(stones));
                return Err(VerifyError::Wrong { position, book: words(book), search: words(Some(search)) });
            }
        }
        Ok(Verified { title: self.title, positions, checked: sample })
    }
}
