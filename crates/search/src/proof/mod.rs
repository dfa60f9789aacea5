//! Searches that prove game-theoretic values.

pub mod dfpn;
