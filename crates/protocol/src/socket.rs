//! The messages of the WebSocket, one JSON object per frame.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_core::{Side, View};

use crate::{
    ApiError, Lobby, Presence, Profile, ReceivedError, RoomAction, RoomEvent, RoomState, RoomStatus, ViewUpdate,
};

/// The longest frame that a server accepts, in bytes.
pub const MAX_FRAME: usize = 8 << 10;

/// A message from a client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    /// Subscribes to a room.
    Follow {
        /// The code of the room.
        room: String,
        /// The number of the last event that the client received. The server sends the events after it, or the whole state.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<u32>,
        /// Whether the client wants the `View` with each state, and its changes with each move.
        #[serde(default)]
        views: bool,
    },
    /// Unsubscribes from a room.
    Unfollow {
        /// The code of the room.
        room: String,
    },
    /// Acts in a room that the client follows.
    Act {
        /// The code of the room.
        room: String,
        /// The client's id for this action, unique in the room. An action that is sent twice with one id is done once.
        id: String,
        /// The action.
        #[serde(flatten)]
        action: RoomAction,
    },
    /// Subscribes to the lobby.
    FollowLobby,
    /// Unsubscribes from the lobby.
    UnfollowLobby,
    /// Asks for a `pong`.
    Ping,
}

/// A message from the server.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage<'a> {
    /// The first message of a connection.
    Hello {
        /// The version of the protocol.
        version: u32,
        /// The guest that the cookie proves; `null` for an anonymous watcher.
        #[schema(required)]
        you: Option<Profile>,
    },
    /// The whole state of a room.
    State {
        /// The side that this client plays.
        #[schema(required)]
        you: Option<Side>,
        /// The state of the room.
        state: Box<RoomState>,
        /// The view, if the client asked for views.
        #[serde(skip_serializing_if = "Option::is_none")]
        view: Option<Box<View>>,
    },
    /// An event in a room.
    Event {
        /// The code of the room.
        room: &'a str,
        /// The event.
        event: &'a RoomEvent,
        /// The status of the room after this event and all events that came with it, if the client asked for views.
        #[serde(skip_serializing_if = "Option::is_none")]
        status: Option<Box<RoomStatus>>,
        /// The changed part of the view, if it changed and the client asked for views.
        #[serde(skip_serializing_if = "Option::is_none")]
        view: Option<Box<ViewUpdate>>,
    },
    /// Which players are connected.
    Presence {
        /// The code of the room.
        room: &'a str,
        /// The presence of players and watchers.
        presence: Presence,
    },
    /// The lobby.
    Lobby {
        /// Seeks, pools and games in progress.
        lobby: Lobby,
    },
    /// The answer to a `ping`.
    Pong,
    /// An error, such as a refused action.
    Error {
        /// The code of the room, if the error belongs to one.
        #[serde(skip_serializing_if = "Option::is_none")]
        room: Option<&'a str>,
        /// The id of the refused action.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a str>,
        /// The error.
        error: ApiError,
    },
}

/// A [`ServerMessage`] as a client receives it. Views are skipped: a client that knows the rules does not need them.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ReceivedMessage {
    /// The first message of a connection.
    Hello {
        /// The version of the protocol.
        version: u32,
        /// The guest that the cookie proves; `null` for an anonymous watcher.
        you: Option<Profile>,
    },
    /// The whole state of a room.
    State {
        /// The side that this client plays.
        you: Option<Side>,
        /// The state of the room.
        state: Box<RoomState>,
    },
    /// An event in a room.
    Event {
        /// The code of the room.
        room: String,
        /// The event.
        event: RoomEvent,
    },
    /// Which players are connected.
    Presence {
        /// The code of the room.
        room: String,
        /// The presence of players and watchers.
        presence: Presence,
    },
    /// The lobby.
    Lobby {
        /// Seeks, pools and games in progress.
        lobby: Lobby,
    },
    /// The answer to a `ping`.
    Pong,
    /// An error, such as a refused action.
    Error {
        /// The code of the room, if the error belongs to one.
        #[serde(default)]
        room: Option<String>,
        /// The id of the refused action.
        #[serde(default)]
        id: Option<String>,
        /// The error.
        error: ReceivedError,
    },
    /// A message of a newer server.
    #[serde(other)]
    Other,
}

/// Why the server closes a connection, in the close frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CloseReason {
    /// The client does not read its messages: it should connect again and follow from the last event.
    Resync,
    /// The server stops: the client should connect again in a moment.
    Stopping,
    /// The client sends too many messages.
    TooMuch,
    /// The client sent too many malformed messages in a row.
    Nonsense,
    /// The client sent a frame longer than [`MAX_FRAME`].
    TooLong,
    /// The client has not answered pings.
    Silent,
}

impl CloseReason {
    /// The code of the close frame (RFC 6455). Codes from 4000 are this protocol's own.
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

#[cfg(test)]
mod tests {
    use zermelo_core::Outcome;

    use super::*;
    use crate::{ErrorCode, EventKind, Offer, OpponentKind, RoomPlayer, Stage, TimeControl};

    fn received(sent: &ServerMessage) -> ReceivedMessage {
        let text = serde_json::to_string(sent).expect("a message has JSON");
        serde_json::from_str(&text).unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    fn status() -> RoomStatus {
        RoomStatus {
            first: Some(RoomPlayer::Person { id: "a".to_owned(), name: "Ada".to_owned() }),
            second: Some(RoomPlayer::Computer { agent: "level:n=3".to_owned() }),
            stage: Stage::Ended,
            clocks_ms: Some([1, 2]),
            running: Some(Side::Second),
            offers: vec![(Side::First, Offer::Takeback)],
            said: Vec::new(),
            ending: Some(zermelo_core::Ending {
                outcome: Outcome::Win(Side::First),
                termination: zermelo_core::Termination::Time,
            }),
            rematch: None,
            paused: false,
            pace_ms: 0,
        }
    }

    fn state() -> Box<RoomState> {
        Box::new(RoomState {
            room: "abc".to_owned(),
            seq: 7,
            game: "connect4".to_owned(),
            start: "7/7/7/7/7/7 x".to_owned(),
            opponent: OpponentKind::Computer,
            clock: TimeControl::Days(3),
            moves: vec!["4".to_owned()],
            took_ms: vec![12],
            opening: 0,
            status: status(),
            presence: Presence { first: true, second: true, watchers: 2, claim_in_ms: Some(10) },
        })
    }

    #[test]
    fn a_client_parses_what_the_server_sends() {
        let me = Some(Profile { id: "a".to_owned(), name: "Ada".to_owned() });
        let hello = ServerMessage::Hello { version: 1, you: me.clone() };
        assert_eq!(received(&hello), ReceivedMessage::Hello { version: 1, you: me });
        let sent = ServerMessage::State { you: Some(Side::First), state: state(), view: None };
        assert_eq!(received(&sent), ReceivedMessage::State { you: Some(Side::First), state: state() });
        for kind in [
            EventKind::Began,
            EventKind::Moved { ply: 3, mv: "4".to_owned(), took_ms: 5, clocks_ms: Some([6, 7]) },
            EventKind::Offered { offer: Offer::Rematch },
            EventKind::Rematch { room: "def".to_owned() },
        ] {
            let event = RoomEvent { seq: 8, at_ms: 9, by: Some(Side::Second), id: Some("i".to_owned()), kind };
            for status in [None, Some(Box::new(status()))] {
                let sent = ServerMessage::Event { room: "abc", event: &event, status, view: None };
                assert_eq!(received(&sent), ReceivedMessage::Event { room: "abc".to_owned(), event: event.clone() });
            }
        }
        let presence = state().presence;
        let sent = ServerMessage::Presence { room: "abc", presence };
        assert_eq!(received(&sent), ReceivedMessage::Presence { room: "abc".to_owned(), presence });
        assert_eq!(
            received(&ServerMessage::Lobby { lobby: Lobby::default() }),
            ReceivedMessage::Lobby { lobby: Lobby::default() }
        );
        assert_eq!(received(&ServerMessage::Pong), ReceivedMessage::Pong);
    }

    #[test]
    fn a_client_parses_the_error_of_a_refused_action() {
        let error = ApiError::new(ErrorCode::MoveTurn, "it is the other's turn");
        let expected = ReceivedError { code: "move/not-your-turn".to_owned(), message: error.message.clone() };
        let sent = ServerMessage::Error { room: None, id: Some("i"), error };
        assert_eq!(received(&sent), ReceivedMessage::Error { room: None, id: Some("i".to_owned()), error: expected });
    }

    #[test]
    fn an_unknown_message_is_not_an_error() {
        let text = r#"{"type": "weather", "sky": "blue"}"#;
        assert_eq!(serde_json::from_str::<ReceivedMessage>(text).expect("a message"), ReceivedMessage::Other);
    }
}
