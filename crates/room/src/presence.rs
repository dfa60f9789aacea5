//! Whether players are connected, and how long their opponents must wait for them.

use std::time::{Duration, Instant};

use zermelo_protocol::TimeControl;

/// How long a player must wait for an opponent who left before claiming the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GracePeriod {
    closed: Duration,
    lost: Duration,
}

/// Games are slower from these estimated times per player on.
const MEDIUM_GAME: Duration = Duration::from_mins(8);
const SLOW_GAME: Duration = Duration::from_mins(25);

impl GracePeriod {
    /// The grace period of a time control; `None` if only the clock decides. The figures are those of lichess and `PlayStrategy`: 10 s if
    /// the player closed the page, 40 s if the connection was lost, and twice or three times that in slower games.
    pub fn of(control: TimeControl) -> Option<Self> {
        let times = |n: u32| Self { closed: Duration::from_secs(10) * n, lost: Duration::from_secs(40) * n };
        match control {
            TimeControl::Days(_) => None,
            TimeControl::None => Some(Self { closed: Duration::from_mins(5), lost: Duration::from_mins(5) }),
            TimeControl::PerMove(_) | TimeControl::Increment { .. } => Some(match control.estimate() {
                Some(game) if game >= SLOW_GAME => times(3),
                Some(game) if game >= MEDIUM_GAME => times(2),
                _ => times(1),
            }),
        }
    }

    fn duration(self, closed_page: bool) -> Duration {
        if closed_page { self.closed } else { self.lost }
    }
}

/// Whether a player is connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlayerPresence {
    /// The player is connected to the room.
    Connected,
    /// The player left.
    Left {
        at: Instant,
        /// Whether the player closed the page; otherwise the connection was lost.
        closed_page: bool,
    },
}

impl PlayerPresence {
    /// The moment from which the opponent may claim the game.
    pub(crate) fn claim_at(self, grace: Option<GracePeriod>) -> Option<Instant> {
        match (self, grace) {
            (Self::Left { at, closed_page }, Some(grace)) => at.checked_add(grace.duration(closed_page)),
            _ => None,
        }
    }
}
