//! Every entry against its moves.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use zermelo_core::Outcome;

use super::level::{LevelError, Means};
use super::table::best;
use super::{Entry, Place, Ranked, Table};

/// An entry that is not what its moves say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The level's name.
    pub level: String,
    /// The number within the level.
    pub index: u64,
    /// What the table says.
    pub found: Entry,
    /// What follows from what it says of the positions after the moves.
    pub right: Entry,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { level, index, found, right } = self;
        write!(f, "entry {index} of level {level} is {found:?}, and by its moves it should be {right:?}")
    }
}

/// Compares every entry with the best of its moves; the first fault of each level at most. As wins and losses lead to the end in as many plies
/// as they say, and a draw has no move that wins and one that holds, a table without a fault is right.
pub fn check<G: Ranked>(game: &G, table: &Table, means: &Means) -> Result<Vec<Fault>, LevelError> {
    let game = game.table_game();
    let mut faults = Vec::new();
    for (number, level) in game.levels().into_iter().enumerate() {
        let fault = Mutex::new(None);
        means.share(level.size, |indices| {
            let mut moves = Vec::new();
            for index in indices {
                let place = Place { level: number, index };
                let found = table.at(place);
                let right = by_moves(&game, table, place, &mut moves);
                if found != right {
                    let fault = &mut *fault.lock().unwrap_or_else(PoisonError::into_inner);
                    let is_first = fault.as_ref().is_none_or(|fault: &Fault| index < fault.index);
                    if is_first {
                        *fault = Some(Fault { level: level.name.clone(), index, found, right });
                    }
                }
            }
        })?;
        faults.extend(fault.into_inner().unwrap_or_else(PoisonError::into_inner));
    }
    Ok(faults)
}

fn by_moves<G: Ranked>(game: &G, table: &Table, place: Place, moves: &mut Vec<G::Move>) -> Entry {
    let Some(position) = game.unrank(place) else { return Entry::NOTHING };
    match game.outcome(&position) {
        Some(Outcome::Draw) => Entry::DRAW,
        Some(Outcome::Win(_)) => Entry::LOST,
        None => best(game, &position, moves, |after| Some(table.at(game.rank(after)?)))
            .and_then(Entry::before)
            .unwrap_or(Entry::NOTHING),
    }
}
