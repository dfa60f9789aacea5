//! Games on a server, in the terminal.
//!
//! [`Game`] is the state of a room: it applies server messages and returns the changes. Plain mode ([`dialogue`]) and full-screen mode
//! ([`crate::screen`]) show it and send actions through the [`Line`](zermelo_client::Line).

pub mod command;
pub mod dialogue;
mod game;
mod identity;
mod seat;
pub mod words;

pub use game::{Game, Kind, LineState, failed};
pub use identity::Identity;
pub use seat::Seat;
