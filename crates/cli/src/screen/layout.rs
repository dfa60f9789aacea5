//! The layout of a board: the size of the cells, the arrangement of the planes.
//!
//! A cell shows a marker, a piece and a marker: `[x]`. In the smallest layout two neighbours share a marker.

use ratatui::layout::{Position, Rect};
use zermelo_core::view::BoardKind;

use super::cursor_moves::{GridPoint, OrientedBoard};

/// Columns between two planes.
const GAP: u16 = 3;

/// The lines or shades between cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GridStyle {
    /// Boxes with lines between them.
    Boxes,
    /// Points joined by lines.
    Net,
    /// Squares in two tones.
    Tones,
    /// Hexagons with lines between them. Each row is half a cell to the right of the row above.
    Hexagons,
    /// No lines.
    Bare,
}

/// The distance between neighbouring cells, in columns and rows of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CellSize {
    pub width: u16,
    pub height: u16,
}

const fn cell_size(width: u16, height: u16) -> CellSize {
    CellSize { width, height }
}

/// A cell size, with the lines between the cells.
type CellLayout = (CellSize, GridStyle);

const BOXES: &[CellLayout] = &[
    (cell_size(8, 4), GridStyle::Boxes),
    (cell_size(4, 2), GridStyle::Boxes),
    (cell_size(3, 1), GridStyle::Bare),
    (cell_size(2, 1), GridStyle::Bare),
];
const TONES: &[CellLayout] = &[
    (cell_size(7, 3), GridStyle::Tones),
    (cell_size(5, 2), GridStyle::Tones),
    (cell_size(3, 1), GridStyle::Tones),
    (cell_size(2, 1), GridStyle::Bare),
];
const HEXAGONS: &[CellLayout] =
    &[(cell_size(4, 2), GridStyle::Hexagons), (cell_size(4, 1), GridStyle::Bare), (cell_size(2, 1), GridStyle::Bare)];
const NETS: &[CellLayout] =
    &[(cell_size(8, 4), GridStyle::Net), (cell_size(4, 2), GridStyle::Net), (cell_size(2, 1), GridStyle::Bare)];

/// The layouts of a kind of board, the largest first.
fn layouts(kind: BoardKind) -> &'static [CellLayout] {
    match kind {
        BoardKind::Grid | BoardKind::Cube | BoardKind::Upright | BoardKind::Posts => BOXES,
        BoardKind::Chequered => TONES,
        BoardKind::Points => NETS,
        BoardKind::Hexagons => HEXAGONS,
    }
}

/// The layout of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardLayout {
    pub cell_size: CellSize,
    pub grid: GridStyle,
    /// Columns, rows, planes.
    pub size: [u16; 3],
    /// Columns by which each row is to the right of the row above.
    slant: u16,
    /// Columns for the row names and the rim.
    pub margin: u16,
    /// Columns and rows on each side for the marks of the edges' owners.
    pub rim: u16,
    /// Rows above the cells of a plane: its title, and the piece to drop. In the smallest layout they share a row.
    pub above: u16,
    /// Rows below the cells: the column names.
    below: u16,
    /// Planes side by side.
    pub per_row: u16,
}

impl BoardLayout {
    /// The largest layout that fits into columns and rows, else the smallest one; and whether it fits.
    pub fn new(board: OrientedBoard, room: [u16; 2]) -> (Self, bool) {
        let mut last = None;
        for &(cell_size, grid) in layouts(board.board.kind) {
            let layout = Self::with(board, cell_size, grid, room[0]);
            if layout.width() <= room[0] && layout.height() <= room[1] {
                return (layout, true);
            }
            last = Some(layout);
        }
        // Every kind has a layout, so the default is never used.
        (last.unwrap_or_else(|| Self::with(board, cell_size(2, 1), GridStyle::Bare, room[0])), false)
    }

    fn with(board: OrientedBoard, cell_size: CellSize, grid: GridStyle, width: u16) -> Self {
        let size = board.size().map(|n| n.max(1) as u16);
        let widest = board.board.rows.iter().map(|name| name.chars().count()).max();
        // The open top row of an upright board with boxes has space for the piece to drop.
        let held = u16::from(board.falls() && grid != GridStyle::Boxes);
        let titles = u16::from(size[2] > 1);
        let rim = u16::from(!board.board.edges.is_empty());
        let mut layout = Self {
            cell_size,
            grid,
            size,
            slant: if board.board.kind == BoardKind::Hexagons { cell_size.width / 2 } else { 0 },
            margin: widest.map_or(0, |widest| widest as u16 + 1) + rim,
            rim,
            above: rim + if cell_size.width > 2 { titles + held } else { titles.max(held) },
            below: u16::from(!board.columns().is_empty()),
            per_row: size[2],
        };
        let fit = ((width + GAP) / (layout.plane_width() + GAP)).clamp(1, size[2]);
        // Distribute the planes evenly.
        let rows = size[2].div_ceil(fit);
        layout.per_row = size[2].div_ceil(rows);
        layout
    }

    /// Columns and rows of the cells of a plane.
    fn body(&self) -> [u16; 2] {
        let [columns, rows, _] = self.size;
        let CellSize { width, height } = self.cell_size;
        let slant = (rows - 1) * self.slant;
        match self.grid {
            GridStyle::Boxes | GridStyle::Hexagons => [columns * width + 1 + slant, rows * height + 1],
            GridStyle::Net => [(columns - 1) * width + 3, (rows - 1) * height + 1],
            GridStyle::Tones => [columns * width, rows * height],
            GridStyle::Bare => [(columns - 1) * width + 3 + slant, rows],
        }
    }

    /// Columns by which a row, counted from the bottom, is to the right of the top row.
    pub fn shift(&self, y: i16) -> u16 {
        (self.size[1] - 1).saturating_sub(y.max(0) as u16) * self.slant
    }

    fn plane_width(&self) -> u16 {
        self.margin + self.body()[0] + self.rim
    }

    fn plane_height(&self) -> u16 {
        self.above + self.body()[1] + self.rim + self.below
    }

    /// Columns of the board.
    pub fn width(&self) -> u16 {
        self.per_row * (self.plane_width() + GAP) - GAP
    }

    /// Rows of the board.
    pub fn height(&self) -> u16 {
        self.size[2].div_ceil(self.per_row) * self.plane_height()
    }

    /// The cells of a plane, without names and title.
    pub fn plane(&self, z: u16) -> Rect {
        let (column, row) = (z % self.per_row, z / self.per_row);
        let [width, height] = self.body();
        let x = column * (self.plane_width() + GAP) + self.margin;
        Rect::new(x, row * self.plane_height() + self.above, width, height)
    }

    /// The position of a cell's piece.
    pub fn mark(&self, at: GridPoint) -> Position {
        let [x, y, z] = at.map(|n| n.max(0) as u16);
        let plane = self.plane(z);
        // Rows are counted from the bottom and drawn from the top.
        let shift = self.shift(at[1]);
        let y = (self.size[1] - 1).saturating_sub(y);
        let CellSize { width, height } = self.cell_size;
        let [right, down] = match self.grid {
            GridStyle::Boxes | GridStyle::Hexagons => [width / 2, height / 2],
            GridStyle::Tones => [width / 2, (height - 1) / 2],
            GridStyle::Net | GridStyle::Bare => [1, 0],
        };
        Position::new(plane.x + shift + x * width + right, plane.y + y * height + down)
    }

    /// The area of a cell, for clicks.
    pub fn field(&self, at: GridPoint) -> Rect {
        let mark = self.mark(at);
        let CellSize { width, height } = self.cell_size;
        let left = if self.grid == GridStyle::Bare { 1 } else { width.saturating_sub(1) / 2 };
        Rect::new(mark.x.saturating_sub(left), mark.y.saturating_sub((height - 1) / 2), width, height)
    }

    /// The position above a column for the piece to drop.
    pub fn hand(&self, [x, _, z]: GridPoint) -> Position {
        let top = self.mark([x, self.size[1] as i16 - 1, z]);
        Position::new(top.x, self.plane(z.max(0) as u16).y.saturating_sub(u16::from(self.grid != GridStyle::Boxes)))
    }
}
