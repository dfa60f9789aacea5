//! Games on a server, at the terminal.
//!
//! [`Game`] is what is known here of a room: it takes what one is told and says what is new. The dialogue of lines ([`dialogue`]) and the
//! full screen ([`crate::screen`]) show it, and tell the [`Line`](zermelo_client::Line) what one does.

pub mod command;
pub mod dialogue;
mod game;
mod identity;
mod seat;
pub mod words;

pub use game::{Game, Kind, LineState, failed};
pub use identity::Identity;
pub use seat::Seat;
