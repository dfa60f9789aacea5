//! Rooms in the database.

/// A room without its events. Its game, settings, owner and time of creation never change after the first write.
#[allow(missing_docs, reason = "the name says what it is")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoomRow {
    pub code: String,
    /// The game specification.
    pub game: String,
    /// The room's settings, as JSON.
    pub settings: String,
    /// The guest who created it.
    pub owner: Option<String>,
    /// The guest on the first side.
    pub first: Option<String>,
    /// The guest on the second side.
    pub second: Option<String>,
    /// The name of the first player, person or computer.
    pub first_name: String,
    /// The name of the second player.
    pub second_name: String,
    pub status: StoredStatus,
    /// The winner of a finished game.
    pub winner: Option<Winner>,
    /// How the game ended, as the JSON name of a termination.
    pub termination: Option<String>,
    /// The number of moves.
    pub plies: u32,
    /// The time of creation: milliseconds since 1970, UTC.
    pub created_ms: i64,
    /// The time of the end.
    pub ended_ms: Option<i64>,
    /// The finished game, as JSON.
    pub record: Option<String>,
}

/// The stage of a stored room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoredStatus {
    /// A side has no player yet.
    Waiting,
    /// The game is in progress.
    Playing,
    /// The game has ended.
    Ended,
    /// The game was aborted.
    Aborted,
}

impl StoredStatus {
    /// The value in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Playing => "playing",
            Self::Ended => "ended",
            Self::Aborted => "aborted",
        }
    }

    pub(crate) fn parse(word: &str) -> Option<Self> {
        [Self::Waiting, Self::Playing, Self::Ended, Self::Aborted].into_iter().find(|status| status.as_str() == word)
    }
}

/// The winner of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Winner {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Neither.
    Draw,
}

impl Winner {
    /// The value in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Draw => "draw",
        }
    }

    pub(crate) fn parse(word: &str) -> Option<Self> {
        [Self::First, Self::Second, Self::Draw].into_iter().find(|winner| winner.as_str() == word)
    }
}

/// A room with its events.
#[allow(missing_docs, reason = "the name says what it is")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredRoom {
    pub row: RoomRow,
    /// Its events in order: number and JSON.
    pub events: Vec<(u32, String)>,
}
