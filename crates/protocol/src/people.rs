//! Guests, the lobby, and lists of rooms.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_core::{Outcome, Termination};

use crate::{RoomPlayer, SideChoice, Stage, TimeControl};

/// A guest as everybody sees it: public id and name.
#[allow(missing_docs)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Profile {
    pub id: String,
    pub name: String,
}

/// A request to become a guest, or to change the name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGuest {
    /// The name; the server makes one up if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A person who waits for any opponent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Seek {
    /// The code of the room.
    pub room: String,
    /// The game's specification.
    pub game: String,
    /// The clock.
    pub clock: TimeControl,
    /// The side that the opponent will play.
    pub side: SideChoice,
    /// The person who waits.
    pub player: RoomPlayer,
}

/// A game in progress.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LiveGame {
    /// The code of the room.
    pub room: String,
    /// The game's specification.
    pub game: String,
    /// The clock.
    pub clock: TimeControl,
    /// The player of the first side.
    pub first: RoomPlayer,
    /// The player of the second side.
    pub second: RoomPlayer,
    /// The number of watchers.
    pub watchers: u32,
}

/// A pool (one game and one clock) in which people wait to be paired.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PoolStatus {
    /// The game's specification.
    pub game: String,
    /// The clock.
    pub clock: TimeControl,
    /// The number of people who wait.
    pub waiting: u32,
}

/// The lobby: seeks, pools and games in progress.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Lobby {
    /// The open seeks.
    pub seeks: Vec<Seek>,
    /// The pools in which people wait.
    pub pools: Vec<PoolStatus>,
    /// The most watched games in progress, the most watched first.
    pub live: Vec<LiveGame>,
    /// The number of games in progress.
    pub playing: u32,
    /// The number of people connected.
    pub people: u32,
}

/// A room in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RoomSummary {
    /// The code of the room.
    pub room: String,
    /// The game's specification.
    pub game: String,
    /// The stage of the room.
    pub stage: Stage,
    /// The name of the first player.
    pub first: String,
    /// The name of the second player.
    pub second: String,
    /// The outcome, once the game has ended.
    #[schema(required)]
    pub outcome: Option<Outcome>,
    /// Why the game ended.
    #[schema(required)]
    pub termination: Option<Termination>,
    /// The number of moves played.
    pub plies: u32,
    /// When the room was made: milliseconds since 1970, UTC.
    pub created_ms: i64,
    /// When the game ended: milliseconds since 1970, UTC.
    #[schema(required)]
    pub ended_ms: Option<i64>,
}

/// A page of rooms, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RoomList {
    /// The rooms.
    pub rooms: Vec<RoomSummary>,
    /// The value of `before` that asks for the next, older page; missing on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<String>,
}
