//! The board, the men, and what wins.

use zermelo_core::Square;

/// Rows and columns.
pub const SIZE: u8 = 5;

/// Men of a side.
pub const MEN: u32 = 4;

/// The square in the middle, c3.
pub const CENTRE: Square = Square(12);

/// Which patterns win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// Four in a line and 2x2 squares.
    Standard,
    /// Also the corners of 3x3, 4x4 and 5x5 squares.
    Advanced,
}
