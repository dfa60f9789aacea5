//! Cursor navigation between selectable cells.

use zermelo_core::Square;
use zermelo_core::view::{Board, BoardKind};

/// A direction of the cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    Left,
    Right,
    /// Up; on posts, whose height is not selectable, away from the front.
    Up,
    /// Down; on posts, towards the front.
    Down,
    /// One plane towards the front.
    Front,
    /// One plane away from the front.
    Back,
}

/// Column, row and plane in the drawn orientation.
pub type GridPoint = [i16; 3];

/// A board in its drawn orientation. Rotation swaps columns and planes.
#[derive(Clone, Copy)]
pub struct OrientedBoard<'v> {
    pub board: &'v Board,
    pub rotated: bool,
}

impl<'v> OrientedBoard<'v> {
    /// Converts coordinates of the board to the drawn orientation.
    pub fn place(self, at: [u8; 3]) -> GridPoint {
        let [x, y, z] = at.map(i16::from);
        if self.rotated { [z, y, x] } else { [x, y, z] }
    }

    /// The number of drawn columns, rows and planes.
    pub fn size(self) -> GridPoint {
        self.place(self.board.size)
    }

    /// The names of the drawn columns.
    pub fn columns(self) -> &'v [String] {
        if self.rotated { &self.board.planes } else { &self.board.columns }
    }

    /// The names of the drawn planes.
    pub fn planes(self) -> &'v [String] {
        if self.rotated { &self.board.columns } else { &self.board.planes }
    }

    /// Whether pieces fall, so that the height is not selectable.
    pub fn falls(self) -> bool {
        matches!(self.board.kind, BoardKind::Upright | BoardKind::Posts)
    }

    /// The drawn coordinates of a cell.
    pub fn at(self, square: Square) -> Option<GridPoint> {
        self.board.cells.iter().find(|cell| cell.square == square).map(|cell| self.place(cell.at))
    }

    /// The coordinates of a cell for the cursor, which ignore the height if pieces fall.
    fn spot(self, square: Square) -> GridPoint {
        let [x, y, z] = self.at(square).unwrap_or_default();
        if self.falls() { [x, 0, z] } else { [x, y, z] }
    }

    /// The next of some cells in a direction: straight ahead if possible, else the nearest in that half-plane. Beyond the left or right
    /// edge of a plane follows the neighbouring plane.
    pub fn go(self, from: Square, direction: Direction, cells: &[Square]) -> Option<Square> {
        let is_posts = self.falls() && self.size()[2] > 1;
        let (axis, sign) = match direction {
            Direction::Left => (0, -1),
            Direction::Right => (0, 1),
            Direction::Up if is_posts => (2, 1),
            Direction::Down if is_posts => (2, -1),
            Direction::Up => (1, 1),
            Direction::Down => (1, -1),
            Direction::Front => (2, -1),
            Direction::Back => (2, 1),
        };
        let here = self.spot(from);
        let by = |cell: Square| {
            let there = self.spot(cell);
            [0, 1, 2].map(|axis| there[axis] - here[axis])
        };
        let ahead = cells.iter().copied().filter(|&cell| by(cell)[axis] * sign > 0);
        if axis == 2 {
            return ahead.min_by_key(|&cell| {
                let [x, y, z] = by(cell).map(i16::abs);
                (z, x + y)
            });
        }
        let in_plane = ahead.filter(|&cell| by(cell)[2] == 0).min_by_key(|&cell| {
            let (along, beside) = (by(cell)[axis].abs(), by(cell)[1 - axis].abs());
            (beside != 0, along + 3 * beside)
        });
        let beyond = || {
            cells.iter().copied().filter(|&cell| axis == 0 && by(cell)[2] * sign > 0).min_by_key(|&cell| {
                let [x, y, z] = by(cell);
                (z.abs(), y.abs(), x * sign)
            })
        };
        in_plane.or_else(beyond)
    }

    /// The nearest of some cells.
    pub fn nearest(self, from: Square, cells: &[Square]) -> Option<Square> {
        let here = self.spot(from);
        cells.iter().copied().min_by_key(|&cell| {
            let there = self.spot(cell);
            let [x, y, z] = [0, 1, 2].map(|axis| i32::from(there[axis] - here[axis]));
            (z.abs(), x * x + y * y)
        })
    }

    /// The next or previous cell in reading order, cyclic: planes from the front, rows from the top.
    pub fn next(self, from: Square, cells: &[Square], forwards: bool) -> Option<Square> {
        let reading = |cell: Square| {
            let [x, y, z] = self.spot(cell);
            (z, -y, x)
        };
        let here = reading(from);
        let mut cells = cells.to_vec();
        cells.sort_by_key(|&cell| reading(cell));
        if forwards {
            cells.iter().find(|&&cell| reading(cell) > here).or(cells.first()).copied()
        } else {
            cells.iter().rev().find(|&&cell| reading(cell) < here).or(cells.last()).copied()
        }
    }

    /// The cell nearest to the centre.
    pub fn middle(self) -> Square {
        let size = self.size();
        let cells = self.board.cells.iter();
        let nearest = cells.min_by_key(|cell| {
            let at = self.place(cell.at);
            // Twice the distance to the centre, to stay in integers.
            let [x, y, z] = [0, 1, 2].map(|axis| i32::from(2 * at[axis] + 1 - size[axis]));
            (x * x + y * y + z * z, at[1], at[2], at[0])
        });
        nearest.map_or(Square(0), |cell| cell.square)
    }
}
