//! Draws the board from its [`View`](zermelo_core::View).
//!
//! Markers differ by shape, not only by colour: `[x]` the cursor, `(x)` the last move, `*x*` a winning line, `#x#` its last
//! piece, `<x>` a selected piece, `!` a hint, and a dot in or before a selectable cell.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use zermelo_core::Square;
use zermelo_core::view::{BoardKind, Piece, PieceKind};

use super::cursor_moves::GridPoint;
use super::layout::{BoardLayout, GridStyle};
use super::model::Model;
use super::theme::{CURSOR, QUIET};
use super::words;

/// Which markers are on the board, in the order of [`words::MARKERS`].
pub type MarkerSet = [bool; 5];

/// Draws the board into a buffer of its own.
pub fn paint(model: &Model, layout: &BoardLayout) -> Buffer {
    let mut canvas = Buffer::empty(Rect::new(0, 0, layout.width(), layout.height()));
    let mut painter = BoardPainter { model, layout, canvas: &mut canvas };
    painter.grid();
    painter.names();
    painter.edges();
    painter.cells();
    painter.cursor();
    canvas
}

/// The cell to scroll to if the board does not fit.
pub fn focus(model: &Model) -> Option<Square> {
    if model.is_persons_turn() { Some(model.cursor) } else { model.view.last_cell() }
}

/// The selectable cells to mark. None if all empty cells are selectable.
fn marked_cells(model: &Model) -> Vec<Square> {
    let next = model.choice().next;
    let is_plain = model.clicked.is_empty() && !model.board().falls() && {
        let pieces = model.pieces();
        let is_empty = |square| pieces.iter().all(|piece| piece.square != square);
        model.view.board.cells.iter().all(|cell| next.contains(&cell.square) == is_empty(cell.square))
    };
    if is_plain { Vec::new() } else { next }
}

/// The markers that are on the board now.
pub fn markers(model: &Model) -> MarkerSet {
    let view = &model.view;
    [
        model.view.last_cell().is_some(),
        !view.winning.is_empty(),
        !model.clicked.is_empty(),
        !marked_cells(model).is_empty(),
        !model.hinted.is_empty(),
    ]
}

/// The text of a marker in the legend.
pub fn marker_text(model: &Model, which: usize) -> &'static str {
    let is_last_winning = model.view.last_cell().is_some_and(|last| model.view.winning.contains(&last));
    [if is_last_winning { "# #" } else { "( )" }, "* *", "< >", model.theme.pick("◦", "+"), "!"][which]
}

struct BoardPainter<'a> {
    model: &'a Model,
    layout: &'a BoardLayout,
    canvas: &'a mut Buffer,
}

impl BoardPainter<'_> {
    fn put(&mut self, at: Position, symbol: char, style: Style) {
        if let Some(cell) = self.canvas.cell_mut(at) {
            cell.set_char(symbol).set_style(style);
        }
    }

    fn write(&mut self, x: u16, y: u16, text: &str, style: Style) {
        if y < self.canvas.area.height && x < self.canvas.area.width {
            self.canvas.set_string(x, y, text, style);
        }
    }

    fn grid(&mut self) {
        for z in 0..self.layout.size[2] {
            match self.layout.grid {
                GridStyle::Boxes => self.boxes(z),
                GridStyle::Net => self.net(z),
                GridStyle::Tones => self.tones(z),
                GridStyle::Hexagons => self.hexagons(z),
                GridStyle::Bare => {}
            }
        }
    }

    /// Lines around every cell. An upright board is open at the top.
    fn boxes(&mut self, z: u16) {
        let (plane, cell_size, style) = (self.layout.plane(z), self.layout.cell_size, QUIET);
        let is_open = self.model.board().falls();
        let theme = self.model.theme;
        for y in 0..plane.height {
            for x in 0..plane.width {
                let (on_column, on_row) = (x % cell_size.width == 0, y % cell_size.height == 0);
                let (first_row, last_row) = (y == 0, y == plane.height - 1);
                let (first, last) = (x == 0, x == plane.width - 1);
                let symbol = match (on_column, on_row) {
                    _ if first_row && is_open => continue,
                    (true, true) => theme.pick(
                        match (first_row, last_row, first, last) {
                            (true, _, true, _) => '┌',
                            (true, _, _, true) => '┐',
                            (true, ..) => '┬',
                            (_, true, true, _) => '└',
                            (_, true, _, true) => '┘',
                            (_, true, ..) => '┴',
                            (_, _, true, _) => '├',
                            (_, _, _, true) => '┤',
                            _ => '┼',
                        },
                        '+',
                    ),
                    (true, false) => theme.pick('│', '|'),
                    (false, true) => theme.pick('─', '-'),
                    (false, false) => continue,
                };
                self.put(Position::new(plane.x + x, plane.y + y), symbol, style);
            }
        }
    }

    /// Lines between points, including diagonals.
    fn net(&mut self, z: u16) {
        let (plane, cell_size, style) = (self.layout.plane(z), self.layout.cell_size, QUIET);
        let theme = self.model.theme;
        for y in 0..plane.height {
            for x in 0..plane.width - 2 {
                let (along, down) = (x % cell_size.width, y % cell_size.height);
                // A cell is twice as wide as it is high, so that a diagonal goes two columns a row.
                let symbol = match (along, down) {
                    (0, 0) => continue,
                    (_, 0) => theme.pick('─', '-'),
                    (0, _) => theme.pick('│', '|'),
                    _ if along == 2 * down && along == cell_size.width - 2 * down => theme.pick('╳', 'X'),
                    _ if along == 2 * down => theme.pick('╲', '\\'),
                    _ if along == cell_size.width - 2 * down => theme.pick('╱', '/'),
                    _ => continue,
                };
                self.put(Position::new(plane.x + 1 + x, plane.y + y), symbol, style);
            }
        }
    }

    /// Shades the squares that are not part of the game.
    fn tones(&mut self, z: u16) {
        let (plane, cell_size) = (self.layout.plane(z), self.layout.cell_size);
        let (shade, style) = (self.model.theme.pick('░', ':'), QUIET);
        for y in 0..plane.height {
            for x in 0..plane.width {
                self.put(Position::new(plane.x + x, plane.y + y), shade, style);
            }
        }
        for cell in &self.model.view.board.cells {
            let at = self.model.board().place(cell.at);
            if at[2] != z as i16 {
                continue;
            }
            let (left, top) = (
                plane.x + at[0] as u16 * cell_size.width,
                plane.y + (self.layout.size[1] - 1 - at[1] as u16) * cell_size.height,
            );
            for place in Rect::new(left, top, cell_size.width, cell_size.height).positions() {
                self.put(place, ' ', Style::new());
            }
        }
    }

    /// Lines around every hexagon.
    fn hexagons(&mut self, z: u16) {
        let theme = self.model.theme;
        let (wall, up, down) = (theme.pick('│', '|'), theme.pick('╱', '/'), theme.pick('╲', '\\'));
        for cell in &self.model.view.board.cells {
            let at = self.model.board().place(cell.at);
            if at[2] != z as i16 {
                continue;
            }
            let Position { x, y } = self.layout.mark(at);
            let lines = [
                (x - 1, y - 1, up),
                (x + 1, y - 1, down),
                (x - 2, y, wall),
                (x + 2, y, wall),
                (x - 1, y + 1, down),
                (x + 1, y + 1, up),
            ];
            for (x, y, symbol) in lines {
                self.put(Position::new(x, y), symbol, QUIET);
            }
        }
    }

    /// The marks of the sides that own the edges.
    fn edges(&mut self) {
        let view = &self.model.view;
        let &[bottom, right, top, left] = view.board.edges.as_slice() else { return };
        let [columns, rows, planes] = self.model.board().size();
        let layout = self.layout;
        for z in 0..planes {
            let plane = layout.plane(z.max(0) as u16);
            let beside = if layout.grid == GridStyle::Bare { 2 } else { layout.cell_size.width / 2 + 1 };
            let ends = (0..rows).flat_map(|y| {
                let (first, last) = (layout.mark([0, y, z]), layout.mark([columns - 1, y, z]));
                [(left, first.x.saturating_sub(beside), first.y), (right, last.x + beside, last.y)]
            });
            let heads = (0..columns).flat_map(|x| {
                let (first, last) = (layout.mark([x, rows - 1, z]), layout.mark([x, 0, z]));
                [(top, first.x, plane.y.saturating_sub(1)), (bottom, last.x, plane.bottom())]
            });
            for (side, x, y) in ends.chain(heads) {
                self.put(Position::new(x, y), view.sides[side.index()].mark, self.model.theme.side(side));
            }
        }
    }

    /// Whether the piece to drop is shown above a plane.
    fn held_over(&self, z: u16) -> bool {
        let (model, board) = (self.model, self.model.board());
        board.falls() && model.is_persons_turn() && board.at(model.cursor).is_some_and(|at| at[2] == z as i16)
    }

    fn names(&mut self) {
        let (layout, style) = (self.layout, QUIET);
        let board = self.model.board();
        let [width, height, depth] = layout.size;
        for z in 0..depth {
            let plane = layout.plane(z);
            let left = plane.x - layout.margin;
            if let Some(name) = board.planes().get(usize::from(z)).filter(|_| depth > 1) {
                // In the smallest layout the piece to drop replaces the title.
                let is_hidden = layout.above == 1 && self.held_over(z);
                let title = if is_hidden {
                    String::new()
                } else {
                    words::plane(name, self.model.rotated, usize::from(plane.width))
                };
                self.write(plane.x + 1, plane.y - layout.above, &title, style);
            }
            for (y, name) in board.board.rows.iter().enumerate().take(usize::from(height)) {
                let at = layout.mark([0, y as i16, z as i16]);
                let room = usize::from(layout.margin - layout.rim).saturating_sub(1);
                self.write(left + layout.shift(y as i16), at.y, &format!("{name:>room$}"), style);
            }
            for (x, name) in board.columns().iter().enumerate().take(usize::from(width)) {
                let at = layout.mark([x as i16, 0, z as i16]);
                self.write(at.x, plane.bottom() + layout.rim, name, style);
            }
        }
        self.numbers();
    }

    /// The square numbers, on boards without other names: below the pieces, or only in empty squares if space is short.
    fn numbers(&mut self) {
        let board = self.model.board();
        let is_named = !(board.board.columns.is_empty() && board.board.rows.is_empty());
        if is_named || !self.model.numbers {
            return;
        }
        let pieces = self.model.pieces();
        for cell in &self.model.view.board.cells {
            let mark = self.layout.mark(board.place(cell.at));
            let is_roomy = self.layout.grid == GridStyle::Tones && self.layout.cell_size.height > 1;
            let is_empty = pieces.iter().all(|piece| piece.square != cell.square);
            if is_roomy || is_empty && self.layout.grid == GridStyle::Tones && cell.name.len() <= 2 {
                let x = mark.x - 1;
                let y = if is_roomy { mark.y + self.layout.cell_size.height / 2 } else { mark.y };
                self.write(x, y, &cell.name, QUIET);
            }
        }
    }

    fn cells(&mut self) {
        let model = self.model;
        let (board, theme) = (model.board(), model.theme);
        let pieces = model.pieces();
        let marked = marked_cells(model);
        for cell in &model.view.board.cells {
            let mark = self.layout.mark(board.place(cell.at));
            let piece = pieces.iter().find(|piece| piece.square == cell.square);
            let can_choose = marked.contains(&cell.square);
            let is_hinted = model.hinted.contains(&cell.square);
            match piece {
                Some(piece) => self.piece(mark, *piece),
                None if is_hinted => self.put(mark, '!', theme.accent()),
                None if can_choose => self.put(mark, theme.pick('◦', '+'), theme.accent()),
                None => self.empty(mark),
            }
            if let Some(piece) = piece {
                self.markers(mark, *piece, can_choose, is_hinted);
            }
        }
    }

    fn empty(&mut self, mark: Position) {
        let symbol = match self.layout.grid {
            GridStyle::Boxes | GridStyle::Tones | GridStyle::Hexagons => return,
            GridStyle::Net | GridStyle::Bare => self.model.theme.pick('·', '.'),
        };
        self.put(mark, symbol, QUIET);
    }

    fn piece(&mut self, mark: Position, piece: Piece) {
        let style = self.model.theme.side(piece.side);
        let name = self.model.view.sides[piece.side.index()].mark;
        let name = if piece.kind == PieceKind::King { name.to_ascii_uppercase() } else { name };
        if self.layout.cell_size.height >= 4 && self.layout.grid == GridStyle::Boxes {
            self.large(mark, piece.side.index(), style);
        }
        self.put(mark, name, style);
    }

    /// A large piece: round for the first side, square for the second.
    fn large(&mut self, mark: Position, side: usize, style: Style) {
        let rows: [&str; 3] = if self.model.theme.unicode {
            [["╭───╮", "│   │", "╰───╯"], ["┏━━━┓", "┃   ┃", "┗━━━┛"]][side]
        } else {
            [[".---.", "|   |", "'---'"], ["#===#", "#   #", "#===#"]][side]
        };
        for (y, row) in rows.into_iter().enumerate() {
            self.write(mark.x - 2, mark.y - 1 + y as u16, row, style);
        }
    }

    /// The markers to the left and right of a piece.
    fn markers(&mut self, mark: Position, piece: Piece, can_choose: bool, is_hinted: bool) {
        let (model, theme) = (self.model, self.model.theme);
        let is_last = model.clicked.is_empty() && model.view.last_cell() == Some(piece.square);
        let is_winning = model.view.winning.contains(&piece.square);
        let is_chosen = model.clicked.last() == Some(&piece.square);
        let style = theme.side(piece.side);
        let (markers, style) = match () {
            () if is_chosen => (['<', '>'], theme.accent()),
            () if is_hinted => (['!', '!'], theme.accent()),
            () if is_winning && is_last => (['#', '#'], style),
            () if is_winning => (['*', '*'], style),
            () if is_last => (['(', ')'], style),
            () if can_choose => ([theme.pick('◦', '+'), ' '], theme.accent()),
            () => return,
        };
        self.around(mark, markers, style);
    }

    /// Draws characters to the left and right of a cell's piece. A space draws nothing.
    fn around(&mut self, mark: Position, markers: [char; 2], style: Style) {
        let is_large = self.layout.cell_size.height >= 4 && self.layout.grid == GridStyle::Boxes;
        let away = if is_large { 3 } else { 1 };
        let places = [mark.x.saturating_sub(away), mark.x + away];
        for (x, symbol) in places.into_iter().zip(markers) {
            if symbol != ' ' {
                self.put(Position::new(x, mark.y), symbol, style);
            }
        }
    }

    fn cursor(&mut self) {
        let model = self.model;
        if !model.is_persons_turn() {
            return;
        }
        let board = model.board();
        let Some(at) = board.at(model.cursor) else { return };
        if board.falls() && model.clicked.is_empty() {
            // The cell in which the piece lands keeps its dot.
            let name = model.view.sides[model.view.to_move.index()].mark;
            let next = model.choice().next;
            if next.iter().any(|&cell| model.clicks().is_same(cell, model.cursor)) {
                return self.held(self.layout.hand(at), name);
            }
        }
        let mark = self.layout.mark(at);
        self.around(mark, ['[', ']'], Style::new());
        let is_large = self.layout.cell_size.height >= 4 && self.layout.grid == GridStyle::Boxes;
        let away = if is_large { 3 } else { 1 };
        for x in mark.x.saturating_sub(away)..=mark.x + away {
            if let Some(cell) = self.canvas.cell_mut(Position::new(x, mark.y)) {
                cell.set_style(CURSOR);
            }
        }
    }

    /// The piece to drop, above its column.
    fn held(&mut self, hand: Position, name: char) {
        let style = CURSOR;
        for (x, symbol) in (hand.x.saturating_sub(1)..).zip(['[', name, ']']) {
            self.put(Position::new(x, hand.y), symbol, style);
        }
    }
}

/// The cell at a position of the buffer.
pub fn cell_at(model: &Model, layout: &BoardLayout, place: Position) -> Option<Square> {
    let board = model.board();
    let mut cells = model.view.board.cells.iter();
    cells
        .find(|cell| {
            let at: GridPoint = board.place(cell.at);
            layout.field(at).contains(place)
                // A click above a column selects the column.
                || model.view.board.kind == BoardKind::Upright && layout.hand(at) == place
        })
        .map(|cell| cell.square)
}
