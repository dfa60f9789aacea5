//! What a person needs to see and do, for any game, without rules on the other side.
//!
//! A [`View`] is plain data: a board of cells, what stands on them, how the game stands, and every legal move with its text, its
//! spoken form, the cells to click ([`Clicks`]) and what happens on the board step by step ([`Effect`]).

use serde::Serialize;

use crate::{Ending, Game, GameRecord, Notation, Ply, Side, Square};

/// A game that can be shown.
pub trait Scene: Game {
    /// What people call the two sides.
    fn side_names(&self) -> [SideName; 2];

    /// The empty board.
    fn board(&self) -> Board;

    /// What stands where.
    fn pieces(&self, position: &Self::Position) -> Vec<Piece>;

    /// How a legal move is made and what it does.
    fn moving(&self, position: &Self::Position, mv: Self::Move) -> Moving;

    /// The cells of all winning lines, patterns or connections, each once; empty when there is none.
    fn winning_cells(&self, position: &Self::Position) -> Vec<Square>;
}

/// What people call a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SideName {
    /// A word for programs and catalogues of translations: `yellow`.
    pub id: &'static str,
    /// The word in English: `Yellow`.
    pub text: &'static str,
    /// One character that stands for its pieces where nothing else can be drawn.
    pub mark: char,
}

/// The cells of a board and how they lie.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Board {
    /// How to draw it.
    pub kind: BoardKind,
    /// Columns, rows, planes.
    #[cfg_attr(feature = "schema", schema(min_items = 3, max_items = 3))]
    pub size: [u8; 3],
    /// The cells that can be used. Where a place has none, the board has a place that is not played on.
    pub cells: Vec<Cell>,
    /// The names of the columns from left to right, as moves use them; empty where moves do not.
    pub columns: Vec<String>,
    /// The names of the rows from the bottom; empty where moves do not use them.
    pub rows: Vec<String>,
    /// The names of the planes from the front; empty where there is one.
    pub planes: Vec<String>,
    /// Cells that count as one for a click, such as a column into which pieces fall. A cell in none counts by itself.
    pub groups: Vec<Vec<Square>>,
    /// Whose the edges are, in a game whose sides connect edges: bottom, right, top, left. Empty in other games.
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
    /// A board with two tones, played on one of them.
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
    /// Its number.
    pub square: Square,
    /// Its short name.
    pub name: String,
    /// Column from the left, row from the bottom, plane from the front; from 0.
    #[cfg_attr(feature = "schema", schema(min_items = 3, max_items = 3))]
    pub at: [u8; 3],
    /// How it is spoken of.
    pub spoken: Phrase,
}

/// What stands on a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Piece {
    /// Where.
    pub square: Square,
    /// Whose.
    pub side: Side,
    /// What it is.
    pub kind: PieceKind,
}

/// Kinds of pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PieceKind {
    /// A stone or disc that stays where it was put.
    Stone,
    /// A man that moves.
    Man,
    /// A crowned man.
    King,
}

/// Something to be said, as data: a key of a catalogue of texts with its arguments. Never glued from strings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Phrase {
    /// The key.
    pub key: &'static str,
    /// The arguments, named.
    pub args: Vec<(&'static str, String)>,
}

impl Phrase {
    /// A phrase with its arguments.
    pub fn new(key: &'static str, args: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        Self { key, args: args.into_iter().collect() }
    }
}

/// How a move is made and what it does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Moving {
    /// The spoken form.
    pub spoken: Phrase,
    /// The cells to click, in order. No two moves of a position have the same path. Empty for a move that is made without a click, such as
    /// a pass: a front end offers a button or a key for it.
    pub path: Vec<Square>,
    /// What happens with each step of the path that changes the board, in order. A move without a path has one step at most.
    pub steps: Vec<Vec<Effect>>,
}

/// A change on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", tag = "do")]
pub enum Effect {
    /// A piece comes onto the board.
    Place {
        /// The piece.
        piece: Piece,
    },
    /// A piece goes from one cell to another.
    Move {
        /// From here.
        from: Square,
        /// To here.
        to: Square,
    },
    /// A piece leaves the board.
    Remove {
        /// From here.
        square: Square,
    },
    /// A piece becomes another kind.
    Promote {
        /// Where.
        square: Square,
        /// What it becomes.
        kind: PieceKind,
    },
    /// A piece changes its owner.
    Flip {
        /// Where.
        square: Square,
    },
}

impl Effect {
    /// Changes a list of pieces as the effect says. An effect on a cell without a piece changes nothing.
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

/// A legal move, ready to be shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveView {
    /// Its text.
    pub text: String,
    /// How it is made and what it does.
    #[serde(flatten)]
    pub moving: Moving,
}

impl MoveView {
    /// Where it leads: the cell of a new piece, else the last cell of its path. `None` for a pass.
    pub fn target(&self) -> Option<Square> {
        let placed = self.moving.steps.iter().flatten().find_map(|effect| match effect {
            Effect::Place { piece } => Some(piece.square),
            _ => None,
        });
        placed.or(self.moving.path.last().copied())
    }
}

/// All that is to be seen of a game at one moment.
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
    /// What stands on the board.
    pub pieces: Vec<Piece>,
    /// The last move; none at the start.
    #[cfg_attr(feature = "schema", schema(required))]
    pub last: Option<MoveView>,
    /// The cells of the winning lines.
    pub winning: Vec<Square>,
    /// Who moves next.
    pub to_move: Side,
    /// How many moves were played.
    pub ply: Ply,
    /// How the game ended; `None` while it goes on.
    #[cfg_attr(feature = "schema", schema(required))]
    pub ending: Option<Ending>,
    /// The legal moves, in the order of generation; empty when the game is over.
    pub moves: Vec<MoveView>,
}

impl View {
    /// The cell that the last move led to.
    pub fn last_cell(&self) -> Option<Square> {
        self.last.as_ref().and_then(MoveView::target)
    }

    /// The view of a record's present position.
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

/// The moves as a prefix tree of clicks: what can be clicked next, and when a move is complete.
#[derive(Clone, Debug)]
pub struct Clicks<'v> {
    view: &'v View,
}

/// What some clicks lead to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// The cells that can be clicked next, each once, in the order of the moves.
    pub next: Vec<Square>,
    /// The move that is complete, as an index into [`View::moves`].
    pub complete: Option<usize>,
    /// Before the first click: the move that is made without one, as an index into [`View::moves`].
    pub unclicked: Option<usize>,
}

impl<'v> Clicks<'v> {
    /// The tree of a view's moves.
    pub fn new(view: &'v View) -> Self {
        Self { view }
    }

    /// What these clicks lead to. With no cell next and no move complete, they lead nowhere.
    pub fn after(&self, clicked: &[Square]) -> Choice {
        let mut choice = Choice::default();
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

    /// What stands where after these clicks: the steps that they complete are done.
    pub fn preview(&self, clicked: &[Square]) -> Vec<Piece> {
        let mut pieces = self.view.pieces.clone();
        if clicked.is_empty() {
            return pieces;
        }
        if let Some((_, mv)) = self.beginning_with(clicked).next() {
            let Moving { path, steps, .. } = &mv.moving;
            // Where a path is longer than its steps, the first clicks only choose.
            let done = clicked.len().saturating_sub(path.len().saturating_sub(steps.len()));
            steps.iter().take(done).flatten().for_each(|effect| effect.apply(&mut pieces));
        }
        pieces
    }

    /// The moves whose paths begin with these clicks, with their indices.
    fn beginning_with(&self, clicked: &[Square]) -> impl Iterator<Item = (usize, &'v MoveView)> {
        self.view.moves.iter().enumerate().filter(move |(_, mv)| {
            let path = &mv.moving.path;
            path.len() >= clicked.len() && path.iter().zip(clicked).all(|(&a, &b)| self.is_same(a, b))
        })
    }

    /// Whether two cells count as one for a click.
    pub fn is_same(&self, a: Square, b: Square) -> bool {
        a == b || self.view.board.groups.iter().any(|group| group.contains(&a) && group.contains(&b))
    }
}
