//! The other side of a server, for programs that play: people and rooms over HTTP ([`Server`]), and a [`Line`] to one room, which finds its
//! way back when the connection is lost. It knows no rule of a game.
//!
//! ```text
//!  Server::new(address, cookie) --> guest --> create, join --> Line::to(room)
//!                                                               |  act ^  v Told
//!                                                               '- a thread with the socket
//! ```

mod address;
mod door;
mod failure;
mod line;
mod tls;

pub use address::{Address, NoAddress};
pub use door::{Room, Server};
pub use failure::ClientError;
pub use line::{Line, Told};
