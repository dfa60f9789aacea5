//! Searches that prove who wins.

pub mod dfpn;
