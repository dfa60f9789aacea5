//! The open `WebSockets`.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::client_address::ClientAddress;

/// The number of open `WebSockets` by client address.
#[derive(Default)]
pub(crate) struct OpenSockets(pub(crate) Mutex<HashMap<ClientAddress, u32>>);
