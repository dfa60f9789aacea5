//! The numbering of positions of m,n,k-games and 3D Connect on small boards, for [endgame tables](crate::retrograde).
//!
//! ```text
//! level   the number of free cells
//! number  (rank of the set of taken cells) * (ways to divide them between the sides) + (rank of the mover's cells among them)
//! ```
//!
//! Sets of the same size are ranked in colexicographic order (the combinatorial number system). Symmetric positions are numbered
//! separately: on such small boards, finding the canonical position takes longer than solving all of them.

use zermelo_core::Side;
use zermelo_games::bitboard::Bits;
use zermelo_games::connect3d::Connect3d;
use zermelo_games::grid::Arrangement;
use zermelo_games::lattice::Lattice;
use zermelo_games::mnk::Mnk;
use zermelo_games::stones::{StoneGame, Stones};

use crate::retrograde::{Level, MoveTargets, RankedGame, TableIndex};

/// The most cells of a board with a table: 4x4 has 10 million positions.
pub(crate) const MAX_CELLS: usize = 16;

/// The binomial coefficient: the ways to choose `k` of `n`.
pub(crate) fn binomial(n: usize, k: usize) -> u64 {
    (0..k as u64).fold(1, |ways, taken| ways * (n as u64 - taken) / (taken + 1))
}

/// The rank of a set, given by its cells in ascending order, among the sets of its size.
pub(crate) fn subset_rank(cells: impl Iterator<Item = usize>) -> u64 {
    cells.zip(1..).map(|(cell, count)| binomial(cell, count)).sum()
}

/// The set of rank `rank` among the sets of `count` cells below `cells`: its cells in descending order.
pub(crate) fn subset_of_rank(mut rank: u64, count: usize, mut cells: usize) -> Vec<usize> {
    let greatest = |count| {
        while binomial(cells - 1, count) > rank {
            cells -= 1;
        }
        cells -= 1;
        rank -= binomial(cells, count);
        cells
    };
    (1..=count).rev().map(greatest).collect()
}

fn levels(lattice: &Lattice) -> Vec<Level> {
    let cells = lattice.cells().count();
    if cells > MAX_CELLS {
        return Vec::new();
    }
    let level = |free| {
        let taken = cells - free;
        let size = binomial(cells, taken) * binomial(taken, taken / 2);
        Level { name: format!("{taken} stones"), size, arrangements: size, moves: MoveTargets::Earlier }
    };
    (0..=cells).map(level).collect()
}

fn rank<B: Bits>(lattice: &Lattice, position: &Stones<B>) -> TableIndex {
    let cells: Vec<u32> = lattice.cells().map(|cell| u32::from(lattice.square(cell).0)).collect();
    let taken: Vec<u32> = cells.iter().copied().filter(|&square| position.occupied().has(square)).collect();
    let places =
        |all: &[u32], set: B| subset_rank((0..).zip(all).filter(|&(_, &square)| set.has(square)).map(|(at, _)| at));
    let ways = binomial(taken.len(), taken.len() / 2);
    let index = places(&cells, position.occupied()) * ways + places(&taken, position.mover());
    TableIndex { level: cells.len() - taken.len(), index }
}

fn unrank<B: Bits>(lattice: &Lattice, gravity: bool, TableIndex { level, index }: TableIndex) -> Option<Stones<B>> {
    let cells: Vec<[u8; 3]> = lattice.cells().collect();
    let taken = cells.len().checked_sub(level)?;
    let ways = binomial(taken, taken / 2);
    let mut places = subset_of_rank(index / ways, taken, cells.len());
    places.reverse();
    let mover = if taken.is_multiple_of(2) { Side::First } else { Side::Second };
    let mut arrangement = Arrangement::empty(lattice.size(), mover);
    for &at in &places {
        arrangement.set(cells[at], Some(mover.opponent()));
    }
    for at in subset_of_rank(index % ways, taken / 2, taken) {
        arrangement.set(cells[places[at]], Some(mover));
    }
    Stones::from_arrangement(&arrangement, lattice, gravity).ok()
}

/// The name of the table of a board.
fn name(game: &str, lattice: &Lattice) -> String {
    let [x, y, z] = lattice.size();
    format!("{game}-{x}-{y}-{z}-{}", lattice.k())
}

macro_rules! ranked {
    ($($game:ident: $name:expr),* $(,)?) => {
        $(impl<B: Bits> RankedGame for $game<B> {
            fn table_name(&self) -> String {
                let name: fn(&Self) -> &str = $name;
                self::name(name(self), self.lattice())
            }

            fn levels(&self) -> Vec<Level> {
                levels(self.lattice())
            }

            fn rank(&self, position: &Stones<B>) -> Option<TableIndex> {
                Some(rank(self.lattice(), position))
            }

            fn unrank(&self, at: TableIndex) -> Option<Stones<B>> {
                unrank(self.lattice(), StoneGame::has_gravity(self), at)
            }

            /// Every move leaves the level.
            fn predecessors(&self, _: &Stones<B>, _: &mut Vec<Stones<B>>) {}
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
    fn subset_ranks_are_a_bijection() {
        for cells in 1..=9 {
            for count in 0..=cells {
                for at in 0..binomial(cells, count) {
                    let mut set = subset_of_rank(at, count, cells);
                    set.reverse();
                    assert!(
                        set.len() == count && set.is_sorted_by(|a, b| a < b) && set.iter().all(|&cell| cell < cells)
                    );
                    assert_eq!(subset_rank(set.into_iter()), at);
                }
            }
        }
    }
}
