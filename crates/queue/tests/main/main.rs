//! The queue in one process with a real server: what can't be seen from outside.

mod connecting;
mod messages;
mod place;
mod stand_in;
