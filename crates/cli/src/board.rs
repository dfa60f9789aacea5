//! A board as plain text, drawn from its [`View`]: planes side by side, the top row first.
//!
//! A cell takes two characters: a marker and the piece. The marker is `>` for the last piece placed or moved, `*` for the
//! pieces of a winning line, and `#` for a piece that is both. Games that number their squares get a map of the numbers
//! to the right of the board.

use std::collections::HashMap;
use std::fmt::Write;

use zermelo_core::view::{BoardKind, Cell, PieceKind};
use zermelo_core::{Side, Square, View};

use crate::style::{QUIET, paint, side};

/// The maximum width in characters. Planes that do not fit continue below.
const WIDTH: usize = 80;
const GAP: &str = "   ";

/// Draws the board. Each line ends with a newline.
pub fn draw(view: &View) -> String {
    let board = BoardText::new(view);
    let [_, height, depth] = view.board.size;
    let plane_width = board.plane_width();
    let fit = ((WIDTH + GAP.len()) / (plane_width + GAP.len())).max(1);
    let mut text = String::new();
    let planes: Vec<u8> = (0..depth).collect();
    for group in planes.chunks(fit) {
        if let Some(titles) = board.titles(group) {
            line(&mut text, group, titles);
        }
        let [below, above] = board.heads();
        if let Some(edge) = above {
            line(&mut text, group, |_| board.slanted(0, &edge));
        }
        for y in (0..height).rev() {
            line(&mut text, group, |z| board.slanted(height - 1 - y, &board.row(y, z)) + &board.names(y, z));
        }
        let feet = below.into_iter().chain((!view.board.columns.is_empty()).then(|| board.footer()));
        for (row, foot) in (height..).zip(feet) {
            line(&mut text, group, |_| board.slanted(row, &foot));
        }
    }
    text
}

/// Explains the markers that are on the board; `None` without a winning line.
pub fn legend(view: &View) -> Option<&'static str> {
    match (view.winning.is_empty(), view.last_cell().is_some_and(|last| view.winning.contains(&last))) {
        (true, _) => None,
        (false, true) => Some("* winning line   # its last piece"),
        (false, false) => Some("* winning line   > last move"),
    }
}

fn line(text: &mut String, planes: &[u8], part: impl Fn(u8) -> String) {
    let parts: Vec<String> = planes.iter().map(|&z| part(z)).collect();
    text.push_str(parts.join(GAP).trim_end());
    text.push('\n');
}

struct BoardText<'v> {
    view: &'v View,
    cells: HashMap<[u8; 3], &'v Cell>,
    last: Option<Square>,
    /// The width of the row names in characters, including the space after them.
    margin: usize,
}

impl<'v> BoardText<'v> {
    fn new(view: &'v View) -> Self {
        let widest = view.board.rows.iter().map(String::len).max();
        Self {
            view,
            cells: view.board.cells.iter().map(|cell| (cell.at, cell)).collect(),
            last: view.last_cell(),
            margin: widest.map_or(0, |widest| widest + 1),
        }
    }

    fn plane_width(&self) -> usize {
        let [columns, rows, _] = self.view.board.size.map(usize::from);
        let slant = if self.is_slanted() { rows + 1 } else { 0 };
        let edges = if self.view.board.edges.is_empty() { 0 } else { 3 };
        self.margin + 2 * columns + slant + edges
    }

    fn is_slanted(&self) -> bool {
        self.view.board.kind == BoardKind::Hexagons
    }

    /// Indents a line of a hexagon board: each row begins half a cell to the right of the row above. `below_top` counts rows
    /// from the top.
    fn slanted(&self, below_top: u8, text: &str) -> String {
        let shift = if self.is_slanted() { usize::from(below_top) } else { 0 };
        " ".repeat(shift) + text
    }

    /// The mark of the side that owns an edge.
    fn edge(&self, of: Side) -> String {
        paint(side(of), self.view.sides[of.index()].mark.to_string())
    }

    /// The lines below and above the cells with the marks of the edges' owners.
    fn heads(&self) -> [Option<String>; 2] {
        let &[bottom, _, top, _] = self.view.board.edges.as_slice() else { return [None, None] };
        [bottom, top].map(|of| {
            let marks = format!(" {}", self.edge(of)).repeat(usize::from(self.view.board.size[0]));
            Some(" ".repeat(self.margin + 1) + &marks)
        })
    }

    /// The titles of planes, shortened to fit; `None` on a board of one plane.
    fn titles(&self, planes: &[u8]) -> Option<impl Fn(u8) -> String> {
        let names = &self.view.board.planes;
        let width = self.plane_width();
        (names.len() > 1 && !planes.is_empty()).then_some(move |z: u8| {
            let name = names.get(usize::from(z)).map_or("", String::as_str);
            let long = format!(" depth {name}");
            let title = if long.len() <= width { long } else { format!(" {name}") };
            format!("{title:width$}")
        })
    }

    fn row(&self, y: u8, z: u8) -> String {
        let name = self.view.board.rows.get(usize::from(y)).map_or("", String::as_str);
        let mut text = String::new();
        if self.margin > 0 {
            let label = format!("{name:>width$} ", width = self.margin - 1);
            text.push_str(&paint(QUIET, label));
        }
        let cells: String = (0..self.view.board.size[0]).map(|x| self.cell([x, y, z])).collect();
        match *self.view.board.edges.as_slice() {
            [_, right, _, left] => text + &self.edge(left) + &cells + " " + &self.edge(right),
            _ => text + &cells,
        }
    }

    /// The names of a row's cells, on boards without names of columns and rows.
    fn names(&self, y: u8, z: u8) -> String {
        if !(self.view.board.columns.is_empty() && self.view.board.rows.is_empty()) {
            return String::new();
        }
        let widest = self.view.board.cells.iter().map(|cell| cell.name.len()).max().unwrap_or(0);
        let name = |x| self.cells.get(&[x, y, z]).map_or("", |cell| cell.name.as_str());
        let mut names = String::new();
        for x in 0..self.view.board.size[0] {
            // Writing to a string does not fail.
            let _ = write!(names, "{:>widest$}", name(x));
        }
        format!("{GAP}{}", paint(QUIET, names.trim_end()))
    }

    fn cell(&self, at: [u8; 3]) -> String {
        let Some(cell) = self.cells.get(&at) else { return "  ".to_owned() };
        let Some(piece) = self.view.pieces.iter().find(|piece| piece.square == cell.square) else {
            return paint(QUIET, " .");
        };
        let is_last = self.last == Some(cell.square);
        let sign = match (self.view.winning.contains(&cell.square), is_last) {
            (true, true) => '#',
            (true, false) => '*',
            (false, true) => '>',
            (false, false) => ' ',
        };
        let mark = self.view.sides[piece.side.index()].mark;
        let mark = if piece.kind == PieceKind::King { mark.to_ascii_uppercase() } else { mark };
        paint(side(piece.side), format!("{sign}{mark}"))
    }

    fn footer(&self) -> String {
        let mut text = " ".repeat(self.margin + usize::from(!self.view.board.edges.is_empty()));
        for name in &self.view.board.columns {
            // Writing to a string does not fail.
            let _ = write!(text, "{name:>2}");
        }
        paint(QUIET, text)
    }
}

/// The side to move: `Red (x) to move.`
pub fn turn(view: &View) -> String {
    let side = side_name(view, view.to_move);
    match view.moves.as_slice() {
        [only] if only.moving.path.is_empty() => format!("{side} to move: only {} is possible.", only.text),
        _ => format!("{side} to move."),
    }
}

/// The name of a side with its mark: `Red (x)`.
pub fn side_name(view: &View, of: Side) -> String {
    let name = &view.sides[of.index()];
    if name.text.eq_ignore_ascii_case(&name.mark.to_string()) {
        return paint(side(of), name.text);
    }
    paint(side(of), format!("{} ({})", name.text, name.mark))
}
