//! Configuration values with a short text form.

use std::fmt;
use std::time::Duration;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use zermelo_core::spec::parse_duration;
use zermelo_core::text::excerpt;

/// A duration, written `250ms`, `2s`, `1m` or `0`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Time(pub Duration);

impl Time {
    /// Parses a duration.
    pub fn parse(text: &str) -> Result<Self, String> {
        let zero = matches!(text, "0" | "0s" | "0ms").then_some(Duration::ZERO);
        let time = zero.or_else(|| parse_duration(text));
        time.map(Self).ok_or_else(|| format!("\"{}\" is not a time: expected such as 250ms, 2s or 1m", excerpt(text)))
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let micros = self.0.as_micros();
        if micros.is_multiple_of(1_000_000) {
            write!(f, "{}s", micros / 1_000_000)
        } else if micros.is_multiple_of(1000) {
            write!(f, "{}ms", micros / 1000)
        } else {
            write!(f, "{micros}us")
        }
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// The number of games of each pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameCount {
    /// A fixed number.
    Games(u64),
    /// Until the run is interrupted.
    Endless,
}

impl GameCount {
    /// The maximum number of games.
    const MAX: u64 = 1_000_000_000_000;

    /// Parses a count.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text == "endless" {
            return Ok(Self::Endless);
        }
        let number = text.parse().ok().filter(|n| (1..=Self::MAX).contains(n));
        number.map(Self::Games).ok_or_else(|| {
            format!("\"{}\" is not a number of games: expected a whole number from 1, or endless", excerpt(text))
        })
    }

    /// The number; `None` if endless.
    pub fn number(self) -> Option<u64> {
        match self {
            Self::Games(number) => Some(number),
            Self::Endless => None,
        }
    }
}

impl Default for GameCount {
    fn default() -> Self {
        Self::Games(100)
    }
}

impl fmt::Display for GameCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Games(number) => number.fmt(f),
            Self::Endless => f.write_str("endless"),
        }
    }
}

impl Serialize for GameCount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Games(number) => serializer.serialize_u64(*number),
            Self::Endless => serializer.serialize_str("endless"),
        }
    }
}

impl<'de> Deserialize<'de> for GameCount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct GameCountVisitor;

        impl Visitor<'_> for GameCountVisitor {
            type Value = GameCount;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number of games from 1, or \"endless\"")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<GameCount, E> {
                match u64::try_from(number) {
                    Ok(number) => self.visit_u64(number),
                    Err(_) => Err(E::invalid_value(Unexpected::Signed(number), &self)),
                }
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<GameCount, E> {
                if (1..=GameCount::MAX).contains(&number) {
                    Ok(GameCount::Games(number))
                } else {
                    Err(E::invalid_value(Unexpected::Unsigned(number), &self))
                }
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<GameCount, E> {
                match text {
                    "endless" => Ok(GameCount::Endless),
                    _ => Err(E::invalid_value(Unexpected::Str(&excerpt(text)), &self)),
                }
            }
        }

        deserializer.deserialize_any(GameCountVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_round_trip() {
        for text in ["250ms", "2s", "60s", "1500us", "0s"] {
            assert_eq!(Time::parse(text).map(|time| time.to_string()), Ok(text.to_owned()));
        }
        for text in ["100", "endless"] {
            assert_eq!(GameCount::parse(text).map(|count| count.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn invalid_values_are_rejected() {
        for text in ["", "fast", "-1s", "2", "1e9"] {
            assert!(Time::parse(text).is_err(), "{text}");
        }
        for text in ["", "0", "-1", "many", "9999999999999"] {
            assert!(GameCount::parse(text).is_err(), "{text}");
        }
    }
}
