//! Leapers: a game with moves of many steps.

use zermelo_core::view::{Board, BoardKind, Effect, Moving, Phrase, Piece, PieceKind};
use zermelo_core::{
    CodedError, Game, Notation, Outcome, ParseMoveError, PerftCount, Playout, Position, Scene, SearchHints, Side,
    SideName, Square, Termination,
};

use super::{SIDES, cell, parse_side, side_text};
use crate::mix::mix;

/// A small relative of draughts on all squares of a board. The first side's men fill the bottom row, the second's the
/// top row.
///
/// 1. A man steps one square forwards, straight or diagonally, onto an empty square.
/// 2. A man or king jumps along a row or column over a neighbouring enemy onto the empty square behind it. The enemy is
///    removed at once. The piece must continue to jump as long as it can. Capturing is optional; each path is a
///    separate move.
/// 3. A man that ends its move on the last row becomes a king. A king only jumps.
/// 4. A side without a legal move loses.
///
/// Every step goes forwards and every jump captures a piece, so no position repeats. Moves are generated square by
/// square, `a1`, `b1`, .. `a2`, ..: first the steps from left to right, then the jumps in the order up, right, down,
/// left.
///
/// Texts: moves `b1-b2`, `a1xa3xc3`; positions as in draughts diagrams, rows from the top: `ooo/3/1x1/x1O x`, kings in
/// capitals.
#[derive(Clone, Copy, Debug)]
pub struct Leapers {
    width: u8,
    height: u8,
}

const MAX_CELLS: usize = 36;
/// The start and one square for each enemy that can be captured.
const MAX_PATH: usize = 7;
/// Fills the unused end of a path.
const NO_SQUARE: u8 = u8::MAX;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Content {
    Empty,
    Man(Side),
    King(Side),
}

/// The contents of the squares and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LeapersPosition {
    cells: [Content; MAX_CELLS],
    side: Side,
}

/// The path of a piece: the start and each square on which it lands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LeapersMove([u8; MAX_PATH]);

/// Why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LeapersMoveError {
    /// The side to move has no move.
    #[error("the game is over")]
    Over,
    /// The start has no piece of the side to move.
    #[error("none of your pieces is there")]
    NotYours,
    /// The piece can't move along this path, or must continue to jump.
    #[error("a piece does not move like this")]
    NotAMove,
}

impl CodedError for LeapersMoveError {
    fn code(&self) -> &'static str {
        match self {
            Self::Over => "move/game-over",
            Self::NotYours => "move/not-yours",
            Self::NotAMove => "move/not-a-move",
        }
    }
}

/// Why a position's text is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LeapersPositionError {
    /// It does not have the form of a position of this board.
    #[error("expected rows from the top with / between them, and the side to move")]
    Malformed,
    /// The position is not reachable. Only some unreachable positions are detected.
    #[error("no game leads to this position: {0}")]
    Unreachable(&'static str),
}

impl CodedError for LeapersPositionError {
    fn code(&self) -> &'static str {
        match self {
            Self::Malformed => "position/malformed",
            Self::Unreachable(_) => "position/unreachable",
        }
    }
}

impl Default for Leapers {
    /// Four columns, five rows.
    fn default() -> Self {
        Self::new(4, 5)
    }
}

impl Leapers {
    /// A board of `width` columns and `height` rows.
    ///
    /// # Panics
    /// Unless there are 2 to 6 columns and 3 to 6 rows.
    pub fn new(width: u8, height: u8) -> Self {
        assert!((2..=6).contains(&width) && (3..=6).contains(&height), "2 to 6 columns, 3 to 6 rows");
        Self { width, height }
    }

    fn cells(self) -> u8 {
        self.width * self.height
    }

    /// The row on which a side's men start.
    fn first_row(self, side: Side) -> u8 {
        match side {
            Side::First => 0,
            Side::Second => self.height - 1,
        }
    }

    fn forward_step(side: Side) -> i8 {
        match side {
            Side::First => 1,
            Side::Second => -1,
        }
    }

    /// The square at an offset of columns to the right and rows up; `None` outside the board.
    fn offset(self, at: u8, right: i8, up: i8) -> Option<u8> {
        let x = (at % self.width).checked_add_signed(right).filter(|&x| x < self.width)?;
        let y = (at / self.width).checked_add_signed(up).filter(|&y| y < self.height)?;
        Some(y * self.width + x)
    }

    fn steps(self, position: &LeapersPosition, from: u8, moves: &mut Vec<LeapersMove>) {
        let up = Self::forward_step(position.side);
        let targets = [-1, 0, 1].into_iter().filter_map(|right| self.offset(from, right, up));
        moves.extend(
            targets.filter(|&to| position.at(to) == Content::Empty).map(|to| LeapersMove::start(from).with(to)),
        );
    }

    /// Appends every complete sequence of jumps that begins with `path`.
    fn jumps(self, position: &LeapersPosition, path: LeapersMove, moves: &mut Vec<LeapersMove>) {
        let mut is_end = true;
        for (right, up) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let at = path.end();
            let Some(over) = self.offset(at, right, up) else { continue };
            let Some(to) = self.offset(over, right, up) else { continue };
            let is_enemy = position.at(over).side() == Some(position.side.opponent());
            if is_enemy && position.at(to) == Content::Empty {
                is_end = false;
                let mut after = *position;
                after.jump(at, over, to);
                self.jumps(&after, path.with(to), moves);
            }
        }
        if is_end && path.len() > 1 {
            moves.push(path);
        }
    }

    /// The square that is jumped over between two squares of a path; `None` for a step.
    fn jumped(self, from: u8, to: u8) -> Option<u8> {
        let (x, y) = (from % self.width, from / self.width);
        let (to_x, to_y) = (to % self.width, to / self.width);
        (x.abs_diff(to_x) + y.abs_diff(to_y) == 2 && (x == to_x || y == to_y))
            .then_some(y.midpoint(to_y) * self.width + x.midpoint(to_x))
    }

    fn is_promoted(self, position: &LeapersPosition, mv: LeapersMove) -> bool {
        let is_man = position.at(mv.from()) == Content::Man(position.side);
        is_man && mv.end() / self.width == self.first_row(position.side.opponent())
    }

    fn cell_name(self, at: u8) -> String {
        format!("{}{}", char::from(b'a' + at % self.width), at / self.width + 1)
    }

    fn validate(self, position: &LeapersPosition) -> Result<(), LeapersPositionError> {
        let contents = &position.cells[..usize::from(self.cells())];
        for side in Side::BOTH {
            let pieces = contents.iter().filter(|content| content.side() == Some(side)).count();
            if pieces > usize::from(self.width) {
                return Err(LeapersPositionError::Unreachable("a side has more pieces than at the start"));
            }
            if pieces == 0 && side != position.side {
                return Err(LeapersPositionError::Unreachable("the side that has moved has no piece"));
            }
            let last_row = usize::from(self.first_row(side.opponent()) * self.width);
            if contents[last_row..last_row + usize::from(self.width)].contains(&Content::Man(side)) {
                return Err(LeapersPositionError::Unreachable("a man on the last row is a king"));
            }
        }
        Ok(())
    }
}

impl Content {
    const ALL: [(char, Self); 4] = [
        ('x', Self::Man(Side::First)),
        ('X', Self::King(Side::First)),
        ('o', Self::Man(Side::Second)),
        ('O', Self::King(Side::Second)),
    ];

    fn side(self) -> Option<Side> {
        match self {
            Self::Empty => None,
            Self::Man(side) | Self::King(side) => Some(side),
        }
    }

    /// `None` for an empty square: the text counts runs of empty squares.
    fn text(self) -> Option<char> {
        Self::ALL.into_iter().find(|&(_, content)| content == self).map(|(text, _)| text)
    }
}

impl LeapersPosition {
    fn at(&self, at: u8) -> Content {
        self.cells[usize::from(at)]
    }

    fn put(&mut self, at: u8, content: Content) {
        self.cells[usize::from(at)] = content;
    }

    fn jump(&mut self, from: u8, over: u8, to: u8) {
        self.put(to, self.at(from));
        self.put(from, Content::Empty);
        self.put(over, Content::Empty);
    }
}

impl LeapersMove {
    fn start(at: u8) -> Self {
        Self([NO_SQUARE; MAX_PATH]).with(at)
    }

    fn with(mut self, at: u8) -> Self {
        self.0[self.len()] = at;
        self
    }

    fn len(self) -> usize {
        self.0.iter().take_while(|&&at| at != NO_SQUARE).count()
    }

    /// The squares, the start first.
    pub fn squares(self) -> Vec<Square> {
        self.0[..self.len()].iter().map(|&at| Square(u16::from(at))).collect()
    }

    fn from(self) -> u8 {
        self.0[0]
    }

    fn end(self) -> u8 {
        self.0[self.len() - 1]
    }

    fn segments(&self) -> impl Iterator<Item = (u8, u8)> {
        self.0[..self.len()].windows(2).map(|pair| (pair[0], pair[1]))
    }
}

impl Position for LeapersPosition {
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        let number = |content: Content| match content {
            Content::Empty => 0,
            Content::Man(side) => 1 + side as u8,
            Content::King(side) => 3 + side as u8,
        };
        mix(self.cells.into_iter().map(number).chain([self.side as u8]))
    }
}

impl Game for Leapers {
    type Position = LeapersPosition;
    type Move = LeapersMove;
    type MoveError = LeapersMoveError;
    type Counters = ();

    fn initial(&self) -> LeapersPosition {
        let mut position = LeapersPosition { cells: [Content::Empty; MAX_CELLS], side: Side::First };
        for side in Side::BOTH {
            let row = self.first_row(side) * self.width;
            (row..row + self.width).for_each(|at| position.put(at, Content::Man(side)));
        }
        position
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn outcome(&self, position: &LeapersPosition) -> Option<Outcome> {
        let mut moves = Vec::new();
        self.generate(position, &mut moves);
        moves.is_empty().then_some(Outcome::Win(position.side.opponent()))
    }

    fn termination(&self, _: &LeapersPosition) -> Termination {
        Termination::NoMove
    }

    fn generate(&self, position: &LeapersPosition, moves: &mut Vec<LeapersMove>) {
        for from in 0..self.cells() {
            let content = position.at(from);
            if content == Content::Man(position.side) {
                self.steps(position, from, moves);
            }
            if content.side() == Some(position.side) {
                self.jumps(position, LeapersMove::start(from), moves);
            }
        }
    }

    fn check(&self, position: &LeapersPosition, mv: LeapersMove) -> Result<(), LeapersMoveError> {
        let mut moves = Vec::new();
        self.generate(position, &mut moves);
        if moves.contains(&mv) {
            Ok(())
        } else if moves.is_empty() {
            Err(LeapersMoveError::Over)
        } else if position.at(mv.from()).side() != Some(position.side) {
            Err(LeapersMoveError::NotYours)
        } else {
            Err(LeapersMoveError::NotAMove)
        }
    }

    fn play_unchecked(&self, position: &mut LeapersPosition, mv: LeapersMove) {
        let is_promoted = self.is_promoted(position, mv);
        for (from, to) in mv.segments() {
            // A step captures nothing: the square "jumped over" is the one that it leaves, which is empty afterwards.
            position.jump(from, self.jumped(from, to).unwrap_or(from), to);
        }
        if is_promoted {
            position.put(mv.end(), Content::King(position.side));
        }
        position.side = position.side.opponent();
    }

    /// The identity and the reflection of left and right.
    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, position: &LeapersPosition, symmetry: usize) -> LeapersPosition {
        let mut image = *position;
        for at in 0..self.cells() {
            image.put(self.transform_move(LeapersMove::start(at), symmetry).from(), position.at(at));
        }
        image
    }

    fn transform_move(&self, mv: LeapersMove, symmetry: usize) -> LeapersMove {
        let mirror = |at: u8| at - at % self.width + (self.width - 1 - at % self.width);
        LeapersMove(mv.0.map(|at| if symmetry == 0 || at == NO_SQUARE { at } else { mirror(at) }))
    }
}

impl SearchHints for Leapers {}

impl Playout for Leapers {}

impl PerftCount for Leapers {}

impl Notation for Leapers {
    type PositionError = LeapersPositionError;

    fn spec(&self) -> String {
        format!("leapers:width={},height={}", self.width, self.height)
    }

    fn move_text(&self, _: &LeapersPosition, mv: LeapersMove) -> String {
        let is_jump = mv.segments().any(|(from, to)| self.jumped(from, to).is_some());
        let names: Vec<String> = mv.squares().iter().map(|square| self.cell_name(square.0 as u8)).collect();
        names.join(if is_jump { "x" } else { "-" })
    }

    fn parse_move(
        &self,
        position: &LeapersPosition,
        text: &str,
    ) -> Result<LeapersMove, ParseMoveError<LeapersMoveError>> {
        let malformed = || ParseMoveError::malformed(text, "squares such as a1-b2 or a1xa3xc3");
        let separator = if text.contains('x') { 'x' } else { '-' };
        let mut squares = [NO_SQUARE; MAX_PATH];
        for (index, name) in text.split(separator).enumerate() {
            let at = (0..self.cells()).find(|&at| self.cell_name(at) == name).ok_or_else(malformed)?;
            *squares.get_mut(index).ok_or_else(malformed)? = at;
        }
        let mv = LeapersMove(squares);
        self.check(position, mv).map_err(|why| ParseMoveError::illegal(text, why))?;
        // A legal move with the wrong separator is malformed.
        if self.move_text(position, mv) == text { Ok(mv) } else { Err(malformed()) }
    }

    fn position_text(&self, position: &LeapersPosition) -> String {
        let mut text = String::new();
        for y in (0..self.height).rev() {
            let mut empty = 0;
            for at in y * self.width..(y + 1) * self.width {
                let content = position.at(at).text();
                empty = if content.is_none() { empty + 1 } else { 0 };
                // A run of empty squares is one digit, so the digit before is replaced.
                if empty > 1 {
                    text.pop();
                }
                text.push(content.unwrap_or(char::from(b'0' + empty)));
            }
            text.push(if y > 0 { '/' } else { ' ' });
        }
        text + side_text(position.side)
    }

    fn parse_position(&self, text: &str) -> Result<LeapersPosition, LeapersPositionError> {
        let (board, side) = text.rsplit_once(' ').ok_or(LeapersPositionError::Malformed)?;
        let mut position = self.initial();
        position.side = parse_side(side).ok_or(LeapersPositionError::Malformed)?;
        let mut rows = board.split('/');
        for y in (0..self.height).rev() {
            let mut contents = Vec::new();
            for c in rows.next().ok_or(LeapersPositionError::Malformed)?.chars().take(usize::from(self.width) + 1) {
                let content = Content::ALL.into_iter().find(|&(text, _)| text == c).map(|(_, content)| content);
                let run = if content.is_some() { Some(1) } else { c.to_digit(10).filter(|&run| run > 0) };
                let run = run.ok_or(LeapersPositionError::Malformed)? as usize;
                contents.extend(std::iter::repeat_n(content.unwrap_or(Content::Empty), run));
            }
            if contents.len() != usize::from(self.width) {
                return Err(LeapersPositionError::Malformed);
            }
            (y * self.width..).zip(contents).for_each(|(at, content)| position.put(at, content));
        }
        if rows.next().is_some() {
            return Err(LeapersPositionError::Malformed);
        }
        self.validate(&position)?;
        Ok(position)
    }
}

impl Scene for Leapers {
    fn side_names(&self) -> [SideName; 2] {
        SIDES
    }

    fn board(&self) -> Board {
        let place = |at: u8| cell(Square(u16::from(at)), self.cell_name(at), [at % self.width, at / self.width, 0]);
        Board {
            kind: BoardKind::Grid,
            size: [self.width, self.height, 1],
            cells: (0..self.cells()).map(place).collect(),
            columns: (0..self.width).map(|x| char::from(b'a' + x).to_string()).collect(),
            rows: (1..=self.height).map(|y| y.to_string()).collect(),
            planes: Vec::new(),
            groups: Vec::new(),
            edges: Vec::new(),
        }
    }

    fn pieces(&self, position: &LeapersPosition) -> Vec<Piece> {
        let piece = |at: u8| {
            let kind = match position.at(at) {
                Content::Empty => return None,
                Content::Man(_) => PieceKind::Man,
                Content::King(_) => PieceKind::King,
            };
            Some(Piece { square: Square(u16::from(at)), side: position.at(at).side()?, kind })
        };
        (0..self.cells()).filter_map(piece).collect()
    }

    fn moving(&self, position: &LeapersPosition, mv: LeapersMove) -> Moving {
        let square = |at: u8| Square(u16::from(at));
        let step = |(from, to)| {
            let taken = self.jumped(from, to).map(|over| Effect::Remove { square: square(over) });
            [Effect::Move { from: square(from), to: square(to) }].into_iter().chain(taken).collect()
        };
        let mut steps: Vec<Vec<Effect>> = mv.segments().map(step).collect();
        if self.is_promoted(position, mv)
            && let Some(last) = steps.last_mut()
        {
            last.push(Effect::Promote { square: square(mv.end()), kind: PieceKind::King });
        }
        let names = [("from", self.cell_name(mv.from())), ("to", self.cell_name(mv.end()))];
        Moving { spoken: Phrase::new("move", names), path: mv.squares(), steps }
    }

    fn winning_cells(&self, _: &LeapersPosition) -> Vec<Square> {
        Vec::new()
    }
}
