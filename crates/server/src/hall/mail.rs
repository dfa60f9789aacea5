//! What a room at work is told.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::oneshot;
use zermelo_core::Side;
use zermelo_protocol::{ApiError, Profile, RoomAction};
use zermelo_store::WriteError;

use super::Outbox;
use crate::computers::Answer;

/// Where an answer goes.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, ApiError>>;

/// What a room is told.
pub(crate) enum Mail {
    /// A socket follows the room, from the event after `since` if it knows one.
    Follow(Follower, Option<u32>),
    /// A socket does not follow it any more; politely if it was closed on purpose.
    Unfollow { socket: u64, politely: bool },
    /// Somebody does something.
    Act(Act),
    /// Somebody takes a side, or the one that is free.
    Join { me: Profile, side: Option<Side>, reply: Reply<()> },
    /// Somebody wants to see it.
    Show { person: Option<String>, views: bool, reply: Reply<Utf8Bytes> },
    /// Somebody wants the game on file.
    Export(Reply<zermelo_records::SavedGame>),
    /// Events up to this one are stored.
    Stored(u32, Result<(), WriteError>),
    /// A computer has chosen.
    Chosen(u64, Answer),
}

/// A socket that follows a room.
pub(crate) struct Follower {
    pub(crate) socket: u64,
    /// The person, for sockets whose cookie says so.
    pub(crate) person: Option<Arc<str>>,
    pub(crate) views: bool,
    pub(crate) outbox: Arc<Outbox>,
}

/// An action of a person who follows the room.
pub(crate) struct Act {
    pub(crate) person: Option<Arc<str>>,
    pub(crate) id: String,
    pub(crate) action: RoomAction,
    /// When its frame arrived.
    pub(crate) arrived: Instant,
    pub(crate) lag: Duration,
    pub(crate) outbox: Arc<Outbox>,
    pub(crate) views: bool,
}
