//! Builds a book. The threads share one transposition table.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use zermelo_core::StopToken;
use zermelo_games::bitboard::Wide;
use zermelo_games::connect4::Connect4;
use zermelo_search::memory::TableTooLargeError;

use super::super::agent;
use super::super::book::file;
use super::super::book::header::{BookHeader, BookKind};
use super::super::book::partial::{BookEntry, PartialBook, PartialBookError};
use super::super::book::policy::PolicyBook;
use super::super::book::positions::{self, BookBoard, MAX_POSITIONS};
use super::super::book::scores;
use super::super::question::{ScoreQuestion, SolveLimits};
use super::super::solver::Solver;
use super::super::solver_bits::SolverBits;
use crate::disk::{self, with_suffix};

/// The stack size of a search thread, in bytes.
const STACK_SIZE: usize = 64 << 20;
/// The column in the entries of a score book.
pub(super) const NO_COLUMN: u8 = u8::MAX;

/// The options of building and verifying a book.
#[derive(Clone, Debug)]
pub struct BookOptions {
    /// Positions that are solved in parallel.
    pub threads: usize,
    /// Memory of the transposition table in bytes.
    pub hash: u64,
    /// Stops the work; the entries found so far are kept.
    pub stop: StopToken,
}

/// The progress of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookProgress {
    /// Positions done, including those of earlier runs.
    pub done: usize,
    /// Positions done in this run.
    pub new: usize,
    /// All positions; in a policy book, those known so far.
    pub all: usize,
}

/// A finished book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuiltBook {
    /// The number of entries.
    pub entries: usize,
    /// The length of the file in bytes.
    pub bytes: usize,
}

/// Why a book was not built. `path` is the file concerned.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum BookBuildError {
    /// The header is invalid, or the book would be too shallow for its layers.
    #[error("there is no such book: {0}")]
    Invalid(&'static str),
    /// Too many positions at this depth.
    #[error("there are more than {MAX_POSITIONS} positions of {0} stones or fewer: choose fewer plies")]
    TooDeep(u8),
    /// The file exists.
    #[error("{} exists: check it with `zermelo book verify`, choose another name, or remove it", .0.display())]
    Exists(PathBuf),
    /// The transposition table does not fit into memory.
    #[error(transparent)]
    Table(#[from] TableTooLargeError),
    /// The unfinished build can't be continued.
    #[error("can't continue with {}: {why}", .path.display())]
    Partial { path: PathBuf, why: String },
    /// The book can't be written.
    #[error("can't write {}: {error}", .path.display())]
    Write { path: PathBuf, error: io::Error },
    /// Stopped before the end.
    #[error("stopped with {done} of {all} positions done; the same command continues from there")]
    Stopped { done: usize, all: usize },
}

/// Builds a book into the file `out`. Until it is finished, entries are kept in a file with the suffix `.part`.
///
/// # Errors
/// There is no such book, a file can't be used, the memory does not suffice, or the build was stopped.
pub fn build(
    header: BookHeader,
    out: &Path,
    options: &BookOptions,
    progress: &mut (dyn FnMut(BookProgress) + Send),
) -> Result<BuiltBook, BookBuildError> {
    header.check().map_err(BookBuildError::Invalid)?;
    if out.exists() {
        return Err(BookBuildError::Exists(out.to_owned()));
    }
    let [width, height, _] = header.size.map(u32::from);
    let bytes = match width * (height + 1) {
        ..=64 => entries::<u64>(header, out, options, progress),
        65..=128 => entries::<u128>(header, out, options, progress),
        _ => entries::<Wide<5>>(header, out, options, progress),
    }?;
    disk::write_atomically(out, &[&bytes]).map_err(|error| BookBuildError::Write { path: out.to_owned(), error })?;
    // Failing to remove the partial file does no harm.
    let _ = fs::remove_file(with_suffix(out, ".part"));
    Ok(BuiltBook { entries: file::count(header, &bytes), bytes: bytes.len() })
}

/// Computes all entries and encodes the file.
fn entries<S: SolverBits>(
    header: BookHeader,
    out: &Path,
    options: &BookOptions,
    progress: &mut (dyn FnMut(BookProgress) + Send),
) -> Result<Vec<u8>, BookBuildError> {
    let board = BookBoard::<S>::new(header.size);
    let too_deep = BookBuildError::TooDeep(header.plies);
    let layers = match header.kind {
        BookKind::Scores => scores::layers(&board, header.plies, MAX_POSITIONS).ok_or(too_deep)?,
        BookKind::Policy => Vec::new(),
    };
    let (largest, deepest) = (layers.iter().map(Vec::len).max(), layers.last().map_or(&[][..], |keys| keys));
    if largest > Some(scores::max_layer(deepest.len())) {
        return Err(BookBuildError::Invalid("most games end before this many plies: choose fewer plies"));
    }
    let [width, height, k] = header.size;
    let game = Connect4::new(width, height, k);
    // A score book is computed without other books.
    let solver = match header.kind {
        BookKind::Scores => Solver::new(width, height, k, options.hash)?,
        BookKind::Policy => Solver::of(&game, options.hash)?,
    };
    let path = with_suffix(out, ".part");
    let partial = PartialBook::open(&path, header).map_err(|why| match why {
        PartialBookError::Io(error) => BookBuildError::Write { path: path.clone(), error },
        why => BookBuildError::Partial { path: path.clone(), why: why.to_string() },
    })?;
    let mut builder = BookBuilder { kind: header.kind, board, game, solver, options, path, partial, new: 0, progress };
    match header.kind {
        BookKind::Scores => {
            let order = scores::depth_first_order(&board, &layers);
            let entries = builder.fill(0, deepest, &order)?;
            Ok(file::encode(header, &entries.iter().map(|entry| entry.score as u8).collect::<Vec<u8>>()))
        }
        BookKind::Policy => {
            let mut policy = PolicyBook::empty(header);
            while let Some(keys) = policy.next_layer() {
                let order: Vec<u32> = (0..keys.len() as u32).collect();
                let entries = builder.fill(policy.len() as u32, &keys, &order)?;
                policy.push(keys, entries);
            }
            Ok(policy.bytes())
        }
    }
}

/// The state of a build.
struct BookBuilder<'a, S: SolverBits> {
    kind: BookKind,
    board: BookBoard<S>,
    game: Connect4<S>,
    solver: Solver<S>,
    options: &'a BookOptions,
    path: PathBuf,
    partial: PartialBook,
    /// Entries computed in this run.
    new: usize,
    progress: &'a mut (dyn FnMut(BookProgress) + Send),
}

impl<S: SolverBits> BookBuilder<'_, S> {
    /// The entries of these positions, numbered from `first`. Missing entries are computed in the given order.
    fn fill(&mut self, first: u32, keys: &[S], order: &[u32]) -> Result<Vec<BookEntry>, BookBuildError> {
        let todo: Vec<u32> = order.iter().copied().filter(|&at| self.partial.get(first + at).is_none()).collect();
        let all = first as usize + keys.len();
        let next = AtomicUsize::new(0);
        let Self { kind, board, game, solver, options, path, partial, new, progress } = self;
        let entry_solver = EntrySolver { kind: *kind, game, solver, stop: &options.stop };
        progress(BookProgress { done: partial.len(), new: *new, all });
        let shared = Mutex::new((partial, new, progress, Ok(())));
        let run = || {
            while !options.stop.is_stopped()
                && let Some(&at) = todo.get(next.fetch_add(1, Ordering::Relaxed))
                && let Some(entry) = entry_solver.solve(board.stones(keys[at as usize]))
            {
                let (partial, new, progress, result) = &mut *shared.lock().unwrap_or_else(PoisonError::into_inner);
                if let Err(error) = partial.put(first + at, entry) {
                    *result = Err(BookBuildError::Write { path: path.clone(), error });
                    next.store(todo.len(), Ordering::Relaxed);
                    break;
                }
                **new += 1;
                progress(BookProgress { done: partial.len(), new: **new, all });
            }
        };
        thread::scope(|scope| {
            for _ in 1..options.threads {
                // If a thread can't be spawned, the others do its work.
                let _ = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, run);
            }
            run();
        });
        let (partial, _, _, result) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        result?;
        let entries: Option<Vec<BookEntry>> = (0..keys.len() as u32).map(|at| partial.get(first + at)).collect();
        entries.ok_or(BookBuildError::Stopped { done: partial.len(), all })
    }
}

/// Computes entries with the solver.
pub(super) struct EntrySolver<'a, S: SolverBits> {
    pub(super) kind: BookKind,
    pub(super) game: &'a Connect4<S>,
    pub(super) solver: &'a Solver<S>,
    pub(super) stop: &'a StopToken,
}

impl<S: SolverBits> EntrySolver<'_, S> {
    /// The score of a position, in a policy book with the move that the agent chooses; `None` if stopped.
    pub(super) fn solve(&self, stones: [S; 2]) -> Option<BookEntry> {
        let position = positions::position(stones);
        match self.kind {
            BookKind::Scores => {
                let limits = SolveLimits { stop: self.stop.clone(), ..SolveLimits::default() };
                let answer = self.solver.solve(&position, ScoreQuestion::Score, &limits, &mut |_| {});
                Some(BookEntry { score: answer.bounds.score()? as i8, column: NO_COLUMN })
            }
            BookKind::Policy => {
                let (mv, score) = agent::choose_unlimited(self.game, &position, self.solver, self.stop)?;
                Some(BookEntry { score: score as i8, column: mv.0 })
            }
        }
    }
}
