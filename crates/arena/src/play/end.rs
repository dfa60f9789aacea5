//! How a game ends.

use std::time::{SystemTime, UNIX_EPOCH};

use zermelo_core::{Outcome, Side, Termination};

/// How a game ends, with what there is to say about it.
pub(super) type GameEnd = (Outcome, Termination, Option<String>);

/// A side loses.
pub(super) fn lost(side: Side, termination: Termination, detail: Option<String>) -> GameEnd {
    (Outcome::Win(side.opponent()), termination, detail)
}

/// Milliseconds since 1970.
pub(super) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}
