//! Tables that are computed once for each variant: patterns, adjacent squares, symmetries, and for
//! every three men the squares on which a fourth wins.

use std::sync::LazyLock;

use zermelo_core::Square;

use super::board::{MEN, SIZE, Variant};
use super::position::{TeekoBitboard, single, squares};
use crate::lattice::Lattice;

const SQUARES: usize = SIZE as usize * SIZE as usize;

/// The number of sets of three squares.
const TRIPLES: usize = SQUARES * (SQUARES - 1) * (SQUARES - 2) / 6;

/// For each square, the number of sets of two or of three lower squares. The triple `a < b < c` has
/// the index `a + PAIRS_BELOW[b] + TRIPLES_BELOW[c]`.
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
pub(super) struct PatternTables {
    /// Lines first, then squares by size.
    pub(super) patterns: Vec<TeekoBitboard>,
    /// For each square, the adjacent squares.
    pub(super) neighbours: [TeekoBitboard; SQUARES],
    /// For each symmetry, the image of each square. The identity is first.
    pub(super) images: Vec<[Square; SQUARES]>,
    /// The winning squares of each triple, by [`triple_index`].
    completions: Vec<TeekoBitboard>,
}

impl PatternTables {
    /// The shared tables of a variant.
    pub(super) fn of(variant: Variant) -> &'static Self {
        static STANDARD: LazyLock<PatternTables> = LazyLock::new(|| PatternTables::new(2));
        static ADVANCED: LazyLock<PatternTables> = LazyLock::new(|| PatternTables::new(SIZE));
        match variant {
            Variant::Standard => &STANDARD,
            Variant::Advanced => &ADVANCED,
        }
    }

    /// Computes the tables with squares of up to `largest` rows as patterns.
    fn new(largest: u8) -> Self {
        let lattice = Lattice::new([SIZE, SIZE, 1], [1, u16::from(SIZE), 0], MEN as u8, false);
        let lines = lattice.lines().map(|line| line.iter().fold(0, |set, &square| set | single(square)));
        let patterns: Vec<TeekoBitboard> = lines.chain((2..=largest).flat_map(corners)).collect();
        let mut completions = vec![0; TRIPLES];
        for &pattern in &patterns {
            for square in squares(pattern) {
                completions[triple_index(pattern & !single(square))] |= single(square);
            }
        }
        let image = |symmetry| std::array::from_fn(|square| lattice.image(Square(square as u16), symmetry));
        Self {
            patterns,
            neighbours: std::array::from_fn(|square| adjacent_squares(square as u8)),
            images: (0..lattice.symmetry_count()).map(image).collect(),
            completions,
        }
    }

    /// The squares on which a fourth man completes a pattern. Occupied squares may be included.
    ///
    /// # Panics
    /// May panic if `three` does not have three men.
    #[inline]
    pub(super) fn completions(&self, three: TeekoBitboard) -> TeekoBitboard {
        self.completions[triple_index(three)]
    }
}

/// The index of a set of three squares.
#[inline]
fn triple_index(three: TeekoBitboard) -> usize {
    let two = three & (three - 1);
    let one = two & (two - 1);
    let [a, b, c] = [three, two, one].map(|set| set.trailing_zeros() as usize);
    a + usize::from(PAIRS_BELOW[b]) + usize::from(TRIPLES_BELOW[c])
}

/// The sets of corners of all squares of `rows` rows and columns.
fn corners(rows: u8) -> impl Iterator<Item = TeekoBitboard> {
    let places = SIZE - rows + 1;
    let at = |x: u8, y: u8| single(Square(u16::from(SIZE * y + x)));
    let far = rows - 1;
    (0..places)
        .flat_map(move |y| (0..places).map(move |x| at(x, y) | at(x + far, y) | at(x, y + far) | at(x + far, y + far)))
}

/// The squares adjacent to a square.
fn adjacent_squares(square: u8) -> TeekoBitboard {
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
            let tables = PatternTables::of(variant);
            let different: HashSet<TeekoBitboard> = tables.patterns.iter().copied().collect();
            assert_eq!((tables.patterns.len(), different.len()), (count, count), "{variant:?}");
            assert!(different.iter().all(|pattern| pattern.count_ones() == MEN));
            assert_eq!(tables.images.len(), 8);
        }
    }

    #[test]
    fn every_triple_has_a_unique_index_and_correct_completions() {
        let tables = PatternTables::of(Variant::Advanced);
        let mut indices = HashSet::new();
        for three in (0..1 << SQUARES).filter(|men: &TeekoBitboard| men.count_ones() == 3) {
            assert!(triple_index(three) < TRIPLES && indices.insert(triple_index(three)), "{three:b}");
            let wins =
                |&square: &Square| three & single(square) == 0 && tables.patterns.contains(&(three | single(square)));
            let expected = (0..SQUARES as u16).map(Square).filter(wins).fold(0, |set, square| set | single(square));
            assert_eq!(tables.completions(three), expected, "{three:b}");
        }
        assert_eq!(indices.len(), TRIPLES);
    }
}
