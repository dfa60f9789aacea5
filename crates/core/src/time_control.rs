//! Time controls.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::text::excerpt;

/// The time control of a game. As text:
///
/// - `none`
/// - `300+3`: 300 seconds for the game and an increment of 3 seconds per move; `300` is `300+0`
/// - `40/300+3`: as above, with the 300 seconds added again every 40 moves
/// - `move=30`: 30 seconds per move
/// - `days=3`: 3 days per move
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum TimeControl {
    /// No time limit.
    #[default]
    None,
    /// Time for the game, and an increment per move.
    Increment {
        /// The time for the game, or for each period.
        base: Duration,
        /// The increment per move.
        increment: Duration,
        /// The number of moves of a period, at least 1; `None`: the base time is for the whole game.
        moves: Option<u32>,
    },
    /// Time per move.
    PerMove(Duration),
    /// Days per move.
    Days(u32),
}

/// A text is not a time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "\"{0}\" is not a time control: expected none, seconds with an increment such as 300+3, 40/300+3 to add the seconds again \
     every 40 moves, seconds per move such as move=30, or days per move such as days=3"
)]
pub struct TimeControlError(String);

const DAY: Duration = Duration::from_hours(24);
/// The maximum number of characters of a number of seconds.
const MAX_DIGITS: usize = 12;

impl TimeControl {
    /// The time of a player before the first move; `None` without a time limit.
    pub const fn start(self) -> Option<Duration> {
        match self {
            Self::None => None,
            Self::Increment { base, .. } => Some(base),
            Self::PerMove(time) => Some(time),
            Self::Days(days) => Some(DAY.saturating_mul(days)),
        }
    }

    /// The time of a player after a move. `left` is the remaining time when the move was played, and `made` the number of moves that
    /// the player has played, including this one.
    pub const fn after_move(self, left: Duration, made: u32) -> Duration {
        match self {
            Self::None => left,
            Self::Increment { base, increment, moves } => {
                let left = left.saturating_add(increment);
                match moves {
                    Some(moves) if made.is_multiple_of(moves) => left.saturating_add(base),
                    _ => left,
                }
            }
            Self::PerMove(time) => time,
            Self::Days(days) => DAY.saturating_mul(days),
        }
    }

    /// The expected thinking time of one player in a game of 40 moves, as lichess computes it.
    pub const fn estimate(self) -> Option<Duration> {
        const MOVES: u32 = 40;
        match self {
            Self::None => None,
            Self::Increment { base, increment, moves } => {
                let periods = match moves {
                    Some(moves) => MOVES.div_ceil(moves),
                    None => 1,
                };
                Some(base.saturating_mul(periods).saturating_add(increment.saturating_mul(MOVES)))
            }
            Self::PerMove(time) => Some(time.saturating_mul(MOVES)),
            Self::Days(days) => Some(DAY.saturating_mul(days).saturating_mul(MOVES)),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Increment { base, increment, moves } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
            Self::PerMove(time) => write!(f, "move={}", time.as_secs_f64()),
            Self::Days(days) => write!(f, "days={days}"),
        }
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        parse(text).ok_or_else(|| TimeControlError(excerpt(text)))
    }
}

fn parse(text: &str) -> Option<TimeControl> {
    if text == "none" {
        return Some(TimeControl::None);
    }
    if let Some(days) = text.strip_prefix("days=") {
        return count(days).map(TimeControl::Days);
    }
    if let Some(time) = text.strip_prefix("move=") {
        return some_seconds(time).map(TimeControl::PerMove);
    }
    let (moves, rest) = match text.split_once('/') {
        None => (None, text),
        Some((moves, rest)) => (Some(count(moves)?), rest),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    Some(TimeControl::Increment { base: some_seconds(base)?, increment: seconds(increment)?, moves })
}

/// A whole number above zero.
fn count(text: &str) -> Option<u32> {
    text.parse().ok().filter(|count| *count > 0 && text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Seconds above zero.
fn some_seconds(text: &str) -> Option<Duration> {
    seconds(text).filter(|time| !time.is_zero())
}

/// Seconds, rounded to a millionth.
fn seconds(text: &str) -> Option<Duration> {
    if text.len() > MAX_DIGITS || !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    let time: f64 = text.parse().ok()?;
    Some(Duration::from_micros(time.mul_add(1e6, 0.5) as u64))
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<Self, TimeControlError> {
        text.parse()
    }
}

/// The schema of the serialized form: a text.
#[cfg(feature = "schema")]
mod schema {
    use utoipa::openapi::RefOr;
    use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
    use utoipa::{PartialSchema, ToSchema};

    use super::TimeControl;

    impl PartialSchema for TimeControl {
        fn schema() -> RefOr<Schema> {
            let words = "A clock: `none`, `300+3`, `move=30` or `days=3`";
            ObjectBuilder::new().schema_type(SchemaType::new(Type::String)).description(Some(words)).into()
        }
    }

    impl ToSchema for TimeControl {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(text: &str) -> TimeControl {
        text.parse().unwrap_or_else(|why| panic!("{why}"))
    }

    #[test]
    fn a_time_control_is_read_as_it_is_written() {
        for text in [
            "none",
            "300+3",
            "60+0",
            "1.5+0.5",
            "0.2+0.002",
            "40/60+0.5",
            "1/5+0",
            "move=30",
            "move=0.25",
            "days=14",
            "10800+180",
        ] {
            assert_eq!(control(text).to_string(), text);
        }
        assert_eq!(control("60"), control("60+0"));
        assert_eq!(control("40/60"), control("40/60+0"));
    }

    #[test]
    fn other_texts_are_refused() {
        for wrong in [
            "",
            "None",
            "0",
            "0+1",
            "60+",
            "+1",
            "-1+0",
            "60+-1",
            "1e3",
            "1e3+0",
            "NaN+0",
            "inf",
            "0.0000001",
            "60s",
            "1.2.3+0",
            "1234567890123",
            "0/60",
            "x/60",
            "/60",
            "+5/60",
            "40/",
            "40/move=3",
            "move=0",
            "move=",
            "days=0",
            "days=x",
            "days=+1",
            "days=1.5",
        ] {
            assert!(wrong.parse::<TimeControl>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_move_gives_time() {
        let second = Duration::from_secs(1);
        assert_eq!(control("60+2").after_move(second * 10, 40), second * 12);
        assert_eq!(control("40/60+2").after_move(second * 10, 39), second * 12);
        assert_eq!(control("40/60+2").after_move(second * 10, 80), second * 72);
        assert_eq!(control("move=30").after_move(second, 1), second * 30);
        assert_eq!(control("days=2").after_move(second, 1), DAY * 2);
        assert_eq!(control("none").after_move(second, 1), second);
    }

    #[test]
    fn a_game_is_taken_to_have_forty_moves() {
        for (text, seconds) in [("60+2", 140), ("10/60+0", 240), ("30/60+1", 160), ("move=30", 1200)] {
            assert_eq!(control(text).estimate(), Some(Duration::from_secs(seconds)), "{text}");
        }
        assert_eq!(control("none").estimate(), None);
    }
}
