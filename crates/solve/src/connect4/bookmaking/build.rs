//! Building a book: every position gets its entry, by one thread or several that share one table.

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
use super::super::book::policy::Policy;
use super::super::book::positions::{self, Ground, MOST};
use super::super::book::scores;
use super::super::book::title::{Kind, Title};
use super::super::book::work::{Entry, Work, WorkError};
use super::super::question::{Effort, Question};
use super::super::sizes::Sizes;
use super::super::solver::Solver;
use crate::disk::{self, beside};

/// Stack for a search.
const STACK: usize = 64 << 20;
/// The column of an entry that has none.
pub(super) const NO_COLUMN: u8 = u8::MAX;

/// What a build may use.
#[derive(Clone, Debug)]
pub struct Means {
    /// Positions that are solved at a time.
    pub threads: usize,
    /// Memory of the table, in bytes.
    pub hash: u64,
    /// Ends the work; what was found stays.
    pub stop: StopToken,
}

/// How far a build is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions done, those of earlier runs among them.
    pub done: usize,
    /// Of them, those of this run.
    pub new: usize,
    /// All positions; in a policy, those that are known so far.
    pub all: usize,
}

/// What was built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Built {
    /// The entries of the file.
    pub entries: usize,
    /// Its length in bytes.
    pub bytes: usize,
}

/// Why a book was not built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// There can't be such a book.
    #[error("there is no such book: {0}")]
    Impossible(&'static str),
    /// Too many positions.
    #[error("there are more than {MOST} positions of {0} stones or fewer: choose fewer plies")]
    TooDeep(u8),
    /// It is there already.
    #[error("{} is there already: `zermelo book verify` checks it; choose another name, or remove it", .0.display())]
    Exists(PathBuf),
    /// Too large a table.
    #[error(transparent)]
    Table(#[from] TableTooLargeError),
    /// The file of what was found so far can't be used.
    #[error("can't go on with {}: {why}", .path.display())]
    Work {
        /// Which file.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// The book can't be written.
    #[error("can't write {}: {error}", .path.display())]
    Write {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Stopped before the end.
    #[error("stopped with {done} of {all} positions done; the same command goes on from there")]
    Stopped {
        /// Positions done.
        done: usize,
        /// All positions; in a policy, those that are known so far.
        all: usize,
    },
}

/// Builds a book into a file. What is found on the way stays in a file beside it, `.part`, until the book is whole.
pub fn build(
    title: Title,
    out: &Path,
    means: &Means,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Built, BuildError> {
    title.check().map_err(BuildError::Impossible)?;
    if out.exists() {
        return Err(BuildError::Exists(out.to_owned()));
    }
    let [width, height, _] = title.size.map(u32::from);
    let bytes = match width * (height + 1) {
        ..=64 => entries::<u64>(title, out, means, progress),
        65..=128 => entries::<u128>(title, out, means, progress),
        _ => entries::<Wide<5>>(title, out, means, progress),
    }?;
    disk::put(out, &[&bytes]).map_err(|error| BuildError::Write { path: out.to_owned(), error })?;
    // The book is there; the rest is left over at worst.
    let _ = fs::remove_file(beside(out, ".part"));
    Ok(Built { entries: file::count(title, &bytes), bytes: bytes.len() })
}

/// Finds all entries. The file.
fn entries<S: Sizes>(
    title: Title,
    out: &Path,
    means: &Means,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Vec<u8>, BuildError> {
    let ground = Ground::<S>::new(title.size);
    let too_deep = BuildError::TooDeep(title.plies);
    let layers = match title.kind {
        Kind::Scores => scores::layers(&ground, title.plies, MOST).ok_or(too_deep)?,
        Kind::Policy => Vec::new(),
    };
    let (most, deepest) = (layers.iter().map(Vec::len).max(), layers.last().map_or(&[][..], |keys| keys));
    if most > Some(scores::most_before(deepest.len())) {
        return Err(BuildError::Impossible("most games are over before these plies: choose fewer"));
    }
    let [width, height, k] = title.size;
    let game = Connect4::new(width, height, k);
    // The scores of a book come from no other book.
    let solver = match title.kind {
        Kind::Scores => Solver::new(width, height, k, means.hash)?,
        Kind::Policy => Solver::of(&game, means.hash)?,
    };
    let path = beside(out, ".part");
    let work = Work::open(&path, title).map_err(|why| match why {
        WorkError::Io(error) => BuildError::Write { path: path.clone(), error },
        why => BuildError::Work { path: path.clone(), why: why.to_string() },
    })?;
    let mut site = Site { kind: title.kind, ground, game, solver, means, path, work, new: 0, progress };
    match title.kind {
        Kind::Scores => {
            let order = scores::by_lines(&ground, &layers);
            let entries = site.fill(0, deepest, &order)?;
            Ok(file::encode(title, &entries.iter().map(|entry| entry.score as u8).collect::<Vec<u8>>()))
        }
        Kind::Policy => {
            let mut policy = Policy::empty(title);
            while let Some(keys) = policy.next() {
                let order: Vec<u32> = (0..keys.len() as u32).collect();
                let entries = site.fill(policy.len() as u32, &keys, &order)?;
                policy.push(keys, entries);
            }
            Ok(policy.bytes())
        }
    }
}

/// Where a book is built.
struct Site<'a, S: Sizes> {
    kind: Kind,
    ground: Ground<S>,
    game: Connect4<S>,
    solver: Solver<S>,
    means: &'a Means,
    path: PathBuf,
    work: Work,
    /// Entries found in this run.
    new: usize,
    progress: &'a mut (dyn FnMut(Progress) + Send),
}

impl<S: Sizes> Site<'_, S> {
    /// The entries of these positions, whose numbers begin with `first`; those that are not known are found in this order.
    fn fill(&mut self, first: u32, keys: &[S], order: &[u32]) -> Result<Vec<Entry>, BuildError> {
        let todo: Vec<u32> = order.iter().copied().filter(|&at| self.work.get(first + at).is_none()).collect();
        let all = first as usize + keys.len();
        let next = AtomicUsize::new(0);
        let Self { kind, ground, game, solver, means, path, work, new, progress } = self;
        let finder = Finder { kind: *kind, game, solver, stop: &means.stop };
        progress(Progress { done: work.len(), new: *new, all });
        let desk = Mutex::new((work, new, progress, Ok(())));
        let run = || {
            while !means.stop.is_stopped()
                && let Some(&at) = todo.get(next.fetch_add(1, Ordering::Relaxed))
                && let Some(entry) = finder.find(ground.stones(keys[at as usize]))
            {
                let (work, new, progress, result) = &mut *desk.lock().unwrap_or_else(PoisonError::into_inner);
                if let Err(error) = work.put(first + at, entry) {
                    *result = Err(BuildError::Write { path: path.clone(), error });
                    next.store(todo.len(), Ordering::Relaxed);
                    break;
                }
                **new += 1;
                progress(Progress { done: work.len(), new: **new, all });
            }
        };
        thread::scope(|scope| {
            for _ in 1..means.threads {
                // Without this thread the book comes later, and is the same.
                let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
            }
            run();
        });
        let (work, _, _, result) = desk.into_inner().unwrap_or_else(PoisonError::into_inner);
        result?;
        let entries: Option<Vec<Entry>> = (0..keys.len() as u32).map(|at| work.get(first + at)).collect();
        entries.ok_or(BuildError::Stopped { done: work.len(), all })
    }
}

/// What it takes to find an entry.
pub(super) struct Finder<'a, S: Sizes> {
    pub(super) kind: Kind,
    pub(super) game: &'a Connect4<S>,
    pub(super) solver: &'a Solver<S>,
    pub(super) stop: &'a StopToken,
}

impl<S: Sizes> Finder<'_, S> {
    /// The score, in a policy also the move that the player chooses; `None` when it was stopped.
    pub(super) fn find(&self, stones: [S; 2]) -> Option<Entry> {
        let position = positions::position(stones);
        match self.kind {
            Kind::Scores => {
                let effort = Effort { stop: self.stop.clone(), ..Effort::default() };
                let answer = self.solver.solve(&position, Question::Score, &effort, &mut |_| {});
                Some(Entry { score: answer.bounds.score()? as i8, column: NO_COLUMN })
            }
            Kind::Policy => {
                let (mv, score) = agent::own_move(self.game, &position, self.solver, self.stop)?;
                Some(Entry { score: score as i8, column: mv.0 })
            }
        }
    }
}
