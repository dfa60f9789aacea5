//! The subtraction game.

use zermelo_core::view::{Board, BoardKind, Effect, Moving, Phrase, Piece, PieceKind};
use zermelo_core::{
    CodedError, Game, Notation, Outcome, ParseMoveError, PerftCount, Playout, Ply, Position, Proven, Scene,
    SearchHints, Side, SideName, Square, Termination, Wdl,
};

use super::{SIDES, cell, parse_side, side_text};
use crate::mix::mix;

/// A pile of stones. The sides in turn take 1 to `most` stones. The side that takes the last stone wins.
///
/// Moves are generated from 1 stone upwards. The side to move loses exactly when the pile is a multiple of `most + 1`
/// ([`Subtraction::value`]).
#[derive(Clone, Copy, Debug)]
pub struct Subtraction {
    /// The number of stones at the start.
    pub pile: u8,
    /// The greatest number of stones that a move takes.
    pub most: u8,
}

/// The remaining stones and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SubtractionPosition {
    left: u8,
    side: Side,
}

/// Why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SubtractionMoveError {
    /// No stone is left.
    #[error("the game is over")]
    Over,
    /// The move takes no stone or more than the rules allow.
    #[error("take 1 to {most} stones")]
    WrongNumber {
        /// The greatest number of stones that a move takes.
        most: u8,
    },
    /// The move takes more stones than are left.
    #[error("there are only {left} stones")]
    TooMany {
        /// The number of stones left.
        left: u8,
    },
}

impl CodedError for SubtractionMoveError {
    fn code(&self) -> &'static str {
        match self {
            Self::Over => "move/game-over",
            Self::WrongNumber { .. } => "move/wrong-number",
            Self::TooMany { .. } => "move/too-many",
        }
    }
}

/// Why a position's text is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SubtractionPositionError {
    /// The text is not a number and a side.
    #[error("expected the number of stones and the side to move, such as 7 x")]
    Malformed,
    /// The position is not reachable.
    #[error("no game leads to this position")]
    Unreachable,
}

impl CodedError for SubtractionPositionError {
    fn code(&self) -> &'static str {
        match self {
            Self::Malformed => "position/malformed",
            Self::Unreachable => "position/unreachable",
        }
    }
}

impl Subtraction {
    /// A game with `pile` stones and moves that take up to `most` stones.
    ///
    /// # Panics
    /// When either is 0.
    pub fn new(pile: u8, most: u8) -> Self {
        assert!(pile > 0 && most > 0, "pile and most must not be 0");
        Self { pile, most }
    }

    /// The value of a position by the formula. With the fastest win and the longest defence, each pair of moves takes
    /// `most + 1` stones.
    pub fn value(&self, position: &SubtractionPosition) -> Proven {
        let (left, period) = (u32::from(position.left), u32::from(self.most) + 1);
        let (wdl, plies) = match left % period {
            0 => (Wdl::Loss, 2 * (left / period)),
            _ => (Wdl::Win, 2 * (left / period) + 1),
        };
        Proven { wdl, plies: Some(Ply(plies)), score: None }
    }
}

impl SubtractionPosition {
    /// The number of stones left.
    pub fn left(&self) -> u8 {
        self.left
    }
}

impl Position for SubtractionPosition {
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        mix([self.left, self.side as u8])
    }
}

impl Game for Subtraction {
    type Position = SubtractionPosition;
    /// The number of stones taken.
    type Move = u8;
    type MoveError = SubtractionMoveError;
    type Counters = ();

    fn initial(&self) -> SubtractionPosition {
        SubtractionPosition { left: self.pile, side: Side::First }
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn outcome(&self, position: &SubtractionPosition) -> Option<Outcome> {
        (position.left == 0).then_some(Outcome::Win(position.side.opponent()))
    }

    fn termination(&self, _: &SubtractionPosition) -> Termination {
        Termination::NoMove
    }

    fn generate(&self, position: &SubtractionPosition, moves: &mut Vec<u8>) {
        moves.extend(1..=self.most.min(position.left));
    }

    fn check(&self, position: &SubtractionPosition, mv: u8) -> Result<(), SubtractionMoveError> {
        match position.left {
            0 => Err(SubtractionMoveError::Over),
            _ if mv == 0 || mv > self.most => Err(SubtractionMoveError::WrongNumber { most: self.most }),
            left if mv > left => Err(SubtractionMoveError::TooMany { left }),
            _ => Ok(()),
        }
    }

    fn play_unchecked(&self, position: &mut SubtractionPosition, mv: u8) {
        position.left -= mv;
        position.side = position.side.opponent();
    }
}

impl SearchHints for Subtraction {}

impl Playout for Subtraction {}

impl PerftCount for Subtraction {}

impl Notation for Subtraction {
    type PositionError = SubtractionPositionError;

    fn spec(&self) -> String {
        format!("subtraction:pile={},most={}", self.pile, self.most)
    }

    fn move_text(&self, _: &SubtractionPosition, mv: u8) -> String {
        mv.to_string()
    }

    fn parse_move(
        &self,
        position: &SubtractionPosition,
        text: &str,
    ) -> Result<u8, ParseMoveError<SubtractionMoveError>> {
        let mv = parse_number(text).ok_or_else(|| ParseMoveError::malformed(text, "a number of stones"))?;
        self.check(position, mv).map_err(|why| ParseMoveError::illegal(text, why))?;
        Ok(mv)
    }

    fn position_text(&self, position: &SubtractionPosition) -> String {
        format!("{} {}", position.left, side_text(position.side))
    }

    fn parse_position(&self, text: &str) -> Result<SubtractionPosition, SubtractionPositionError> {
        let parse = |(left, side)| Some(SubtractionPosition { left: parse_number(left)?, side: parse_side(side)? });
        let position = text.split_once(' ').and_then(parse).ok_or(SubtractionPositionError::Malformed)?;
        let taken = self.pile.checked_sub(position.left).ok_or(SubtractionPositionError::Unreachable)?;
        // The possible numbers of plies. The side to move determines the parity.
        let mut plies = taken.div_ceil(self.most)..=taken;
        let fits = plies.any(|plies| plies.is_multiple_of(2) == (position.side == Side::First));
        if fits { Ok(position) } else { Err(SubtractionPositionError::Unreachable) }
    }
}

/// A number of digits only, without a sign or a leading zero.
fn parse_number(text: &str) -> Option<u8> {
    text.parse().ok().filter(|number: &u8| number.to_string() == text)
}

impl Scene for Subtraction {
    fn side_names(&self) -> [SideName; 2] {
        SIDES
    }

    fn board(&self) -> Board {
        let cells = (0..self.pile).map(|at| cell(Square(u16::from(at)), (at + 1).to_string(), [at, 0, 0]));
        Board {
            kind: BoardKind::Points,
            size: [self.pile, 1, 1],
            cells: cells.collect(),
            columns: Vec::new(),
            rows: Vec::new(),
            planes: Vec::new(),
            groups: Vec::new(),
            edges: Vec::new(),
        }
    }

    fn pieces(&self, position: &SubtractionPosition) -> Vec<Piece> {
        // The stones belong to neither side. They are shown as the first side's.
        let stone = |at| Piece { square: Square(u16::from(at)), side: Side::First, kind: PieceKind::Stone };
        (0..position.left).map(stone).collect()
    }

    /// A click on a stone takes this stone and all stones to its right.
    fn moving(&self, position: &SubtractionPosition, mv: u8) -> Moving {
        let first = position.left - mv;
        let taken = (first..position.left).map(|at| Effect::Remove { square: Square(u16::from(at)) });
        Moving {
            spoken: Phrase::new("take", [("stones", mv.to_string())]),
            path: vec![Square(u16::from(first))],
            steps: vec![taken.collect()],
        }
    }

    fn winning_cells(&self, _: &SubtractionPosition) -> Vec<Square> {
        Vec::new()
    }
}
