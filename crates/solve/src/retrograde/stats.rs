//! How many positions are won, lost and drawn.

use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use zermelo_core::{Ply, Wdl};

use super::level::{LevelError, Means};
use super::{Entry, Level, Place, Ranked, Table};

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
    Ok(LevelStats { name: level.name.clone(), arrangements, impossible, entries: level.size, ..stats })
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
