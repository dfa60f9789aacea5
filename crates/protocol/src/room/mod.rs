//! Rooms: a game between two players, with all who watch it.

mod action;
mod event;
mod state;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_core::Side;

use crate::TimeControl;
pub use action::{Action, Claim, Offer, Saying};
pub use event::{ClocksMs, Event, What};
pub use state::{RoomState, RoomStatus};

/// A wish for a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRoom {
    /// The game's specification.
    pub game: String,
    /// The position that it starts from; the initial one if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Moves that are played before the players begin.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<String>,
    /// Against whom.
    pub opponent: Opponent,
    /// On which side.
    #[serde(default)]
    pub side: Choice,
    /// With which clock.
    #[serde(default, deserialize_with = "crate::time_control::read")]
    pub clock: TimeControl,
}

/// Against whom one plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Opponent {
    /// Whoever has the room's code.
    Friend,
    /// Anybody: the wish is shown to all until somebody takes it.
    Anyone,
    /// Whoever wishes the same: at once where somebody waits already.
    Pool,
    /// The computer.
    Computer {
        /// Its specification, such as `level:n=3`.
        agent: String,
    },
    /// The computer against the computer, to watch.
    Watch {
        /// Who plays the first side.
        first: String,
        /// Who plays the second side.
        second: String,
        /// How long each move stands at least, in milliseconds.
        #[serde(default)]
        pace_ms: u64,
    },
}

/// A choice of sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// Moves first.
    First,
    /// Moves second.
    Second,
    /// As chance has it.
    #[default]
    Random,
}

impl Choice {
    /// The side that was chosen, where it is not left to chance.
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::First => Some(Side::First),
            Self::Second => Some(Side::Second),
            Self::Random => None,
        }
    }

    /// What is left for the other.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
            Self::Random => Self::Random,
        }
    }
}

/// Who sits at a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Player {
    /// A person.
    Person {
        /// Who it is, for all to see.
        id: String,
        /// What they call themselves.
        name: String,
    },
    /// The computer.
    Computer {
        /// Its specification.
        agent: String,
    },
}

/// What stage a room is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// A side has no player yet.
    Waiting,
    /// The game goes on.
    Playing,
    /// The game is over.
    Ended,
    /// The game was called off before it had begun.
    Aborted,
}

/// Who is there. It is told when it changes, and is not kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Presence {
    /// Whether the first player follows the room; a computer always does.
    pub first: bool,
    /// Whether the second player does.
    pub second: bool,
    /// How many others do.
    pub watchers: u32,
    /// In how many milliseconds the side that is there may claim the game, because the other left; 0: now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim_in_ms: Option<u64>,
}

/// The kind of an [`Opponent`], without its figures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OpponentKind {
    /// A friend.
    Friend,
    /// Anyone.
    Anyone,
    /// A pool.
    Pool,
    /// The computer.
    Computer,
    /// The computer against itself.
    Watch,
}

impl Opponent {
    /// Its kind.
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
