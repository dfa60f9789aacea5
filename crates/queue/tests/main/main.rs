//! Tests of a queue in this process, with a real server.

mod connect;
mod fixture;
mod messages;
mod raw_client;
