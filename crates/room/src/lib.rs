//! A game between two players who are far apart, as a state that is asked and told, and does nothing by itself.
//!
//! A [`Room`] decides what an action comes to: events, or a refusal. Every change is an [`Event`](zermelo_protocol::Event), and
//! [`Room::restored`] folds the same events into the same room: what is stored and what is played can't disagree. The time is handed
//! in with each call ([`Now`]); sockets, stores and tasks are the server's.

mod lag;
mod presence;
mod room;
mod stopwatch;

pub use lag::Lag;
pub use presence::Grace;
pub use room::{By, Done, Now, Room, Unreadable};
