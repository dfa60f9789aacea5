//! The phase of a move, for games in which pieces are dropped first and moved later.

use zermelo_core::View;
use zermelo_core::view::Effect;

/// The phase of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MovePhase {
    /// A piece is placed on the board.
    Drop,
    /// A piece moves on the board.
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
