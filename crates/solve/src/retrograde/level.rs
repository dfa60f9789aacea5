//! Solving one level.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

use zermelo_core::{Outcome, Ply, Position, StopToken};

use super::table::best;
use super::{Entry, Level, Moves, Place, Ranked, Table};

/// Positions that a thread takes at a time: few enough that a stop is heard at once.
const SHARE: u64 = 1 << 12;
const WORD: u64 = u64::BITS as u64;

/// What a build may use.
#[derive(Clone, Debug, Default)]
pub struct Means {
    /// Threads; 0 counts as 1.
    pub threads: usize,
    /// Ends the work.
    pub stop: StopToken,
}

/// Why a level is not solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LevelError {
    /// It was stopped.
    #[error("stopped")]
    Stopped,
    /// A byte does not hold the distance.
    #[error("some games last longer than {} plies, which the table has no room for", Entry::MOST)]
    TooLong,
}

impl Means {
    /// Lets the threads work on all numbers below `size`, some at a time.
    pub(super) fn share(&self, size: u64, work: impl Fn(Range<u64>) + Sync) -> Result<(), LevelError> {
        let next = AtomicU64::new(0);
        let run = || {
            while !self.stop.is_stopped() {
                let start = next.fetch_add(SHARE, Relaxed);
                if start >= size {
                    break;
                }
                work(start..size.min(start + SHARE));
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.threads {
                // Without this thread the table comes later, and is the same.
                let _ = thread::Builder::new().spawn_scoped(scope, run);
            }
            run();
        });
        if self.stop.is_stopped() { Err(LevelError::Stopped) } else { Ok(()) }
    }
}

/// The entries of level number `number`, if the table has the levels before. `progress` hears of each pass.
pub(super) fn solve<G: Ranked>(
    game: &G,
    (number, level): (usize, &Level),
    table: &Table,
    means: &Means,
    progress: &mut dyn FnMut(Ply),
) -> Result<Vec<u8>, LevelError> {
    let site = Site::new(game, number, level, table, means);
    match level.moves {
        Moves::Leave => site.fill()?,
        Moves::Stay | Moves::Both => {
            site.begin(level.moves == Moves::Both)?;
            site.passes(progress)?;
        }
    }
    Ok(site.bytes.into_iter().map(AtomicU8::into_inner).collect())
}

/// A level that is being solved.
struct Site<'a, G> {
    game: &'a G,
    number: usize,
    table: &'a Table,
    means: &'a Means,
    bytes: Vec<AtomicU8>,
    /// Positions to look at in a later pass, because of what a move out of the level leads to: with the pass.
    due: Mutex<Vec<(Ply, u64)>>,
}

impl<'a, G: Ranked> Site<'a, G> {
    fn new(game: &'a G, number: usize, level: &Level, table: &'a Table, means: &'a Means) -> Self {
        let bytes = (0..level.size).map(|_| AtomicU8::new(Entry::DRAW.0)).collect();
        Self { game, number, table, means, bytes, due: Mutex::default() }
    }

    fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn entry(&self, index: u64) -> Entry {
        Entry(self.bytes[index as usize].load(Relaxed))
    }

    fn set(&self, index: u64, entry: Entry) {
        self.bytes[index as usize].store(entry.0, Relaxed);
    }

    fn unrank(&self, index: u64) -> Option<G::Position> {
        self.game.unrank(Place { level: self.number, index })
    }

    /// The number of a position of this level.
    fn index(&self, position: &G::Position) -> Option<u64> {
        self.game.rank(position).filter(|place| place.level == self.number).map(|place| place.index)
    }

    /// What is known of a position of this level or of an earlier one.
    fn known(&self, position: &G::Position) -> Entry {
        match self.game.rank(position) {
            Some(place) if place.level == self.number => self.entry(place.index),
            Some(place) => self.table.at(place),
            None => Entry::NOTHING,
        }
    }

    /// Gives every position the value of its best move, all of which leave the level.
    fn fill(&self) -> Result<(), LevelError> {
        let is_too_long = AtomicUsize::new(0);
        self.means.share(self.size(), |indices| {
            let mut moves = Vec::new();
            for index in indices {
                match self.by_moves(index, &mut moves) {
                    Some(entry) => self.set(index, entry),
                    None => is_too_long.store(1, Relaxed),
                }
            }
        })?;
        if is_too_long.into_inner() > 0 { Err(LevelError::TooLong) } else { Ok(()) }
    }

    fn by_moves(&self, index: u64, moves: &mut Vec<G::Move>) -> Option<Entry> {
        let Some(position) = self.unrank(index) else { return Some(Entry::NOTHING) };
        if let Some(outcome) = self.game.outcome(&position) {
            return Some(finished(outcome, &position));
        }
        if self.game.winning_move(&position).is_some() {
            return Entry::LOST.before();
        }
        best(self.game, &position, moves, |after| Some(self.known(after))).map_or(Some(Entry::NOTHING), Entry::before)
    }

    /// Enters what is over, and notes what moves out of the level lead to.
    fn begin(&self, has_exits: bool) -> Result<(), LevelError> {
        self.means.share(self.size(), |indices| {
            let mut due = Vec::new();
            for index in indices {
                let Some(position) = self.unrank(index) else {
                    self.set(index, Entry::NOTHING);
                    continue;
                };
                if let Some(outcome) = self.game.outcome(&position) {
                    self.set(index, finished(outcome, &position));
                } else if has_exits {
                    due.extend(self.exits(&position).map(|pass| (pass, index)));
                }
            }
            self.due.lock().unwrap_or_else(PoisonError::into_inner).append(&mut due);
        })
    }

    /// The passes in which moves out of the level can decide a position.
    fn exits(&self, position: &G::Position) -> impl Iterator<Item = Ply> + use<G> {
        let mut moves = Vec::new();
        self.game.generate(position, &mut moves);
        let (mut quickest_loss, mut latest_win) = (None, None);
        for mv in moves {
            let mut after = *position;
            self.game.play_unchecked(&mut after, mv);
            if self.index(&after).is_none() {
                let entry = self.known(&after);
                quickest_loss = entry.loss().into_iter().chain(quickest_loss).min();
                latest_win = entry.win().max(latest_win);
            }
        }
        quickest_loss.into_iter().chain(latest_win)
    }

    /// Finds what ends in one ply, in two, and so on.
    fn passes(&self, progress: &mut dyn FnMut(Ply)) -> Result<(), LevelError> {
        let mut due = std::mem::take(&mut *self.due.lock().unwrap_or_else(PoisonError::into_inner));
        due.sort_unstable();
        let mut due = due.as_slice();
        let seen: Vec<AtomicU64> = (0..self.size().div_ceil(WORD)).map(|_| AtomicU64::new(0)).collect();
        let mut plies = Ply(0);
        loop {
            progress(plies);
            let pass =
                Pass { site: self, seen: &seen, plies, found: Entry::ends_in(plies.next()), count: AtomicU64::new(0) };
            pass.run()?;
            let now = due.partition_point(|&(of, _)| of <= plies);
            for &(_, index) in &due[..now] {
                pass.exit(index);
            }
            due = &due[now..];
            let count = pass.count.into_inner();
            if count > 0 && Entry::ends_in(plies.next()).is_none() {
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

/// What a finished position is worth.
fn finished(outcome: Outcome, position: &impl Position) -> Entry {
    if outcome == Outcome::Draw {
        Entry::DRAW
    } else {
        debug_assert_eq!(outcome, Outcome::Win(position.side_to_move().opponent()), "the side that moved last has won");
        Entry::LOST
    }
}

/// One pass: from what ends in `plies` to what ends a ply later.
struct Pass<'a, G> {
    site: &'a Site<'a, G>,
    /// Positions that were looked at in this pass.
    seen: &'a [AtomicU64],
    plies: Ply,
    /// The entry of what is found; `None` beyond what an entry can hold.
    found: Option<Entry>,
    count: AtomicU64,
}

impl<G: Ranked> Pass<'_, G> {
    fn run(&self) -> Result<(), LevelError> {
        let Some(from) = Entry::ends_in(self.plies) else { return Ok(()) };
        self.site.means.share(self.site.size(), |indices| {
            let (mut before, mut moves) = (Vec::new(), Vec::new());
            for index in indices {
                if self.site.entry(index) != from {
                    continue;
                }
                let Some(position) = self.site.unrank(index) else { continue };
                before.clear();
                self.site.game.retract(&position, &mut before);
                for position in &before {
                    self.look(position, &mut moves);
                }
            }
        })
    }

    /// A position from which a move out of the level leads to what ends in `plies`.
    fn exit(&self, index: u64) {
        if let Some(position) = self.site.unrank(index) {
            self.look(&position, &mut Vec::new());
        }
    }

    /// A position before one that ends in `plies`.
    #[inline]
    fn look(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        let Some(index) = self.site.index(position) else { return };
        if self.site.entry(index) != Entry::DRAW {
            return;
        }
        let is_before_loss = self.plies.0.is_multiple_of(2);
        if is_before_loss || (self.is_first_look(index) && self.is_lost(position, moves)) {
            self.site.set(index, self.found.unwrap_or(Entry::DRAW));
            self.count.fetch_add(1, Relaxed);
        }
    }

    fn is_first_look(&self, index: u64) -> bool {
        let bit = 1 << (index % WORD);
        let word = &self.seen[(index / WORD) as usize];
        word.load(Relaxed) & bit == 0 && word.fetch_or(bit, Relaxed) & bit == 0
    }

    /// Whether after every move the opponent wins by now.
    fn is_lost(&self, position: &G::Position, moves: &mut Vec<G::Move>) -> bool {
        let game = self.site.game;
        moves.clear();
        game.generate(position, moves);
        !moves.is_empty()
            && moves.iter().all(|&mv| {
                let mut after = *position;
                game.play_unchecked(&mut after, mv);
                self.site.known(&after).win().is_some_and(|plies| plies <= self.plies)
            })
    }
}
