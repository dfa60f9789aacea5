//! Pursuit on a ring: a game in which positions repeat.

use zermelo_core::view::{Board, BoardKind, Effect, Moving, Phrase, Piece, PieceKind};
use zermelo_core::{
    CodedError, Game, Notation, Outcome, ParseMoveError, PerftCount, Playout, Ply, Position, Scene, SearchHints, Side,
    SideName, Square, Termination,
};

use super::{SIDES, cell, parse_side, side_text};
use crate::mix::mix;

/// Two tokens on a ring of cells `a`, `b`, `c`, ... The first side's token starts on `a`, the second's on the opposite
/// cell.
///
/// 1. A move is a step to a neighbouring cell or a leap of two cells. Each side can leap once in a game, also over the
///    other token.
/// 2. A side that lands on the other token captures it and wins: the other side has no move.
/// 3. The third occurrence of a position is a draw. So are `limit` consecutive plies without a leap.
///
/// Moves are generated in the order step forward, step back, leap forward, leap back. A leap is irreversible, a step is
/// not. On a ring of even length, a side can always avoid capture by steps.
///
/// The view shows a token that can still leap as a king, otherwise as a man. Texts: moves `a-b`; positions `a+ d- o`:
/// the cells of both tokens, `+` with and `-` without the leap, the side to move; `:H3` after it for 3 plies without a
/// leap.
#[derive(Clone, Copy, Debug)]
pub struct Pursuit {
    cells: u8,
    limit: u32,
}

/// The cells of the tokens. A captured token is on the same cell as the other one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PursuitPosition {
    tokens: [u8; 2],
    can_leap: [bool; 2],
    side: Side,
}

/// Why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PursuitMoveError {
    /// A token was captured.
    #[error("the game is over")]
    Over,
    /// The cell can't be reached.
    #[error("a token moves to a neighbouring cell, or once two cells on")]
    OutOfReach,
    /// The side has already used its leap.
    #[error("the leap is spent")]
    LeapSpent,
    /// The move does not start at the side's token.
    #[error("your token is not there")]
    NotYours,
}

impl CodedError for PursuitMoveError {
    fn code(&self) -> &'static str {
        match self {
            Self::Over => "move/game-over",
            Self::OutOfReach => "move/out-of-reach",
            Self::LeapSpent => "move/leap-spent",
            Self::NotYours => "move/not-yours",
        }
    }
}

/// Why a position's text is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PursuitPositionError {
    /// It does not have the form of a position.
    #[error(
        "expected two cells with + or -, and the side to move, such as a+ d- o, and no more than the limit after :H"
    )]
    Malformed,
    /// The position is not reachable.
    #[error("no game leads to this position: the distance of the tokens does not fit the side to move")]
    Unreachable,
}

impl CodedError for PursuitPositionError {
    fn code(&self) -> &'static str {
        match self {
            Self::Malformed => "position/malformed",
            Self::Unreachable => "position/unreachable",
        }
    }
}

impl Default for Pursuit {
    /// Six cells, twenty plies.
    fn default() -> Self {
        Self::new(6, 20)
    }
}

impl Pursuit {
    /// A ring of `cells`, with a draw after `limit` plies without a leap.
    ///
    /// # Panics
    /// When there are fewer than 5 cells (a step and a leap would meet) or more than 26, or when the limit is 0.
    pub fn new(cells: u8, limit: u32) -> Self {
        assert!((5..=26).contains(&cells) && limit > 0, "5 to 26 cells, and at least a move");
        Self { cells, limit }
    }

    fn cell_at(self, from: u8, by: u8) -> Square {
        Square(u16::from((from + by) % self.cells))
    }

    fn distance(self, a: u8, b: u8) -> u8 {
        let difference = a.abs_diff(b);
        difference.min(self.cells - difference)
    }

    fn is_leap(self, position: PursuitPosition, mv: Square) -> bool {
        self.distance(position.own_cell(), mv.0 as u8) == 2
    }

    fn cell_name(at: u8) -> char {
        char::from(b'a' + at)
    }

    fn parse_cell(self, name: char) -> Option<u8> {
        (0..self.cells).find(|&at| Self::cell_name(at) == name)
    }

    /// On a ring of even length, a step changes the parity of the distance between the tokens, a leap does not.
    fn is_reachable(self, position: PursuitPosition) -> bool {
        let plies = position.side as u8;
        let leaps = position.can_leap.iter().filter(|&&left| !left).count() as u8;
        let [a, b] = position.tokens;
        self.cells % 2 == 1 || (self.cells / 2 + plies + leaps + a.abs_diff(b)).is_multiple_of(2)
    }
}

impl PursuitPosition {
    fn own_cell(self) -> u8 {
        self.tokens[self.side.index()]
    }

    fn is_over(self) -> bool {
        self.tokens[0] == self.tokens[1]
    }
}

impl Position for PursuitPosition {
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        let [a, b] = self.can_leap.map(u8::from);
        mix([self.tokens[0], self.tokens[1], a, b, self.side as u8])
    }
}

impl Game for Pursuit {
    type Position = PursuitPosition;
    /// The target cell.
    type Move = Square;
    type MoveError = PursuitMoveError;
    /// Plies since the last leap.
    type Counters = u32;

    fn initial(&self) -> PursuitPosition {
        PursuitPosition { tokens: [0, self.cells / 2], can_leap: [true; 2], side: Side::First }
    }

    fn is_acyclic(&self) -> bool {
        false
    }

    fn outcome(&self, position: &PursuitPosition) -> Option<Outcome> {
        position.is_over().then_some(Outcome::Win(position.side.opponent()))
    }

    fn termination(&self, _: &PursuitPosition) -> Termination {
        Termination::NoMove
    }

    fn generate(&self, position: &PursuitPosition, moves: &mut Vec<Square>) {
        if position.is_over() {
            return;
        }
        let from = position.own_cell();
        moves.extend([1, self.cells - 1].map(|by| self.cell_at(from, by)));
        if position.can_leap[position.side.index()] {
            moves.extend([2, self.cells - 2].map(|by| self.cell_at(from, by)));
        }
    }

    fn check(&self, position: &PursuitPosition, mv: Square) -> Result<(), PursuitMoveError> {
        if position.is_over() {
            return Err(PursuitMoveError::Over);
        }
        if mv.0 >= u16::from(self.cells) {
            return Err(PursuitMoveError::OutOfReach);
        }
        match self.distance(position.own_cell(), mv.0 as u8) {
            1 => Ok(()),
            2 if position.can_leap[position.side.index()] => Ok(()),
            2 => Err(PursuitMoveError::LeapSpent),
            _ => Err(PursuitMoveError::OutOfReach),
        }
    }

    fn play_unchecked(&self, position: &mut PursuitPosition, mv: Square) {
        let own = position.side.index();
        position.can_leap[own] &= !self.is_leap(*position, mv);
        position.tokens[own] = mv.0 as u8;
        position.side = position.side.opponent();
    }

    /// The rotations, each with and without a reflection.
    fn symmetries(&self) -> usize {
        2 * usize::from(self.cells)
    }

    fn transform(&self, position: &PursuitPosition, symmetry: usize) -> PursuitPosition {
        let image = |at| self.transform_move(Square(u16::from(at)), symmetry).0 as u8;
        PursuitPosition { tokens: position.tokens.map(image), ..*position }
    }

    fn transform_move(&self, mv: Square, symmetry: usize) -> Square {
        let (rotation, at) = ((symmetry / 2) as u8, mv.0 as u8);
        let reflected = if symmetry.is_multiple_of(2) { at } else { (self.cells - at) % self.cells };
        self.cell_at(reflected, rotation)
    }

    fn repetition_limit(&self) -> Option<u32> {
        Some(3)
    }

    fn is_irreversible(&self, before: &PursuitPosition, mv: Square) -> bool {
        self.is_leap(*before, mv)
    }

    fn count(&self, plies: u32, before: &PursuitPosition, mv: Square, after: &PursuitPosition) -> u32 {
        if self.is_leap(*before, mv) || after.is_over() { 0 } else { plies + 1 }
    }

    fn is_move_limit(&self, plies: u32, _: &PursuitPosition) -> bool {
        plies >= self.limit
    }
}

impl SearchHints for Pursuit {
    fn counters_key(&self, plies: u32, _: &PursuitPosition, within: Ply) -> u64 {
        if self.limit - plies <= within.0 { u64::from(plies) + 1 } else { 0 }
    }
}

impl Playout for Pursuit {}

impl PerftCount for Pursuit {}

impl Notation for Pursuit {
    type PositionError = PursuitPositionError;

    fn spec(&self) -> String {
        format!("pursuit:cells={},limit={}", self.cells, self.limit)
    }

    fn move_text(&self, position: &PursuitPosition, mv: Square) -> String {
        format!("{}-{}", Self::cell_name(position.own_cell()), Self::cell_name(mv.0 as u8))
    }

    fn parse_move(&self, position: &PursuitPosition, text: &str) -> Result<Square, ParseMoveError<PursuitMoveError>> {
        let read = |name: &str| {
            let mut chars = name.chars();
            chars.next().filter(|_| chars.next().is_none()).and_then(|name| self.parse_cell(name))
        };
        let cells = text.split_once('-').and_then(|(from, to)| Some((read(from)?, read(to)?)));
        let (from, to) = cells.ok_or_else(|| ParseMoveError::malformed(text, "two cells such as a-b"))?;
        let to = Square(u16::from(to));
        let legal =
            if from == position.own_cell() { self.check(position, to) } else { Err(PursuitMoveError::NotYours) };
        legal.map(|()| to).map_err(|why| ParseMoveError::illegal(text, why))
    }

    fn position_text(&self, position: &PursuitPosition) -> String {
        let token = |side: Side| {
            let leap = if position.can_leap[side.index()] { '+' } else { '-' };
            format!("{}{leap}", Self::cell_name(position.tokens[side.index()]))
        };
        format!("{} {} {}", token(Side::First), token(Side::Second), side_text(position.side))
    }

    fn parse_position(&self, text: &str) -> Result<PursuitPosition, PursuitPositionError> {
        let token = |text: &str| {
            let mut chars = text.chars();
            let at = self.parse_cell(chars.next()?)?;
            let can_leap = match chars.as_str() {
                "+" => true,
                "-" => false,
                _ => return None,
            };
            Some((at, can_leap))
        };
        let words: Vec<&str> = text.split(' ').take(4).collect();
        let [first, second, side] = words[..] else { return Err(PursuitPositionError::Malformed) };
        let read = || Some((token(first)?, token(second)?, parse_side(side)?));
        let ((a, a_leaps), (b, b_leaps), side) = read().ok_or(PursuitPositionError::Malformed)?;
        let position = PursuitPosition { tokens: [a, b], can_leap: [a_leaps, b_leaps], side };
        if self.is_reachable(position) { Ok(position) } else { Err(PursuitPositionError::Unreachable) }
    }

    fn counters_text(&self, plies: u32) -> String {
        if plies == 0 { String::new() } else { format!(":H{plies}") }
    }

    fn parse_start(&self, text: &str) -> Result<(PursuitPosition, u32), PursuitPositionError> {
        let Some((board, plies)) = text.split_once(":H") else { return Ok((self.parse_position(text)?, 0)) };
        let position = self.parse_position(board)?;
        let max = if position.is_over() { 0 } else { self.limit };
        let plies = plies.parse().ok().filter(|&n: &u32| (1..=max).contains(&n) && n.to_string() == plies);
        Ok((position, plies.ok_or(PursuitPositionError::Malformed)?))
    }
}

impl Scene for Pursuit {
    fn side_names(&self) -> [SideName; 2] {
        SIDES
    }

    fn board(&self) -> Board {
        let cells = (0..self.cells).map(|at| cell(Square(u16::from(at)), Self::cell_name(at).to_string(), [at, 0, 0]));
        Board {
            kind: BoardKind::Points,
            size: [self.cells, 1, 1],
            cells: cells.collect(),
            columns: (0..self.cells).map(|at| Self::cell_name(at).to_string()).collect(),
            rows: Vec::new(),
            planes: Vec::new(),
            groups: Vec::new(),
            edges: Vec::new(),
        }
    }

    fn pieces(&self, position: &PursuitPosition) -> Vec<Piece> {
        let taken = position.is_over().then_some(position.side);
        let token = |side: Side| Piece {
            square: Square(u16::from(position.tokens[side.index()])),
            side,
            kind: if position.can_leap[side.index()] { PieceKind::King } else { PieceKind::Man },
        };
        Side::BOTH.into_iter().filter(|&side| taken != Some(side)).map(token).collect()
    }

    fn moving(&self, position: &PursuitPosition, mv: Square) -> Moving {
        let from = Square(u16::from(position.own_cell()));
        let other = position.tokens[position.side.opponent().index()];
        // The captured token is removed first: an effect names a cell, and both tokens would be on it.
        let mut step = Vec::new();
        step.extend((mv.0 == u16::from(other)).then_some(Effect::Remove { square: mv }));
        step.push(Effect::Move { from, to: mv });
        step.extend(self.is_leap(*position, mv).then_some(Effect::Promote { square: mv, kind: PieceKind::Man }));
        Moving {
            spoken: Phrase::new("move", [("to", Self::cell_name(mv.0 as u8).to_string())]),
            path: vec![from, mv],
            steps: vec![step],
        }
    }

    fn winning_cells(&self, _: &PursuitPosition) -> Vec<Square> {
        Vec::new()
    }
}
