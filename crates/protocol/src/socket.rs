//! What goes over the WebSocket, one JSON object a frame.

use serde::{Deserialize, Serialize};
use zermelo_core::{Side, View};

use crate::{Action, Event, Lobby, Me, Presence, Problem, RoomState, Seen};

/// The longest frame that a server reads, in bytes.
pub const MAX_FRAME: usize = 8 << 10;

/// What a client says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromClient {
    /// Wants to hear of a room, from now on.
    Follow {
        /// Its code.
        room: String,
        /// The number of the last event that it heard: it gets those since, or the whole state.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<u32>,
        /// Whether it wants the `View` with each state, and what changes of it with each move.
        #[serde(default)]
        views: bool,
    },
    /// Does not want to hear of a room any more.
    Unfollow {
        /// Its code.
        room: String,
    },
    /// Does something in a room that it follows.
    Act {
        /// Its code.
        room: String,
        /// A name of its own for this action, unique in the room: what is sent twice is done once.
        id: String,
        /// What it does.
        #[serde(flatten)]
        action: Action,
    },
    /// Wants to hear of seeks and games that go on.
    FollowLobby,
    /// Does not want to hear of them any more.
    UnfollowLobby,
    /// Wants a `pong`.
    Ping,
}

/// What the server says.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromServer<'a> {
    /// The first frame of a socket.
    Hello {
        /// The version of the protocol.
        version: u32,
        /// Who the cookie says it is; nobody in particular, who may watch.
        you: Option<Me>,
    },
    /// The whole of a room.
    State {
        /// Which side this client plays.
        you: Option<Side>,
        /// The room.
        state: Box<RoomState>,
        /// What is to be seen.
        #[serde(skip_serializing_if = "Option::is_none")]
        view: Option<Box<View>>,
    },
    /// Something happened.
    Event {
        /// Where.
        room: &'a str,
        /// What.
        event: Event,
        /// What is to be seen after it, where that has changed.
        #[serde(skip_serializing_if = "Option::is_none")]
        view: Option<Box<Seen>>,
    },
    /// Who is there.
    Presence {
        /// Where.
        room: &'a str,
        /// Who.
        presence: Presence,
    },
    /// Seeks and games.
    Lobby {
        /// All of them.
        lobby: Lobby,
    },
    /// The answer to a `ping`.
    Pong,
    /// Something was refused.
    Error {
        /// In which room.
        #[serde(skip_serializing_if = "Option::is_none")]
        room: Option<&'a str>,
        /// Which action.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a str>,
        /// Why.
        error: Problem,
    },
}

/// Why the server closes a socket, in the close frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Close {
    /// It does not read what it is sent: connect again, and ask from the last event.
    Resync,
    /// The server stops: connect again in a moment.
    Stopping,
    /// It sends too much.
    TooMuch,
    /// It sent what is no message of this protocol, again and again.
    Nonsense,
    /// It sent a frame longer than [`MAX_FRAME`].
    TooLong,
    /// It has not answered for long.
    Silent,
}

impl Close {
    /// The code of the close frame, RFC 6455; those from 4000 are this protocol's own.
    pub const fn code(self) -> u16 {
        match self {
            Self::Resync => 4000,
            Self::Silent => 4001,
            Self::Stopping => 1012,
            Self::TooMuch => 1008,
            Self::Nonsense => 1007,
            Self::TooLong => 1009,
        }
    }

    /// The reason in the close frame.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Resync => "resync",
            Self::Silent => "silent",
            Self::Stopping => "stopping",
            Self::TooMuch => "too much",
            Self::Nonsense => "nonsense",
            Self::TooLong => "too long",
        }
    }
}
