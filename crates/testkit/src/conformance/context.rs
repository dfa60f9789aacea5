//! What is being checked, for the message of a failure.

use std::cell::Cell;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use zermelo_core::erased::Playable;

/// The game, seed, position and move of the current check. They are printed when a check fails or the game's own code
/// panics.
pub(super) struct CheckContext<'g, G: Playable> {
    pub(super) game: &'g G,
    seed: u64,
    position: Cell<Option<G::Position>>,
    mv: Cell<Option<G::Move>>,
    /// Whether the message of the panic already contains the context.
    is_reported: Cell<bool>,
}

/// Fails with a message and the context if a condition is false.
macro_rules! ensure {
    ($context:expr, $holds:expr, $($message:tt)+) => {
        if !$holds {
            $context.fail(&format!($($message)+));
        }
    };
}
pub(super) use ensure;

impl<'g, G: Playable> CheckContext<'g, G> {
    pub(super) fn new(game: &'g G, seed: u64) -> Self {
        Self { game, seed, position: Cell::new(None), mv: Cell::new(None), is_reported: Cell::new(false) }
    }

    /// Sets the position of the following checks, without a move.
    pub(super) fn set_position(&self, position: &G::Position) {
        self.position.set(Some(*position));
        self.mv.set(None);
    }

    /// Sets the move of the following checks, in the same position.
    pub(super) fn set_move(&self, mv: G::Move) {
        self.mv.set(Some(mv));
    }

    pub(super) fn fail(&self, message: &str) -> ! {
        self.is_reported.set(true);
        panic!("{message}\n{}", self.describe());
    }

    /// The code under test writes the texts and can panic on a broken position. The debug form is shown in any case.
    fn describe(&self) -> String {
        let game = self.game;
        let text = |make: &dyn Fn() -> String| {
            catch_unwind(AssertUnwindSafe(make)).unwrap_or_else(|_| "(its text panics)".to_owned())
        };
        let mut description = format!("  game: {}\n  seed: {}", text(&|| game.spec()), self.seed);
        if let Some(position) = self.position.get() {
            let shown = text(&|| game.position_text(&position));
            let _ = write!(description, "\n  position: {shown}\n    {position:?}");
            if let Some(mv) = self.mv.get() {
                let shown = text(&|| game.move_text(&position, mv));
                let _ = write!(description, "\n  move: {shown}\n    {mv:?}");
            }
        }
        description
    }
}

impl<G: Playable> Drop for CheckContext<'_, G> {
    fn drop(&mut self) {
        if std::thread::panicking() && !self.is_reported.get() {
            eprintln!("panic during the check of:\n{}", self.describe());
        }
    }
}
