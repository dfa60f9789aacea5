//! The [`Notation`] trait: moves and positions as text.

use crate::text::{MAX_TEXT, excerpt};
use crate::{CodedError, Game, Line, PdnType};

/// A game with a notation. Parsing a formatted move or position gives the same value.
pub trait Notation: Game {
    /// Why the text of a position is invalid.
    type PositionError: CodedError;

    /// The specification: the name of the game with the parameters that differ from their defaults, such as `connect4` or
    /// `mnk:width=3,height=3,k=3`.
    fn spec(&self) -> String;

    /// Formats a legal move of a position.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Parses a move and checks that it is legal.
    ///
    /// # Errors
    /// The text is not a move, or the move is illegal.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, ParseMoveError<Self::MoveError>>;

    /// Splits a list of moves into moves: at white space by default. Some games also have a form without spaces.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        text.split_whitespace().collect()
    }

    /// Formats a position.
    fn position_text(&self, position: &Self::Position) -> String;

    /// Parses a position and checks that it is valid.
    ///
    /// # Errors
    /// The text is not a position, or the position can't occur in a game.
    fn parse_position(&self, text: &str) -> Result<Self::Position, Self::PositionError>;

    /// Formats the rule counters as a suffix of the position; empty for most games.
    fn counters_text(&self, counters: Self::Counters) -> String {
        let _ = counters;
        String::new()
    }

    /// Parses a position with optional rule counters.
    ///
    /// # Errors
    /// As [`parse_position`](Notation::parse_position), or the counters are invalid.
    fn parse_start(&self, text: &str) -> Result<(Self::Position, Self::Counters), Self::PositionError> {
        Ok((self.parse_position(text)?, Self::Counters::default()))
    }

    /// The game type in Portable Draughts Notation; `None` for other games. A game with a PDN type formats its moves and positions
    /// as PDN does.
    fn pdn(&self) -> Option<PdnType> {
        None
    }
}

/// Why the text of a move was rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseMoveError<I: CodedError> {
    /// The text is not a move of this game.
    #[error("\"{text}\" is not a move: expected {expected}")]
    Malformed {
        /// The text, shortened.
        text: String,
        /// The form of a move.
        expected: String,
    },
    /// The move is illegal.
    #[error("\"{text}\" is not possible: {why}")]
    Illegal {
        /// The text, shortened.
        text: String,
        /// Why the move is illegal.
        #[source]
        why: I,
    },
}

impl<I: CodedError> ParseMoveError<I> {
    /// The text is not a move.
    pub fn malformed(text: &str, expected: impl Into<String>) -> Self {
        Self::Malformed { text: excerpt(text), expected: expected.into() }
    }

    /// The move is illegal.
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

/// Why a list of moves was rejected. The moves before the error are legal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseMovesError<I: CodedError> {
    /// The text is too long.
    #[error("the list of moves has {found} bytes; at most {MAX_TEXT} are read")]
    TooLong {
        /// Its length in bytes.
        found: usize,
    },
    /// A move is invalid.
    #[error("move {number}: {error}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// Why it is invalid.
        #[source]
        error: ParseMoveError<I>,
    },
}

impl<I: CodedError> ParseMovesError<I> {
    /// A stable code for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooLong { .. } => "move/too-long",
            Self::Move { error, .. } => error.code(),
        }
    }
}

/// Parses a list of moves, played from a position.
///
/// # Errors
/// The text is too long, or a move is malformed or illegal.
pub fn parse_moves<G: Notation>(
    game: &G,
    start: &G::Position,
    text: &str,
) -> Result<Vec<G::Move>, ParseMovesError<G::MoveError>> {
    if text.len() > MAX_TEXT {
        return Err(ParseMovesError::TooLong { found: text.len() });
    }
    let mut position = *start;
    let mut moves = Vec::new();
    for (index, word) in game.split_moves(text).into_iter().enumerate() {
        let mv =
            game.parse_move(&position, word).map_err(|error| ParseMovesError::Move { number: index + 1, error })?;
        game.play_unchecked(&mut position, mv);
        moves.push(mv);
    }
    Ok(moves)
}

/// Formats moves that are played from the current position of a line. Stops at the first illegal move.
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
