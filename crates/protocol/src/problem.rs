//! What was wrong with a request.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Shown;

/// The codes that the server itself gives. Those of games and agents (`move/column-full`) are theirs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// The body is no JSON.
    Json,
    /// The JSON is not the message that this address takes.
    Message,
    /// The body did not come in time.
    Slow,
    /// The body is longer than this address takes.
    TooLarge,
    /// The body is not declared as JSON.
    ContentType,
    /// There is nothing at this address.
    NotFound,
    /// The address does not take this method.
    Method,
    /// A page of another site sent it.
    ForeignOrigin,
    /// Too many requests.
    TooMany,
    /// Too many analyses wait.
    Busy,
    /// The game does not exist.
    Game,
    /// The agent does not exist, or not with these parameters.
    Agent,
    /// The agent exists, and this server does not let strangers use it.
    AgentRefused,
    /// There is no such room.
    RoomUnknown,
    /// Both sides have players.
    RoomFull,
    /// One cannot play oneself in a room.
    RoomOwn,
    /// Only its players may do that.
    RoomNotYours,
    /// One acts in rooms that one follows.
    RoomNotFollowed,
    /// The game has not begun, or is over.
    RoomNotPlaying,
    /// It is too late to call it off.
    RoomTooLate,
    /// Enough rooms are open.
    RoomTooMany,
    /// The room waits for the store; too much waits already.
    RoomHeld,
    /// It is the other's turn.
    MoveTurn,
    /// The move belongs to another position.
    MoveStale,
    /// No such proposal stands.
    OfferNone,
    /// That cannot be proposed now.
    OfferNotNow,
    /// The opponent is there, or may still come back.
    ClaimNotYet,
    /// Enough was said for now.
    SayTooMuch,
    /// Nobody is known by this cookie.
    GuestNone,
    /// The name is none.
    GuestName,
    /// The server cannot store anything at the moment.
    Store,
    /// The address takes a WebSocket.
    SocketUpgrade,
    /// The games could not be read.
    RecordUnreadable,
    /// The server stops.
    Stopping,
    /// The server failed.
    Internal,
}

impl Code {
    /// Every code.
    pub const ALL: &[Self] = &[
        Self::Json,
        Self::Message,
        Self::Slow,
        Self::TooLarge,
        Self::ContentType,
        Self::NotFound,
        Self::Method,
        Self::ForeignOrigin,
        Self::TooMany,
        Self::Busy,
        Self::Game,
        Self::Agent,
        Self::AgentRefused,
        Self::RoomUnknown,
        Self::RoomFull,
        Self::RoomOwn,
        Self::RoomNotYours,
        Self::RoomNotFollowed,
        Self::RoomNotPlaying,
        Self::RoomTooLate,
        Self::RoomTooMany,
        Self::RoomHeld,
        Self::MoveTurn,
        Self::MoveStale,
        Self::OfferNone,
        Self::OfferNotNow,
        Self::ClaimNotYet,
        Self::SayTooMuch,
        Self::GuestNone,
        Self::GuestName,
        Self::Store,
        Self::SocketUpgrade,
        Self::RecordUnreadable,
        Self::Stopping,
        Self::Internal,
    ];

    /// The code as it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Json => "request/json",
            Self::Message => "request/message",
            Self::Slow => "request/slow",
            Self::TooLarge => "request/too-large",
            Self::ContentType => "request/content-type",
            Self::NotFound => "request/not-found",
            Self::Method => "request/method",
            Self::ForeignOrigin => "request/foreign-origin",
            Self::TooMany => "request/too-many",
            Self::Busy => "analysis/busy",
            Self::Game => "game/unknown",
            Self::Agent => "agent/unknown",
            Self::AgentRefused => "agent/refused-here",
            Self::RoomUnknown => "room/unknown",
            Self::RoomFull => "room/full",
            Self::RoomOwn => "room/own",
            Self::RoomNotYours => "room/not-yours",
            Self::RoomNotFollowed => "room/not-followed",
            Self::RoomNotPlaying => "room/not-playing",
            Self::RoomTooLate => "room/too-late",
            Self::RoomTooMany => "room/too-many",
            Self::RoomHeld => "room/held",
            Self::MoveTurn => "move/not-your-turn",
            Self::MoveStale => "move/stale",
            Self::OfferNone => "offer/none",
            Self::OfferNotNow => "offer/not-now",
            Self::ClaimNotYet => "claim/not-yet",
            Self::SayTooMuch => "say/too-much",
            Self::GuestNone => "guest/none",
            Self::GuestName => "guest/name",
            Self::Store => "store/unavailable",
            Self::SocketUpgrade => "socket/upgrade",
            Self::RecordUnreadable => "record/unreadable",
            Self::Stopping => "server/stopping",
            Self::Internal => "server/internal",
        }
    }
}

/// An error: what was wrong and what would be right.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Problem {
    /// A stable code for programs.
    pub code: &'static str,
    /// The same in words.
    pub message: String,
    /// Which move was refused, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
    /// The game as it stands before the move that was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(no_recursion)]
    pub state: Option<Box<Shown>>,
}

/// The body of an answer that is an error.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Failure {
    /// What was wrong.
    pub error: Problem,
}

impl Problem {
    /// A problem that the server itself names.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self::named(code.text(), message)
    }

    /// A problem with the code of a game or an agent.
    pub fn named(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), at: None, state: None }
    }
}

/// A [`Problem`] as a client reads it. Codes of a later server are texts like any other.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Complaint {
    /// A stable code for programs.
    pub code: String,
    /// The same in words.
    pub message: String,
}

impl Complaint {
    /// Whether it is this.
    pub fn is(&self, code: Code) -> bool {
        self.code == code.text()
    }
}
