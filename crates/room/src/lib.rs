//! A game between two players over a network, as a state machine without input and output.
//!
//! A [`Room`] answers each action with events or an error. Every change is a [`RoomEvent`](zermelo_protocol::RoomEvent), and
//! [`Room::restore`] replays the stored events into the same room, so the store and the game cannot disagree. Each call is given the
//! time ([`Timestamp`]). Sockets, stores and tasks belong to the server.

mod lag;
mod presence;
mod room;
mod stopwatch;

pub use lag::LagQuota;
pub use presence::GracePeriod;
pub use room::{ActionOutcome, ActionSender, RestoreError, Room, Timestamp};
