//! Snort with passes: a game in which a side without a placement passes, and the number of stones decides.

use zermelo_core::view::{Board, BoardKind, Effect, Moving, Phrase, Piece, PieceKind};
use zermelo_core::{
    CodedError, Game, Notation, Outcome, ParseMoveError, PerftCount, Playout, Position, Scene, SearchHints, Side,
    SideName, Square, Termination,
};

use super::{SIDES, cell, parse_side, side_text};
use crate::mix::mix;

/// A row of cells `a`, `b`, `c`, ... A side places a stone on an empty cell that has no neighbouring stone of the other
/// side.
///
/// 1. A side without such a cell must pass.
/// 2. The game is over when neither side has such a cell. The side with more stones wins; equal numbers are a draw.
///
/// Moves are generated from left to right. Hints, playouts and perft use the default methods.
///
/// Texts: moves `c` and `pass`; positions with `.` for an empty cell: `x..o. x`.
#[derive(Clone, Copy, Debug)]
pub struct Snort {
    cells: u8,
}

const MAX_CELLS: u8 = 16;

/// The stones of both sides, a bit for each cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SnortPosition {
    stones: [u16; 2],
    side: Side,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SnortMove {
    /// Place a stone on a cell.
    Place(Square),
    /// Pass.
    Pass,
}

/// Why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SnortMoveError {
    /// Neither side can place a stone.
    #[error("the game is over")]
    Over,
    /// The cell is occupied, next to a stone of the other side, or outside the board.
    #[error("no stone can be put there")]
    NotThere,
    /// The side can place a stone.
    #[error("a side that can put a stone does not pass")]
    MustPlace,
}

impl CodedError for SnortMoveError {
    fn code(&self) -> &'static str {
        match self {
            Self::Over => "move/game-over",
            Self::NotThere => "move/not-there",
            Self::MustPlace => "move/must-place",
        }
    }
}

/// Why a position's text is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SnortPositionError {
    /// It does not have the form of a position of this row.
    #[error("expected a character for each cell (x, o or .) and the side to move, such as x..o. x")]
    Malformed,
    /// Stones of both sides are neighbours.
    #[error("no game leads to this position")]
    Unreachable,
}

impl CodedError for SnortPositionError {
    fn code(&self) -> &'static str {
        match self {
            Self::Malformed => "position/malformed",
            Self::Unreachable => "position/unreachable",
        }
    }
}

impl Snort {
    /// A row of `cells`.
    ///
    /// # Panics
    /// Unless there are 1 to 16 cells.
    pub fn new(cells: u8) -> Self {
        assert!((1..=MAX_CELLS).contains(&cells), "1 to 16 cells");
        Self { cells }
    }

    /// The cells on which a side can place a stone.
    fn placements(self, position: SnortPosition, side: Side) -> u16 {
        let [first, second] = position.stones;
        let other = position.stones[side.opponent().index()];
        let row = u16::MAX >> (MAX_CELLS - self.cells);
        row & !(first | second | other << 1 | other >> 1)
    }

    fn cell_name(at: u16) -> String {
        char::from(b'a' + at as u8).to_string()
    }
}

impl Position for SnortPosition {
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        let [first, second] = self.stones.map(u16::to_le_bytes);
        mix(first.into_iter().chain(second).chain([self.side as u8]))
    }
}

impl Game for Snort {
    type Position = SnortPosition;
    type Move = SnortMove;
    type MoveError = SnortMoveError;
    type Counters = ();

    fn initial(&self) -> SnortPosition {
        SnortPosition { stones: [0; 2], side: Side::First }
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn outcome(&self, position: &SnortPosition) -> Option<Outcome> {
        if Side::BOTH.into_iter().any(|side| self.placements(*position, side) != 0) {
            return None;
        }
        let [first, second] = position.stones.map(u16::count_ones);
        Some(match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::Win(Side::First),
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Less => Outcome::Win(Side::Second),
        })
    }

    fn termination(&self, _: &SnortPosition) -> Termination {
        Termination::Points
    }

    fn generate(&self, position: &SnortPosition, moves: &mut Vec<SnortMove>) {
        let placements = self.placements(*position, position.side);
        moves.extend(
            (0..u16::from(self.cells)).filter(|at| placements >> at & 1 == 1).map(|at| SnortMove::Place(Square(at))),
        );
        if placements == 0 && self.outcome(position).is_none() {
            moves.push(SnortMove::Pass);
        }
    }

    fn check(&self, position: &SnortPosition, mv: SnortMove) -> Result<(), SnortMoveError> {
        let mut moves = Vec::new();
        self.generate(position, &mut moves);
        match mv {
            _ if moves.contains(&mv) => Ok(()),
            _ if moves.is_empty() => Err(SnortMoveError::Over),
            SnortMove::Place(_) => Err(SnortMoveError::NotThere),
            SnortMove::Pass => Err(SnortMoveError::MustPlace),
        }
    }

    fn play_unchecked(&self, position: &mut SnortPosition, mv: SnortMove) {
        if let SnortMove::Place(Square(at)) = mv {
            position.stones[position.side.index()] |= 1 << at;
        }
        position.side = position.side.opponent();
    }
}

impl SearchHints for Snort {}

impl Playout for Snort {}

impl PerftCount for Snort {}

impl Notation for Snort {
    type PositionError = SnortPositionError;

    fn spec(&self) -> String {
        format!("snort:cells={}", self.cells)
    }

    fn move_text(&self, _: &SnortPosition, mv: SnortMove) -> String {
        match mv {
            SnortMove::Place(Square(at)) => Self::cell_name(at),
            SnortMove::Pass => "pass".to_owned(),
        }
    }

    fn parse_move(&self, position: &SnortPosition, text: &str) -> Result<SnortMove, ParseMoveError<SnortMoveError>> {
        let place = || (0..u16::from(self.cells)).find(|&at| Self::cell_name(at) == text).map(Square);
        let mv = if text == "pass" { Some(SnortMove::Pass) } else { place().map(SnortMove::Place) };
        let mv = mv.ok_or_else(|| ParseMoveError::malformed(text, "a cell such as c, or pass"))?;
        self.check(position, mv).map_err(|why| ParseMoveError::illegal(text, why))?;
        Ok(mv)
    }

    fn position_text(&self, position: &SnortPosition) -> String {
        let [first, second] = position.stones;
        let cell = |at| match (first >> at & 1, second >> at & 1) {
            (1, _) => 'x',
            (_, 1) => 'o',
            _ => '.',
        };
        let row: String = (0..self.cells).map(cell).collect();
        format!("{row} {}", side_text(position.side))
    }

    fn parse_position(&self, text: &str) -> Result<SnortPosition, SnortPositionError> {
        let (row, side) = text.split_once(' ').ok_or(SnortPositionError::Malformed)?;
        let side = parse_side(side).ok_or(SnortPositionError::Malformed)?;
        let mut stones = [0; 2];
        for (at, character) in row.bytes().enumerate().take(usize::from(MAX_CELLS)) {
            match character {
                b'x' => stones[0] |= 1 << at,
                b'o' => stones[1] |= 1 << at,
                b'.' => {}
                _ => return Err(SnortPositionError::Malformed),
            }
        }
        if row.len() != usize::from(self.cells) {
            return Err(SnortPositionError::Malformed);
        }
        let [first, second] = stones;
        let are_neighbours = first & (second << 1 | second >> 1) != 0;
        if are_neighbours { Err(SnortPositionError::Unreachable) } else { Ok(SnortPosition { stones, side }) }
    }
}

impl Scene for Snort {
    fn side_names(&self) -> [SideName; 2] {
        SIDES
    }

    fn board(&self) -> Board {
        let names = || (0..self.cells).map(|at| Self::cell_name(u16::from(at)));
        let cells = (0..self.cells).zip(names()).map(|(at, name)| cell(Square(u16::from(at)), name, [at, 0, 0]));
        Board {
            kind: BoardKind::Grid,
            size: [self.cells, 1, 1],
            cells: cells.collect(),
            columns: names().collect(),
            rows: Vec::new(),
            planes: Vec::new(),
            groups: Vec::new(),
            edges: Vec::new(),
        }
    }

    fn pieces(&self, position: &SnortPosition) -> Vec<Piece> {
        let stones = |side: Side| {
            let stones = position.stones[side.index()];
            let at = (0..u16::from(self.cells)).filter(move |at| stones >> at & 1 == 1);
            at.map(move |at| Piece { square: Square(at), side, kind: PieceKind::Stone })
        };
        Side::BOTH.into_iter().flat_map(stones).collect()
    }

    fn moving(&self, position: &SnortPosition, mv: SnortMove) -> Moving {
        match mv {
            SnortMove::Pass => Moving { spoken: Phrase::new("pass", []), path: Vec::new(), steps: Vec::new() },
            SnortMove::Place(square) => {
                let piece = Piece { square, side: position.side, kind: PieceKind::Stone };
                Moving {
                    spoken: Phrase::new("place", [("to", Self::cell_name(square.0))]),
                    path: vec![square],
                    steps: vec![vec![Effect::Place { piece }]],
                }
            }
        }
    }

    fn winning_cells(&self, _: &SnortPosition) -> Vec<Square> {
        Vec::new()
    }
}
