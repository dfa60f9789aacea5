//! The messages to a room actor.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::oneshot;
use zermelo_core::Side;
use zermelo_protocol::{ApiError, Profile, RoomAction};
use zermelo_store::WriteError;

use super::Outbox;
use crate::computers::AgentResult;

/// Where the actor sends its reply.
pub(crate) type ReplySender<T> = oneshot::Sender<Result<T, ApiError>>;

/// A message to a room actor.
pub(crate) enum RoomMessage {
    /// A socket follows the room. With the number of its last event it receives only the later
    /// events.
    Follow(Follower, Option<u32>),
    /// A socket stops following. `closed_page`: the client closed it, as opposed to a lost
    /// connection.
    Unfollow { socket: u64, closed_page: bool },
    /// A player's action.
    Act(ActionRequest),
    /// A person takes a side; without a side, the free one.
    Join { me: Profile, side: Option<Side>, reply: ReplySender<()> },
    /// A request for the room state.
    Show { person: Option<String>, views: bool, reply: ReplySender<Utf8Bytes> },
    /// A request for the game as a saved game.
    Export(ReplySender<zermelo_records::SavedGame>),
    /// The result of storing the events up to this number.
    Stored(u32, Result<(), WriteError>),
    /// The result of the search with this number.
    SearchFinished(u64, AgentResult),
}

/// A socket that follows a room.
pub(crate) struct Follower {
    pub(crate) socket: u64,
    /// The id of the guest; `None` without a valid cookie.
    pub(crate) person: Option<Arc<str>>,
    pub(crate) views: bool,
    pub(crate) outbox: Arc<Outbox>,
}

/// An action of a socket that follows the room.
pub(crate) struct ActionRequest {
    pub(crate) person: Option<Arc<str>>,
    pub(crate) id: String,
    pub(crate) action: RoomAction,
    /// When the frame arrived.
    pub(crate) arrived: Instant,
    pub(crate) lag: Duration,
    pub(crate) outbox: Arc<Outbox>,
    pub(crate) views: bool,
}
