//! How many positions are won, lost and drawn, which end latest, and what the first moves are worth.

use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use zermelo_core::{Ply, Wdl};

use super::level::{LevelError, Means};
use super::{Child, Entry, Level, Moves, Place, Ranked, Table};

/// What moves do in a level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Pieces move about: a move may lead to the same level.
    Move,
    /// Each move leaves the level, as where pieces come onto the board.
    #[default]
    Drop,
}

impl Phase {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Move, Self::Drop];

    /// That of a level.
    pub const fn of(moves: Moves) -> Self {
        match moves {
            Moves::Leave => Self::Drop,
            Moves::Stay | Moves::Both => Self::Move,
        }
    }

    /// Its word in tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Drop => "drop",
        }
    }
}

/// The counts of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Stats {
    /// Of each level, in the order in which they are solved.
    pub levels: Vec<LevelStats>,
}

/// The counts of a level, from the view of the side to move; positions that are symmetric to each other count each.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct LevelStats {
    /// What its positions have in common.
    pub name: String,
    /// What its moves do.
    pub phase: Phase,
    /// All ways to set up the board.
    pub arrangements: u64,
    /// Those in which the game goes on.
    pub live: u64,
    /// Of these: won.
    pub won: u64,
    /// Lost.
    pub lost: u64,
    /// Drawn.
    pub drawn: u64,
    /// Those in which the game is over.
    pub finished: u64,
    /// Those that no game leads to.
    pub impossible: u64,
    /// The entries of the table.
    pub entries: u64,
    /// The live positions that end in so many plies: by plies, from 0.
    pub plies: Vec<u64>,
}

impl LevelStats {
    /// The longest win and the longest loss, each with the number of positions.
    pub fn longest(&self, wdl: Wdl) -> Option<(Ply, u64)> {
        let parity = usize::from(wdl == Wdl::Win);
        let mut all = self.plies.iter().enumerate().rev();
        all.find(|&(plies, &count)| count > 0 && plies % 2 == parity).map(|(plies, &count)| (Ply(plies as u32), count))
    }

    fn add(&mut self, entry: Entry, is_finished: bool, count: u64) {
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

impl Stats {
    /// Counts.
    pub fn of<G: Ranked>(game: &G, table: &Table, means: &Means) -> Result<Self, LevelError> {
        let game = game.table_game();
        let levels = game.levels();
        let count = |(number, level): (usize, &Level)| count(&game, table, number, level, means);
        Ok(Self { levels: levels.iter().enumerate().map(count).collect::<Result<_, _>>()? })
    }

    /// The levels of a phase together; `None` where there are none.
    pub fn of_phase(&self, phase: Phase) -> Option<LevelStats> {
        let mut levels = self.levels.iter().filter(|level| level.phase == phase).peekable();
        levels.peek()?;
        let mut sum = LevelStats { name: phase.word().to_owned(), phase, ..LevelStats::default() };
        levels.for_each(|level| sum.merge(level));
        Some(sum)
    }
}

fn count<G: Ranked>(
    game: &G,
    table: &Table,
    number: usize,
    level: &Level,
    means: &Means,
) -> Result<LevelStats, LevelError> {
    let sum = Mutex::new(LevelStats::default());
    means.share(level.size, |indices| {
        let mut some = LevelStats::default();
        for index in indices {
            let place = Place { level: number, index };
            let entry = table.at(place);
            if entry == Entry::NOTHING {
                continue;
            }
            if let Some(position) = game.unrank(place) {
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

/// The positions that end latest, one of each class of symmetric ones, at most `most`: the longest wins of a level, or the longest losses.
pub fn hardest<G: Ranked>(game: &G, table: &Table, level: usize, wdl: Wdl, most: usize) -> Vec<(G::Position, Ply)> {
    let game = game.table_game();
    let entries = || table.level(level).iter().map(|&byte| Entry(byte)).filter(|entry| entry.wdl() == Some(wdl));
    let Some(latest) = entries().filter_map(Entry::plies).max() else { return Vec::new() };
    let is_latest = |&(_, &byte): &(u64, &u8)| Entry(byte).wdl() == Some(wdl) && Entry(byte).plies() == Some(latest);
    let places = (0..).zip(table.level(level)).filter(is_latest);
    places.filter_map(|(index, _)| Some((game.unrank(Place { level, index })?, latest))).take(most).collect()
}

/// What a move is worth, and what its replies are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveStats<M> {
    /// The move.
    pub mv: M,
    /// What the position after it is worth to the opponent.
    pub after: Entry,
    /// How many replies win, draw and lose for the opponent; none where the move ends the game.
    pub replies: [u64; 3],
}

/// The moves of a position in the order of generation; `None` where the table does not tell.
pub fn moves<G: Ranked>(game: &G, table: &Table, position: &G::Position) -> Option<Vec<MoveStats<G::Move>>> {
    let replies = |after: &G::Position| {
        let mut counts = [0; 3];
        if game.outcome(after).is_none() {
            for Child { entry, .. } in table.moves(game, after)? {
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
        .map(|Child { mv, position, entry }| Some(MoveStats { mv, after: entry, replies: replies(&position)? }))
        .collect()
}
