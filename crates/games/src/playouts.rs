//! Random playouts of games in which stones are placed. The playable squares are kept in a list
//! that is updated after each move, and only lines through the last stone are checked.

use zermelo_core::{Outcome, Position, Square};

use crate::bitboard::Bits;
use crate::lattice::Lattice;
use crate::stones::Stones;

/// The largest number of playable squares of a position.
const MAX_SQUARES: usize = 512;

/// The lines of a lattice as sets of squares.
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

    /// Whether the stones contain a line through `square`.
    #[inline]
    fn has_line_through(&self, lattice: &Lattice, stones: B, square: Square) -> bool {
        let missing = !stones;
        lattice.lines_through(square).iter().any(|&line| (self.sets[usize::from(line)] & missing).is_empty())
    }
}

/// Random integers below small bounds, several from 64 random bits. The low half of each
/// multiplication serves as the random bits of the next number (Brackett-Rozinsky and Lemire,
/// "Batched Ranged Random Integer Generation", 2024, <https://arxiv.org/abs/2408.06213>, without
/// the rejection). Each number is drawn from at least 32 random bits.
pub(crate) struct BatchedRandom<F> {
    bits: F,
    rest: u64,
    /// Numbers that can still be drawn from `rest`.
    left: u32,
    /// Numbers drawn from 64 bits.
    batch: u32,
}

impl<F: FnMut() -> u64> BatchedRandom<F> {
    /// A generator of numbers with bounds of at most `max`.
    #[inline]
    pub(crate) fn new(bits: F, max: usize) -> Self {
        Self { bits, rest: 0, left: 0, batch: 32 / (usize::BITS - max.leading_zeros()).clamp(1, 32) }
    }

    /// A number from 0 to `n - 1`.
    #[inline]
    pub(crate) fn below(&mut self, n: usize) -> usize {
        if self.left == 0 {
            self.rest = (self.bits)();
            self.left = self.batch;
        }
        self.left -= 1;
        let product = u128::from(self.rest) * n as u128;
        self.rest = product as u64;
        (product >> 64) as usize
    }
}

/// Plays random moves from an undecided position to the end of the game. `open` are the playable
/// squares. After a move on a square, the square `above` it, if any, becomes playable.
#[inline]
pub(crate) fn play_out<B: Bits>(
    (lattice, lines): (&Lattice, &LineSets<B>),
    position: &Stones<B>,
    open: impl Iterator<Item = u32>,
    above: impl Fn(Square) -> Option<Square>,
    bits: &mut impl FnMut() -> u64,
    played: &mut impl FnMut(Square),
) -> Outcome {
    let mut squares = [Square(0); MAX_SQUARES];
    let mut count = 0;
    for square in open {
        squares[count] = Square(square as u16);
        count += 1;
    }
    let mut random = BatchedRandom::new(bits, count);
    let (mut mover, mut other, mut side) = (position.mover(), position.other(), position.side_to_move());
    // Plies during which no side can have enough stones for a line.
    let mut quiet = (2 * (lines.k - 1)).saturating_sub(position.occupied().count());
    while count > 0 {
        let at = random.below(count);
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
