//! Rooms as they are kept.

/// What is kept of a room beside its events. Its game, settings, owner and time of creation are those with which it was stored first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoomRow {
    /// Its code.
    pub code: String,
    /// The game's specification.
    pub game: String,
    /// How it was made, as JSON.
    pub settings: String,
    /// The guest whom it belongs to.
    pub owner: Option<String>,
    /// The guest who plays the first side.
    pub first: Option<String>,
    /// The guest who plays the second side.
    pub second: Option<String>,
    /// How the first player is called, person or computer.
    pub first_name: String,
    /// How the second player is called.
    pub second_name: String,
    /// How far it is.
    pub status: Status,
    /// Who won, when it is over.
    pub winner: Option<Winner>,
    /// How the game ended.
    pub termination: Option<String>,
    /// How many moves were played.
    pub plies: u32,
    /// When it was made: milliseconds since 1970, UTC.
    pub created_ms: i64,
    /// When it was over.
    pub ended_ms: Option<i64>,
    /// The finished game, as JSON.
    pub record: Option<String>,
}

/// How far a room is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// A side has no player yet.
    Waiting,
    /// The game goes on.
    Playing,
    /// The game is over.
    Ended,
    /// The game was called off.
    Aborted,
}

impl Status {
    /// The word in the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Playing => "playing",
            Self::Ended => "ended",
            Self::Aborted => "aborted",
        }
    }

    pub(crate) fn of(word: &str) -> Option<Self> {
        [Self::Waiting, Self::Playing, Self::Ended, Self::Aborted].into_iter().find(|status| status.word() == word)
    }
}

/// Who won a game that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Winner {
    /// The first side.
    First,
    /// The second side.
    Second,
    /// Nobody.
    Draw,
}

impl Winner {
    /// The word in the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Draw => "draw",
        }
    }

    pub(crate) fn of(word: &str) -> Option<Self> {
        [Self::First, Self::Second, Self::Draw].into_iter().find(|winner| winner.word() == word)
    }
}

/// A room with its events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredRoom {
    /// The room.
    pub row: RoomRow,
    /// Its events in order: number and JSON.
    pub events: Vec<(u32, String)>,
}
