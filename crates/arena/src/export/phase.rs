//! What a move does, for games that have phases: men are dropped first and moved later.

use zermelo_core::View;
use zermelo_core::view::Effect;

/// What a move does with the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MovePhase {
    /// A piece comes onto the board.
    Drop,
    /// A piece goes from one place to another.
    Move,
}

impl MovePhase {
    /// Both, in the order of a game.
    pub const BOTH: [Self; 2] = [Self::Drop, Self::Move];

    /// Its word in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Drop => "drop",
            Self::Move => "move",
        }
    }

    /// The phase of the last move that a view shows: what its first effect is.
    pub fn of_last(view: &View) -> Option<Self> {
        let effect = view.last.as_ref()?.moving.steps.iter().flatten().next()?;
        Some(match effect {
            Effect::Place { .. } => Self::Drop,
            Effect::Move { .. } | Effect::Remove { .. } | Effect::Promote { .. } | Effect::Flip { .. } => Self::Move,
        })
    }
}
