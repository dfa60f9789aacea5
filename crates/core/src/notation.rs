//! The contract of a game's texts: moves and positions as people and programs write them.

use crate::text::{MAX_TEXT, excerpt};
use crate::{Game, Line, PdnType, Refusal};

/// A game with a notation. What is printed is read back as the same move or position.
pub trait Notation: Game {
    /// Why a position's text is refused.
    type PositionError: Refusal;

    /// The text that names this game with its parameters, defaults left out: `connect4`, `mnk:width=3,height=3,k=3`.
    fn spec(&self) -> String;

    /// A legal move of a position, as text.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Reads a move and checks that it is legal here.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, MoveError<Self::Illegal>>;

    /// Splits a list of moves into the texts of moves: at spaces, unless the game has a denser form as well.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        text.split_whitespace().collect()
    }

    /// A position as text.
    fn position_text(&self, position: &Self::Position) -> String;

    /// Reads a position and makes sure that it could come up in a game.
    fn parse_position(&self, text: &str) -> Result<Self::Position, Self::PositionError>;

    /// The rule counters as a suffix of the position's text; empty for most games.
    fn counters_text(&self, counters: Self::Counters) -> String {
        let _ = counters;
        String::new()
    }

    /// Reads a position with the counters that its text may carry.
    fn parse_start(&self, text: &str) -> Result<(Self::Position, Self::Counters), Self::PositionError> {
        Ok((self.parse_position(text)?, Self::Counters::default()))
    }

    /// What this game is called in Portable Draughts Notation; `None` for a game that is not written so. A game that has one
    /// writes its moves and positions as PDN does: the texts go into the file as they are.
    fn pdn(&self) -> Option<PdnType> {
        None
    }
}

/// Why a move's text was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError<I: Refusal> {
    /// It is not a move of this game at all.
    #[error("\"{text}\" is not a move: expected {expected}")]
    Malformed {
        /// The text, cut for showing.
        text: String,
        /// What a move looks like.
        expected: String,
    },
    /// It reads as a move, and the rules refuse it.
    #[error("\"{text}\" is not possible: {why}")]
    Illegal {
        /// The text, cut for showing.
        text: String,
        /// Why.
        #[source]
        why: I,
    },
}

impl<I: Refusal> MoveError<I> {
    /// A text that is not a move.
    pub fn malformed(text: &str, expected: impl Into<String>) -> Self {
        Self::Malformed { text: excerpt(text), expected: expected.into() }
    }

    /// A move that is not legal.
    pub fn illegal(text: &str, why: I) -> Self {
        Self::Illegal { text: excerpt(text), why }
    }

    /// A stable code for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Malformed { .. } => "move/malformed",
            Self::Illegal { why, .. } => why.code(),
        }
    }
}

/// Why a list of moves was refused; the moves before it are fine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MovesError<I: Refusal> {
    /// The text is too long to be a list of moves.
    #[error("the list of moves has {found} bytes; at most {MAX_TEXT} are read")]
    TooLong {
        /// Its length in bytes.
        found: usize,
    },
    /// One move is refused.
    #[error("move {number}: {error}")]
    Move {
        /// Which, counted from 1.
        number: usize,
        /// Why.
        #[source]
        error: MoveError<I>,
    },
}

impl<I: Refusal> MovesError<I> {
    /// A stable code for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooLong { .. } => "move/too-long",
            Self::Move { error, .. } => error.code(),
        }
    }
}

/// Reads a list of moves from a position on.
pub fn parse_moves<G: Notation>(
    game: &G,
    start: &G::Position,
    text: &str,
) -> Result<Vec<G::Move>, MovesError<G::Illegal>> {
    if text.len() > MAX_TEXT {
        return Err(MovesError::TooLong { found: text.len() });
    }
    let mut position = *start;
    let mut moves = Vec::new();
    for (index, word) in game.split_moves(text).into_iter().enumerate() {
        let mv = game.parse_move(&position, word).map_err(|error| MovesError::Move { number: index + 1, error })?;
        game.play_unchecked(&mut position, mv);
        moves.push(mv);
    }
    Ok(moves)
}

/// A line of moves as texts, from the line's present position on. Stops at a move that is not legal there.
pub fn moves_text<G: Notation>(line: &Line<G>, moves: &[G::Move]) -> Vec<String> {
    let mut position = *line.position();
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        if line.game().check(&position, mv).is_err() {
            break;
        }
        texts.push(line.game().move_text(&position, mv));
        line.game().play_unchecked(&mut position, mv);
    }
    texts
}
