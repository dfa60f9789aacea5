//! Games on a server, in the terminal.
//!
//! [`OnlineGame`] is the state of a room: it applies server messages and returns the changes. Plain mode ([`dialogue`]) and full-screen mode
//! ([`crate::screen`]) show it and send actions through the [`RoomConnection`](zermelo_client::RoomConnection).

pub mod command;
mod context;
pub mod dialogue;
mod game;
mod identity;
pub mod words;

pub use context::ServerContext;
pub use game::{ConnectionState, OnlineGame, UpdateKind, client_error};
pub use identity::Identity;
