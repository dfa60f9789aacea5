//! The geometry of a box of cells: its lines of `k` cells and its symmetries.
//!
//! A board in the plane is a box with one plane. A cell has coordinates `(x, y, z)`: column from
//! the left, row from the bottom, plane from the front. Its [`Square`] is `x * strides[0] + y *
//! strides[1] + z * strides[2]`. Each game chooses strides that suit its bitboards. Squares without
//! a cell are never occupied.

use zermelo_core::Square;

use crate::bitboard::Bits;

/// The 13 directions of lines in a box, one of each opposite pair.
pub const DIRECTIONS: [[i8; 3]; 13] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 1, 0],
    [1, -1, 0],
    [0, 1, 1],
    [0, 1, -1],
    [1, 0, 1],
    [1, 0, -1],
    [1, 1, 1],
    [1, 1, -1],
    [1, -1, 1],
    [-1, 1, 1],
];

/// A box of cells with its lines of `k`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lattice {
    size: [u8; 3],
    strides: [u16; 3],
    k: u8,
    /// The squares of all lines, `k` at a time.
    lines: Vec<Square>,
    /// For each square, the index in `through` of its first line number.
    through_from: Vec<u32>,
    through: Vec<u16>,
    /// For each square, the index of its first axis in `axes`. The axes with room for a line come
    /// first; `with_room` is their number.
    axes_from: Vec<u32>,
    with_room: Vec<u8>,
    axes: Vec<Axis>,
    /// For each symmetry, the image of each square.
    symmetries: Vec<Vec<Square>>,
}

/// A direction through a cell, with the number of cells on both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Axis {
    /// The difference between a square and the next in this direction.
    pub step: i16,
    /// Cells ahead that can belong to a line through the cell, at most `k - 1`.
    pub ahead: u8,
    /// Cells behind that can belong to a line through the cell, at most `k - 1`.
    pub behind: u8,
}

impl Lattice {
    /// A box of `size` cells (columns, rows, planes). With `gravity`, only symmetries that keep
    /// each row are used.
    ///
    /// # Panics
    /// If a size or `k` is 0.
    pub fn new(size: [u8; 3], strides: [u16; 3], k: u8, gravity: bool) -> Self {
        assert!(size.iter().all(|&n| n > 0) && k > 0, "a box and a line have at least one cell");
        let mut lattice = Self {
            size,
            strides,
            k,
            lines: Vec::new(),
            through_from: Vec::new(),
            through: Vec::new(),
            axes_from: Vec::new(),
            with_room: Vec::new(),
            axes: Vec::new(),
            symmetries: Vec::new(),
        };
        lattice.find_lines();
        lattice.find_axes();
        lattice.find_symmetries(gravity);
        lattice
    }

    /// Columns, rows, planes.
    pub fn size(&self) -> [u8; 3] {
        self.size
    }

    /// The number of stones in a row that win.
    pub fn k(&self) -> u8 {
        self.k
    }

    /// One more than the highest square.
    pub fn squares(&self) -> usize {
        self.square(self.size.map(|n| n - 1)).index() + 1
    }

    /// The square of a cell.
    pub fn square(&self, [x, y, z]: [u8; 3]) -> Square {
        let [sx, sy, sz] = self.strides;
        Square(u16::from(x) * sx + u16::from(y) * sy + u16::from(z) * sz)
    }

    /// The cells by column from the left, then by plane from the front, then by row from the
    /// bottom.
    pub fn cells(&self) -> impl Iterator<Item = [u8; 3]> + use<> {
        let [width, height, depth] = self.size;
        (0..width).flat_map(move |x| (0..depth).flat_map(move |z| (0..height).map(move |y| [x, y, z])))
    }

    /// The coordinates of a square. `None` for a square without a cell.
    pub fn cell(&self, square: Square) -> Option<[u8; 3]> {
        self.cells().find(|&cell| self.square(cell) == square)
    }

    /// All cells as a set.
    pub fn full<B: Bits>(&self) -> B {
        self.cells().fold(B::EMPTY, |set, cell| set | B::single(u32::from(self.square(cell).0)))
    }

    /// The number of lines.
    pub fn line_count(&self) -> usize {
        self.lines.len() / usize::from(self.k)
    }

    /// The lines, each as its `k` squares.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &[Square]> {
        self.lines.chunks_exact(usize::from(self.k))
    }

    /// The squares of a line by its number.
    #[inline]
    pub fn line(&self, number: u16) -> &[Square] {
        let k = usize::from(self.k);
        &self.lines[usize::from(number) * k..][..k]
    }

    /// The numbers of the lines through a square, as positions in [`lines`](Lattice::lines).
    #[inline]
    pub fn lines_through(&self, square: Square) -> &[u16] {
        let at = square.index();
        &self.through[self.through_from[at] as usize..self.through_from[at + 1] as usize]
    }

    /// The directions through a square that have room for a line.
    #[inline]
    pub fn axes(&self, square: Square) -> &[Axis] {
        let at = square.index();
        let from = self.axes_from[at] as usize;
        &self.axes[from..from + usize::from(self.with_room[at])]
    }

    /// All directions in which a square has a neighbour, also those without room for a line.
    #[inline]
    pub fn all_axes(&self, square: Square) -> &[Axis] {
        let at = square.index();
        &self.axes[self.axes_from[at] as usize..self.axes_from[at + 1] as usize]
    }

    /// Whether the stone on `square` is part of a run of at least `k` of these stones.
    #[inline]
    pub fn completes<B: Bits>(&self, stones: B, square: Square) -> bool {
        let run = |step: i32, room: u8| {
            let mut at = i32::from(square.0);
            for length in 0..room {
                at += step;
                if !stones.has(at as u32) {
                    return length;
                }
            }
            room
        };
        self.axes(square).iter().any(|axis| {
            let step = i32::from(axis.step);
            run(step, axis.ahead) + run(-step, axis.behind) + 1 >= self.k
        })
    }

    /// Whether the stones contain a line. Slower than [`completes`](Lattice::completes); for
    /// positions from text.
    pub fn has_line<B: Bits>(&self, stones: B) -> bool {
        self.lines().any(|line| line.iter().all(|square| stones.has(u32::from(square.0))))
    }

    /// The squares of all lines of these stones, ascending.
    pub fn squares_of_lines<B: Bits>(&self, stones: B) -> Vec<Square> {
        let whole = self.lines().filter(|line| line.iter().all(|square| stones.has(u32::from(square.0))));
        let set = whole.flatten().fold(B::EMPTY, |set, square| set | B::single(u32::from(square.0)));
        set.squares().map(|square| Square(square as u16)).collect()
    }

    /// The number of symmetries of the box, including the identity.
    pub fn symmetry_count(&self) -> usize {
        self.symmetries.len()
    }

    /// The image of a square. Symmetry 0 is the identity.
    #[inline]
    pub fn image(&self, square: Square, symmetry: usize) -> Square {
        self.symmetries[symmetry][square.index()]
    }

    /// The image of a set.
    pub fn image_of_set<B: Bits>(&self, set: B, symmetry: usize) -> B {
        set.squares()
            .fold(B::EMPTY, |image, square| image | B::single(u32::from(self.image(Square(square as u16), symmetry).0)))
    }

    /// The cell `steps` steps away in a direction, if it is in the box.
    fn neighbour(&self, cell: [u8; 3], direction: [i8; 3], steps: i16) -> Option<[u8; 3]> {
        let mut to = cell;
        for axis in 0..3 {
            let at = i16::from(cell[axis]) + i16::from(direction[axis]) * steps;
            to[axis] = u8::try_from(at).ok().filter(|&at| at < self.size[axis])?;
        }
        Some(to)
    }

    fn find_lines(&mut self) {
        // A line of one cell has no direction and must be counted once.
        let directions = if self.k == 1 { &DIRECTIONS[..1] } else { &DIRECTIONS[..] };
        let mut through = vec![Vec::new(); self.squares()];
        for cell in self.cells() {
            for &direction in directions {
                let last = i16::from(self.k) - 1;
                if self.neighbour(cell, direction, last).is_none() {
                    continue;
                }
                let number = self.line_count() as u16;
                for step in 0..=last {
                    let on_line = self.neighbour(cell, direction, step).map(|cell| self.square(cell));
                    let square = on_line.expect("both ends of the line are in the box");
                    through[square.index()].push(number);
                    self.lines.push(square);
                }
            }
        }
        (self.through_from, self.through) = flatten(through);
    }

    fn find_axes(&mut self) {
        let mut axes: Vec<Vec<Axis>> = vec![Vec::new(); self.squares()];
        let has_room = |axis: &Axis, k: u8| axis.ahead + axis.behind + 1 >= k;
        for cell in self.cells() {
            for direction in DIRECTIONS {
                let room = |sign: i16| {
                    (1..i16::from(self.k)).take_while(|&n| self.neighbour(cell, direction, n * sign).is_some()).count()
                };
                let strides = self.strides.map(|stride| stride as i16);
                let step = (0..3).map(|axis| i16::from(direction[axis]) * strides[axis]).sum();
                let axis = Axis { step, ahead: room(1) as u8, behind: room(-1) as u8 };
                if axis.ahead + axis.behind > 0 || self.k == 1 {
                    axes[self.square(cell).index()].push(axis);
                }
            }
        }
        for list in &mut axes {
            list.sort_by_key(|axis| !has_room(axis, self.k));
            self.with_room.push(list.iter().filter(|axis| has_room(axis, self.k)).count() as u8);
        }
        (self.axes_from, self.axes) = flatten(axes);
    }

    fn find_symmetries(&mut self, gravity: bool) {
        const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [2, 1, 0], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1]];
        for order in ORDERS {
            if order.map(|axis| self.size[axis]) != self.size || (gravity && order[1] != 1) {
                continue;
            }
            for flips in 0..8_u8 {
                if gravity && flips & 2 != 0 {
                    continue;
                }
                let mut image: Vec<Square> = (0..self.squares() as u16).map(Square).collect();
                for cell in self.cells() {
                    let mut to = order.map(|axis| cell[axis]);
                    for (axis, at) in to.iter_mut().enumerate() {
                        if flips >> axis & 1 != 0 {
                            *at = self.size[axis] - 1 - *at;
                        }
                    }
                    image[self.square(cell).index()] = self.square(to);
                }
                // A flip along an axis of one cell changes nothing.
                if !self.symmetries.contains(&image) {
                    self.symmetries.push(image);
                }
            }
        }
    }
}

/// Concatenates lists. Returns the start index of each list, then the length, and the
/// concatenation.
fn flatten<T>(lists: Vec<Vec<T>>) -> (Vec<u32>, Vec<T>) {
    let mut from = vec![0];
    let mut all = Vec::new();
    for list in lists {
        all.extend(list);
        from.push(all.len() as u32);
    }
    (from, all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(size: [u8; 3], k: u8) -> Lattice {
        let [_, height, depth] = size.map(u16::from);
        Lattice::new(size, [height * depth, 1, height], k, false)
    }

    #[test]
    fn counts_the_lines_of_known_boards() {
        for (size, k, lines) in [
            ([3, 3, 1], 3, 8),
            ([7, 6, 1], 4, 69),
            ([6, 5, 1], 4, 39),
            ([3, 3, 3], 3, 49),
            ([4, 4, 4], 4, 76),
            ([6, 5, 5], 4, 411),
            ([2, 2, 2], 3, 0),
            ([2, 3, 2], 1, 12),
        ] {
            assert_eq!(cube(size, k).line_count(), lines, "{size:?} k={k}");
        }
    }

    #[test]
    fn counts_the_symmetries_of_boxes() {
        assert_eq!(cube([4, 4, 4], 4).symmetry_count(), 48);
        assert_eq!(cube([3, 3, 1], 3).symmetry_count(), 8);
        assert_eq!(cube([4, 3, 1], 3).symmetry_count(), 4);
        assert_eq!(cube([1, 1, 1], 1).symmetry_count(), 1);
        assert_eq!(Lattice::new([7, 6, 1], [7, 1, 0], 4, true).symmetry_count(), 2);
        assert_eq!(Lattice::new([4, 4, 4], [16, 1, 4], 4, true).symmetry_count(), 8);
    }

    #[test]
    fn every_line_is_found_from_each_of_its_squares() {
        let lattice = cube([4, 3, 5], 3);
        for (number, line) in lattice.lines().enumerate() {
            let stones = line.iter().fold(0_u64, |set, square| set | u64::single(u32::from(square.0)));
            assert!(lattice.has_line(stones));
            for &square in line {
                assert!(lattice.completes(stones, square));
                assert!(lattice.lines_through(square).contains(&(number as u16)));
                assert!(!lattice.has_line(stones & !u64::single(u32::from(square.0))));
            }
        }
    }
}
