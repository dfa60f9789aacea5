//! The shared state of the handlers.

mod guests;
mod sockets;

use std::sync::Arc;

pub(crate) use guests::{Guests, SECRET_BYTES, profile};
pub(crate) use sockets::OpenSockets;

use crate::config;
use crate::room_registry::RoomRegistry;

/// The state of the handlers. Clones share it.
#[derive(Clone)]
pub(crate) struct AppState {
    pub(crate) registry: Arc<RoomRegistry>,
    pub(crate) guests: Arc<Guests>,
    pub(crate) sockets: Arc<OpenSockets>,
    pub(crate) socket_limits: config::SocketLimits,
    pub(crate) metrics_access: config::MetricsAccess,
}
