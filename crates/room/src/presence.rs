//! Who is there, and how long one waits for who is not.

use std::time::{Duration, Instant};

use zermelo_protocol::TimeControl;

/// How long one waits for a player who left before one may claim the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grace {
    polite: Duration,
    lost: Duration,
}

/// Fast games are up to this long for one player, slow ones from the next on.
const FAST: Duration = Duration::from_mins(8);
const SLOW: Duration = Duration::from_mins(25);

impl Grace {
    /// The grace of a clock; `None`: nobody may claim, the clock decides. The figures are those of lichess and `PlayStrategy`: 10 s for who
    /// closed the page, 40 s for a lost connection, twice and three times that in slower games.
    pub fn of(control: TimeControl) -> Option<Self> {
        let times = |n: u32| Self { polite: Duration::from_secs(10) * n, lost: Duration::from_secs(40) * n };
        match control {
            TimeControl::Days(_) => None,
            TimeControl::None => Some(Self { polite: Duration::from_mins(5), lost: Duration::from_mins(5) }),
            TimeControl::PerMove(_) | TimeControl::Increment { .. } => Some(match control.estimate() {
                Some(game) if game >= SLOW => times(3),
                Some(game) if game >= FAST => times(2),
                _ => times(1),
            }),
        }
    }

    fn lasts(self, politely: bool) -> Duration {
        if politely { self.polite } else { self.lost }
    }
}

/// Whether a player is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum There {
    /// Follows the room.
    Yes,
    /// Left.
    Since {
        /// When.
        left: Instant,
        /// Whether they closed the page: the connection was not lost.
        politely: bool,
    },
}

impl There {
    /// When the other may claim the game.
    pub(crate) fn claim(self, grace: Option<Grace>) -> Option<Instant> {
        match (self, grace) {
            (Self::Since { left, politely }, Some(grace)) => left.checked_add(grace.lasts(politely)),
            _ => None,
        }
    }
}
