//! The numbers of positions on small boards of stones that stay, so that a [table](crate::retrograde) can hold them all.
//!
//! ```text
//! level   by the cells that are free: 0 with all of them taken
//! number  (the taken cells among as many) * (ways to give them to the two sides) + (those of the mover among the taken ones)
//! ```
//!
//! Sets of as many cells are numbered by their greatest cell, then by the next. Symmetric positions have numbers of their own: on boards
//! as small as these it takes longer to find the first of them than to solve them all.

use zermelo_core::Side;
use zermelo_games::bitboard::Bits;
use zermelo_games::connect3d::Connect3d;
use zermelo_games::grid::Arrangement;
use zermelo_games::lattice::Lattice;
use zermelo_games::mnk::Mnk;
use zermelo_games::stones::{StoneGame, Stones};

use crate::retrograde::{Level, Moves, Place, Ranked};

/// The cells of the largest board that has a table: 4x4 has 10 million positions.
pub(crate) const MOST: usize = 16;

/// The ways to choose `k` of `n`.
pub(crate) fn choose(n: usize, k: usize) -> u64 {
    (0..k as u64).fold(1, |ways, taken| ways * (n as u64 - taken) / (taken + 1))
}

/// The number of a set among those of as many cells.
pub(crate) fn number(cells: impl Iterator<Item = usize>) -> u64 {
    cells.zip(1..).map(|(cell, count)| choose(cell, count)).sum()
}

/// The cells, descending, of the set of `count` below `cells` with this number.
pub(crate) fn cells_of(mut number: u64, count: usize, mut cells: usize) -> Vec<usize> {
    let greatest = |count| {
        while choose(cells - 1, count) > number {
            cells -= 1;
        }
        cells -= 1;
        number -= choose(cells, count);
        cells
    };
    (1..=count).rev().map(greatest).collect()
}

fn levels(lattice: &Lattice) -> Vec<Level> {
    let cells = lattice.cells().count();
    if cells > MOST {
        return Vec::new();
    }
    let level = |free| {
        let taken = cells - free;
        let size = choose(cells, taken) * choose(taken, taken / 2);
        Level { name: format!("{taken} stones"), size, arrangements: size, moves: Moves::Leave }
    };
    (0..=cells).map(level).collect()
}

fn rank<B: Bits>(lattice: &Lattice, position: &Stones<B>) -> Place {
    let cells: Vec<u32> = lattice.cells().map(|cell| u32::from(lattice.square(cell).0)).collect();
    let taken: Vec<u32> = cells.iter().copied().filter(|&square| position.occupied().has(square)).collect();
    let places =
        |all: &[u32], set: B| number((0..).zip(all).filter(|&(_, &square)| set.has(square)).map(|(place, _)| place));
    let ways = choose(taken.len(), taken.len() / 2);
    let index = places(&cells, position.occupied()) * ways + places(&taken, position.mover());
    Place { level: cells.len() - taken.len(), index }
}

fn unrank<B: Bits>(lattice: &Lattice, gravity: bool, Place { level, index }: Place) -> Option<Stones<B>> {
    let cells: Vec<[u8; 3]> = lattice.cells().collect();
    let taken = cells.len().checked_sub(level)?;
    let ways = choose(taken, taken / 2);
    let mut places = cells_of(index / ways, taken, cells.len());
    places.reverse();
    let mover = if taken.is_multiple_of(2) { Side::First } else { Side::Second };
    let mut arrangement = Arrangement::empty(lattice.size(), mover);
    for &place in &places {
        arrangement.set(cells[place], Some(mover.opponent()));
    }
    for place in cells_of(index % ways, taken / 2, taken) {
        arrangement.set(cells[places[place]], Some(mover));
    }
    Stones::from_arrangement(&arrangement, lattice, gravity).ok()
}

/// The name of a board's table.
fn name(game: &str, lattice: &Lattice) -> String {
    let [x, y, z] = lattice.size();
    format!("{game}-{x}-{y}-{z}-{}", lattice.k())
}

macro_rules! ranked {
    ($($game:ident: $name:expr),* $(,)?) => {
        $(impl<B: Bits> Ranked for $game<B> {
            fn table_name(&self) -> String {
                let name: fn(&Self) -> &str = $name;
                self::name(name(self), self.lattice())
            }

            fn levels(&self) -> Vec<Level> {
                levels(self.lattice())
            }

            fn rank(&self, position: &Stones<B>) -> Option<Place> {
                Some(rank(self.lattice(), position))
            }

            fn unrank(&self, place: Place) -> Option<Stones<B>> {
                unrank(self.lattice(), StoneGame::has_gravity(self), place)
            }

            /// No position of a level is before another.
            fn retract(&self, _: &Stones<B>, _: &mut Vec<Stones<B>>) {}
        })*
    };
}

ranked! {
    Mnk: |_| "mnk",
    Connect3d: |game| if game.has_gravity() { "connect3d" } else { "connect3d-free" },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_their_numbers() {
        for cells in 1..=9 {
            for count in 0..=cells {
                for at in 0..choose(cells, count) {
                    let mut set = cells_of(at, count, cells);
                    set.reverse();
                    assert!(
                        set.len() == count && set.is_sorted_by(|a, b| a < b) && set.iter().all(|&cell| cell < cells)
                    );
                    assert_eq!(number(set.into_iter()), at);
                }
            }
        }
    }
}
