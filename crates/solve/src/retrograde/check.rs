//! Verifies every entry of a table.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use zermelo_core::Outcome;

use super::level::{LevelError, TableOptions};
use super::table::best;
use super::{EndgameTable, RankedGame, TableEntry, TableIndex};

/// An entry that contradicts the entries after its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableMismatch {
    /// The name of the level.
    pub level: String,
    /// The number of the entry within the level.
    pub index: u64,
    /// The entry in the table.
    pub found: TableEntry,
    /// The entry that follows from the moves.
    pub expected: TableEntry,
}

impl fmt::Display for TableMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { level, index, found, expected } = self;
        write!(f, "entry {index} of level {level} is {found:?}, but its moves give {expected:?}")
    }
}

/// Compares every entry with the best of its moves. Returns the first mismatch of each level.
///
/// A table without mismatches is correct: every win and loss leads to the end in its number of plies, and a draw has no winning move and
/// at least one drawing move.
///
/// # Errors
/// The work was stopped.
pub fn check<G: RankedGame>(
    game: &G,
    table: &EndgameTable,
    options: &TableOptions,
) -> Result<Vec<TableMismatch>, LevelError> {
    let game = game.table_game();
    let mut mismatches = Vec::new();
    for (number, level) in game.levels().into_iter().enumerate() {
        let mismatch = Mutex::new(None);
        options.parallel_for(level.size, &|indices| {
            let mut moves = Vec::new();
            for index in indices {
                let at = TableIndex { level: number, index };
                let found = table.get(at);
                let expected = entry_from_moves(&game, table, at, &mut moves);
                if found != expected {
                    let mismatch = &mut *mismatch.lock().unwrap_or_else(PoisonError::into_inner);
                    let is_first = mismatch.as_ref().is_none_or(|first: &TableMismatch| index < first.index);
                    if is_first {
                        *mismatch = Some(TableMismatch { level: level.name.clone(), index, found, expected });
                    }
                }
            }
        })?;
        mismatches.extend(mismatch.into_inner().unwrap_or_else(PoisonError::into_inner));
    }
    Ok(mismatches)
}

fn entry_from_moves<G: RankedGame>(
    game: &G,
    table: &EndgameTable,
    at: TableIndex,
    moves: &mut Vec<G::Move>,
) -> TableEntry {
    let Some(position) = game.unrank(at) else { return TableEntry::NONE };
    match game.outcome(&position) {
        Some(Outcome::Draw) => TableEntry::DRAW,
        Some(Outcome::Win(_)) => TableEntry::LOST,
        None => best(game, &position, moves, |after| Some(table.get(game.rank(after)?)))
            .and_then(TableEntry::predecessor)
            .unwrap_or(TableEntry::NONE),
    }
}
