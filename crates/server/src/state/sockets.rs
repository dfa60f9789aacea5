//! The sockets that are open.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::person::Person;

/// Sockets that are open, by person.
#[derive(Default)]
pub(crate) struct Sockets(pub(crate) Mutex<HashMap<Person, u32>>);
