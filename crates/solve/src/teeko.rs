//! The numbers of Teeko's positions, so that a [table](crate::retrograde) can hold them all.
//!
//! ```text
//! level   by the men that are missing: 0 with all eight placed, in which they move, then one for each drop before
//! number  (class of the mover's men) * (ways to place the other men on the rest) + (the way of these)
//! ```
//!
//! A class is a set of men under the eight symmetries of the board; the symmetry that takes the mover's men to the first set of the class
//! is applied to the other men too. Where several do, the one that gives the least number counts; the numbers that only the others give
//! have no position. The two variants have a table each; without `first-centre` the positions are the same but for the empty board, which
//! has no place then.
//!
//! Guy L. Steele solved the game in 1998 and told the values by mail; Rivin, Vardi and Zimmermann quote them.

use std::sync::LazyLock;

use zermelo_core::{Game, SearchHints, Side, Square};
use zermelo_games::teeko::{MEN, Men, SIZE, Teeko, TeekoMove, TeekoPosition, Variant, squares};

use crate::retrograde::{Level, Moves, Place, Ranked};

const SQUARES: usize = SIZE as usize * SIZE as usize;
const ROWS: usize = SIZE as usize;
const ROW: Men = (1 << SIZE) - 1;
const SYMMETRIES: usize = 8;
const MOST: usize = MEN as usize;

/// `CHOOSE[n][k]`: the ways to choose `k` of `n`.
const CHOOSE: [[u32; MOST + 1]; SQUARES + 1] = pascal();

static RANKS: LazyLock<Ranks> = LazyLock::new(Ranks::new);

const fn pascal() -> [[u32; MOST + 1]; SQUARES + 1] {
    let mut choose = [[0; MOST + 1]; SQUARES + 1];
    let mut n = 0;
    while n <= SQUARES {
        choose[n][0] = 1;
        let mut k = 1;
        while k <= MOST && n > 0 {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
}

/// What is worked out once.
struct Ranks {
    /// For each symmetry, row and men on that row: their images.
    images: [[[Men; 1 << SIZE]; ROWS]; SYMMETRIES],
    /// For each number of men, every set of them by its number.
    sets: [Vec<Set>; MOST + 1],
    /// For each number of men, the first set of each class.
    classes: [Vec<Class>; MOST + 1],
}

/// A set of men.
#[derive(Clone, Copy)]
struct Set {
    class: u16,
    /// The symmetries that take it to the first of its class.
    symmetries: u8,
}

/// The first set of a class.
struct Class {
    men: Men,
    /// The symmetries that leave it as it is.
    symmetries: u8,
    /// The squares that are free beside it.
    free: [u8; SQUARES],
}

/// The number of a set among those of as many squares: ordered by the greatest square, then by the next.
#[inline]
fn number(men: Men) -> u32 {
    squares(men).zip(1..).map(|(square, count): (Square, usize)| CHOOSE[square.index()][count]).sum()
}

/// The number of a set among those of as many squares that avoid other men.
#[inline]
fn number_beside(men: Men, taken: Men) -> u32 {
    let below = |square: Square| square.index() - (taken & ((1 << square.0) - 1)).count_ones() as usize;
    squares(men).zip(1..).map(|(square, count): (Square, usize)| CHOOSE[below(square)][count]).sum()
}

/// The set of so many squares with this number; the squares stand for these.
fn set(mut number: u32, count: usize, named: &[u8; SQUARES]) -> Men {
    let mut men = 0;
    let mut square = SQUARES;
    for count in (1..=count).rev() {
        loop {
            square -= 1;
            if CHOOSE[square][count] <= number {
                break;
            }
        }
        number -= CHOOSE[square][count];
        men |= 1 << named[square];
    }
    men
}

fn each(symmetries: u8) -> impl Iterator<Item = usize> {
    (0..SYMMETRIES).filter(move |symmetry| symmetries >> symmetry & 1 == 1)
}

impl Ranks {
    fn new() -> Self {
        let game = Teeko::new(Variant::Standard, true);
        let image = |symmetry, square| 1 << game.transform_move(TeekoMove::Drop(Square(square)), symmetry).to().0;
        let images = std::array::from_fn(|symmetry| {
            std::array::from_fn(|row| {
                std::array::from_fn(|men| {
                    let on_row = (men as Men) << (row * ROWS);
                    squares(on_row).fold(0, |set, square| set | image(symmetry, square.0))
                })
            })
        });
        let mut ranks = Self { images, sets: Default::default(), classes: Default::default() };
        for count in 0..=MOST {
            (ranks.sets[count], ranks.classes[count]) = ranks.classify(count);
        }
        ranks
    }

    /// All sets of so many men, and their classes.
    fn classify(&self, count: usize) -> (Vec<Set>, Vec<Class>) {
        let all: [u8; SQUARES] = std::array::from_fn(|square| square as u8);
        let mut sets: Vec<Set> = Vec::new();
        let mut classes: Vec<Class> = Vec::new();
        for at in 0..CHOOSE[SQUARES][count] {
            let men = set(at, count, &all);
            let first = (0..SYMMETRIES).map(|symmetry| number(self.image(men, symmetry))).min().unwrap_or(at);
            let to_first = |&symmetry: &usize| number(self.image(men, symmetry)) == first;
            let symmetries = (0..SYMMETRIES).filter(to_first).fold(0, |set, symmetry| set | 1 << symmetry);
            let class = if first == at {
                let mut free = [0; SQUARES];
                for (place, square) in free.iter_mut().zip(squares(!men & ((1 << SQUARES) - 1))) {
                    *place = square.0 as u8;
                }
                classes.push(Class { men, symmetries, free });
                (classes.len() - 1) as u16
            } else {
                sets[first as usize].class
            };
            sets.push(Set { class, symmetries });
        }
        (sets, classes)
    }

    #[inline]
    fn image(&self, men: Men, symmetry: usize) -> Men {
        let rows = &self.images[symmetry];
        (0..ROWS).fold(0, |set, row| set | rows[row][(men >> (row * ROWS) & ROW) as usize])
    }

    /// The number of the other men, beside the first set of the mover's class.
    #[inline]
    fn number_of_other(&self, other: Men, first: Men, symmetries: u8) -> u32 {
        if symmetries.is_power_of_two() {
            return number_beside(self.image(other, symmetries.trailing_zeros() as usize), first);
        }
        let of = |symmetry| number_beside(self.image(other, symmetry), first);
        each(symmetries).map(of).min().unwrap_or_default()
    }
}

/// The men of the mover and of the other side in a level.
fn men(level: usize) -> [usize; 2] {
    let placed = 2 * MOST - level;
    [placed / 2, placed.div_ceil(2)]
}

impl Ranked for Teeko {
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
            let ways = u64::from(CHOOSE[SQUARES - mover][other]);
            Level {
                name: format!("{mover}+{other}"),
                size: RANKS.classes[mover].len() as u64 * ways,
                arrangements: u64::from(CHOOSE[SQUARES][mover]) * ways,
                moves: if level == 0 { Moves::Stay } else { Moves::Leave },
            }
        };
        (0..=2 * MOST).map(level).collect()
    }

    #[inline]
    fn rank(&self, position: &TeekoPosition) -> Option<Place> {
        let (mover, other) = (position.mover(), position.other());
        let [movers, others] = [mover, other].map(|men| men.count_ones() as usize);
        if movers + others == 0 && !self.first_centre() {
            return None;
        }
        let ranks = &*RANKS;
        let Set { class, symmetries } = ranks.sets[movers][number(mover) as usize];
        let first = ranks.classes[movers][usize::from(class)].men;
        let way = ranks.number_of_other(other, first, symmetries);
        let index = u64::from(class) * u64::from(CHOOSE[SQUARES - movers][others]) + u64::from(way);
        Some(Place { level: 2 * MOST - movers - others, index })
    }

    fn unrank(&self, Place { level, index }: Place) -> Option<TeekoPosition> {
        let [movers, others] = men(level);
        let ways = u64::from(CHOOSE[SQUARES - movers][others]);
        let class = RANKS.classes[movers].get((index / ways) as usize)?;
        let way = (index % ways) as u32;
        let other = set(way, others, &class.free);
        if !class.symmetries.is_power_of_two() && RANKS.number_of_other(other, class.men, class.symmetries) != way {
            return None;
        }
        let side = if movers < others { Side::Second } else { Side::First };
        let men = if side == Side::First { [class.men, other] } else { [other, class.men] };
        self.position_of(men, side).ok()
    }

    /// Only men that move come back: the man of the side that has just moved, from any square beside it that is free.
    #[inline]
    fn retract(&self, position: &TeekoPosition, before: &mut Vec<TeekoPosition>) {
        let Some(now) = self.null_move(position) else { return };
        let free = ((1 << SQUARES) - 1) & !position.occupied();
        for to in squares(now.mover()) {
            before.extend(squares(self.neighbours(to) & free).map(|from| {
                let mut earlier = now;
                self.play_unchecked(&mut earlier, TeekoMove::Step { from: to, to: from });
                // The man is back where it came from, and the same side is to move again.
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
    fn sets_have_their_numbers() {
        let all: [u8; SQUARES] = std::array::from_fn(|square| square as u8);
        for (count, &sets) in CHOOSE[SQUARES].iter().enumerate() {
            for at in 0..sets {
                let men = set(at, count, &all);
                assert_eq!((men.count_ones() as usize, number(men), number_beside(men, 0)), (count, at, at));
            }
        }
    }
}
