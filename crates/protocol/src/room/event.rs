//! What happens in a room.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_core::{Ending, Side};

use super::{Offer, Player, Saying};

/// What is left on the clocks, in milliseconds, the first side's first.
pub type ClocksMs = [u64; 2];

/// Something that happened in a room. It is stored before it is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Event {
    /// Its number, from 1 without gaps.
    pub seq: u32,
    /// When: milliseconds since 1970, UTC.
    pub at_ms: i64,
    /// Which player brought it about; nobody: time, or the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Side>,
    /// The id of the action that brought it about, which whoever sent it chose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What.
    #[serde(flatten)]
    pub what: What,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum What {
    /// A player took a side.
    Joined {
        /// Which.
        side: Side,
        /// Who.
        player: Player,
    },
    /// Both sides have players: the game goes on.
    Began,
    /// A move was played.
    Moved {
        /// How many moves were played before it.
        ply: u32,
        /// The move, in its usual text.
        #[serde(rename = "move")]
        mv: String,
        /// How long it took, lag taken off.
        took_ms: u64,
        /// The clocks after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(min_items = 2, max_items = 2)]
        clocks_ms: Option<[u64; 2]>,
    },
    /// A player proposes something.
    Offered {
        /// What.
        offer: Offer,
    },
    /// A proposal does not stand any more: it was refused or taken back.
    Declined {
        /// What.
        offer: Offer,
    },
    /// Moves were taken back.
    TakenBack {
        /// How many moves are left.
        ply: u32,
        /// The clocks as they were then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(min_items = 2, max_items = 2)]
        clocks_ms: Option<[u64; 2]>,
    },
    /// A player said something.
    Said {
        /// What.
        saying: Saying,
    },
    /// The game is over.
    Ended {
        /// How.
        ending: Ending,
        /// The clocks at the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(min_items = 2, max_items = 2)]
        clocks_ms: Option<[u64; 2]>,
    },
    /// The game was called off.
    Aborted,
    /// The players play again.
    Rematch {
        /// In this room.
        room: String,
    },
    /// The server was down. The time since it went is nobody's: the clocks stand as they did then, and wait for who is to move.
    Interrupted {
        /// The clocks.
        #[schema(min_items = 2, max_items = 2)]
        clocks_ms: [u64; 2],
    },
    /// Who is to move is back, or was waited for long enough: the clock goes on.
    Resumed,
    /// The computer's game stands still, or goes on.
    Paused {
        /// Whether it stands still.
        on: bool,
    },
    /// The computer's game has another pace.
    Paced {
        /// How long each move stands at least, in milliseconds.
        pace_ms: u64,
    },
}

impl What {
    /// Whether the clocks are set by it: what both have left afterwards counts from its moment on. With any other event they go on.
    pub const fn sets_clocks(&self) -> bool {
        match self {
            Self::Began
            | Self::Moved { .. }
            | Self::TakenBack { .. }
            | Self::Ended { .. }
            | Self::Aborted
            | Self::Interrupted { .. }
            | Self::Resumed => true,
            Self::Joined { .. }
            | Self::Offered { .. }
            | Self::Declined { .. }
            | Self::Said { .. }
            | Self::Rematch { .. }
            | Self::Paused { .. }
            | Self::Paced { .. } => false,
        }
    }

    /// Whether the board looks different afterwards, or what can be done on it.
    pub const fn changes_board(&self) -> bool {
        matches!(
            self,
            Self::Moved { .. }
                | Self::TakenBack { .. }
                | Self::Ended { .. }
                | Self::Aborted
                | Self::Began
                | Self::Paused { .. }
        )
    }
}
