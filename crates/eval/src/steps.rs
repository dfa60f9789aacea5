//! Distances on the Teeko board.

use zermelo_core::Square;
use zermelo_games::teeko::{CENTRE, SIZE, TeekoBitboard, squares};

/// Column and row, from 0.
#[inline]
fn at(square: Square) -> [i32; 2] {
    let [square, size] = [i32::from(square.0), i32::from(SIZE)];
    [square % size, square / size]
}

/// The difference of two squares in columns and rows.
#[inline]
pub(crate) fn apart(a: Square, b: Square) -> [i32; 2] {
    let ([ax, ay], [bx, by]) = (at(a), at(b));
    [(ax - bx).abs(), (ay - by).abs()]
}

/// The sum over the men of 4 minus the steps to the centre along rows and columns: 0 for men in the corners, at most
/// 13.
pub fn centrality(men: TeekoBitboard) -> i32 {
    squares(men).map(|square| 4 - apart(square, CENTRE).iter().sum::<i32>()).sum()
}
