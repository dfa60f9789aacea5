//! The values of a game.

use std::ops::{Deref, Range};
use std::sync::Arc;

use memmap2::Mmap;
use zermelo_core::Game;

use super::{Entry, Place, Ranked};

/// The entries of all levels that are solved so far.
#[derive(Debug, Default)]
pub struct Table {
    levels: Vec<Bytes>,
}

/// A move with what it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Child<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// The position after it.
    pub position: G::Position,
    /// What that is worth to the opponent.
    pub entry: Entry,
}

/// The entries of a level.
#[derive(Debug)]
enum Bytes {
    Own(Vec<u8>),
    Mapped(Arc<Mmap>, Range<usize>),
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Own(bytes) => bytes,
            Self::Mapped(map, range) => &map[range.clone()],
        }
    }
}

impl Table {
    /// A table without a level.
    pub const fn new() -> Self {
        Self { levels: Vec::new() }
    }

    pub(super) fn push(&mut self, level: Vec<u8>) {
        self.levels.push(Bytes::Own(level));
    }

    pub(super) fn push_mapped(&mut self, map: Arc<Mmap>, range: Range<usize>) {
        self.levels.push(Bytes::Mapped(map, range));
    }

    /// The entry at a place; [`Entry::NOTHING`] where the table does not reach.
    #[inline]
    pub fn at(&self, place: Place) -> Entry {
        let level = self.levels.get(place.level);
        Entry(level.and_then(|level| level.get(place.index as usize)).copied().unwrap_or(Entry::NOTHING.0))
    }

    /// The entries of a level.
    pub fn level(&self, level: usize) -> &[u8] {
        self.levels.get(level).map_or(&[], |level| level)
    }

    /// How many levels are solved.
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// The moves of a position in the order of generation; `None` where the table does not tell the value of all.
    pub fn moves<G: Ranked>(&self, game: &G, position: &G::Position) -> Option<Vec<Child<G>>> {
        let mut moves = Vec::new();
        game.generate(position, &mut moves);
        let value = |mv| {
            let mut position = *position;
            game.play_unchecked(&mut position, mv);
            Some(Child { mv, position, entry: self.entry(game, &position)? })
        };
        moves.into_iter().map(value).collect()
    }

    /// The entry of a position. One that has no place is worth its best move.
    pub fn entry<G: Ranked>(&self, game: &G, position: &G::Position) -> Option<Entry> {
        let known = game.rank(position).map(|place| self.at(place)).filter(|&entry| entry != Entry::NOTHING);
        known.or_else(|| best(game, position, &mut Vec::new(), |after| Some(self.at(game.rank(after)?)))?.before())
    }
}

/// What the best move of a position leaves the opponent, if every move's value is told.
pub(super) fn best<G: Game>(
    game: &G,
    position: &G::Position,
    moves: &mut Vec<G::Move>,
    tell: impl Fn(&G::Position) -> Option<Entry>,
) -> Option<Entry> {
    moves.clear();
    game.generate(position, moves);
    let mut best = None;
    for &mv in &*moves {
        let mut after = *position;
        game.play_unchecked(&mut after, mv);
        let entry = tell(&after).filter(|&entry| entry != Entry::NOTHING)?;
        if best.is_none_or(|best: Entry| entry.worth_leaving() > best.worth_leaving()) {
            best = Some(entry);
        }
    }
    best
}
