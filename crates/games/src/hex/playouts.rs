//! Random games: the open cells are filled in random order, and the winner is found once, on the full board.

use zermelo_core::{Game, Outcome, PerftCount, Playout, Position, Side, Square, scale};

use super::{Hex, HexMove, MOST};
use crate::bitboard::Bits;
use crate::playouts::Lots;
use crate::stones::Stones;

/// The most cells of a board.
const CELLS: usize = MOST as usize * MOST as usize;

impl<B: Bits> Playout for Hex<B> {
    #[inline]
    fn random_move(&self, position: &Stones<B>, bits: u64, _: &mut Vec<HexMove>) -> Option<HexMove> {
        let count = self.count_moves(position);
        (count > 0).then(|| Self::nth(self.open(position), scale(bits, count)))
    }

    /// Exactly one side joins its edges on the full board, and stones only help the side that owns them, so that side had won with the
    /// first of its moves after which its edges were joined. Bisection finds it.
    #[inline]
    fn play_out(
        &self,
        position: &Stones<B>,
        bits: &mut impl FnMut() -> u64,
        played: &mut impl FnMut(HexMove),
    ) -> Option<Outcome> {
        let mut position = *position;
        while self.may_come_to_swap(&position) {
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
        let mut lots = Lots::new(bits, count);
        for at in 0..count {
            let pick = at + lots.below(count - at);
            cells.swap(at, pick);
        }
        let mover = position.side_to_move();
        // The stones of a side after so many plies.
        let stones = |side: Side, plies: usize| {
            let own = cells[..plies].iter().skip(usize::from(side != mover)).step_by(2);
            own.fold(position.of(side), |set, cell| set | B::single(u32::from(cell.0)))
        };
        let board = self.board();
        let winner = if board.joins(stones(Side::First, count), Side::First) { Side::First } else { Side::Second };
        // After `low` plies the winner's edges are not joined, after `high` they are.
        let (mut low, mut high) = (0, count);
        while high - low > 1 {
            let middle = low.midpoint(high);
            if board.joins(stones(winner, middle), winner) {
                high = middle;
            } else {
                low = middle;
            }
        }
        cells[..high].iter().for_each(|&cell| played(HexMove::Place(cell)));
        Some(Outcome::Win(winner))
    }
}
