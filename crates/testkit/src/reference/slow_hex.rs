//! The reference implementation of Hex.

use zermelo_core::view::{Board, BoardKind, Cell, Effect, Moving, Phrase, Piece, PieceKind};
use zermelo_core::{
    CodedError, Game, Notation, Outcome, ParseMoveError, PerftCount, Playout, Position, Scene, SearchHints, Side,
    SideName, Square, Termination,
};

use super::SlowPositionError;
use crate::mix::mix;

/// The greatest number of rows and columns.
const MAX_SIZE: usize = 14;

/// Hex on a rhombus: the first side connects the top row with the bottom row, the second side the left column with the
/// right one.
///
/// Moves and positions have the same texts as in the fast game. A parsed position need not be reachable. The only
/// symmetry is the identity.
#[derive(Clone, Copy, Debug)]
pub struct SlowHex {
    /// Rows and columns, at most 14.
    pub size: usize,
    /// The swap rule: whether the second side can take over the first stone with its first move.
    pub swap: bool,
}

/// Column and row from the upper left corner.
type Place = (usize, usize);

/// The board by row from the top, then by column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SlowHexPosition {
    board: [[Option<Side>; MAX_SIZE]; MAX_SIZE],
    side: Side,
}

/// The cell of the stone; `None` for the swap.
pub type SlowHexMove = Option<Place>;

/// The move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this move is not legal")]
pub struct SlowHexMoveError;

impl CodedError for SlowHexMoveError {
    fn code(&self) -> &'static str {
        "move/illegal"
    }
}

fn name((x, y): Place) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

fn mark(side: Side) -> char {
    match side {
        Side::First => 'x',
        Side::Second => 'o',
    }
}

impl SlowHexPosition {
    fn at(&self, (x, y): Place) -> Option<Side> {
        self.board[y][x]
    }
}

impl SlowHex {
    fn places(self) -> impl Iterator<Item = Place> {
        (0..self.size).flat_map(move |y| (0..self.size).map(move |x| (x, y)))
    }

    /// The neighbours of a cell. The centres of cells are compared, in half columns to the right and rows down.
    fn neighbours(self, (x, y): Place) -> impl Iterator<Item = Place> {
        let centre = |(x, y): Place| (2 * x as i32 + y as i32, y as i32);
        let (right, down) = centre((x, y));
        self.places().filter(move |&place| {
            let (other_right, other_down) = centre(place);
            let (dx, dy) = ((other_right - right).abs(), (other_down - down).abs());
            (dx, dy) == (2, 0) || (dx, dy) == (1, 1)
        })
    }

    /// Whether a stone is connected with the far edge of its side, by depth-first search.
    fn is_connected(self, position: &SlowHexPosition, from: Place, side: Side, visited: &mut Vec<Place>) -> bool {
        if position.at(from) != Some(side) || visited.contains(&from) {
            return false;
        }
        visited.push(from);
        let along = if side == Side::First { from.1 } else { from.0 };
        along + 1 == self.size || self.neighbours(from).any(|next| self.is_connected(position, next, side, visited))
    }

    fn has_won(self, position: &SlowHexPosition, side: Side) -> bool {
        let mut visited = Vec::new();
        (0..self.size).any(|at| {
            let start = if side == Side::First { (at, 0) } else { (0, at) };
            self.is_connected(position, start, side, &mut visited)
        })
    }

    fn legal_moves(self, position: &SlowHexPosition) -> Vec<SlowHexMove> {
        if Side::BOTH.into_iter().any(|side| self.has_won(position, side)) {
            return Vec::new();
        }
        let stones: Vec<Side> = self.places().filter_map(|place| position.at(place)).collect();
        let can_swap = self.swap && position.side == Side::Second && stones == [Side::First];
        let places = self.places().filter(|&place| position.at(place).is_none()).map(Some);
        places.chain(can_swap.then_some(None)).collect()
    }
}

impl Position for SlowHexPosition {
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        let cells = self.board.iter().flatten().map(|stone| stone.map_or(0, |side| 1 + side as u8));
        mix(cells.chain([self.side as u8]))
    }
}

impl Game for SlowHex {
    type Position = SlowHexPosition;
    type Move = SlowHexMove;
    type MoveError = SlowHexMoveError;
    type Counters = ();

    fn initial(&self) -> SlowHexPosition {
        SlowHexPosition { board: [[None; MAX_SIZE]; MAX_SIZE], side: Side::First }
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn outcome(&self, position: &SlowHexPosition) -> Option<Outcome> {
        let winner = Side::BOTH.into_iter().find(|&side| self.has_won(position, side));
        assert!(
            winner.is_some() || !self.legal_moves(position).is_empty(),
            "a full board without a winner: {position:?}"
        );
        winner.map(Outcome::Win)
    }

    fn termination(&self, _: &SlowHexPosition) -> Termination {
        Termination::Connection
    }

    fn generate(&self, position: &SlowHexPosition, moves: &mut Vec<SlowHexMove>) {
        moves.extend(self.legal_moves(position));
    }

    fn check(&self, position: &SlowHexPosition, mv: SlowHexMove) -> Result<(), SlowHexMoveError> {
        if self.legal_moves(position).contains(&mv) { Ok(()) } else { Err(SlowHexMoveError) }
    }

    fn play_unchecked(&self, position: &mut SlowHexPosition, mv: SlowHexMove) {
        if let Some((x, y)) = mv {
            position.board[y][x] = Some(position.side);
        } else if let Some((x, y)) = self.places().find(|&place| position.at(place).is_some()) {
            position.board[y][x] = None;
            position.board[x][y] = Some(position.side);
        }
        position.side = position.side.opponent();
    }
}

impl SearchHints for SlowHex {}

impl Playout for SlowHex {}

impl PerftCount for SlowHex {}

impl Notation for SlowHex {
    type PositionError = SlowPositionError;

    fn spec(&self) -> String {
        format!("slow-hex:size={},swap={}", self.size, if self.swap { "on" } else { "off" })
    }

    fn move_text(&self, _: &SlowHexPosition, mv: SlowHexMove) -> String {
        mv.map_or_else(|| "swap".to_owned(), name)
    }

    fn parse_move(
        &self,
        position: &SlowHexPosition,
        text: &str,
    ) -> Result<SlowHexMove, ParseMoveError<SlowHexMoveError>> {
        let named = self.legal_moves(position).into_iter().find(|&mv| self.move_text(position, mv) == text);
        named.ok_or_else(|| ParseMoveError::illegal(text, SlowHexMoveError))
    }

    fn position_text(&self, position: &SlowHexPosition) -> String {
        let row = |y: usize| {
            let stones = position.board[y][..self.size].iter().map(|stone| stone.map_or('.', mark));
            let dots: String = stones.collect();
            // The longest runs are replaced first, so that no run is split.
            (1..=self.size).rev().fold(dots, |row, run| row.replace(&".".repeat(run), &run.to_string()))
        };
        let rows: Vec<String> = (0..self.size).map(row).collect();
        format!("{} {}", rows.join("/"), mark(position.side))
    }

    fn parse_position(&self, text: &str) -> Result<SlowHexPosition, SlowPositionError> {
        let (rows, side) = text.split_once(' ').ok_or(SlowPositionError::Malformed)?;
        let side =
            Side::BOTH.into_iter().find(|&of| mark(of).to_string() == side).ok_or(SlowPositionError::Malformed)?;
        let mut position = SlowHexPosition { side, ..self.initial() };
        let dots =
            (1..=self.size).rev().fold(rows.to_owned(), |rows, run| rows.replace(&run.to_string(), &".".repeat(run)));
        let rows: Vec<Vec<char>> = dots.split('/').map(|row| row.chars().collect()).collect();
        if rows.len() != self.size || rows.iter().any(|row| row.len() != self.size) {
            return Err(SlowPositionError::Malformed);
        }
        for (x, y) in self.places() {
            position.board[y][x] = match rows[y][x] {
                '.' => None,
                'x' => Some(Side::First),
                'o' => Some(Side::Second),
                _ => return Err(SlowPositionError::Malformed),
            };
        }
        Ok(position)
    }
}

impl Scene for SlowHex {
    fn side_names(&self) -> [SideName; 2] {
        [SideName { id: "red", text: "Red", mark: 'x' }, SideName { id: "blue", text: "Blue", mark: 'o' }]
    }

    fn board(&self) -> Board {
        let size = self.size;
        let cell = |(x, y): Place| Cell {
            square: square((x, y)),
            name: name((x, y)),
            at: [x as u8, (size - 1 - y) as u8, 0],
            spoken: Phrase::new("square", [("name", name((x, y)))]),
        };
        Board {
            kind: BoardKind::Hexagons,
            size: [size as u8, size as u8, 1],
            cells: self.places().map(cell).collect(),
            columns: Vec::new(),
            rows: Vec::new(),
            planes: Vec::new(),
            groups: Vec::new(),
            edges: vec![Side::First, Side::Second, Side::First, Side::Second],
        }
    }

    fn pieces(&self, position: &SlowHexPosition) -> Vec<Piece> {
        let piece =
            |place| position.at(place).map(|side| Piece { square: square(place), side, kind: PieceKind::Stone });
        self.places().filter_map(piece).collect()
    }

    fn moving(&self, position: &SlowHexPosition, mv: SlowHexMove) -> Moving {
        let first_stone = self.places().find(|&place| position.at(place).is_some());
        let placed = mv.or(first_stone.map(|(x, y)| (y, x))).unwrap_or_default();
        let piece = Piece { square: square(placed), side: position.side, kind: PieceKind::Stone };
        let removed = first_stone.filter(|_| mv.is_none()).map(|place| Effect::Remove { square: square(place) });
        Moving {
            spoken: Phrase::new("move", [("text", self.move_text(position, mv))]),
            path: vec![square(mv.or(first_stone).unwrap_or_default())],
            steps: vec![removed.into_iter().chain([Effect::Place { piece }]).collect()],
        }
    }

    /// All stones of the winner.
    fn winning_cells(&self, position: &SlowHexPosition) -> Vec<Square> {
        let winner = Side::BOTH.into_iter().find(|&side| self.has_won(position, side));
        let is_winners = |&place: &Place| winner.is_some() && position.at(place) == winner;
        self.places().filter(is_winners).map(square).collect()
    }
}

fn square((x, y): Place) -> Square {
    Square((y * MAX_SIZE + x) as u16)
}
