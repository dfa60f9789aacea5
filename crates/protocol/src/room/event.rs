//! The events of a room.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_core::{Ending, Side};

use super::{ChatPhrase, Offer, RoomPlayer};

/// The remaining time of the first and the second side, in milliseconds.
pub type ClocksMs = [u64; 2];

/// An event in a room. It is stored before it is sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RoomEvent {
    /// The number of the event, from 1 without gaps.
    pub seq: u32,
    /// The time of the event: milliseconds since 1970, UTC.
    pub at_ms: i64,
    /// The side whose player caused it; missing if time or the rules did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Side>,
    /// The client's id of the action that caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// What happened in a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum EventKind {
    /// A player took a side.
    Joined {
        /// The side.
        side: Side,
        /// The player.
        player: RoomPlayer,
    },
    /// Both sides have players: the game begins.
    Began,
    /// A move was played.
    Moved {
        /// The number of moves played before it.
        ply: u32,
        /// The move, in canonical notation.
        #[serde(rename = "move")]
        mv: String,
        /// The time that the move took, in milliseconds, after lag compensation.
        took_ms: u64,
        /// The clocks after the move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(min_items = 2, max_items = 2)]
        clocks_ms: Option<[u64; 2]>,
    },
    /// A player made an offer.
    Offered {
        /// The offer.
        offer: Offer,
    },
    /// An offer was declined or withdrawn.
    Declined {
        /// The offer.
        offer: Offer,
    },
    /// Moves were taken back.
    TakenBack {
        /// The number of moves left.
        ply: u32,
        /// The clocks as they were after that many moves.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(min_items = 2, max_items = 2)]
        clocks_ms: Option<[u64; 2]>,
    },
    /// A player sent a chat message.
    Said {
        /// The message.
        saying: ChatPhrase,
    },
    /// The game ended.
    Ended {
        /// The outcome and its reason.
        ending: Ending,
        /// The clocks at the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(min_items = 2, max_items = 2)]
        clocks_ms: Option<[u64; 2]>,
    },
    /// The game was aborted.
    Aborted,
    /// The players agreed on a rematch.
    Rematch {
        /// The code of the room of the rematch.
        room: String,
    },
    /// The server was down. The time of the outage is charged to no side: the clocks show what they showed at its beginning, and wait
    /// for the side to move.
    Interrupted {
        /// The clocks.
        #[schema(min_items = 2, max_items = 2)]
        clocks_ms: [u64; 2],
    },
    /// The clock of the side to move continues: its player is back, or the wait is over.
    Resumed,
    /// A game between computers was paused or continued.
    Paused {
        /// Whether the game is paused.
        on: bool,
    },
    /// The pace of a game between computers was set.
    Paced {
        /// The minimum time between moves, in milliseconds.
        pace_ms: u64,
    },
}

impl EventKind {
    /// Whether the event sets the clocks, so that the remaining time counts from its moment on. Any other event leaves them as they are.
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

    /// Whether the event changes the board or the legal moves.
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
