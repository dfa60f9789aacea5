//! The time controls that a server accepts.

use std::time::Duration;

use serde::{Deserialize, Deserializer};
use zermelo_core::TimeControl;
use zermelo_core::text::excerpt;

/// A text that is not a time control of a game on a server.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "\"{0}\" is not a time control: expected none, seconds with an increment such as 300+3 (1 to 10800, and 0 to 180), seconds \
     per move such as move=30 (1 to 3600), or days per move such as days=3 (1 to 14)"
)]
pub struct RoomClockError(String);

/// Parses the time control of a game on a server: a [`TimeControl`] within limits and without periods.
///
/// # Errors
/// The text is not a time control, or its times are outside the limits.
pub fn room_clock(text: &str) -> Result<TimeControl, RoomClockError> {
    text.parse().ok().filter(|control| is_allowed(*control)).ok_or_else(|| RoomClockError(excerpt(text)))
}

fn is_allowed(control: TimeControl) -> bool {
    let second = Duration::from_secs;
    match control {
        TimeControl::None => true,
        TimeControl::Increment { base, increment, moves } => {
            moves.is_none() && (second(1)..=second(10_800)).contains(&base) && increment <= second(180)
        }
        TimeControl::PerMove(time) => (second(1)..=second(3600)).contains(&time),
        TimeControl::Days(days) => days <= 14,
    }
}

/// Deserializes a field with [`room_clock`].
pub(crate) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<TimeControl, D::Error> {
    room_clock(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_of_rooms_have_limits() {
        for text in ["none", "300+3", "1+0", "1.5+0.5", "10800+180", "move=1", "move=3600", "days=1", "days=14"] {
            assert_eq!(room_clock(text).map(|clock| clock.to_string()).as_deref(), Ok(text));
        }
        for wrong in ["", "0.5+1", "10801+0", "60+181", "40/60+1", "move=0.5", "move=3601", "days=15", "x"] {
            let why = room_clock(wrong).expect_err(wrong).to_string();
            assert!(why.contains("1 to 10800"), "{why}");
        }
    }
}
