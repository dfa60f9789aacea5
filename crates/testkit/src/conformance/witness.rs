//! Who stands by while a game is checked, to say where it went wrong.

use std::cell::Cell;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use zermelo_core::erased::Playable;

/// Knows what is being looked at, and tells it when a check fails or the game's own code panics.
pub(super) struct Witness<'g, G: Playable> {
    pub(super) game: &'g G,
    seed: u64,
    position: Cell<Option<G::Position>>,
    mv: Cell<Option<G::Move>>,
    told: Cell<bool>,
}

/// Fails with the witness's account unless something holds.
macro_rules! demand {
    ($witness:expr, $holds:expr, $($what:tt)+) => {
        if !$holds {
            $witness.fail(&format!($($what)+));
        }
    };
}
pub(super) use demand;

impl<'g, G: Playable> Witness<'g, G> {
    pub(super) fn new(game: &'g G, seed: u64) -> Self {
        Self { game, seed, position: Cell::new(None), mv: Cell::new(None), told: Cell::new(false) }
    }

    /// From now on it is about this position.
    pub(super) fn at(&self, position: &G::Position) {
        self.position.set(Some(*position));
        self.mv.set(None);
    }

    /// From now on it is about this move in the same position.
    pub(super) fn on(&self, mv: G::Move) {
        self.mv.set(Some(mv));
    }

    pub(super) fn fail(&self, what: &str) -> ! {
        self.told.set(true);
        panic!("{what}\n{}", self.account());
    }

    /// The texts come from the code under test, which may panic on what it broke itself; the debug form is then all there is.
    fn account(&self) -> String {
        let game = self.game;
        let text = |make: &dyn Fn() -> String| {
            catch_unwind(AssertUnwindSafe(make)).unwrap_or_else(|_| "(its text panics)".to_owned())
        };
        let mut account = format!("  game: {}\n  seed: {}", text(&|| game.spec()), self.seed);
        if let Some(position) = self.position.get() {
            let shown = text(&|| game.position_text(&position));
            let _ = write!(account, "\n  position: {shown}\n    {position:?}");
            if let Some(mv) = self.mv.get() {
                let shown = text(&|| game.move_text(&position, mv));
                let _ = write!(account, "\n  move: {shown}\n    {mv:?}");
            }
        }
        account
    }
}

impl<G: Playable> Drop for Witness<'_, G> {
    fn drop(&mut self) {
        if std::thread::panicking() && !self.told.get() {
            eprintln!("the panic came up while this was checked:\n{}", self.account());
        }
    }
}
