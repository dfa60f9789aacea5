//! The other side of a server, for programs that play: people and rooms over HTTP ([`Server`]), and a [`RoomConnection`] to one room, which finds its
//! way back when the connection is lost. It knows no rule of a game.
//!
//! ```text
//!  Server::new(address, cookie) --> guest --> create, join --> RoomConnection::open(room)
//!                                                               |  act ^  v ServerEvent
//!                                                               '- a thread with the socket
//! ```

mod address;
mod connection;
mod error;
mod http_client;
mod tls;

pub use address::{Address, AddressError};
pub use connection::{RoomConnection, ServerEvent};
pub use error::ClientError;
pub use http_client::{RoomResponse, Server};
