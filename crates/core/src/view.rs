//! Views: positions of any game as plain data, for user interfaces that don't know the rules.
//!
//! A [`View`] has the cells of the board, the pieces, the state of the game, and every legal move with its text, its spoken form,
//! the cells to click ([`Clicks`]) and the changes on the board step by step ([`Effect`]).

use serde::Serialize;

use crate::{Ending, Game, GameRecord, Notation, Ply, Side, Square};

/// A game that can be displayed.
pub trait Scene: Game {
    /// The names of the two sides.
    fn side_names(&self) -> [SideName; 2];

    /// The empty board.
    fn board(&self) -> Board;

    /// The pieces on the board.
    fn pieces(&self, position: &Self::Position) -> Vec<Piece>;

    /// How a legal move is made, and its changes on the board.
    fn moving(&self, position: &Self::Position, mv: Self::Move) -> Moving;

    /// The cells of all winning lines, patterns or connections, without duplicates; empty if there are none.
    fn winning_cells(&self, position: &Self::Position) -> Vec<Square>;
}

/// The name of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SideName {
    /// An identifier for programs and translations: `yellow`.
    pub id: &'static str,
    /// The English name: `Yellow`.
    pub text: &'static str,
    /// A character for its pieces on text displays.
    pub mark: char,
}

/// The cells of a board and their layout.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Board {
    /// How to draw the board.
    pub kind: BoardKind,
    /// The number of columns, rows and planes.
    #[cfg_attr(feature = "schema", schema(min_items = 3, max_items = 3))]
    pub size: [u8; 3],
    /// The playing cells. Other places of the board have no cell.
    pub cells: Vec<Cell>,
    /// The names of the columns from the left, if the notation of moves has them.
    pub columns: Vec<String>,
    /// The names of the rows from the bottom, if the notation of moves has them.
    pub rows: Vec<String>,
    /// The names of the planes from the front; empty on a board of one plane.
    pub planes: Vec<String>,
    /// Groups of cells that are equivalent for a click, such as a column into which pieces fall.
    pub groups: Vec<Vec<Square>>,
    /// The owners of the bottom, right, top and left edge, in games in which sides connect edges. Empty in other games.
    pub edges: Vec<Side>,
}

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum BoardKind {
    /// Squares in rows and columns.
    Grid,
    /// An upright board into which pieces fall.
    Upright,
    /// Posts on a base onto which pieces fall.
    Posts,
    /// A cube of cells without gravity.
    Cube,
    /// A chequered board of which only one colour is used.
    Chequered,
    /// Points joined by lines.
    Points,
    /// Hexagons in rows: a rhombus. [`Cell::at`] is column and row as on a grid, and each row lies half a cell to the right of the row
    /// above it. With the width of a cell as unit, the centre of the cell at `[x, y, 0]` of a board of `rows` rows lies
    /// `x + (rows - 1 - y) / 2` from the left and `(rows - 1 - y) * sqrt(3) / 2` from the top, both from the centre of the cell in the
    /// upper left corner. The neighbours of `[x, y]` are `[x - 1, y]`, `[x + 1, y]`, `[x, y + 1]`, `[x + 1, y + 1]`, `[x, y - 1]` and
    /// `[x - 1, y - 1]`.
    Hexagons,
}

/// One cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Cell {
    /// The square.
    pub square: Square,
    /// A short name.
    pub name: String,
    /// Column from the left, row from the bottom and plane from the front, each from 0.
    #[cfg_attr(feature = "schema", schema(min_items = 3, max_items = 3))]
    pub at: [u8; 3],
    /// The spoken name.
    pub spoken: Phrase,
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Piece {
    /// The square of the piece.
    pub square: Square,
    /// The owner.
    pub side: Side,
    /// The kind of piece.
    pub kind: PieceKind,
}

/// Kinds of pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PieceKind {
    /// A stone or disc, which does not move.
    Stone,
    /// A man, which moves.
    Man,
    /// A king: a promoted man.
    King,
}

/// A translatable text: the key of a message with its arguments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Phrase {
    /// The key of the message.
    pub key: &'static str,
    /// The named arguments.
    pub args: Vec<(&'static str, String)>,
}

impl Phrase {
    /// A phrase with its arguments.
    pub fn new(key: &'static str, args: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        Self { key, args: args.into_iter().collect() }
    }
}

/// How a move is made, and its changes on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Moving {
    /// The spoken form.
    pub spoken: Phrase,
    /// The cells to click, in order. No two moves of a position have the same path. Empty for a move that is made without a click, such
    /// as a pass: a user interface offers a button or a key for it.
    pub path: Vec<Square>,
    /// The changes of each step of the path that changes the board, in order. A move without a path has at most one step.
    pub steps: Vec<Vec<Effect>>,
}

/// A change on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", tag = "do")]
pub enum Effect {
    /// A new piece.
    Place {
        /// The piece.
        piece: Piece,
    },
    /// A piece moves.
    Move {
        /// The origin.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// A piece is removed.
    Remove {
        /// The square of the piece.
        square: Square,
    },
    /// A piece becomes another kind.
    Promote {
        /// The square of the piece.
        square: Square,
        /// The new kind.
        kind: PieceKind,
    },
    /// A piece changes its owner.
    Flip {
        /// The square of the piece.
        square: Square,
    },
}

impl Effect {
    /// Applies the effect to a list of pieces. An effect on an empty cell changes nothing.
    pub fn apply(self, pieces: &mut Vec<Piece>) {
        match self {
            Self::Place { piece } => pieces.push(piece),
            Self::Move { from, to } => {
                pieces.iter_mut().filter(|piece| piece.square == from).for_each(|piece| piece.square = to);
            }
            Self::Remove { square } => pieces.retain(|piece| piece.square != square),
            Self::Promote { square, kind } => {
                pieces.iter_mut().filter(|piece| piece.square == square).for_each(|piece| piece.kind = kind);
            }
            Self::Flip { square } => {
                let flipped = pieces.iter_mut().filter(|piece| piece.square == square);
                flipped.for_each(|piece| piece.side = piece.side.opponent());
            }
        }
    }
}

/// A legal move for display.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveView {
    /// The text of the move.
    pub text: String,
    /// How the move is made, and its changes on the board.
    #[serde(flatten)]
    pub moving: Moving,
}

impl MoveView {
    /// The destination: the cell of a new piece, otherwise the last cell of the path. `None` for a pass.
    pub fn target(&self) -> Option<Square> {
        let placed = self.moving.steps.iter().flatten().find_map(|effect| match effect {
            Effect::Place { piece } => Some(piece.square),
            _ => None,
        });
        placed.or(self.moving.path.last().copied())
    }
}

/// The state of a game for display.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// The game's specification.
    pub game: String,
    /// The board.
    pub board: Board,
    /// The names of the sides.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub sides: [SideName; 2],
    /// The pieces on the board.
    pub pieces: Vec<Piece>,
    /// The last move; `None` at the start.
    #[cfg_attr(feature = "schema", schema(required))]
    pub last: Option<MoveView>,
    /// The cells of the winning lines.
    pub winning: Vec<Square>,
    /// The side to move.
    pub to_move: Side,
    /// The number of moves played.
    pub ply: Ply,
    /// How the game ended; `None` while it goes on.
    #[cfg_attr(feature = "schema", schema(required))]
    pub ending: Option<Ending>,
    /// The legal moves, in the order of generation; empty if the game is over.
    pub moves: Vec<MoveView>,
}

impl View {
    /// The destination of the last move.
    pub fn last_cell(&self) -> Option<Square> {
        self.last.as_ref().and_then(MoveView::target)
    }

    /// The view of a record's current position.
    pub fn of<G: Notation + Scene>(record: &GameRecord<G>) -> Self {
        let game = record.game();
        let position = record.position();
        let show = |position: &G::Position, mv| MoveView {
            text: game.move_text(position, mv),
            moving: game.moving(position, mv),
        };
        let last = record.moves().last().zip(record.line().previous());
        let ending = record.ending();
        let mut moves = Vec::new();
        if ending.is_none() {
            record.line().generate(&mut moves);
        }
        Self {
            game: game.spec(),
            board: game.board(),
            sides: game.side_names(),
            pieces: game.pieces(position),
            last: last.map(|(played, before)| show(before, played.mv)),
            winning: game.winning_cells(position),
            to_move: record.side_to_move(),
            ply: record.ply(),
            ending,
            moves: moves.into_iter().map(|mv| show(position, mv)).collect(),
        }
    }
}

/// The legal moves as a prefix tree of clicks: which cells can be clicked next, and when a move is complete.
#[derive(Clone, Debug)]
pub struct Clicks<'v> {
    view: &'v View,
}

/// The possible continuations of a sequence of clicks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClickOptions {
    /// The cells that can be clicked next, without duplicates, in the order of the moves.
    pub next: Vec<Square>,
    /// The complete move, as an index into [`View::moves`].
    pub complete: Option<usize>,
    /// Before the first click: the move that needs no click, as an index into [`View::moves`].
    pub unclicked: Option<usize>,
}

impl<'v> Clicks<'v> {
    /// The tree of a view's moves.
    pub fn new(view: &'v View) -> Self {
        Self { view }
    }

    /// The continuations of a sequence of clicks. It is invalid if no cell is next and no move is complete.
    pub fn after(&self, clicked: &[Square]) -> ClickOptions {
        let mut choice = ClickOptions::default();
        for (index, mv) in self.beginning_with(clicked) {
            match mv.moving.path.get(clicked.len()) {
                None if clicked.is_empty() => choice.unclicked = Some(index),
                None => choice.complete = Some(index),
                Some(&cell) if !choice.next.contains(&cell) => choice.next.push(cell),
                Some(_) => {}
            }
        }
        choice
    }

    /// The pieces after the steps that these clicks complete.
    pub fn preview(&self, clicked: &[Square]) -> Vec<Piece> {
        let mut pieces = self.view.pieces.clone();
        if clicked.is_empty() {
            return pieces;
        }
        if let Some((_, mv)) = self.beginning_with(clicked).next() {
            let Moving { path, steps, .. } = &mv.moving;
            // If the path has more cells than steps, the first clicks only select.
            let done = clicked.len().saturating_sub(path.len().saturating_sub(steps.len()));
            steps.iter().take(done).flatten().for_each(|effect| effect.apply(&mut pieces));
        }
        pieces
    }

    /// The moves whose path begins with these clicks, with their indices.
    fn beginning_with(&self, clicked: &[Square]) -> impl Iterator<Item = (usize, &'v MoveView)> {
        self.view.moves.iter().enumerate().filter(move |(_, mv)| {
            let path = &mv.moving.path;
            path.len() >= clicked.len() && path.iter().zip(clicked).all(|(&a, &b)| self.is_same(a, b))
        })
    }

    /// Whether two cells are equivalent for a click.
    pub fn is_same(&self, a: Square, b: Square) -> bool {
        a == b || self.view.board.groups.iter().any(|group| group.contains(&a) && group.contains(&b))
    }
}
