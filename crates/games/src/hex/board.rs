//! The board of hexagons as sets of cells: steps in six directions, flood fill, connections.
//!
//! Cell `row * size + column` is counted from the corner `a1` at the upper left, with rows
//! downwards. Each row is shifted by half a cell to the right of the row above it. On 3x3:
//!
//! ```text
//!   a b c
//! 1  0 1 2
//!  2  3 4 5
//!   3  6 7 8
//! ```
//!
//! The neighbours of a cell are the previous and the next one in its row, those above and below it,
//! and those above to the right and below to the left.

use zermelo_core::{Side, Square};

use crate::bitboard::Bits;

/// The steps to the neighbours in circular order, as columns and rows. Two consecutive steps lead
/// to adjacent cells. A cell and the cell reached by both steps have these two cells as common
/// neighbours (a bridge).
pub const STEPS: [[i8; 2]; 6] = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]];

/// A board of `size` rows and columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HexBoard<B> {
    size: u8,
    full: B,
    /// By side, the two edges to connect: top and bottom, left and right.
    edges: [[B; 2]; 2],
}

impl<B: Bits> HexBoard<B> {
    /// A board of `size` rows and columns.
    ///
    /// # Panics
    /// If `size` is 0 or the board has more cells than `B`.
    pub fn new(size: u8) -> Self {
        let cells = u32::from(size) * u32::from(size);
        assert!((1..=B::CAPACITY).contains(&cells), "the board does not fit the set");
        let n = u32::from(size);
        let set = |cells: &mut dyn Iterator<Item = u32>| cells.fold(B::EMPTY, |set, cell| set | B::single(cell));
        Self {
            size,
            full: set(&mut (0..cells)),
            edges: [
                [set(&mut (0..n)), set(&mut (cells - n..cells))],
                [set(&mut (0..n).map(|row| row * n)), set(&mut (0..n).map(|row| row * n + n - 1))],
            ],
        }
    }

    /// The number of rows and of columns.
    #[inline]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// All cells.
    #[inline]
    pub fn full(&self) -> B {
        self.full
    }

    /// The edges that a side connects: top and bottom for the first, left and right for the second.
    #[inline]
    pub fn edges(&self, side: Side) -> [B; 2] {
        self.edges[side.index()]
    }

    /// The cells of the set moved by step `index` of [`STEPS`]. Cells that leave the board are
    /// dropped.
    #[inline]
    pub fn step(&self, set: B, index: usize) -> B {
        let [first_column, last_column] = self.edges[1];
        let n = u32::from(self.size);
        let moved = match index {
            0 => (set & !last_column).up(1),
            1 => (set & !last_column).down(n - 1),
            2 => set.down(n),
            3 => (set & !first_column).down(1),
            4 => (set & !first_column).up(n - 1),
            _ => set.up(n),
        };
        moved & self.full
    }

    /// The cells adjacent to a cell of the set.
    #[inline]
    pub fn neighbours(&self, set: B) -> B {
        (0..STEPS.len()).fold(B::EMPTY, |all, index| all | self.step(set, index))
    }

    /// The cells of `within` that are connected to a cell of `from` through cells of `within`.
    #[inline]
    pub fn flood_fill(&self, from: B, within: B) -> B {
        let mut reached = from & within;
        loop {
            let next = (reached | self.neighbours(reached)) & within;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Whether the stones of a side connect its edges.
    pub fn connects(&self, stones: B, side: Side) -> bool {
        let [begin, end] = self.edges(side);
        stones.count() >= u32::from(self.size) && !(self.flood_fill(begin, stones) & end).is_empty()
    }

    /// Whether the group of `stone` connects the edges of a side.
    #[inline]
    pub fn connects_through(&self, stones: B, stone: B, side: Side) -> bool {
        if stones.count() < u32::from(self.size) {
            return false;
        }
        let group = self.flood_fill(stone, stones);
        self.edges(side).into_iter().all(|edge| !(group & edge).is_empty())
    }

    /// The cells of `open` that connect the edges of a side together with `stones`, which must not
    /// connect them yet.
    #[inline]
    pub fn completions(&self, stones: B, open: B, side: Side) -> B {
        if stones.count() + 1 < u32::from(self.size) {
            return B::EMPTY;
        }
        let adjacent = |edge: B| edge | self.neighbours(self.flood_fill(edge, stones));
        let [begin, end] = self.edges(side);
        open & adjacent(begin) & adjacent(end)
    }

    /// The cells of a shortest chain of stones that connects the edges of a side. Empty if they are
    /// not connected.
    pub fn shortest_chain(&self, stones: B, side: Side) -> Vec<Square> {
        let [begin, end] = self.edges(side);
        let mut reached = begin & stones;
        let mut layers = vec![reached];
        while (reached & end).is_empty() {
            let layer = self.neighbours(reached) & stones & !reached;
            if layer.is_empty() {
                return Vec::new();
            }
            reached |= layer;
            layers.push(layer);
        }
        let mut adjacent = end;
        let mut chain = Vec::new();
        for layer in layers.into_iter().rev() {
            let cell = (layer & adjacent).lowest();
            chain.push(Square(cell as u16));
            adjacent = self.neighbours(B::single(cell));
        }
        chain.reverse();
        chain
    }

    /// Reflects a cell in the diagonal from the upper left to the lower right corner. The
    /// reflection exchanges the edges of the two sides.
    #[inline]
    pub fn mirror(&self, cell: Square) -> Square {
        let n = u16::from(self.size);
        Square(cell.0 % n * n + cell.0 / n)
    }

    /// Rotates a cell by 180 degrees around the centre. The rotation exchanges the two edges of
    /// each side.
    #[inline]
    pub fn rotate(&self, cell: Square) -> Square {
        Square(u16::from(self.size) * u16::from(self.size) - 1 - cell.0)
    }

    /// The image of a set under a map of cells.
    pub(super) fn image(set: B, map: impl Fn(Square) -> Square) -> B {
        set.squares().fold(B::EMPTY, |image, cell| image | B::single(u32::from(map(Square(cell as u16)).0)))
    }
}
