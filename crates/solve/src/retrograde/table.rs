//! The entries of a game.

use std::ops::{Deref, Range};
use std::sync::Arc;

use memmap2::Mmap;
use zermelo_core::Game;

use super::{RankedGame, TableEntry, TableIndex};

/// An endgame table: the entries of all levels that are solved so far.
#[derive(Debug, Default)]
pub struct EndgameTable {
    levels: Vec<LevelBytes>,
}

/// A move, the position after it and its entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableChild<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// The position after it.
    pub position: G::Position,
    /// The entry of that position, for the opponent.
    pub entry: TableEntry,
}

/// The entries of a level.
#[derive(Debug)]
enum LevelBytes {
    Own(Vec<u8>),
    Mapped(Arc<Mmap>, Range<usize>),
}

impl Deref for LevelBytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Own(bytes) => bytes,
            Self::Mapped(map, range) => &map[range.clone()],
        }
    }
}

impl EndgameTable {
    /// A table without levels.
    pub const fn new() -> Self {
        Self { levels: Vec::new() }
    }

    pub(super) fn push(&mut self, level: Vec<u8>) {
        self.levels.push(LevelBytes::Own(level));
    }

    pub(super) fn push_mapped(&mut self, map: Arc<Mmap>, range: Range<usize>) {
        self.levels.push(LevelBytes::Mapped(map, range));
    }

    /// The entry of an index; [`TableEntry::NONE`] outside of the table.
    #[inline]
    pub fn get(&self, index: TableIndex) -> TableEntry {
        let level = self.levels.get(index.level);
        TableEntry(level.and_then(|level| level.get(index.index as usize)).copied().unwrap_or(TableEntry::NONE.0))
    }

    /// The entries of a level.
    pub fn level(&self, level: usize) -> &[u8] {
        self.levels.get(level).map_or(&[], |level| level)
    }

    /// The number of levels solved.
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// The moves of a position in the order of generation; `None` if the value of one is unknown.
    pub fn moves<G: RankedGame>(&self, game: &G, position: &G::Position) -> Option<Vec<TableChild<G>>> {
        let mut moves = Vec::new();
        game.generate(position, &mut moves);
        let value = |mv| {
            let mut position = *position;
            game.play_unchecked(&mut position, mv);
            Some(TableChild { mv, position, entry: self.entry(game, &position)? })
        };
        moves.into_iter().map(value).collect()
    }

    /// The entry of a position. A position without an index gets the value of its best move.
    pub fn entry<G: RankedGame>(&self, game: &G, position: &G::Position) -> Option<TableEntry> {
        let known = game.rank(position).map(|index| self.get(index)).filter(|&entry| entry != TableEntry::NONE);
        known
            .or_else(|| best(game, position, &mut Vec::new(), |after| Some(self.get(game.rank(after)?)))?.predecessor())
    }
}

/// The entry after the best move of a position; `None` if the value of a move is unknown.
pub(super) fn best<G: Game>(
    game: &G,
    position: &G::Position,
    moves: &mut Vec<G::Move>,
    lookup: impl Fn(&G::Position) -> Option<TableEntry>,
) -> Option<TableEntry> {
    moves.clear();
    game.generate(position, moves);
    let mut best = None;
    for &mv in &*moves {
        let mut after = *position;
        game.play_unchecked(&mut after, mv);
        let entry = lookup(&after).filter(|&entry| entry != TableEntry::NONE)?;
        if best.is_none_or(|best: TableEntry| entry.preference() > best.preference()) {
            best = Some(entry);
        }
    }
    best
}
