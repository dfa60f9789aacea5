//! The two players of a game.

use serde::{Deserialize, Serialize};

/// One of the two players. `First` moves first in the initial position of a game.
///
/// [`Scene::side_names`](crate::Scene::side_names) has the names of the sides, such as red and yellow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Moves first.
    First,
    /// Moves second.
    Second,
}

impl Side {
    /// Both sides, in the order of their moves.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The other side.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first side, 1 for the second: for arrays of two.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}
