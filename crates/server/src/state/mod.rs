//! What the handlers share.

mod people;
mod sockets;

use std::sync::Arc;

pub(crate) use people::{People, SECRET, SharedPeople, me};
pub(crate) use sockets::Sockets;

use crate::config;
use crate::hall::Hall;

/// What the doors share. A clone is another handle to the same.
#[derive(Clone)]
pub(crate) struct Doors {
    pub(crate) hall: Arc<Hall>,
    pub(crate) people: SharedPeople,
    pub(crate) sockets: Arc<Sockets>,
    pub(crate) limits: config::Sockets,
    pub(crate) metrics: config::Metrics,
}
