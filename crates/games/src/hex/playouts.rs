//! Random playouts: the open cells are filled in random order, and the winner is determined once,
//! on the full board.

use zermelo_core::{Game, Outcome, PerftCount, Playout, Position, Side, Square, scale};

use super::{Hex, HexMove, MAX_SIZE};
use crate::bitboard::Bits;
use crate::playouts::BatchedRandom;
use crate::stones::Stones;

/// The number of cells of the largest board.
const CELLS: usize = MAX_SIZE as usize * MAX_SIZE as usize;

impl<B: Bits> Playout for Hex<B> {
    #[inline]
    fn random_move(&self, position: &Stones<B>, bits: u64, _: &mut Vec<HexMove>) -> Option<HexMove> {
        let count = self.count_moves(position);
        (count > 0).then(|| Self::nth(self.open(position), scale(bits, count)))
    }

    /// On the full board exactly one side has connected its edges. Stones never disconnect a side,
    /// so that side won with the first of its moves that connected its edges, which a binary search
    /// finds.
    #[inline]
    fn play_out(
        &self,
        position: &Stones<B>,
        bits: &mut impl FnMut() -> u64,
        played: &mut impl FnMut(HexMove),
    ) -> Option<Outcome> {
        let mut position = *position;
        while self.is_swap_possible_later(&position) {
            let mv = Self::nth(self.open(&position), scale(bits(), self.count_moves(&position)));
            played(mv);
            self.play_unchecked(&mut position, mv);
            if let Some(outcome) = self.outcome(&position) {
                return Some(outcome);
            }
        }
        let mut cells = [Square(0); CELLS];
        let mut count = 0;
        for cell in self.open(&position).squares() {
            cells[count] = Square(cell as u16);
            count += 1;
        }
        let cells = &mut cells[..count];
        let mut random = BatchedRandom::new(bits, count);
        for at in 0..count {
            let pick = at + random.below(count - at);
            cells.swap(at, pick);
        }
        let mover = position.side_to_move();
        // The stones of a side after a number of plies.
        let stones = |side: Side, plies: usize| {
            let own = cells[..plies].iter().skip(usize::from(side != mover)).step_by(2);
            own.fold(position.of(side), |set, cell| set | B::single(u32::from(cell.0)))
        };
        let board = self.board();
        let winner = if board.connects(stones(Side::First, count), Side::First) { Side::First } else { Side::Second };
        // After `low` plies the winner's edges are not connected; after `high` plies they are.
        let (mut low, mut high) = (0, count);
        while high - low > 1 {
            let middle = low.midpoint(high);
            if board.connects(stones(winner, middle), winner) {
                high = middle;
            } else {
                low = middle;
            }
        }
        cells[..high].iter().for_each(|&cell| played(HexMove::Place(cell)));
        Some(Outcome::Win(winner))
    }
}
