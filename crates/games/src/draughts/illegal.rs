//! Why a move is refused.

use zermelo_core::CodedError;

/// Why a move is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DraughtsIllegal {
    /// The side to move has no move: it has lost.
    #[error("the game is over: the side to move has no move")]
    GameOver,
    /// No piece of the side to move stands where the move starts.
    #[error("no {colour} piece stands on {square}, and {colour} is to move")]
    NotYours {
        /// The start.
        square: u16,
        /// The side to move.
        colour: &'static str,
    },
    /// There is something to be captured, and this captures nothing.
    #[error("a capture is obligatory: play {captures}")]
    MustCapture {
        /// The legal captures.
        captures: String,
    },
    /// A capture that the rules do not allow here, or that is not complete.
    #[error("that is not one of the captures allowed here: play {captures}")]
    OtherCapture {
        /// The legal captures.
        captures: String,
    },
    /// The piece can't go there.
    #[error("the piece on {from} can't do that: it can play {moves}")]
    Unreachable {
        /// Where it stands.
        from: u16,
        /// What it can do.
        moves: String,
    },
    /// The piece can't move at all.
    #[error("the piece on {from} has no move")]
    Blocked {
        /// Where it stands.
        from: u16,
    },
    /// Several captures lead there.
    #[error("that could be several captures: write {ways}")]
    Ambiguous {
        /// Their full texts.
        ways: String,
    },
    /// No such square.
    #[error("there is no square {number}: squares are numbered from 1 to {last}")]
    OffBoard {
        /// What was asked for.
        number: u16,
        /// The highest number.
        last: u16,
    },
}

impl CodedError for DraughtsIllegal {
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
