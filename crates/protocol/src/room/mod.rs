//! Rooms: a game between two players, with its watchers.

mod action;
mod event;
mod state;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_core::Side;

use crate::TimeControl;
pub use action::{ChatPhrase, Claim, Offer, RoomAction};
pub use event::{ClocksMs, EventKind, RoomEvent};
pub use state::{RoomState, RoomStatus};

/// A request for a new room, and the settings of its game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRoom {
    /// The game's specification.
    pub game: String,
    /// The start position; the default is the initial position of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Moves that are played before the game begins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<String>,
    /// The opponent.
    pub opponent: Opponent,
    /// The side of the person who makes the room.
    #[serde(default)]
    pub side: SideChoice,
    /// The time control.
    #[serde(default, deserialize_with = "crate::time_control::read")]
    pub clock: TimeControl,
}

/// The opponent of the person who makes a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Opponent {
    /// A person who has the code of the room.
    Friend,
    /// Any person: the lobby shows the seek until somebody accepts it.
    Anyone,
    /// A person who asked for the same game and clock; paired at once if one waits.
    Pool,
    /// A computer player.
    Computer {
        /// The specification of its agent, such as `level:n=3`.
        agent: String,
    },
    /// Computers play each other; the person watches.
    Watch {
        /// The specification of the agent of the first side.
        first: String,
        /// The specification of the agent of the second side.
        second: String,
        /// The minimum time between moves, in milliseconds.
        #[serde(default)]
        pace_ms: u64,
    },
}

/// The requested side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SideChoice {
    /// The side that moves first.
    First,
    /// The side that moves second.
    Second,
    /// A side at random.
    #[default]
    Random,
}

impl SideChoice {
    /// The requested side; `None` for a random side.
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::First => Some(Side::First),
            Self::Second => Some(Side::Second),
            Self::Random => None,
        }
    }

    /// The same request from the opponent's point of view.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
            Self::Random => Self::Random,
        }
    }
}

/// The player of a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RoomPlayer {
    /// A person.
    Person {
        /// The public id.
        id: String,
        /// The name.
        name: String,
    },
    /// A computer player.
    Computer {
        /// Its specification.
        agent: String,
    },
}

/// The stage of a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// At least one side has no player yet.
    Waiting,
    /// The game is in progress.
    Playing,
    /// The game has ended.
    Ended,
    /// The game was aborted.
    Aborted,
}

/// Which players are connected. It is sent when it changes, and is not stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Presence {
    /// Whether the first player is connected to the room; a computer always is.
    pub first: bool,
    /// Whether the second player is connected.
    pub second: bool,
    /// The number of watchers.
    pub watchers: u32,
    /// The time in milliseconds until the side that stayed may claim the game; 0 means now. Missing if nobody left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim_in_ms: Option<u64>,
}

/// The kind of an [`Opponent`], without its parameters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum OpponentKind {
    Friend,
    Anyone,
    Pool,
    Computer,
    Watch,
}

impl Opponent {
    /// The kind of this opponent.
    pub const fn kind(&self) -> OpponentKind {
        match self {
            Self::Friend => OpponentKind::Friend,
            Self::Anyone => OpponentKind::Anyone,
            Self::Pool => OpponentKind::Pool,
            Self::Computer { .. } => OpponentKind::Computer,
            Self::Watch { .. } => OpponentKind::Watch,
        }
    }
}
