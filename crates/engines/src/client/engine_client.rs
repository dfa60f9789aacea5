//! The interface of both protocols.

use std::time::{Duration, Instant};

use zermelo_core::{AgentError, StopToken};

use crate::protocol::{BestMove, GoLimits, Info};

/// A running engine.
pub(super) trait EngineClient: Send {
    /// Starts a new game; `request` is its first. After an error the engine must not be used again.
    fn new_game(&mut self, request: &MoveRequest, seed: u64) -> Result<(), AgentError>;

    /// Asks for a move. `on_info` receives each `info` of the search.
    fn request_move(
        &mut self,
        request: &MoveRequest,
        stop: &StopToken,
        on_info: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, AgentError>;
}

/// A request for a move, with all moves and positions as text.
pub(super) struct MoveRequest {
    pub(super) spec: String,
    /// The position that the game began with; `None` for the initial position.
    pub(super) start: Option<String>,
    pub(super) moves: Vec<String>,
    /// The current position.
    pub(super) position: String,
    pub(super) legal: Vec<String>,
    pub(super) go: GoLimits,
    /// How long to wait before sending `stop`.
    pub(super) timeout: Duration,
    /// Whether an answer after this `stop` counts. It does under a time limit, because the caller keeps the clock, and under no limit at
    /// all.
    pub(super) accepts_answer_after_stop: bool,
}

/// The instant after a timeout. Timeouts of more than a year are cut, because a later instant may not be representable.
pub(super) fn deadline_after(timeout: Duration) -> Instant {
    const MAX: Duration = Duration::from_hours(365 * 24);
    Instant::now() + timeout.min(MAX)
}
