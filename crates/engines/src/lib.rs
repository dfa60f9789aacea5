//! External engines as agents, and agents as engines for other programs.
//!
//! - [`protocol`]: the lines of the native, UCI-like protocol; [`plain`]: the protocol for simple engines;
//! - [`connection`]: exchanging lines over pipes or TCP, each wait with a timeout; a process in its own process group;
//! - [`client`]: an engine as an [`Agent`](zermelo_core::Agent);
//! - [`engine`]: an agent as an engine;
//! - [`check`]: whether an engine follows its protocol.
//!
//! Both protocols are documented in `docs/engine-protocol.md`. This crate knows no game: games and agents are passed in.

pub mod check;
pub mod client;
pub mod connection;
pub mod engine;
pub mod plain;
pub mod protocol;

pub use client::{EngineConfig, ExternalAgent};
pub use connection::launch::{CommandLine, EngineAddress, Launch};
