//! Bitboard arithmetic on columns: landing squares, lines and threats of all squares at once.

use zermelo_core::{Column, Outcome, Position};

use crate::bitboard::Bits;
use crate::playouts::BatchedRandom;
use crate::stones::Stones;

/// The columns of a board as sets of squares. The layout is described in the parent module.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnBitboard<B> {
    width: u8,
    k: u8,
    /// The number of bits of a column: its rows and the bit that is never set.
    stride: u32,
    /// All squares of the board.
    full: B,
    /// The highest row.
    top: B,
    /// The distances between neighbours in the directions that have room for a line: up, right,
    /// right-down, right-up.
    steps: [u32; 4],
    step_count: u8,
}

impl<B: Bits> ColumnBitboard<B> {
    pub(super) fn new(width: u8, height: u8, k: u8) -> Self {
        let stride = u32::from(height) + 1;
        assert!(u32::from(width) * stride <= B::CAPACITY, "the columns do not fit the set");
        let mut board = Self { width, k, stride, full: B::EMPTY, top: B::EMPTY, steps: [0; 4], step_count: 0 };
        for column in 0..u32::from(width) {
            for row in 0..u32::from(height) {
                board.full |= B::single(column * stride + row);
            }
            board.top |= B::single(column * stride + stride - 2);
        }
        let (high, wide) = (k <= height, k <= width);
        let directions = [(1, high), (stride, wide), (stride - 1, high && wide), (stride + 1, high && wide)];
        for (step, _) in directions.into_iter().filter(|&(_, has_room)| has_room) {
            board.steps[usize::from(board.step_count)] = step;
            board.step_count += 1;
        }
        board
    }

    pub(super) fn width(&self) -> u8 {
        self.width
    }

    pub(super) fn full(&self) -> B {
        self.full
    }

    /// The square on which a disc lands, as a set. In a full column, the bit that is never set.
    #[inline]
    pub(super) fn landing(&self, occupied: B, column: Column) -> B {
        occupied.plus(B::single(u32::from(column.0) * self.stride)) & !occupied
    }

    #[inline]
    pub(super) fn is_open(&self, occupied: B, column: Column) -> bool {
        !occupied.has(u32::from(column.0) * self.stride + self.stride - 2)
    }

    #[inline]
    pub(super) fn open_columns(&self, occupied: B) -> u32 {
        u32::from(self.width) - (occupied & self.top).count()
    }

    /// Whether `k` of these stones are in a row.
    #[inline]
    pub(super) fn has_line(&self, stones: B) -> bool {
        if self.wins_with_four() {
            return self.steps.iter().any(|&step| {
                let pairs = stones & stones.down(step);
                !(pairs & pairs.down(2 * step)).is_empty()
            });
        }
        self.steps[..usize::from(self.step_count)].iter().any(|&step| {
            // `runs` holds the lower ends of runs of `length`. Each iteration at most doubles the
            // length.
            let (mut runs, mut length) = (stones, 1);
            while length < u32::from(self.k) {
                let more = length.min(u32::from(self.k) - length);
                runs &= runs.down(more * step);
                length += more;
            }
            !runs.is_empty()
        })
    }

    /// The perft leaves at a depth of at least 2 below an undecided position. Moves that complete a
    /// line have no leaves below, so only the others are played. At depth 2, the replies to such a
    /// move are the open columns, less its own if it is then full. `None` if `k` is not 4 or some
    /// direction has no room for a line.
    #[inline]
    pub(super) fn leaves(&self, mover: B, other: B, depth: u32) -> Option<u64> {
        self.wins_with_four().then(|| self.leaves_without_wins(mover, other, depth))
    }

    fn leaves_without_wins(&self, mover: B, other: B, depth: u32) -> u64 {
        let landings = self.landings(mover | other);
        let quiet = landings & !self.four_completions(mover);
        if depth == 2 {
            return u64::from(quiet.count()) * u64::from(landings.count()) - u64::from((quiet & self.top).count());
        }
        quiet.squares().map(|square| self.leaves_without_wins(other, mover | B::single(square), depth - 1)).sum()
    }

    /// Plays random moves from an undecided position to the end. Every open column has the same
    /// probability.
    #[inline]
    pub(super) fn play_out(
        &self,
        position: &Stones<B>,
        bits: &mut impl FnMut() -> u64,
        played: &mut impl FnMut(Column),
    ) -> Outcome {
        const MAX_COLUMNS: usize = 16;
        let (mut mover, mut other, mut side) = (position.mover(), position.other(), position.side_to_move());
        let mut occupied = mover | other;
        let mut columns = [0; MAX_COLUMNS];
        let mut count = 0;
        for column in (0..self.width).filter(|&column| self.is_open(occupied, Column(column))) {
            columns[count] = column;
            count += 1;
        }
        let mut random = BatchedRandom::new(bits, count);
        // Plies during which no side can have enough stones for a line.
        let mut quiet = (2 * (u32::from(self.k) - 1)).saturating_sub(occupied.count());
        while count > 0 {
            let at = random.below(count);
            let column = Column(columns[at]);
            let stone = self.landing(occupied, column);
            played(column);
            occupied |= stone;
            mover |= stone;
            if quiet > 0 {
                quiet -= 1;
            } else if self.has_line(mover) {
                return Outcome::Win(side);
            }
            if !(stone & self.top).is_empty() {
                count -= 1;
                columns[at] = columns[count];
            }
            (mover, other, side) = (other, mover, side.opponent());
        }
        Outcome::Draw
    }

    /// The column of a square.
    #[inline]
    pub(super) fn column(&self, square: u32) -> Column {
        Column((square / self.stride) as u8)
    }

    /// The squares directly below these, if they exist.
    #[inline]
    pub(super) fn under(&self, squares: B) -> B {
        // The bit below the lowest row is never set.
        (squares & self.full).down(1) & self.full
    }

    /// All squares on which a disc can land.
    #[inline]
    pub(super) fn landings(&self, occupied: B) -> B {
        // Empty squares above a stone or in the lowest row.
        let floor = self.full & !self.full.up(1);
        (occupied.up(1) | floor) & self.full & !occupied
    }

    /// Whether four in a row win and all directions have room for a line.
    #[inline]
    pub(super) fn wins_with_four(&self) -> bool {
        self.k == 4 && self.step_count == 4
    }

    /// The squares that complete four in a row of these stones. Occupied squares are included.
    #[inline]
    pub(super) fn four_completions(&self, stones: B) -> B {
        let [up, across, ..] = self.steps;
        let mut squares = stones.up(up) & stones.up(2 * up) & stones.up(3 * up);
        for step in [across, across - 1, across + 1] {
            // Two adjacent stones above the square, completed by a third beyond them or by one
            // below the square. The same with the directions exchanged.
            let above = stones.down(step) & stones.down(2 * step);
            let below = stones.up(step) & stones.up(2 * step);
            squares |= above & (stones.down(3 * step) | stones.up(step));
            squares |= below & (stones.up(3 * step) | stones.down(step));
        }
        squares
    }
}
