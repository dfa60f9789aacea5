//! What people do in a room.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What one player proposes to the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// To call it a draw.
    Draw,
    /// To take the proposer's last move back.
    Takeback,
    /// To play again with sides swapped, when the game is over.
    Rematch,
}

/// What can be said: there is no free chat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Saying {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Have fun.
    HaveFun,
    /// Well played.
    WellPlayed,
    /// Oops.
    Oops,
    /// Thank you.
    Thanks,
    /// Good game.
    GoodGame,
    /// Goodbye.
    Goodbye,
}

/// What is claimed when the opponent has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// The game is won.
    Win,
    /// The game is drawn.
    Draw,
}

/// What somebody does in a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Action {
    /// Plays a move.
    Move {
        /// How many moves were played before it; another number is refused.
        ply: u32,
        /// The move, in the game's notation.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Gives up.
    Resign,
    /// Proposes something, or takes what the other proposed.
    Offer {
        /// What.
        offer: Offer,
    },
    /// Refuses what the other proposed, or takes one's own proposal back.
    Decline {
        /// What.
        offer: Offer,
    },
    /// Calls the game off, before each side has moved.
    Abort,
    /// Claims the game when the opponent has left.
    Claim {
        /// What.
        claim: Claim,
    },
    /// Says something.
    Say {
        /// What.
        saying: Saying,
    },
    /// Stops the computer's game, or lets it go on; for whoever made the room.
    Pause {
        /// Whether it stands still.
        on: bool,
    },
    /// Says how long each move of the computer's game stands at least; for whoever made the room.
    Pace {
        /// In milliseconds.
        pace_ms: u64,
    },
}
