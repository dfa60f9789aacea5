//! The layout of the squares and their numbers.
//!
//! Two rows take `2 * half + 1` bits, where `half` is the number of playable squares of a row. The
//! unused bit after every second row is the target of steps that leave the board at either edge, so
//! a step is the same shift on all squares:
//!
//! ```text
//! 8x8, half 4: bits, and (numbers)
//!  .  0(1)  .  1(2)  .  2(3)  .  3(4)      up-left -5  up-right -4
//! 4(5)  .  5(6)  .  6(7)  .  7(8)  .             \      /
//!  .  9(9)  . 10(10) . 11(11) . 12(12)             a man
//! 13(13). 14(14) . 15(15) . 16(16) .             /      \
//!  ...                    8, 17, .. unused  down-left +4  down-right +5
//! ```

use zermelo_core::Square;

/// The squares of a board of `2 * half` rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Geometry {
    half: u8,
    mirrored: bool,
}

/// The bit of the playable square `at`, counted from 0 from the left, of a row counted from 0 from
/// the top.
const fn bit(half: u32, row: u32, at: u32) -> u32 {
    row / 2 * (2 * half + 1) + row % 2 * half + at
}

/// The playable squares of the rows `from..to`, counted from the top.
pub const fn rows(half: u32, from: u32, to: u32) -> u128 {
    let mut set = 0;
    let mut row = from;
    while row < to {
        let mut at = 0;
        while at < half {
            set |= 1 << bit(half, row, at);
            at += 1;
        }
        row += 1;
    }
    set
}

/// The leftmost (with `right`, rightmost) playable square of each row.
pub const fn edge(half: u32, right: bool) -> u128 {
    let mut set = 0;
    let mut row = 0;
    while row < 2 * half {
        set |= 1 << bit(half, row, if right { half - 1 } else { 0 });
        row += 1;
    }
    set
}

impl Geometry {
    /// A board of `size` rows and columns; even, 4 to 12. `mirrored`: the first row uses columns 1,
    /// 3, ..
    pub const fn new(size: u8, mirrored: bool) -> Self {
        Self { half: size / 2, mirrored }
    }

    /// The number of rows, and of columns.
    pub const fn size(self) -> u8 {
        2 * self.half
    }

    /// The number of playable squares.
    pub const fn squares(self) -> u16 {
        2 * self.half as u16 * self.half as u16
    }

    /// The number of rows of men of a side at the start.
    pub const fn rows_of_men(self) -> u8 {
        self.half - 1
    }

    /// The square with a number, from 1. `None` if the board has no such square.
    pub fn square(self, number: u16) -> Option<Square> {
        if number == 0 || number > self.squares() {
            return None;
        }
        let half = u32::from(self.half);
        let (row, at) = (u32::from(number - 1) / half, u32::from(number - 1) % half);
        // A mirrored board has the bits of the board that is not mirrored.
        let at = if self.mirrored { half - 1 - at } else { at };
        Some(Square(bit(half, row, at) as u16))
    }

    /// The number of a square, from 1.
    pub fn number(self, square: Square) -> u16 {
        let (row, at) = self.row_and_index(square);
        let half = u16::from(self.half);
        row * half + if self.mirrored { half - 1 - at } else { at } + 1
    }

    /// The column from the left and the row from the bottom, from 0.
    pub fn at(self, square: Square) -> [u8; 2] {
        let (row, at) = self.row_and_index(square);
        let column = 2 * at as u8 + u8::from(row % 2 == 0);
        let column = if self.mirrored { self.size() - 1 - column } else { column };
        [column, self.size() - 1 - row as u8]
    }

    /// The playable square at a column from the left and a row from the bottom, from 0. `None`
    /// outside the board and for squares that are not playable.
    pub fn square_at(self, [column, row]: [i8; 2]) -> Option<Square> {
        let size = self.size() as i8;
        if !(0..size).contains(&column) || !(0..size).contains(&row) {
            return None;
        }
        let column = if self.mirrored { size - 1 - column } else { column };
        let from_top = size - 1 - row;
        let is_playable = (column + from_top) % 2 == 1;
        is_playable.then(|| Square(bit(u32::from(self.half), from_top as u32, column as u32 / 2) as u16))
    }

    /// All squares, by number.
    pub fn all(self) -> impl Iterator<Item = Square> {
        (1..=self.squares()).filter_map(move |number| self.square(number))
    }

    /// The row from the top and the index of the playable square in it, both from 0.
    fn row_and_index(self, square: Square) -> (u16, u16) {
        let half = u16::from(self.half);
        let (pair, rest) = (square.0 / (2 * half + 1), square.0 % (2 * half + 1));
        (2 * pair + rest / half, rest % half)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_of(geometry: Geometry) -> impl Iterator<Item = (Geometry, Square)> {
        geometry.all().map(move |square| (geometry, square))
    }

    #[test]
    fn number_is_the_inverse_of_square() {
        for (size, mirrored) in (4..=12).step_by(2).flat_map(|size| [(size, false), (size, true)]) {
            let geometry = Geometry::new(size, mirrored);
            let half = u32::from(size / 2);
            let all: u128 = geometry.all().map(|square| 1 << square.0).sum();
            assert_eq!(all, rows(half, 0, 2 * half));
            for number in 1..=geometry.squares() {
                assert_eq!(geometry.square(number).map(|square| geometry.number(square)), Some(number));
            }
            assert_eq!((geometry.square(0), geometry.square(geometry.squares() + 1)), (None, None));
        }
        for (geometry, square) in [Geometry::new(8, false), Geometry::new(10, true)].into_iter().flat_map(all_of) {
            assert_eq!(geometry.square_at(geometry.at(square).map(|n| n as i8)), Some(square));
        }
        // The corners of the English board: 1 is the second square of the top row, 29 the first of
        // the bottom row.
        let english = Geometry::new(8, false);
        let at = |number| english.square(number).map(|square| english.at(square));
        assert_eq!([1, 4, 5, 29, 32].map(at), [[1, 7], [7, 7], [0, 6], [0, 0], [6, 0]].map(Some));
    }
}
