//! The numbering of Teeko's positions, for [endgame tables](crate::retrograde).
//!
//! ```text
//! level   the number of men not yet placed: 0 for the move phase, 1 to 8 for the drop phase
//! number  (class of the mover's men) * (ways to place the other men on free squares) + (rank of the other men among these)
//! ```
//!
//! A class is a set of men up to the eight symmetries of the board. The symmetry that maps the mover's men to the representative of the
//! class is applied to the other men too. If several symmetries do, the least number counts; the other numbers have no position. Each of
//! the two variants has one table. Without `first-centre` the positions are the same, except that the empty board has no index.
//!
//! Guy L. Steele solved the game in 1998 and reported the values by mail; Rivin, Vardi and Zimmermann quote them.

use std::sync::LazyLock;

use zermelo_core::{Game, SearchHints, Side, Square};
use zermelo_games::teeko::{MEN, SIZE, Teeko, TeekoBitboard, TeekoMove, TeekoPosition, Variant, squares};

use crate::retrograde::{Level, MoveTargets, RankedGame, TableIndex};

const SQUARES: usize = SIZE as usize * SIZE as usize;
const ROWS: usize = SIZE as usize;
const ROW: TeekoBitboard = (1 << SIZE) - 1;
const SYMMETRIES: usize = 8;
const MEN_PER_SIDE: usize = MEN as usize;

/// `BINOMIAL[n][k]`: the ways to choose `k` of `n`.
const BINOMIAL: [[u32; MEN_PER_SIDE + 1]; SQUARES + 1] = pascal();

static RANKS: LazyLock<RankTables> = LazyLock::new(RankTables::new);

const fn pascal() -> [[u32; MEN_PER_SIDE + 1]; SQUARES + 1] {
    let mut choose = [[0; MEN_PER_SIDE + 1]; SQUARES + 1];
    let mut n = 0;
    while n <= SQUARES {
        choose[n][0] = 1;
        let mut k = 1;
        while k <= MEN_PER_SIDE && n > 0 {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
}

/// Precomputed tables.
struct RankTables {
    /// The image of the men of a row, by symmetry, row and set of men.
    images: [[[TeekoBitboard; 1 << SIZE]; ROWS]; SYMMETRIES],
    /// The sets of men by their count, then by rank.
    sets: [Vec<MenSet>; MEN_PER_SIDE + 1],
    /// The classes of sets by their count.
    classes: [Vec<MenClass>; MEN_PER_SIDE + 1],
}

/// The class of a set of men.
#[derive(Clone, Copy)]
struct MenSet {
    class: u16,
    /// A bit per symmetry: maps the set to the representative of its class.
    symmetries: u8,
}

/// A class of symmetric sets.
struct MenClass {
    /// The representative: the set of the lowest rank.
    men: TeekoBitboard,
    /// A bit per symmetry: leaves the representative unchanged.
    symmetries: u8,
    /// The squares that the representative leaves free.
    free: [u8; SQUARES],
}

/// The rank of a set among the sets of its size, in colexicographic order.
#[inline]
fn rank_of(men: TeekoBitboard) -> u32 {
    squares(men).zip(1..).map(|(square, count): (Square, usize)| BINOMIAL[square.index()][count]).sum()
}

/// The rank of a set among the sets of its size on the squares that are not taken.
#[inline]
fn rank_among_free(men: TeekoBitboard, taken: TeekoBitboard) -> u32 {
    let below = |square: Square| square.index() - (taken & ((1 << square.0) - 1)).count_ones() as usize;
    squares(men).zip(1..).map(|(square, count): (Square, usize)| BINOMIAL[below(square)][count]).sum()
}

/// The set of a rank among the sets of `count` squares; `squares` maps its elements to squares of the board.
fn set_of_rank(mut rank: u32, count: usize, squares: &[u8; SQUARES]) -> TeekoBitboard {
    let mut men = 0;
    let mut square = SQUARES;
    for count in (1..=count).rev() {
        loop {
            square -= 1;
            if BINOMIAL[square][count] <= rank {
                break;
            }
        }
        rank -= BINOMIAL[square][count];
        men |= 1 << squares[square];
    }
    men
}

fn each(symmetries: u8) -> impl Iterator<Item = usize> {
    (0..SYMMETRIES).filter(move |symmetry| symmetries >> symmetry & 1 == 1)
}

impl RankTables {
    fn new() -> Self {
        let game = Teeko::new(Variant::Standard, true);
        let image = |symmetry, square| 1 << game.transform_move(TeekoMove::Drop(Square(square)), symmetry).to().0;
        let images = std::array::from_fn(|symmetry| {
            std::array::from_fn(|row| {
                std::array::from_fn(|men| {
                    let on_row = (men as TeekoBitboard) << (row * ROWS);
                    squares(on_row).fold(0, |set, square| set | image(symmetry, square.0))
                })
            })
        });
        let mut ranks = Self { images, sets: Default::default(), classes: Default::default() };
        for count in 0..=MEN_PER_SIDE {
            (ranks.sets[count], ranks.classes[count]) = ranks.classify(count);
        }
        ranks
    }

    /// All sets of `count` men, and their classes.
    fn classify(&self, count: usize) -> (Vec<MenSet>, Vec<MenClass>) {
        let all: [u8; SQUARES] = std::array::from_fn(|square| square as u8);
        let mut sets: Vec<MenSet> = Vec::new();
        let mut classes: Vec<MenClass> = Vec::new();
        for at in 0..BINOMIAL[SQUARES][count] {
            let men = set_of_rank(at, count, &all);
            let first = (0..SYMMETRIES).map(|symmetry| rank_of(self.image(men, symmetry))).min().unwrap_or(at);
            let to_first = |&symmetry: &usize| rank_of(self.image(men, symmetry)) == first;
            let symmetries = (0..SYMMETRIES).filter(to_first).fold(0, |set, symmetry| set | 1 << symmetry);
            let class = if first == at {
                let mut free = [0; SQUARES];
                for (at, square) in free.iter_mut().zip(squares(!men & ((1 << SQUARES) - 1))) {
                    *at = square.0 as u8;
                }
                classes.push(MenClass { men, symmetries, free });
                (classes.len() - 1) as u16
            } else {
                sets[first as usize].class
            };
            sets.push(MenSet { class, symmetries });
        }
        (sets, classes)
    }

    #[inline]
    fn image(&self, men: TeekoBitboard, symmetry: usize) -> TeekoBitboard {
        let rows = &self.images[symmetry];
        (0..ROWS).fold(0, |set, row| set | rows[row][(men >> (row * ROWS) & ROW) as usize])
    }

    /// The rank of the other men on the squares that the representative of the mover's class leaves free.
    #[inline]
    fn rank_of_other(&self, other: TeekoBitboard, first: TeekoBitboard, symmetries: u8) -> u32 {
        if symmetries.is_power_of_two() {
            return rank_among_free(self.image(other, symmetries.trailing_zeros() as usize), first);
        }
        let of = |symmetry| rank_among_free(self.image(other, symmetry), first);
        each(symmetries).map(of).min().unwrap_or_default()
    }
}

/// The number of men of the mover and of the other side in a level.
fn men(level: usize) -> [usize; 2] {
    let placed = 2 * MEN_PER_SIDE - level;
    [placed / 2, placed.div_ceil(2)]
}

impl RankedGame for Teeko {
    fn table_name(&self) -> String {
        match self.variant() {
            Variant::Standard => "teeko-standard",
            Variant::Advanced => "teeko-advanced",
        }
        .to_owned()
    }

    fn table_game(&self) -> Self {
        Self::new(self.variant(), true)
    }

    fn levels(&self) -> Vec<Level> {
        let level = |level| {
            let [mover, other] = men(level);
            let ways = u64::from(BINOMIAL[SQUARES - mover][other]);
            Level {
                name: format!("{mover}+{other}"),
                size: RANKS.classes[mover].len() as u64 * ways,
                arrangements: u64::from(BINOMIAL[SQUARES][mover]) * ways,
                moves: if level == 0 { MoveTargets::Same } else { MoveTargets::Earlier },
            }
        };
        (0..=2 * MEN_PER_SIDE).map(level).collect()
    }

    #[inline]
    fn rank(&self, position: &TeekoPosition) -> Option<TableIndex> {
        let (mover, other) = (position.mover(), position.other());
        let [movers, others] = [mover, other].map(|men| men.count_ones() as usize);
        if movers + others == 0 && !self.first_centre() {
            return None;
        }
        let ranks = &*RANKS;
        let MenSet { class, symmetries } = ranks.sets[movers][rank_of(mover) as usize];
        let first = ranks.classes[movers][usize::from(class)].men;
        let rank = ranks.rank_of_other(other, first, symmetries);
        let index = u64::from(class) * u64::from(BINOMIAL[SQUARES - movers][others]) + u64::from(rank);
        Some(TableIndex { level: 2 * MEN_PER_SIDE - movers - others, index })
    }

    fn unrank(&self, TableIndex { level, index }: TableIndex) -> Option<TeekoPosition> {
        let [movers, others] = men(level);
        let ways = u64::from(BINOMIAL[SQUARES - movers][others]);
        let class = RANKS.classes[movers].get((index / ways) as usize)?;
        let rank = (index % ways) as u32;
        let other = set_of_rank(rank, others, &class.free);
        if !class.symmetries.is_power_of_two() && RANKS.rank_of_other(other, class.men, class.symmetries) != rank {
            return None;
        }
        let side = if movers < others { Side::Second } else { Side::First };
        let men = if side == Side::First { [class.men, other] } else { [other, class.men] };
        self.position_of(men, side).ok()
    }

    /// Undoes a step of the side that has just moved: each of its men goes to each adjacent free square. Undoing a drop leaves the level.
    #[inline]
    fn predecessors(&self, position: &TeekoPosition, predecessors: &mut Vec<TeekoPosition>) {
        let Some(now) = self.null_move(position) else { return };
        let free = ((1 << SQUARES) - 1) & !position.occupied();
        for to in squares(now.mover()) {
            predecessors.extend(squares(self.neighbours(to) & free).map(|from| {
                let mut earlier = now;
                self.play_unchecked(&mut earlier, TeekoMove::Step { from: to, to: from });
                // After the step back it is the same side's turn again.
                self.null_move(&earlier).unwrap_or(earlier)
            }));
        }
    }

    fn multiplicity(&self, position: &TeekoPosition) -> u64 {
        let leaves = |&symmetry: &usize| {
            [position.mover(), position.other()].into_iter().all(|men| RANKS.image(men, symmetry) == men)
        };
        (SYMMETRIES / (0..SYMMETRIES).filter(leaves).count()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_ranks_are_a_bijection() {
        let all: [u8; SQUARES] = std::array::from_fn(|square| square as u8);
        for (count, &sets) in BINOMIAL[SQUARES].iter().enumerate() {
            for at in 0..sets {
                let men = set_of_rank(at, count, &all);
                assert_eq!((men.count_ones() as usize, rank_of(men), rank_among_free(men, 0)), (count, at, at));
            }
        }
    }
}
