//! Statistics of a table: won, lost and drawn positions, the longest wins and losses, the values of moves.

use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use zermelo_core::{Ply, Wdl};

use super::level::{LevelError, TableOptions};
use super::{EndgameTable, Level, MoveTargets, RankedGame, TableChild, TableEntry, TableIndex};

/// The phase of the game that a level belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Pieces move; a move may stay in the level.
    Move,
    /// Pieces are placed; every move leaves the level.
    #[default]
    Drop,
}

impl Phase {
    /// All phases.
    pub const ALL: [Self; 2] = [Self::Move, Self::Drop];

    /// The phase of a level.
    pub const fn of(moves: MoveTargets) -> Self {
        match moves {
            MoveTargets::Earlier => Self::Drop,
            MoveTargets::Same | MoveTargets::Both => Self::Move,
        }
    }

    /// The name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Drop => "drop",
        }
    }
}

/// The statistics of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TableStats {
    /// One item per level, in the order of solving.
    pub levels: Vec<LevelStats>,
}

/// The counts of a level, for the side to move. Symmetric positions are counted separately.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct LevelStats {
    /// The name of the level.
    pub name: String,
    /// The phase of the game.
    pub phase: Phase,
    /// All ways to set up the board.
    pub arrangements: u64,
    /// Arrangements in which the game is not over.
    pub live: u64,
    /// Live positions that are won.
    pub won: u64,
    /// Live positions that are lost.
    pub lost: u64,
    /// Live positions that are drawn.
    pub drawn: u64,
    /// Arrangements in which the game is over.
    pub finished: u64,
    /// Arrangements that no game reaches.
    pub impossible: u64,
    /// The entries of the table.
    pub entries: u64,
    /// The number of live positions by distance to the end in plies, from 0.
    pub plies: Vec<u64>,
}

impl LevelStats {
    /// The longest distance of the wins or of the losses, and the number of positions with it.
    pub fn longest(&self, wdl: Wdl) -> Option<(Ply, u64)> {
        let parity = usize::from(wdl == Wdl::Win);
        let mut all = self.plies.iter().enumerate().rev();
        all.find(|&(plies, &count)| count > 0 && plies % 2 == parity).map(|(plies, &count)| (Ply(plies as u32), count))
    }

    fn add(&mut self, entry: TableEntry, is_finished: bool, count: u64) {
        if is_finished {
            self.finished += count;
            return;
        }
        self.live += count;
        match entry.wdl() {
            Some(Wdl::Win) => self.won += count,
            Some(Wdl::Loss) => self.lost += count,
            _ => self.drawn += count,
        }
        if let Some(plies) = entry.plies() {
            let least = self.plies.len().max(plies.index() + 1);
            self.plies.resize(least, 0);
            self.plies[plies.index()] += count;
        }
    }

    fn merge(&mut self, other: &Self) {
        self.arrangements += other.arrangements;
        self.impossible += other.impossible;
        self.entries += other.entries;
        self.live += other.live;
        self.won += other.won;
        self.lost += other.lost;
        self.drawn += other.drawn;
        self.finished += other.finished;
        let least = self.plies.len().max(other.plies.len());
        self.plies.resize(least, 0);
        for (sum, count) in self.plies.iter_mut().zip(&other.plies) {
            *sum += count;
        }
    }
}

impl TableStats {
    /// Counts the entries of a table.
    ///
    /// # Errors
    /// The work was stopped.
    pub fn of<G: RankedGame>(game: &G, table: &EndgameTable, options: &TableOptions) -> Result<Self, LevelError> {
        let game = game.table_game();
        let levels = game.levels();
        let count = |(number, level): (usize, &Level)| count(&game, table, number, level, options);
        Ok(Self { levels: levels.iter().enumerate().map(count).collect::<Result<_, _>>()? })
    }

    /// The sum over the levels of a phase; `None` if it has no levels.
    pub fn of_phase(&self, phase: Phase) -> Option<LevelStats> {
        let mut levels = self.levels.iter().filter(|level| level.phase == phase).peekable();
        levels.peek()?;
        let mut sum = LevelStats { name: phase.name().to_owned(), phase, ..LevelStats::default() };
        levels.for_each(|level| sum.merge(level));
        Some(sum)
    }
}

fn count<G: RankedGame>(
    game: &G,
    table: &EndgameTable,
    number: usize,
    level: &Level,
    options: &TableOptions,
) -> Result<LevelStats, LevelError> {
    let sum = Mutex::new(LevelStats::default());
    options.parallel_for(level.size, &|indices| {
        let mut some = LevelStats::default();
        for index in indices {
            let at = TableIndex { level: number, index };
            let entry = table.get(at);
            if entry == TableEntry::NONE {
                continue;
            }
            if let Some(position) = game.unrank(at) {
                some.add(entry, game.outcome(&position).is_some(), game.multiplicity(&position));
            }
        }
        sum.lock().unwrap_or_else(PoisonError::into_inner).merge(&some);
    })?;
    let stats = sum.into_inner().unwrap_or_else(PoisonError::into_inner);
    let arrangements = level.arrangements;
    let impossible = arrangements - stats.live - stats.finished;
    let phase = Phase::of(level.moves);
    Ok(LevelStats { name: level.name.clone(), phase, arrangements, impossible, entries: level.size, ..stats })
}

/// The positions of a level with the longest wins, or the longest losses: one per symmetry class, at most `limit`.
pub fn hardest<G: RankedGame>(
    game: &G,
    table: &EndgameTable,
    level: usize,
    wdl: Wdl,
    limit: usize,
) -> Vec<(G::Position, Ply)> {
    let game = game.table_game();
    let entries = || table.level(level).iter().map(|&byte| TableEntry(byte)).filter(|entry| entry.wdl() == Some(wdl));
    let Some(latest) = entries().filter_map(TableEntry::plies).max() else { return Vec::new() };
    let is_latest =
        |&(_, &byte): &(u64, &u8)| TableEntry(byte).wdl() == Some(wdl) && TableEntry(byte).plies() == Some(latest);
    let entries_at = (0..).zip(table.level(level)).filter(is_latest);
    entries_at.filter_map(|(index, _)| Some((game.unrank(TableIndex { level, index })?, latest))).take(limit).collect()
}

/// A move, its value and the values of the replies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveStats<M> {
    /// The move.
    pub mv: M,
    /// The entry of the position after it, for the opponent.
    pub after: TableEntry,
    /// The number of replies that win, draw and lose for the opponent; zeros if the move ends the game.
    pub replies: [u64; 3],
}

/// The moves of a position in the order of generation; `None` if the value of one is unknown.
pub fn moves<G: RankedGame>(game: &G, table: &EndgameTable, position: &G::Position) -> Option<Vec<MoveStats<G::Move>>> {
    let replies = |after: &G::Position| {
        let mut counts = [0; 3];
        if game.outcome(after).is_none() {
            for TableChild { entry, .. } in table.moves(game, after)? {
                let at = match entry.wdl() {
                    Some(Wdl::Loss) => 0,
                    Some(Wdl::Win) => 2,
                    _ => 1,
                };
                counts[at] += 1;
            }
        }
        Some(counts)
    };
    let moves = table.moves(game, position)?.into_iter();
    moves
        .map(|TableChild { mv, position, entry }| Some(MoveStats { mv, after: entry, replies: replies(&position)? }))
        .collect()
}
