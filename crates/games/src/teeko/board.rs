//! The constants of the board and the variants.

use zermelo_core::Square;

/// The number of rows and of columns.
pub const SIZE: u8 = 5;

/// The number of men of a side.
pub const MEN: u32 = 4;

/// The centre square, c3.
pub const CENTRE: Square = Square(12);

/// The variants, which differ in the winning patterns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// Four in a line and 2x2 squares.
    Standard,
    /// As standard, and the corners of 3x3, 4x4 and 5x5 squares.
    Advanced,
}
