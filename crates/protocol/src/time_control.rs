//! How long the players of a game may think.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};
use zermelo_core::text::excerpt;

/// The clock of a game. As text: `none`, `300+3` (seconds for the game and for each move), `move=30` (seconds for each move), `days=3`
/// (days for each move).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum TimeControl {
    /// Nobody is hurried.
    #[default]
    None,
    /// Time for the whole game, and some more with each move.
    Increment {
        /// For the whole game.
        base: Duration,
        /// With each move.
        increment: Duration,
    },
    /// Time for each move.
    PerMove(Duration),
    /// Days for each move.
    Days(u32),
}

/// A text that is no clock.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "\"{0}\" is not a clock: expected none, seconds with an increment such as 300+3 (1 to 10800, and 0 to 180), seconds for each \
     move such as move=30 (1 to 3600), or days for each move such as days=3 (1 to 14)"
)]
pub struct NoClock(String);

const DAY: Duration = Duration::from_hours(24);

impl TimeControl {
    /// What a player has before the first move; nothing where there is no clock.
    pub const fn start(self) -> Option<Duration> {
        match self {
            Self::None => None,
            Self::Increment { base, .. } => Some(base),
            Self::PerMove(time) => Some(time),
            Self::Days(days) => Some(DAY.saturating_mul(days)),
        }
    }

    /// What a player has after a move, from what was left when it was made.
    pub const fn after_move(self, left: Duration) -> Duration {
        match self {
            Self::Increment { increment, .. } => left.saturating_add(increment),
            Self::None | Self::PerMove(_) | Self::Days(_) => match self.start() {
                Some(time) => time,
                None => left,
            },
        }
    }

    /// How long one player is expected to think in a whole game: the base and forty increments, as on lichess.
    pub const fn estimate(self) -> Option<Duration> {
        match self {
            Self::None => None,
            Self::Increment { base, increment } => Some(base.saturating_add(increment.saturating_mul(40))),
            Self::PerMove(time) => Some(time.saturating_mul(40)),
            Self::Days(_) => Some(self.after_move(Duration::ZERO).saturating_mul(40)),
        }
    }
}

/// As it is written: a text.
impl PartialSchema for TimeControl {
    fn schema() -> RefOr<Schema> {
        let words = "A clock: `none`, `300+3`, `move=30` or `days=3`";
        ObjectBuilder::new().schema_type(SchemaType::new(Type::String)).description(Some(words)).into()
    }
}

impl ToSchema for TimeControl {}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Increment { base, increment } => write!(f, "{}+{}", base.as_secs_f64(), increment.as_secs_f64()),
            Self::PerMove(time) => write!(f, "move={}", time.as_secs_f64()),
            Self::Days(days) => write!(f, "days={days}"),
        }
    }
}

impl FromStr for TimeControl {
    type Err = NoClock;

    fn from_str(text: &str) -> Result<Self, NoClock> {
        parse(text).ok_or_else(|| NoClock(excerpt(text)))
    }
}

fn parse(text: &str) -> Option<TimeControl> {
    if text == "none" {
        return Some(TimeControl::None);
    }
    if let Some(days) = text.strip_prefix("days=") {
        return days.parse().ok().filter(|days| (1..=14).contains(days)).map(TimeControl::Days);
    }
    if let Some(time) = text.strip_prefix("move=") {
        return seconds(time, 1, 3600).map(TimeControl::PerMove);
    }
    let (base, increment) = text.split_once('+')?;
    Some(TimeControl::Increment { base: seconds(base, 1, 10_800)?, increment: seconds(increment, 0, 180)? })
}

/// Seconds, to a thousandth.
fn seconds(text: &str, least: u64, most: u64) -> Option<Duration> {
    if text.len() > 9 || !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    let time = Duration::try_from_secs_f64(text.parse().ok()?).ok()?;
    let time = Duration::from_millis(time.as_secs_f64().mul_add(1000.0, 0.5) as u64);
    (Duration::from_secs(least)..=Duration::from_secs(most)).contains(&time).then_some(time)
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

impl TryFrom<String> for TimeControl {
    type Error = NoClock;

    fn try_from(text: String) -> Result<Self, NoClock> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_read_as_it_is_written() {
        for text in ["none", "300+3", "60+0", "1.5+0.5", "move=30", "days=14", "10800+180"] {
            assert_eq!(text.parse::<TimeControl>().map(|clock| clock.to_string()).as_deref(), Ok(text));
        }
        for wrong in
            ["", "0+1", "10801+0", "60", "60+", "60+181", "move=0", "days=15", "days=x", "-1+0", "1e3+0", "NaN+0"]
        {
            assert!(wrong.parse::<TimeControl>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_move_gives_time() {
        let second = Duration::from_secs(1);
        let clock: TimeControl = "60+2".parse().expect("a clock");
        assert_eq!(clock.after_move(second * 10), second * 12);
        let clock: TimeControl = "move=30".parse().expect("a clock");
        assert_eq!(clock.after_move(second), second * 30);
    }
}
