//! The configuration of an external engine.

use std::time::Duration;

use zermelo_core::SearchLimits;

use crate::connection::launch::Launch;

/// The protocol that an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protocol {
    /// A UCI-like protocol; see [`crate::protocol`].
    #[default]
    Native,
    /// One line for each position, one line for each move; see [`crate::plain`].
    Plain,
}

/// The configuration of an external engine, without its game.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineConfig {
    /// How to start or reach the engine.
    pub launch: Launch,
    /// Its protocol.
    pub protocol: Protocol,
    /// Options to set after the handshake, in this order.
    pub options: Vec<(String, String)>,
    /// Limits for each move, in addition to those of the game.
    pub limits: SearchLimits,
    /// Whether the engine always plays the same move for the same game record.
    pub is_deterministic: bool,
    /// How long to wait for the engine.
    pub timeouts: EngineTimeouts,
}

impl EngineConfig {
    /// The defaults: native protocol, no options, no limits, not deterministic.
    pub fn new(launch: Launch) -> Self {
        Self {
            launch,
            protocol: Protocol::default(),
            options: Vec::new(),
            limits: SearchLimits::NONE,
            is_deterministic: false,
            timeouts: EngineTimeouts::default(),
        }
    }
}

/// How long to wait for an engine. Every wait has a timeout, whatever the limits of the game are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineTimeouts {
    /// From the start to the end of the handshake.
    pub handshake: Duration,
    /// From `game` to `pong`.
    pub ready: Duration,
    /// How long after the time limit to send `stop`. The arena and the server enforce the clock themselves, with a smaller margin.
    pub margin: Duration,
    /// How long to wait for a move without a time limit. After that, `stop` is sent; under a limit of depth, nodes or playouts the answer
    /// to it counts as too late.
    pub hang: Duration,
    /// From `stop` to the answer.
    pub stop: Duration,
    /// From `quit` to the exit of the process.
    pub quit: Duration,
}

impl EngineTimeouts {
    /// The default timeouts.
    pub const DEFAULT: Self = Self {
        handshake: Duration::from_secs(10),
        ready: Duration::from_secs(5),
        margin: Duration::from_secs(10),
        hang: Duration::from_secs(30),
        stop: Duration::from_secs(2),
        quit: Duration::from_millis(500),
    };
}

impl Default for EngineTimeouts {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Parses options such as `Hash=64;Threads=2`. `None` if a name is missing or contains white space.
pub fn parse_options(text: &str) -> Option<Vec<(String, String)>> {
    let pairs = text.split(';').filter(|pair| !pair.trim().is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=')?;
            let (name, value) = (name.trim(), value.trim());
            let is_name = !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c.is_control());
            is_name.then(|| (name.to_owned(), value.to_owned()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_names_and_values() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let read = parse_options("Hash=64; Book = a=b c ;;Empty=");
        assert_eq!(read, Some(vec![pair("Hash", "64"), pair("Book", "a=b c"), pair("Empty", "")]));
        assert_eq!(parse_options(""), Some(Vec::new()));
        for wrong in ["Hash", "=64", "a b=1"] {
            assert_eq!(parse_options(wrong), None, "{wrong}");
        }
    }
}
