//! Rooms: a game between two players, with all who watch it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_core::{Ending, Side};

use crate::TimeControl;

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

/// A room as it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RoomState {
    /// Its code.
    pub room: String,
    /// The number of the last event.
    pub seq: u32,
    /// The game's specification.
    pub game: String,
    /// The text of the position that it started from.
    pub start: String,
    /// Whom whoever made the room wished to play.
    pub opponent: OpponentKind,
    /// The clock.
    pub clock: TimeControl,
    /// Who plays the first side; nobody yet.
    #[schema(required)]
    pub first: Option<Player>,
    /// Who plays the second side; nobody yet.
    #[schema(required)]
    pub second: Option<Player>,
    /// How far it is.
    pub stage: Stage,
    /// The moves, in their usual text.
    pub moves: Vec<String>,
    /// How long each took, in milliseconds; 0 for those of the opening.
    pub took_ms: Vec<u64>,
    /// How many of the moves are the opening.
    pub opening: u32,
    /// What the clocks show now.
    #[schema(required, min_items = 2, max_items = 2)]
    pub clocks_ms: Option<[u64; 2]>,
    /// Whose clock runs.
    #[schema(required)]
    pub running: Option<Side>,
    /// The proposals that stand.
    pub offers: Vec<(Side, Offer)>,
    /// What was said last.
    pub said: Vec<(Side, Saying)>,
    /// How the game ended.
    #[schema(required)]
    pub ending: Option<Ending>,
    /// Where the players play again.
    #[schema(required)]
    pub rematch: Option<String>,
    /// Whether a computer's game stands still.
    pub paused: bool,
    /// How long each move of a computer's game stands at least, in milliseconds.
    pub pace_ms: u64,
    /// Who is there.
    pub presence: Presence,
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
