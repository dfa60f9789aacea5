//! Newtypes of counts and indices that must not be mixed up.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! unit {
    ($(#[$doc:meta])* $name:ident($int:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        #[serde(transparent)]
        pub struct $name(pub $int);

        impl $name {
            /// As an index of an array.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

unit! {
    /// A number of plies (moves of one side): from the start of a game, or as a distance ("wins in 7 plies").
    Ply(u32)
}
unit! {
    /// A search depth in plies.
    Depth(u32)
}
unit! {
    /// A square of a board: the index of its bit in the bitboards of the game.
    Square(u16)
}
unit! {
    /// A column of a board with gravity, from 0.
    Column(u8)
}

impl Depth {
    /// One ply less.
    ///
    /// # Panics
    /// On depth 0, in builds with overflow checks.
    #[inline]
    #[must_use]
    pub const fn less_one(self) -> Self {
        Self(self.0 - 1)
    }
}

impl Ply {
    /// One ply more.
    #[inline]
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}
