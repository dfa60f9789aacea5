//! The geometry of the board: placements, flipped discs, neighbours and stable discs.

use crate::bitboard::Bits;

/// A square board of even size. Square `row * size + column` is the bit of that number.
#[derive(Clone, Copy, Debug)]
pub struct ReversiGeometry<B> {
    size: u32,
    full: B,
    /// The squares that are not in the first or the last column.
    inner_columns: B,
    left: B,
    right: B,
    top: B,
    bottom: B,
    /// The number of doublings for a run of the maximum length that can be flipped, `size - 2`.
    doublings: u32,
}

/// The four pairs of opposite directions: along rows, columns and both diagonals.
const AXES: usize = 4;

impl<B: Bits> ReversiGeometry<B> {
    /// A board of `size` rows and columns.
    ///
    /// # Panics
    /// If the size is below 4 or the board has more squares than `B`.
    pub fn new(size: u8) -> Self {
        let size = u32::from(size);
        assert!(size >= 4 && size * size <= B::CAPACITY, "a board of this size does not fit the set");
        let squares = |holds: &dyn Fn(u32, u32) -> bool| {
            let held = (0..size * size).filter(|&square| holds(square % size, square / size));
            held.fold(B::EMPTY, |set, square| set | B::single(square))
        };
        Self {
            size,
            full: squares(&|_, _| true),
            inner_columns: squares(&|column, _| column > 0 && column < size - 1),
            left: squares(&|column, _| column == 0),
            right: squares(&|column, _| column == size - 1),
            top: squares(&|_, row| row == 0),
            bottom: squares(&|_, row| row == size - 1),
            doublings: (size - 2).div_ceil(2) - 1,
        }
    }

    /// The number of rows and of columns.
    #[inline]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// All squares.
    #[inline]
    pub fn full(&self) -> B {
        self.full
    }

    /// The empty squares on which a disc of `mover` flips at least one disc of `other`.
    #[inline]
    pub fn placements(&self, mover: B, other: B) -> B {
        let mut ends = B::EMPTY;
        for axis in 0..AXES {
            let (step, between) = self.axis(axis, other);
            ends |= self.run(mover, between, |set, steps| set.up(steps * step)).up(step);
            ends |= self.run(mover, between, |set, steps| set.down(steps * step)).down(step);
        }
        ends & self.full & !(mover | other)
    }

    /// The discs of `other` that a disc of `mover` on an empty square flips.
    #[inline]
    pub fn flips(&self, mover: B, other: B, square: u32) -> B {
        let (placed, mut flips) = (B::single(square), B::EMPTY);
        for axis in 0..AXES {
            let (step, between) = self.axis(axis, other);
            let up = self.run(placed, between, |set, steps| set.up(steps * step));
            if !(up.up(step) & mover).is_empty() {
                flips |= up;
            }
            let down = self.run(placed, between, |set, steps| set.down(steps * step));
            if !(down.down(step) & mover).is_empty() {
                flips |= down;
            }
        }
        flips
    }

    /// The squares adjacent to a set in the eight directions, without the set itself.
    #[inline]
    pub fn neighbours(&self, set: B) -> B {
        // Squares of the first column have no left neighbour, those of the last column no right
        // neighbour.
        let rows = set | (set & !self.left).down(1) | (set & !self.right).up(1);
        (rows | rows.up(self.size) | rows.down(self.size)) & self.full & !set
    }

    /// Stable discs, which can never be flipped. Only discs that a simple rule recognises are
    /// included: on each axis the disc is next to the edge or to another stable disc of its side.
    #[inline]
    pub fn stable_discs(&self, discs: B) -> B {
        let Self { size, left, right, top, bottom, .. } = *self;
        let edges = self.edges();
        let mut stable = B::EMPTY;
        loop {
            let (to_left, to_right) = (stable & !left, stable & !right);
            let rows = to_right.up(1) | to_left.down(1) | left | right;
            let columns = stable.up(size) | stable.down(size) | top | bottom;
            let falling = to_right.up(size + 1) | to_left.down(size + 1) | edges;
            let rising = to_left.up(size - 1) | to_right.down(size - 1) | edges;
            let more = discs & rows & columns & falling & rising;
            if more == stable {
                return stable;
            }
            stable = more;
        }
    }

    /// The squares on the edge of the board.
    #[inline]
    pub fn edges(&self) -> B {
        self.left | self.right | self.top | self.bottom
    }

    /// The four corners.
    #[inline]
    pub fn corners(&self) -> B {
        (self.top | self.bottom) & (self.left | self.right)
    }

    /// The step of an axis and the discs that can be flipped along it. Except on the vertical axis,
    /// discs of the first and last column cannot lie between two others.
    #[inline]
    fn axis(&self, axis: usize, other: B) -> (u32, B) {
        match axis {
            0 => (1, other & self.inner_columns),
            1 => (self.size, other),
            2 => (self.size - 1, other & self.inner_columns),
            _ => (self.size + 1, other & self.inner_columns),
        }
    }

    /// The runs of squares of `between` that are adjacent to squares of `from` in the direction of
    /// `shift`. Each doubling adds two squares to the runs (parallel prefix,
    /// <https://www.chessprogramming.org/Kogge-Stone_Algorithm>).
    #[inline]
    fn run(&self, from: B, between: B, shift: impl Fn(B, u32) -> B) -> B {
        let mut run = between & shift(from, 1);
        run |= between & shift(run, 1);
        let pairs = between & shift(between, 1);
        for _ in 0..self.doublings {
            run |= pairs & shift(run, 2);
        }
        run
    }
}
