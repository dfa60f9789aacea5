//! Programs of others as players, and our players as programs for others.
//!
//! - [`protocol`]: the lines of the native protocol, as values; [`plain`]: the protocol for a first program;
//! - [`link`]: a line there and lines back, over pipes or TCP, each wait with an end; a program in its own process group;
//! - [`client`]: such a program as an [`Agent`](zermelo_core::Agent);
//! - [`engine`]: an agent as such a program;
//! - [`check`]: which rules of the protocol a program breaks.
//!
//! What is spoken is in `docs/engine-protocol.md`. There is no game here and no list: games and agents are handed in.

pub mod check;
pub mod client;
pub mod engine;
pub mod link;
pub mod plain;
pub mod protocol;

pub use client::{ExternalAgent, Setup};
pub use link::launch::{Address, CommandLine, Launch};
