//! How an engine is to be treated.

use std::time::Duration;

use zermelo_core::SearchLimits;

use crate::link::launch::Launch;

/// What an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protocol {
    /// The lines of [`crate::protocol`].
    #[default]
    Native,
    /// One line a position, one move a line.
    Plain,
}

/// Everything about an engine but its game.
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    /// Where it is.
    pub launch: Launch,
    /// What it speaks.
    pub protocol: Protocol,
    /// Options that are set at the start, in this order.
    pub options: Vec<(String, String)>,
    /// Its own limits for a move.
    pub limits: SearchLimits,
    /// Whether it answers the same record with the same move in every game.
    pub is_deterministic: bool,
    /// How long it is waited for.
    pub patience: Patience,
}

impl Setup {
    /// The usual treatment.
    pub fn new(launch: Launch) -> Self {
        Self {
            launch,
            protocol: Protocol::default(),
            options: Vec::new(),
            limits: SearchLimits::NONE,
            is_deterministic: false,
            patience: Patience::default(),
        }
    }
}

/// How long an engine is waited for. Every wait has an end, whatever the limits of the game are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// From the start to the end of the handshake.
    pub handshake: Duration,
    /// Until it is ready for a new game.
    pub ready: Duration,
    /// How much longer than its time an answer may take before it is told to stop. Whoever keeps the clock is stricter.
    pub margin: Duration,
    /// How long an answer may take where time is not limited. Under no limit at all it is told to stop then; else it is too late.
    pub hang: Duration,
    /// From `stop` to the answer.
    pub stop: Duration,
    /// From `quit` to its end.
    pub quit: Duration,
}

impl Patience {
    /// What holds where nothing else is said.
    pub const DEFAULT: Self = Self {
        handshake: Duration::from_secs(10),
        ready: Duration::from_secs(5),
        margin: Duration::from_secs(10),
        hang: Duration::from_secs(30),
        stop: Duration::from_secs(2),
        quit: Duration::from_millis(500),
    };
}

impl Default for Patience {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Reads options: `Hash=64;Threads=2`. `None` when one has no name or a name with spaces.
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
    fn options_are_pairs() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let read = parse_options("Hash=64; Book = a=b c ;;Empty=");
        assert_eq!(read, Some(vec![pair("Hash", "64"), pair("Book", "a=b c"), pair("Empty", "")]));
        assert_eq!(parse_options(""), Some(Vec::new()));
        for wrong in ["Hash", "=64", "a b=1"] {
            assert_eq!(parse_options(wrong), None, "{wrong}");
        }
    }
}
