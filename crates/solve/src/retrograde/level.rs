//! Solving one level.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

use zermelo_core::{Outcome, Ply, Position, StopToken};

use super::table::best;
use super::{EndgameTable, Level, MoveTargets, RankedGame, TableEntry, TableIndex};

/// Positions per work item of a thread, few enough to react to the stop token at once.
const CHUNK: u64 = 1 << 12;
const WORD: u64 = u64::BITS as u64;

/// Threads and the stop token of work on a table.
#[derive(Clone, Debug, Default)]
pub struct TableOptions {
    /// Threads; 0 counts as 1.
    pub threads: usize,
    /// Stops the work.
    pub stop: StopToken,
}

/// Why the work on a level failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LevelError {
    /// The stop token was raised.
    #[error("stopped")]
    Stopped,
    /// A distance exceeds [`TableEntry::MAX_PLIES`].
    #[error("some games last longer than {} plies, the most that a table entry can hold", TableEntry::MAX_PLIES)]
    TooLong,
}

impl TableOptions {
    /// Runs `work` on all numbers below `size`, in chunks on several threads.
    pub(super) fn parallel_for(&self, size: u64, work: &(dyn Fn(Range<u64>) + Sync)) -> Result<(), LevelError> {
        let next = AtomicU64::new(0);
        let run = || {
            while !self.stop.is_stopped() {
                let start = next.fetch_add(CHUNK, Relaxed);
                if start >= size {
                    break;
                }
                work(start..size.min(start + CHUNK));
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.threads {
                // If a thread can't be spawned, the others do its work.
                let _ = thread::Builder::new().spawn_scoped(scope, run);
            }
            run();
        });
        if self.stop.is_stopped() { Err(LevelError::Stopped) } else { Ok(()) }
    }
}

/// Solves level number `number`; the table must hold all earlier levels. `progress` is called before each pass.
pub(super) fn solve<G: RankedGame>(
    game: &G,
    (number, level): (usize, &Level),
    table: &EndgameTable,
    options: &TableOptions,
    progress: &mut dyn FnMut(Ply),
) -> Result<Vec<u8>, LevelError> {
    let builder = LevelBuilder::new(game, number, level, table, options);
    match level.moves {
        MoveTargets::Earlier => builder.fill()?,
        MoveTargets::Same | MoveTargets::Both => {
            builder.begin(level.moves == MoveTargets::Both)?;
            builder.run_passes(progress)?;
        }
    }
    Ok(builder.bytes.into_iter().map(AtomicU8::into_inner).collect())
}

/// A level that is being solved.
struct LevelBuilder<'a, G> {
    game: &'a G,
    number: usize,
    table: &'a EndgameTable,
    options: &'a TableOptions,
    bytes: Vec<AtomicU8>,
    /// Positions with moves to earlier levels, each with the pass in which such a move can decide it.
    due: Mutex<Vec<(Ply, u64)>>,
}

impl<'a, G: RankedGame> LevelBuilder<'a, G> {
    fn new(game: &'a G, number: usize, level: &Level, table: &'a EndgameTable, options: &'a TableOptions) -> Self {
        let bytes = (0..level.size).map(|_| AtomicU8::new(TableEntry::DRAW.0)).collect();
        Self { game, number, table, options, bytes, due: Mutex::default() }
    }

    fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn entry(&self, index: u64) -> TableEntry {
        TableEntry(self.bytes[index as usize].load(Relaxed))
    }

    fn set(&self, index: u64, entry: TableEntry) {
        self.bytes[index as usize].store(entry.0, Relaxed);
    }

    fn unrank(&self, index: u64) -> Option<G::Position> {
        self.game.unrank(TableIndex { level: self.number, index })
    }

    /// The number of a position; `None` if it is of another level.
    fn index(&self, position: &G::Position) -> Option<u64> {
        self.game.rank(position).filter(|at| at.level == self.number).map(|at| at.index)
    }

    /// The entry of a position of this level or an earlier one.
    fn lookup(&self, position: &G::Position) -> TableEntry {
        match self.game.rank(position) {
            Some(at) if at.level == self.number => self.entry(at.index),
            Some(at) => self.table.get(at),
            None => TableEntry::NONE,
        }
    }

    /// Solves a level whose moves all lead to earlier levels: each position gets the value of its best move.
    fn fill(&self) -> Result<(), LevelError> {
        let is_too_long = AtomicUsize::new(0);
        self.options.parallel_for(self.size(), &|indices| {
            let mut moves = Vec::new();
            for index in indices {
                match self.entry_from_moves(index, &mut moves) {
                    Some(entry) => self.set(index, entry),
                    None => is_too_long.store(1, Relaxed),
                }
            }
        })?;
        if is_too_long.into_inner() > 0 { Err(LevelError::TooLong) } else { Ok(()) }
    }

    fn entry_from_moves(&self, index: u64, moves: &mut Vec<G::Move>) -> Option<TableEntry> {
        let Some(position) = self.unrank(index) else { return Some(TableEntry::NONE) };
        if let Some(outcome) = self.game.outcome(&position) {
            return Some(entry_of_outcome(outcome, &position));
        }
        if self.game.winning_move(&position).is_some() {
            return TableEntry::LOST.predecessor();
        }
        best(self.game, &position, moves, |after| Some(self.lookup(after)))
            .map_or(Some(TableEntry::NONE), TableEntry::predecessor)
    }

    /// Enters the finished positions, and finds the passes in which moves to earlier levels matter.
    fn begin(&self, has_exits: bool) -> Result<(), LevelError> {
        self.options.parallel_for(self.size(), &|indices| {
            let mut due = Vec::new();
            for index in indices {
                let Some(position) = self.unrank(index) else {
                    self.set(index, TableEntry::NONE);
                    continue;
                };
                if let Some(outcome) = self.game.outcome(&position) {
                    self.set(index, entry_of_outcome(outcome, &position));
                } else if has_exits {
                    due.extend(self.exits(&position).map(|pass| (pass, index)));
                }
            }
            self.due.lock().unwrap_or_else(PoisonError::into_inner).append(&mut due);
        })
    }

    /// The passes in which moves to earlier levels can decide a position.
    fn exits(&self, position: &G::Position) -> impl Iterator<Item = Ply> + use<G> {
        let mut moves = Vec::new();
        self.game.generate(position, &mut moves);
        let (mut quickest_loss, mut latest_win) = (None, None);
        for mv in moves {
            let mut after = *position;
            self.game.play_unchecked(&mut after, mv);
            if self.index(&after).is_none() {
                let entry = self.lookup(&after);
                quickest_loss = entry.loss().into_iter().chain(quickest_loss).min();
                latest_win = entry.win().max(latest_win);
            }
        }
        quickest_loss.into_iter().chain(latest_win)
    }

    /// Finds the positions that end in one ply, in two plies, and so on.
    fn run_passes(&self, progress: &mut dyn FnMut(Ply)) -> Result<(), LevelError> {
        let mut due = std::mem::take(&mut *self.due.lock().unwrap_or_else(PoisonError::into_inner));
        due.sort_unstable();
        let mut due = due.as_slice();
        let seen: Vec<AtomicU64> = (0..self.size().div_ceil(WORD)).map(|_| AtomicU64::new(0)).collect();
        let mut plies = Ply(0);
        loop {
            progress(plies);
            let pass = RetrogradePass {
                level: self,
                seen: &seen,
                plies,
                found: TableEntry::ends_in(plies.next()),
                count: AtomicU64::new(0),
            };
            pass.run()?;
            let now = due.partition_point(|&(of, _)| of <= plies);
            for &(_, index) in &due[..now] {
                pass.visit_exit(index);
            }
            due = &due[now..];
            let count = pass.count.into_inner();
            if count > 0 && TableEntry::ends_in(plies.next()).is_none() {
                return Err(LevelError::TooLong);
            }
            if count == 0 && due.is_empty() {
                return Ok(());
            }
            for word in &seen {
                word.store(0, Relaxed);
            }
            plies = plies.next();
        }
    }
}

/// The entry of a finished position.
fn entry_of_outcome(outcome: Outcome, position: &impl Position) -> TableEntry {
    if outcome == Outcome::Draw {
        TableEntry::DRAW
    } else {
        debug_assert_eq!(
            outcome,
            Outcome::Win(position.side_to_move().opponent()),
            "only the side that moved last can have won"
        );
        TableEntry::LOST
    }
}

/// One pass: from the positions that end in `plies` to those that end one ply later.
struct RetrogradePass<'a, G> {
    level: &'a LevelBuilder<'a, G>,
    /// A bit per position: visited in this pass.
    seen: &'a [AtomicU64],
    plies: Ply,
    /// The entry of the positions found; `None` if the distance exceeds [`TableEntry::MAX_PLIES`].
    found: Option<TableEntry>,
    count: AtomicU64,
}

impl<G: RankedGame> RetrogradePass<'_, G> {
    fn run(&self) -> Result<(), LevelError> {
        let Some(from) = TableEntry::ends_in(self.plies) else { return Ok(()) };
        self.level.options.parallel_for(self.level.size(), &|indices| {
            let (mut predecessors, mut moves) = (Vec::new(), Vec::new());
            for index in indices {
                if self.level.entry(index) != from {
                    continue;
                }
                let Some(position) = self.level.unrank(index) else { continue };
                predecessors.clear();
                self.level.game.predecessors(&position, &mut predecessors);
                for position in &predecessors {
                    self.visit(position, &mut moves);
                }
            }
        })
    }

    /// Visits a position with a move to a position of an earlier level that ends in `plies`.
    fn visit_exit(&self, index: u64) {
        if let Some(position) = self.level.unrank(index) {
            self.visit(&position, &mut Vec::new());
        }
    }

    /// Visits a predecessor of a position that ends in `plies`.
    #[inline]
    fn visit(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        let Some(index) = self.level.index(position) else { return };
        if self.level.entry(index) != TableEntry::DRAW {
            return;
        }
        let is_before_loss = self.plies.0.is_multiple_of(2);
        if is_before_loss || (self.is_first_visit(index) && self.is_lost(position, moves)) {
            self.level.set(index, self.found.unwrap_or(TableEntry::DRAW));
            self.count.fetch_add(1, Relaxed);
        }
    }

    fn is_first_visit(&self, index: u64) -> bool {
        let bit = 1 << (index % WORD);
        let word = &self.seen[(index / WORD) as usize];
        word.load(Relaxed) & bit == 0 && word.fetch_or(bit, Relaxed) & bit == 0
    }

    /// Whether every move leads to a win of the opponent in at most `plies`.
    fn is_lost(&self, position: &G::Position, moves: &mut Vec<G::Move>) -> bool {
        let game = self.level.game;
        moves.clear();
        game.generate(position, moves);
        !moves.is_empty()
            && moves.iter().all(|&mv| {
                let mut after = *position;
                game.play_unchecked(&mut after, mv);
                self.level.lookup(&after).win().is_some_and(|plies| plies <= self.plies)
            })
    }
}
