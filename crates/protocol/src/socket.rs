//! What goes over the WebSocket, one JSON object a frame.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_core::{Side, View};

use crate::{Action, Complaint, Event, Lobby, Me, Presence, Problem, RoomState, RoomStatus, Seen};

/// The longest frame that a server reads, in bytes.
pub const MAX_FRAME: usize = 8 << 10;

/// What a client says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
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
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromServer<'a> {
    /// The first frame of a socket.
    Hello {
        /// The version of the protocol.
        version: u32,
        /// Who the cookie says it is; nobody in particular, who may watch.
        #[schema(required)]
        you: Option<Me>,
    },
    /// The whole of a room.
    State {
        /// Which side this client plays.
        #[schema(required)]
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
        event: &'a Event,
        /// How the room stands after it, and after all that happened at once with it; for who wants views.
        #[serde(skip_serializing_if = "Option::is_none")]
        status: Option<Box<RoomStatus>>,
        /// What is to be seen after it, where that has changed; for who wants views.
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

/// What a client hears: what [`FromServer`] writes, read. A client with rules of its own needs no views, and does not read them.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Heard {
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
    },
    /// Something happened.
    Event {
        /// Where.
        room: String,
        /// What.
        event: Event,
    },
    /// Who is there.
    Presence {
        /// Where.
        room: String,
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
        #[serde(default)]
        room: Option<String>,
        /// Which action.
        #[serde(default)]
        id: Option<String>,
        /// Why.
        error: Complaint,
    },
    /// What a later server says beside these.
    #[serde(other)]
    Other,
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

#[cfg(test)]
mod tests {
    use zermelo_core::Outcome;

    use super::*;
    use crate::{Code, Offer, OpponentKind, Player, Stage, TimeControl, What};

    fn heard(said: &FromServer) -> Heard {
        let text = serde_json::to_string(said).expect("a message has JSON");
        serde_json::from_str(&text).unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    fn status() -> RoomStatus {
        RoomStatus {
            first: Some(Player::Person { id: "a".to_owned(), name: "Ada".to_owned() }),
            second: Some(Player::Computer { agent: "level:n=3".to_owned() }),
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
    fn a_client_hears_what_the_server_says() {
        let me = Some(Me { id: "a".to_owned(), name: "Ada".to_owned() });
        let hello = FromServer::Hello { version: 1, you: me.clone() };
        assert_eq!(heard(&hello), Heard::Hello { version: 1, you: me });
        let said = FromServer::State { you: Some(Side::First), state: state(), view: None };
        assert_eq!(heard(&said), Heard::State { you: Some(Side::First), state: state() });
        for what in [
            What::Began,
            What::Moved { ply: 3, mv: "4".to_owned(), took_ms: 5, clocks_ms: Some([6, 7]) },
            What::Offered { offer: Offer::Rematch },
            What::Rematch { room: "def".to_owned() },
        ] {
            let event = Event { seq: 8, at_ms: 9, by: Some(Side::Second), id: Some("i".to_owned()), what };
            for status in [None, Some(Box::new(status()))] {
                let said = FromServer::Event { room: "abc", event: &event, status, view: None };
                assert_eq!(heard(&said), Heard::Event { room: "abc".to_owned(), event: event.clone() });
            }
        }
        let presence = state().presence;
        let said = FromServer::Presence { room: "abc", presence };
        assert_eq!(heard(&said), Heard::Presence { room: "abc".to_owned(), presence });
        assert_eq!(heard(&FromServer::Lobby { lobby: Lobby::default() }), Heard::Lobby { lobby: Lobby::default() });
        assert_eq!(heard(&FromServer::Pong), Heard::Pong);
    }

    #[test]
    fn a_client_hears_why_something_was_refused() {
        let error = Problem::new(Code::MoveTurn, "it is the other's turn");
        let complaint = Complaint { code: "move/not-your-turn".to_owned(), message: error.message.clone() };
        let said = FromServer::Error { room: None, id: Some("i"), error };
        assert_eq!(heard(&said), Heard::Error { room: None, id: Some("i".to_owned()), error: complaint });
    }

    #[test]
    fn what_is_new_is_no_error() {
        let text = r#"{"type": "weather", "sky": "blue"}"#;
        assert_eq!(serde_json::from_str::<Heard>(text).expect("a message"), Heard::Other);
    }
}
