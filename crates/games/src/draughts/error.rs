//! The errors of illegal moves.

use zermelo_core::CodedError;

/// An illegal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DraughtsMoveError {
    /// The game is over: the side to move has no legal move.
    #[error("the game is over: the side to move has no move")]
    GameOver,
    /// The start of the move has no piece of the side to move.
    #[error("no {colour} piece stands on {square}, and {colour} is to move")]
    NotYours {
        /// The number of the start square.
        square: u16,
        /// The side to move.
        colour: &'static str,
    },
    /// The move captures nothing, but a capture is possible.
    #[error("a capture is obligatory: play {captures}")]
    MustCapture {
        /// The legal captures.
        captures: String,
    },
    /// An illegal or incomplete capture.
    #[error("that is not one of the captures allowed here: play {captures}")]
    OtherCapture {
        /// The legal captures.
        captures: String,
    },
    /// The piece cannot move to that square.
    #[error("the piece on {from} can't do that: it can play {moves}")]
    Unreachable {
        /// The number of the piece's square.
        from: u16,
        /// The legal moves of the piece.
        moves: String,
    },
    /// The piece has no legal move.
    #[error("the piece on {from} has no move")]
    Blocked {
        /// The number of the piece's square.
        from: u16,
    },
    /// The text fits several captures.
    #[error("that could be several captures: write {captures}")]
    Ambiguous {
        /// The captures with all squares of their paths.
        captures: String,
    },
    /// The square is not on the board.
    #[error("there is no square {number}: squares are numbered from 1 to {last}")]
    OffBoard {
        /// The number given.
        number: u16,
        /// The highest number of the board.
        last: u16,
    },
}

impl CodedError for DraughtsMoveError {
    const CODES: &'static [&'static str] = &[
        "move/game-over",
        "move/not-yours",
        "move/must-capture",
        "move/other-capture",
        "move/unreachable",
        "move/blocked",
        "move/ambiguous",
        "move/off-board",
    ];

    fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "move/game-over",
            Self::NotYours { .. } => "move/not-yours",
            Self::MustCapture { .. } => "move/must-capture",
            Self::OtherCapture { .. } => "move/other-capture",
            Self::Unreachable { .. } => "move/unreachable",
            Self::Blocked { .. } => "move/blocked",
            Self::Ambiguous { .. } => "move/ambiguous",
            Self::OffBoard { .. } => "move/off-board",
        }
    }
}
