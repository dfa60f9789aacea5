//! What an engine is asked, whatever it speaks.

use std::time::{Duration, Instant};

use zermelo_core::{AgentError, StopToken};

use crate::protocol::{Answer, Go, Info};

/// A program that is running, whatever it speaks.
pub(super) trait Engine: Send {
    /// A new game begins; the question is its first. On an error the engine can't be used any more.
    fn new_game(&mut self, question: &Question, seed: u64) -> Result<(), AgentError>;

    /// Asks for a move. `heard` hears what it sees on the way.
    fn ask(
        &mut self,
        question: &Question,
        stop: &StopToken,
        heard: &mut dyn FnMut(&Info),
    ) -> Result<Answer, AgentError>;
}

/// What an engine is asked. Everything is text here.
pub(super) struct Question {
    pub(super) spec: String,
    /// The position that the game began with, where that is not the initial one.
    pub(super) start: Option<String>,
    pub(super) moves: Vec<String>,
    /// The position at hand.
    pub(super) position: String,
    pub(super) legal: Vec<String>,
    pub(super) go: Go,
    /// How long the answer may take before the engine is told to stop.
    pub(super) patience: Duration,
    /// Whether an answer is good that comes after such a stop: it is, where the limit is time (the clock is somebody else's), and
    /// where there is none.
    pub(super) may_be_stopped: bool,
}

/// A moment that a clock can tell, however long the patience.
pub(super) fn from_now(patience: Duration) -> Instant {
    const LONGEST: Duration = Duration::from_hours(365 * 24);
    Instant::now() + patience.min(LONGEST)
}
