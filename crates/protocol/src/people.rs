//! People, what they wish, and what they played.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_core::{Outcome, Termination};

use crate::{Choice, Player, Stage, TimeControl};

/// Who one is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Me {
    /// For all to see.
    pub id: String,
    /// For all to see, too.
    pub name: String,
}

/// A name that somebody would like to have.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGuest {
    /// The name; one is made up if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// Somebody waits for an opponent, whoever it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Seek {
    /// The room.
    pub room: String,
    /// The game's specification.
    pub game: String,
    /// The clock.
    pub clock: TimeControl,
    /// Which side the other would play.
    pub side: Choice,
    /// Who waits.
    pub player: Player,
}

/// A game that goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Live {
    /// The room.
    pub room: String,
    /// The game's specification.
    pub game: String,
    /// The clock.
    pub clock: TimeControl,
    /// Who plays the first side.
    pub first: Player,
    /// Who plays the second side.
    pub second: Player,
    /// How many watch.
    pub watchers: u32,
}

/// A pool in which somebody waits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Pool {
    /// The game's specification.
    pub game: String,
    /// The clock.
    pub clock: TimeControl,
    /// How many wait.
    pub waiting: u32,
}

/// What goes on.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Lobby {
    /// Who waits for anybody.
    pub seeks: Vec<Seek>,
    /// Pools in which somebody waits.
    pub pools: Vec<Pool>,
    /// Games that go on, the most watched first; not all of them.
    pub live: Vec<Live>,
    /// How many games go on.
    pub playing: u32,
    /// How many people are connected.
    pub people: u32,
}

/// A room in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Entry {
    /// Its code.
    pub room: String,
    /// The game's specification.
    pub game: String,
    /// How far it is.
    pub stage: Stage,
    /// The name of the first player.
    pub first: String,
    /// The name of the second player.
    pub second: String,
    /// Who won.
    #[schema(required)]
    pub outcome: Option<Outcome>,
    /// Why it ended.
    #[schema(required)]
    pub termination: Option<Termination>,
    /// How many moves were played.
    pub plies: u32,
    /// When it was made: milliseconds since 1970, UTC.
    pub created_ms: i64,
    /// When it ended.
    #[schema(required)]
    pub ended_ms: Option<i64>,
}

/// Rooms, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Entries {
    /// The rooms.
    pub rooms: Vec<Entry>,
    /// What to ask for as `before` to get those that are older; none: there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<String>,
}
