//! Games of stones played out at random: the squares that can be taken are a list that follows the moves, and a line is looked for
//! through the last stone alone.

use zermelo_core::{Outcome, Position, Square};

use crate::bitboard::Bits;
use crate::lattice::Lattice;
use crate::stones::Stones;

/// The most squares that can be taken at a time.
const MOST: usize = 512;

/// The lines of a lattice as sets, found by square.
#[derive(Clone, Debug)]
pub(crate) struct LineSets<B> {
    sets: Vec<B>,
    k: u32,
}

impl<B: Bits> LineSets<B> {
    pub(crate) fn new(lattice: &Lattice) -> Self {
        let set = |line: &[Square]| line.iter().fold(B::EMPTY, |set, square| set | B::single(u32::from(square.0)));
        Self { sets: lattice.lines().map(set).collect(), k: u32::from(lattice.k()) }
    }

    /// Whether a whole line through `square` is among these stones.
    #[inline]
    fn has_line_through(&self, lattice: &Lattice, stones: B, square: Square) -> bool {
        let missing = !stones;
        lattice.through(square).iter().any(|&line| (self.sets[usize::from(line)] & missing).is_empty())
    }
}

/// Numbers below small bounds, several out of 64 random bits: what one multiplication leaves is as good as new bits, a few bits
/// shorter (Brackett-Rozinsky and Lemire, "Batched Ranged Random Integer Generation", 2024, <https://arxiv.org/abs/2408.06213>, without the
/// rejection). At least 32 bits stand behind each number.
pub(crate) struct Lots<F> {
    bits: F,
    rest: u64,
    left: u32,
    each: u32,
}

impl<F: FnMut() -> u64> Lots<F> {
    /// Numbers below `most` or below less.
    #[inline]
    pub(crate) fn new(bits: F, most: usize) -> Self {
        Self { bits, rest: 0, left: 0, each: 32 / (usize::BITS - most.leading_zeros()).clamp(1, 32) }
    }

    /// A number from 0 to `n - 1`.
    #[inline]
    pub(crate) fn below(&mut self, n: usize) -> usize {
        if self.left == 0 {
            self.rest = (self.bits)();
            self.left = self.each;
        }
        self.left -= 1;
        let product = u128::from(self.rest) * n as u128;
        self.rest = product as u64;
        (product >> 64) as usize
    }
}

/// Plays out from an undecided position. `open` are the squares that can be taken; taking one may open that `above` it.
#[inline]
pub(crate) fn play_out<B: Bits>(
    (lattice, lines): (&Lattice, &LineSets<B>),
    position: &Stones<B>,
    open: impl Iterator<Item = u32>,
    above: impl Fn(Square) -> Option<Square>,
    bits: &mut impl FnMut() -> u64,
    played: &mut impl FnMut(Square),
) -> Outcome {
    let mut squares = [Square(0); MOST];
    let mut count = 0;
    for square in open {
        squares[count] = Square(square as u16);
        count += 1;
    }
    let mut lots = Lots::new(bits, count);
    let (mut mover, mut other, mut side) = (position.mover(), position.other(), position.side_to_move());
    // So long, nobody has stones enough for a line.
    let mut quiet = (2 * (lines.k - 1)).saturating_sub(position.occupied().count());
    while count > 0 {
        let at = lots.below(count);
        let square = squares[at];
        played(square);
        mover |= B::single(u32::from(square.0));
        if quiet > 0 {
            quiet -= 1;
        } else if lines.has_line_through(lattice, mover, square) {
            return Outcome::Win(side);
        }
        if let Some(next) = above(square) {
            squares[at] = next;
        } else {
            count -= 1;
            squares[at] = squares[count];
        }
        (mover, other, side) = (other, mover, side.opponent());
    }
    Outcome::Draw
}
