//! Errors as the server sends them, and their codes.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ViewResponse;

/// The error codes of the server itself. `docs/server-protocol.md` lists what each means. Games and agents add their own codes, such as
/// `move/column-full`.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorCode {
    Json,
    Message,
    Slow,
    /// The body is longer than this address accepts.
    TooLarge,
    /// The body is not declared as JSON.
    ContentType,
    NotFound,
    Method,
    ForeignOrigin,
    TooMany,
    Busy,
    Game,
    Agent,
    /// The agent exists, but this server does not run it for strangers.
    AgentRefused,
    RoomUnknown,
    RoomFull,
    /// The person plays in this room already.
    RoomOwn,
    RoomNotYours,
    RoomNotFollowed,
    RoomNotPlaying,
    RoomTooLate,
    RoomTooMany,
    /// The room waits for the store, and too much waits already.
    RoomHeld,
    MoveTurn,
    /// The move is for another position.
    MoveStale,
    OfferNone,
    OfferNotNow,
    ClaimNotYet,
    SayTooMuch,
    GuestNone,
    GuestName,
    Store,
    SocketUpgrade,
    RecordUnreadable,
    Stopping,
    Internal,
}

impl ErrorCode {
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

    /// The code as text, such as `room/full`.
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

/// An error of a request or an action.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ApiError {
    /// A stable code for programs.
    pub code: &'static str,
    /// A message for people: what is wrong, and what to do.
    pub message: String,
    /// The index of the refused move, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
    /// The game before the refused move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(no_recursion)]
    pub state: Option<Box<ViewResponse>>,
}

/// The body of an error response.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ErrorResponse {
    /// The error.
    pub error: ApiError,
}

impl ApiError {
    /// An error with a code of the server.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self::named(code.text(), message)
    }

    /// An error with the code of a game or an agent.
    pub fn named(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), at: None, state: None }
    }
}

/// An [`ApiError`] as a client receives it. The code is a text: a newer server may send codes that this client does not know.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct ReceivedError {
    /// A stable code for programs.
    pub code: String,
    /// A message for people: what is wrong, and what to do.
    pub message: String,
}

impl ReceivedError {
    /// Whether the error has this code.
    pub fn is(&self, code: ErrorCode) -> bool {
        self.code == code.text()
    }
}
