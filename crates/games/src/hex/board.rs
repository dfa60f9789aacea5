//! The board of hexagons as bits: steps in six directions, floods, connections.
//!
//! Cell `row * size + column` is counted from the corner `a1` at the upper left, the rows downwards. Each row lies half a cell to the
//! right of the row above it. On 3x3:
//!
//! ```text
//!   a b c
//! 1  0 1 2
//!  2  3 4 5
//!   3  6 7 8
//! ```
//!
//! The neighbours of a cell are the next ones in its row, the one above and the one below it, and those above to the right and below
//! to the left.

use zermelo_core::{Side, Square};

use crate::bitboard::Bits;

/// The steps to the neighbours, going round: columns and rows. Two that follow each other have a neighbour in common, so that the
/// cell one step of each away is joined to the start over two cells (a bridge).
pub const STEPS: [[i8; 2]; 6] = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]];

/// A board of `size` rows and columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HexBoard<B> {
    size: u8,
    full: B,
    /// By side: the edge where its connection begins, and that where it ends: top and bottom, left and right.
    edges: [[B; 2]; 2],
}

impl<B: Bits> HexBoard<B> {
    /// A board of `size` rows and columns.
    ///
    /// # Panics
    /// When `size` is 0 or the board has more cells than `B`.
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

    /// Rows and columns.
    #[inline]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// All cells.
    #[inline]
    pub fn full(&self) -> B {
        self.full
    }

    /// The edges that a side joins: top and bottom for the first, left and right for the second.
    #[inline]
    pub fn edges(&self, side: Side) -> [B; 2] {
        self.edges[side.index()]
    }

    /// The cells one step away in direction `index` of [`STEPS`] from some cell of the set.
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

    /// The cells beside some cell of the set.
    #[inline]
    pub fn neighbours(&self, set: B) -> B {
        (0..STEPS.len()).fold(B::EMPTY, |all, index| all | self.step(set, index))
    }

    /// The cells of `within` that are joined to a cell of `from` in `within`.
    #[inline]
    pub fn flood(&self, from: B, within: B) -> B {
        let mut reached = from & within;
        loop {
            let next = (reached | self.neighbours(reached)) & within;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Whether these stones of a side join its edges.
    pub fn joins(&self, stones: B, side: Side) -> bool {
        let [begin, end] = self.edges(side);
        stones.count() >= u32::from(self.size) && !(self.flood(begin, stones) & end).is_empty()
    }

    /// Whether these stones of a side join its edges through the stone on one cell.
    #[inline]
    pub fn joins_through(&self, stones: B, stone: B, side: Side) -> bool {
        if stones.count() < u32::from(self.size) {
            return false;
        }
        let group = self.flood(stone, stones);
        self.edges(side).into_iter().all(|edge| !(group & edge).is_empty())
    }

    /// The open cells each of which joins the edges of a side together with these stones, which do not join them yet.
    #[inline]
    pub fn completions(&self, stones: B, open: B, side: Side) -> B {
        if stones.count() + 1 < u32::from(self.size) {
            return B::EMPTY;
        }
        let beside = |edge: B| edge | self.neighbours(self.flood(edge, stones));
        let [begin, end] = self.edges(side);
        open & beside(begin) & beside(end)
    }

    /// The cells of a shortest chain of these stones that joins the edges of a side, from edge to edge; empty where they don't.
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
        let mut beside = end;
        let mut chain = Vec::new();
        for layer in layers.into_iter().rev() {
            let cell = (layer & beside).lowest();
            chain.push(Square(cell as u16));
            beside = self.neighbours(B::single(cell));
        }
        chain.reverse();
        chain
    }

    /// The cell on the other side of the long diagonal, which runs from the upper left corner to the lower right one. It takes the edges of
    /// each side to those of the other.
    #[inline]
    pub fn mirror(&self, cell: Square) -> Square {
        let n = u16::from(self.size);
        Square(cell.0 % n * n + cell.0 / n)
    }

    /// The cell half a turn around the middle away. It takes the edges of each side to each other.
    #[inline]
    pub fn turn(&self, cell: Square) -> Square {
        Square(u16::from(self.size) * u16::from(self.size) - 1 - cell.0)
    }

    /// The image of a set under a map of cells.
    pub(super) fn image(set: B, map: impl Fn(Square) -> Square) -> B {
        set.squares().fold(B::EMPTY, |image, cell| image | B::single(u32::from(map(Square(cell as u16)).0)))
    }
}
