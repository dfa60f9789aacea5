//! What is worked out once for each variant: patterns, neighbours, symmetries, and for every three men the squares where a
//! fourth wins.

use std::sync::LazyLock;

use zermelo_core::Square;

use super::board::{MEN, SIZE, Variant};
use super::position::{Men, single, squares};
use crate::lattice::Lattice;

const SQUARES: usize = SIZE as usize * SIZE as usize;

/// The ways to choose three of all squares.
const TRIPLES: usize = SQUARES * (SQUARES - 1) * (SQUARES - 2) / 6;

/// The ways to choose two, or three, of the squares below each square: where the triples whose middle or greatest square
/// it is begin. The triple `a < b < c` has the number `a + PAIRS_BELOW[b] + TRIPLES_BELOW[c]`.
const PAIRS_BELOW: [u16; SQUARES] = below(2);
const TRIPLES_BELOW: [u16; SQUARES] = below(3);

const fn below(chosen: usize) -> [u16; SQUARES] {
    let mut ways = [0; SQUARES];
    let mut n = chosen;
    while n < SQUARES {
        ways[n] = (if chosen == 2 { n * (n - 1) / 2 } else { n * (n - 1) * (n - 2) / 6 }) as u16;
        n += 1;
    }
    ways
}

/// The tables of a variant.
#[derive(Debug)]
pub(super) struct Tables {
    /// Lines first, then squares by size.
    pub(super) patterns: Vec<Men>,
    /// For each square those around it.
    pub(super) neighbours: [Men; SQUARES],
    /// For each symmetry the image of each square; the identity first.
    pub(super) images: Vec<[Square; SQUARES]>,
    completions: Vec<Men>,
}

impl Tables {
    /// The tables of a variant, shared by all of its games.
    pub(super) fn of(variant: Variant) -> &'static Self {
        static STANDARD: LazyLock<Tables> = LazyLock::new(|| Tables::new(2));
        static ADVANCED: LazyLock<Tables> = LazyLock::new(|| Tables::new(SIZE));
        match variant {
            Variant::Standard => &STANDARD,
            Variant::Advanced => &ADVANCED,
        }
    }

    /// The corners of squares of up to `largest` rows win.
    fn new(largest: u8) -> Self {
        let lattice = Lattice::new([SIZE, SIZE, 1], [1, u16::from(SIZE), 0], MEN as u8, false);
        let lines = lattice.lines().map(|line| line.iter().fold(0, |set, &square| set | single(square)));
        let patterns: Vec<Men> = lines.chain((2..=largest).flat_map(corners)).collect();
        let mut completions = vec![0; TRIPLES];
        for &pattern in &patterns {
            for square in squares(pattern) {
                completions[number(pattern & !single(square))] |= single(square);
            }
        }
        let image = |symmetry| std::array::from_fn(|square| lattice.image(Square(square as u16), symmetry));
        Self {
            patterns,
            neighbours: std::array::from_fn(|square| around(square as u8)),
            images: (0..lattice.symmetry_count()).map(image).collect(),
            completions,
        }
    }

    /// The squares where a man makes a pattern of three. Some may be taken.
    ///
    /// # Panics
    /// May panic when there are not three men.
    #[inline]
    pub(super) fn completions(&self, three: Men) -> Men {
        self.completions[number(three)]
    }
}

/// The number of three squares among all triples.
#[inline]
fn number(three: Men) -> usize {
    let two = three & (three - 1);
    let one = two & (two - 1);
    let [a, b, c] = [three, two, one].map(|set| set.trailing_zeros() as usize);
    a + usize::from(PAIRS_BELOW[b]) + usize::from(TRIPLES_BELOW[c])
}

/// The corners of all squares of `rows` rows and columns.
fn corners(rows: u8) -> impl Iterator<Item = Men> {
    let places = SIZE - rows + 1;
    let at = |x: u8, y: u8| single(Square(u16::from(SIZE * y + x)));
    let far = rows - 1;
    (0..places)
        .flat_map(move |y| (0..places).map(move |x| at(x, y) | at(x + far, y) | at(x, y + far) | at(x + far, y + far)))
}

/// The squares around one.
fn around(square: u8) -> Men {
    let [x, y] = [square % SIZE, square / SIZE];
    let is_near = |&other: &u8| other != square && (other % SIZE).abs_diff(x) <= 1 && (other / SIZE).abs_diff(y) <= 1;
    (0..SIZE * SIZE).filter(is_near).fold(0, |set, other| set | single(Square(u16::from(other))))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn counts_patterns_and_symmetries() {
        for (variant, count) in [(Variant::Standard, 44), (Variant::Advanced, 58)] {
            let tables = Tables::of(variant);
            let different: HashSet<Men> = tables.patterns.iter().copied().collect();
            assert_eq!((tables.patterns.len(), different.len()), (count, count), "{variant:?}");
            assert!(different.iter().all(|pattern| pattern.count_ones() == MEN));
            assert_eq!(tables.images.len(), 8);
        }
    }

    #[test]
    fn every_triple_has_its_own_number_and_its_own_completions() {
        let tables = Tables::of(Variant::Advanced);
        let mut numbers = HashSet::new();
        for three in (0..1 << SQUARES).filter(|men: &Men| men.count_ones() == 3) {
            assert!(number(three) < TRIPLES && numbers.insert(number(three)), "{three:b}");
            let wins =
                |&square: &Square| three & single(square) == 0 && tables.patterns.contains(&(three | single(square)));
            let expected = (0..SQUARES as u16).map(Square).filter(wins).fold(0, |set, square| set | single(square));
            assert_eq!(tables.completions(three), expected, "{three:b}");
        }
        assert_eq!(numbers.len(), TRIPLES);
    }
}
