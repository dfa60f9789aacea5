//! The client of a server: people and rooms over HTTP ([`Server`]), and a [`RoomConnection`] to one room, which reconnects after a lost
//! connection. It has no rules of games.
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
