//! The actions of people in a room.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A proposal of one player to the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// A draw.
    Draw,
    /// To take back the last move of the player who proposes it.
    Takeback,
    /// Another game with sides swapped, after the end of this one.
    Rematch,
}

/// A chat message. There is no free chat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum ChatPhrase {
    Hello,
    GoodLuck,
    HaveFun,
    WellPlayed,
    Oops,
    Thanks,
    GoodGame,
    Goodbye,
}

/// The result that a player claims after the opponent has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Claim {
    Win,
    Draw,
}

/// An action of a person in a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum RoomAction {
    /// Plays a move.
    Move {
        /// The number of moves played before it. The server refuses a move for another position.
        ply: u32,
        /// The move, in the game's notation.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Resigns.
    Resign,
    /// Makes an offer, or accepts the same offer of the opponent.
    Offer {
        /// The offer.
        offer: Offer,
    },
    /// Declines an offer of the opponent, or withdraws one's own.
    Decline {
        /// The offer.
        offer: Offer,
    },
    /// Aborts the game, before each side has moved.
    Abort,
    /// Claims the game after the opponent has left.
    Claim {
        /// The claimed result.
        claim: Claim,
    },
    /// Sends a chat message.
    Say {
        /// The message.
        saying: ChatPhrase,
    },
    /// Pauses or continues a game between computers. Only the owner of the room may do so.
    Pause {
        /// Whether the game is paused.
        on: bool,
    },
    /// Sets the minimum time between the moves of a game between computers. Only the owner of the room may do so.
    Pace {
        /// The time in milliseconds.
        pace_ms: u64,
    },
}
